"""What gateways make of stored tournaments: lists, standings, seals, and whose rating is told."""

import json
import random
from collections.abc import Sequence
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_tournament import System, commands
from gateway.engine_client.client import EngineClient
from gateway.engine_client.group import Way
from gateway.errors import Problem
from gateway.players.player import Player
from gateway.standings.profiles import Profiles, Rated
from gateway.tournaments import conditions
from gateway.tournaments import standings as gateway_standings
from gateway.tournaments.lists import Lists, Place
from gateway.tournaments.reading import Reading
from gateway.tournaments.shown import Showing
from gateway.tournaments.standings import Boards
from redis.asyncio import Redis
from redislink import accounts, tournaments

from tests.croupier_tournament.playing import player
from tests.support.matches import fresh_id
from tests.support.tournaments import Stored, settings

pytestmark = pytest.mark.anyio


def reading_of(redis: Redis) -> Reading:
    return Reading(redis, EngineClient("ipv4:127.0.0.1:9", Way(1.0)))


def nobody() -> int:
    """A player who is in no other tournament."""
    return random.randrange(10**6, 10**15)


async def joined(redis: Redis, first: int, system: System = System.SWISS) -> Stored:
    """A tournament that four players from the `first` on have joined."""
    stored = Stored.of(redis, settings(system, **{} if system is System.ARENA else {"rounds": 2}))
    stored.playing.register(range(first, first + 4))
    return await stored.save()


class Hasty(EngineClient):
    """An engine whose tournaments have left Redis again before anybody has read them."""

    async def recall_tournament(
        self, request: pb.RecallTournamentRequest
    ) -> pb.RecallTournamentResponse:
        return pb.RecallTournamentResponse()


async def test_one_that_was_brought_back_and_has_left_again_is_not_said_to_be_missing(
    redis: Redis,
) -> None:
    reading = Reading(redis, Hasty("ipv4:127.0.0.1:9", Way(1.0)))
    with pytest.raises(Problem) as refused:
        await reading.known(fresh_id())
    assert refused.value.code == "unavailable"


async def test_a_league_is_found_however_many_have_come_and_gone_since(redis: Redis) -> None:
    ann = nobody()
    league = await joined(redis, ann)
    for _ in range(3):
        over = await joined(redis, ann)
        over.playing.do(commands.Abort("rain"))
        await over.save()
    lists, read = Lists(redis), list[int]()
    assert await lists.going_on(player(ann), 1) == [league.id]
    plain = lists._read

    async def counted(places: Sequence[Place]) -> Any:
        read.append(len(places))
        return await plain(places)

    lists._read = counted  # type: ignore[method-assign]
    assert await lists.going_on(player(ann), 1) == [league.id]
    assert read == [1], "those that are over are read once"


async def test_who_asks_after_the_end_has_the_standings_of_the_end(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing tells of any after these, so they are not those of a moment before."""
    monkeypatch.setattr(gateway_standings, "FEW", 2)
    stored = await joined(redis, nobody())
    stored.playing.check_in()
    stored.playing.pair()
    await stored.save()
    boards = Boards(reading_of(redis))
    assert not (await boards.of(stored.id)).is_final
    stored.playing.play()
    await stored.save()
    board = await boards.of(stored.id)
    assert (board.is_final, board.version) == (True, stored.playing.it.version)


async def test_who_is_removed_while_it_is_read_has_no_seals(redis: Redis) -> None:
    client: Any = redis
    stored = await joined(redis, ann := nobody(), System.ARENA)
    removed = json.dumps({"removed": True})
    await client.hset(tournaments.players(stored.id), player(ann), removed)
    showing = Showing(redis, reading_of(redis), None)  # type: ignore[arg-type]
    assert await showing._seals_given(stored.id, player(ann)) == 0


@pytest.mark.parametrize(
    ("fields", "rating"),
    [({}, 1500), ({accounts.LISTED: "0"}, None), ({accounts.HIDDEN: "1"}, None)],
)
async def test_the_log_has_no_rating_of_who_is_on_no_leaderboard(
    redis: Redis, fields: dict[str, str], rating: int | None
) -> None:
    client: Any = redis
    ann = Player(fresh_id(), "Ann", "human")
    shown = {"id": ann.id, "displayName": "Ann", "kind": "human", "since": "2026-01-02"}
    stored = {accounts.PLAYER: json.dumps(shown), **fields}
    await client.hset(accounts.account(ann.id), mapping=stored)
    profiles = Profiles(redis, None)  # type: ignore[arg-type]
    assert await conditions.told_rating(ann, Rated(1500, 3), profiles) == rating
    assert await conditions.told_rating(ann, None, profiles) is None
