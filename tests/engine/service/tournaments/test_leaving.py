"""Players whose accounts are suspended or deleted: their tournaments, and their names in them."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier_match.match import GONE
from croupier_match.refusals import Conflict
from croupier_tournament import Presence, Status
from croupier_tournament.entries import Withdrawal
from engine.service.departures import SIZE, Departures
from engine.service.matches import Matches
from engine.service.tournaments import lines as lines_of_wishes
from engine.service.withdrawals import Withdrawals
from engine.store.matches import MatchStore
from redislink import tournaments as keys
from redislink.client import connect

from tests.engine.conftest import PATIENT_S
from tests.support.directed import TTL, Directed, directed
from tests.support.engine_rpc import person
from tests.support.tournament_requests import Entrant, entrants, new_tournament
from tests.support.tournaments import lines

pytestmark = pytest.mark.anyio

MINUTE = 60_000


@pytest.fixture
async def engine(redis_url: str) -> AsyncIterator[Directed]:
    async with connect(redis_url, PATIENT_S) as redis, directed(redis) as engine:
        yield engine


async def forget(matches: Matches, player_id: str) -> int:
    """Take the player out of everything; the number of calls that took."""
    place, calls = "", 0
    while place or not calls:
        left, calls = await Departures(matches).forget(player_id, place), calls + 1
        place = left.next_place
    return calls


async def joined(engine: Directed, ada: Entrant, status: Status) -> str:
    """A tournament of this status that Ada has made, and takes part in."""
    id_ = (await engine.stub.CreateTournament(new_tournament(ada.player))).tournament_id
    players = [ada, *entrants(1 if status is Status.OPEN else 3)]
    for each in players:
        await engine.stub.ChangeTournament(each.joins(id_))
    if status in (Status.RUNNING, Status.FINISHED):
        for each in players:
            await engine.stub.ChangeTournament(each.checks_in(id_))
        await engine.passes(MINUTE)
    if status is Status.ABORTED:
        abort = pb.AbortTournament(reason="rain")
        await engine.stub.ChangeTournament(ada.wants(id_, abort=abort))
    assert (await engine.read(id_)).status is status
    return str(id_)


RATED = {"clock": pb.ClockOptions(bank_ms=600_000), "rated": True, "own_game": True}
STATUSES = (Status.RUNNING, Status.OPEN, Status.CHECK_IN, Status.ABORTED)
"""What runs comes first: time has to pass for that, in which a check-in ends."""


async def test_a_deleted_player_leaves_and_so_does_the_name(engine: Directed) -> None:
    client: Any = engine.redis
    ada = Entrant()
    ada.player.display_name = "Ada Lovelace"
    ids = {each: await joined(engine, ada, each) for each in STATUSES}
    await forget(engine.matches, ada.id)
    for status, id_ in ids.items():
        fields = await client.hgetall(keys.tournament(id_))
        stored = await client.hgetall(keys.players(id_))
        assert b"Lovelace" not in b"".join([*fields.values(), *stored.values()]), status
        made = json.loads(fields[keys.MADE.encode()])
        assert made["maker"] == {"id": ada.id, "displayName": GONE, "kind": "human"}
        assert await client.zscore(keys.of_player(ada.id), id_) is None
    assert ada.id not in (await engine.read(ids[Status.OPEN])).players
    for status, presence in {
        Status.CHECK_IN: Presence.LEFT,
        Status.RUNNING: Presence.WITHDRAWN,
    }.items():
        player = (await engine.read(ids[status])).players[ada.id]
        assert player.presence is presence
    stored = await client.hget(keys.players(ids[Status.RUNNING]), ada.id)
    assert json.loads(stored) == {"displayName": GONE, "kind": "human", "seals": ada.seals(3)}
    entries = map(json.loads, await lines(engine.redis, ids[Status.RUNNING]))
    reasons = [each["reason"] for each in entries if each["kind"] == "withdrew"]
    assert reasons == [Withdrawal.DELETED]
    versions = [(await engine.read(each)).version for each in ids.values()]
    await forget(engine.matches, ada.id)
    assert [(await engine.read(each)).version for each in ids.values()] == versions


@pytest.mark.parametrize("place", [0, 1])
async def test_a_damaged_tournament_holds_up_no_other_of_its_player(
    engine: Directed, place: int
) -> None:
    """Its name goes all the same, and nothing else of it can be changed any more."""
    client: Any = engine.redis
    ada = Entrant()
    ada.player.display_name = "Ada Lovelace"
    ids = [await joined(engine, ada, Status.OPEN) for _ in range(2)]
    damaged, whole = ids[place], ids[1 - place]
    await client.xdel(keys.log(damaged), "2-0")
    others = Matches(MatchStore(engine.redis, TTL))  # which reads it from the beginning
    await others.tournaments.rename(ada.id, damaged, "Ada King")
    await Withdrawals(others).from_rated(ada.id)
    await Withdrawals(others).from_all(ada.id)
    assert ada.id not in (await engine.read(whole)).players
    await forget(others, ada.id)
    for id_ in ids:
        fields = await client.hgetall(keys.tournament(id_))
        stored = await client.hgetall(keys.players(id_))
        assert b"Lovelace" not in b"".join([*fields.values(), *stored.values()])
    assert not await client.exists(keys.of_player(ada.id))


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("withdraw", [Withdrawals.from_all, Withdrawals.from_rated])
async def test_who_cannot_leave_a_tournament_that_keeps_changing_leaves_the_rest_and_is_told_of(
    engine: Directed,
    monkeypatch: pytest.MonkeyPatch,
    withdraw: Callable[[Withdrawals, str], Awaitable[None]],
    place: int,
) -> None:
    """Whoever asked asks again, as those do who want anything else of a tournament."""
    monkeypatch.setattr(lines_of_wishes, "ATTEMPTS", 4)
    ada, withdrawals = Entrant(), Withdrawals(engine.matches)
    old = pb.Standing(since_ms=engine.matches.now_ms() - 11 * MINUTE)
    ids = []
    for _ in range(2):
        made = await engine.stub.CreateTournament(new_tournament(person(), **RATED))
        await engine.stub.ChangeTournament(ada.joins(made.tournament_id, standing=old))
        ids.append(made.tournament_id)
    changing, other = ids[place], ids[1 - place]
    await engine.redis.set(keys.turn(changing), "of another engine")
    with pytest.raises(Conflict):
        await withdraw(withdrawals, ada.id)
    assert ada.id in (await engine.read(changing)).players
    assert ada.id not in (await engine.read(other)).players
    await engine.redis.delete(keys.turn(changing))
    await withdraw(withdrawals, ada.id)
    assert ada.id not in (await engine.read(changing)).players


async def test_a_player_of_many_tournaments_leaves_them_in_several_calls(engine: Directed) -> None:
    ada, ids = Entrant(), []
    for _ in range(SIZE + 1):
        made = await engine.stub.CreateTournament(new_tournament(Entrant().player))
        await engine.stub.ChangeTournament(ada.joins(made.tournament_id))
        ids.append(made.tournament_id)
    assert await forget(engine.matches, ada.id) == 2
    for each in ids:
        assert not (await engine.read(each)).players


async def test_a_suspended_player_is_withdrawn_and_cannot_come_back(engine: Directed) -> None:
    ada = Entrant()
    ids = {each: await joined(engine, ada, each) for each in STATUSES}
    await Withdrawals(engine.matches).from_all(ada.id)
    player = (await engine.read(ids[Status.RUNNING])).players[ada.id]
    assert (player.presence, player.removed) == (Presence.WITHDRAWN, True)
    assert ada.id not in (await engine.read(ids[Status.OPEN])).players
    for status in (Status.OPEN, Status.RUNNING):
        with pytest.raises(Exception, match="removed"):
            await engine.stub.ChangeTournament(ada.joins(ids[status]))
    await Withdrawals(engine.matches).from_all(ada.id)


async def test_who_is_not_listed_any_more_leaves_rated_ones_that_have_not_begun(
    engine: Directed,
) -> None:
    ada = Entrant()
    plain = await joined(engine, ada, Status.OPEN)
    old = pb.Standing(since_ms=engine.matches.now_ms() - 11 * MINUTE)
    running, waiting = [
        (await engine.stub.CreateTournament(new_tournament(ada.player, **RATED))).tournament_id
        for _ in range(2)
    ]
    others = entrants(3)
    for each in (ada, *others):
        await engine.stub.ChangeTournament(each.joins(running, standing=old))
    for each in (ada, *others):
        await engine.stub.ChangeTournament(each.checks_in(running))
    await engine.passes(MINUTE)
    await engine.stub.ChangeTournament(ada.joins(waiting, standing=old))
    await Withdrawals(engine.matches).from_rated(ada.id)
    assert ada.id not in (await engine.read(waiting)).players
    assert (await engine.read(running)).players[ada.id].presence is Presence.PLAYING
    assert ada.id in (await engine.read(plain)).players
    await engine.stub.ChangeTournament(ada.joins(waiting, standing=old))
