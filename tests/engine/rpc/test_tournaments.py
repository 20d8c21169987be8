"""Tournaments over real gRPC: they are made, joined, begun, and left."""

from collections.abc import AsyncIterator

import pytest
from croupier_tournament import Presence, Status
from redislink.client import connect

from tests.support.directed import Directed, directed
from tests.support.tournament_requests import Entrant, entrants, new_tournament

pytestmark = pytest.mark.anyio


@pytest.fixture
async def engine(redis_url: str) -> AsyncIterator[Directed]:
    async with connect(redis_url, 60.0) as redis, directed(redis) as engine:
        yield engine


async def test_a_tournament_is_joined_begun_and_left(engine: Directed) -> None:
    stub, players = engine.running.stub, entrants(4)
    made = await stub.CreateTournament(new_tournament(Entrant().player))
    id_ = made.tournament_id
    assert made.version == 2
    for each in players:
        last = await stub.ChangeTournament(each.joins(id_))
    assert last.version == 7
    for each in players[:3]:
        await stub.ChangeTournament(each.checks_in(id_))
    assert (await engine.read(id_)).status is Status.CHECK_IN
    await engine.passes(61_000)
    it = await engine.read(id_)
    assert it.status is Status.RUNNING
    assert len(it.rounds) == 1
    assert it.players[players[3].id].presence is Presence.WITHHELD
