"""What `make verify` believes of matches by the clock: the times in the log must bear it out."""

import copy
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from engine.domain.clock import DAY_MS
from engine.domain.guards import Caller
from engine.domain.match import ClockOptions, OnTimeout
from engine.domain.registry import GAMES
from engine.rpc import encode
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from engine.verify import verify
from engine.verify.errors import NotAReplay, Refuted
from gateway.contract import serializers

from tests.engine.verify.replays import Json, Tamper, both, put, refused, rehash, renumber
from tests.support.matches import Table, full_table

pytestmark = pytest.mark.anyio

HOUR = timedelta(hours=1)
FORFEIT = ClockOptions(per_move_ms=DAY_MS)
AT_RANDOM = replace(FORFEIT, on_timeout=OnTimeout.RANDOM)
BANK = ClockOptions(bank_ms=DAY_MS, increment_ms=1500, on_timeout=OnTimeout.RANDOM)
BEGAN = datetime.now(UTC).replace(microsecond=0)


class Played:
    """A match in which time passes as a test says, until it has ended."""

    def __init__(self, store: MatchStore) -> None:
        self.now = BEGAN
        self.matches = Matches(store, now=lambda: self.now)

    async def begin(self, clock: ClockOptions, **wish: Any) -> Table:
        self.table = await full_table(self.matches, clock=clock, **wish)
        return self.table

    async def move(self, thought: timedelta = HOUR) -> None:
        self.now += thought
        await self.table.play(1)

    async def time_out(self, late: timedelta = timedelta()) -> None:
        self.now += timedelta(days=1) + late
        await self.matches.apply_deadlines(await self.table.match())

    async def replay(self) -> Json:
        match, seat, log = await self.matches.queries.replay(self.table.match_id, Caller())
        message = pb.Replay(
            match=encode.match(match, seat),
            entropy=[place.entropy for place in match.seats],
            log=[encode.log_entry(GAMES[match.game], each) for each in log],
        )
        return serializers.replay(message)


@pytest.fixture
def played(store: MatchStore) -> Played:
    return Played(store)


async def forfeited(played: Played) -> Json:
    """Versions: 3 a move, 4 seat 1 is late."""
    await played.begin(FORFEIT)
    await played.move()
    await played.time_out(HOUR)
    return await played.replay()


async def went_on(played: Played, clock: ClockOptions = AT_RANDOM) -> Json:
    """Versions: 3 a move, 4 and 5 seat 1 is late, 6 seat 0 moves, 7 seat 1 resigns."""
    table = await played.begin(clock)
    await played.move()
    await played.time_out()
    await played.move()
    await table.resign(1)
    return await played.replay()


async def test_an_honest_match_by_the_clock_is_verified(store: MatchStore) -> None:
    for replay in (
        await forfeited(Played(store)),
        await went_on(Played(store)),
        await went_on(Played(store), BANK),
    ):
        assert verify(replay)[-1] == "verified"


async def test_an_honest_match_of_many_is_verified(played: Played) -> None:
    table = await played.begin(AT_RANDOM, game="livingstone", options=None)
    while not (match := await table.match()).ended:
        if match.version % 7:
            await played.move(timedelta(minutes=1))
        else:
            await played.time_out()
    assert verify(await played.replay())[-1] == "verified"


def at(version: int, time: str) -> Tamper:
    """Say that this version, and all later ones, came about at another time."""

    def tamper(replay: Json) -> None:
        for entry in replay["log"][version - 1 :]:
            entry["time"] = time
        replay["match"]["updateTime"] = time

    return both(tamper, rehash)


def stamp(passed: timedelta) -> str:
    return (BEGAN + passed).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def without(version: int) -> Tamper:
    def tamper(replay: Json) -> None:
        del replay["log"][version - 1]

    return both(tamper, renumber)


DAY = timedelta(days=1)
FORFEITS: dict[str, tuple[Tamper, str]] = {
    "too early": (
        at(4, stamp(HOUR + DAY - timedelta(milliseconds=1))),
        "Version 4: the deadline of seat 1 had not passed",
    ),
    "another seat": (both(put("log.3.seat", 0), rehash), "Version 4: seat 0 was not overdue"),
    "a resignation after the deadline": (
        both(put("log.3.kind", "resigned"), rehash),
        "Version 4: the deadline had passed",
    ),
    "a move after the deadline": (
        both(at(3, stamp(DAY)), put("log.2.time", stamp(DAY)), rehash),
        "Version 3: the deadline had passed",
    ),
    "a slower clock": (
        both(put("match.clock.perMove", "90001s"), rehash),
        "Version 4: .* had not passed",
    ),
    "no clock": (both(put("match.clock", None), rehash), "Version 4: a match without a clock"),
    "a clock that goes on": (both(put("match.clock.onTimeout", "random"), rehash), "outcome is"),
    "no such clock": (both(put("match.clock.bank", "5s"), rehash), "clock: either perMove"),
    "a deadline": (put("match.clock.deadline", stamp(HOUR)), "clock.deadline is"),
    "banks": (put("match.clock.banks", ["1s", "1s"]), "clock.banks is"),
    "before the start": (
        both(put("log.1.kind", "timeout"), rehash),
        "Version 2: The match has not begun",
    ),
}
WENT_ON: dict[str, tuple[Tamper, str]] = {
    "no random move": (without(5), "Version 5: seat 1 was overdue"),
    "a later random move": (
        both(put("log.4.time", stamp(timedelta(hours=26))), rehash),
        "Version 5: seat 1 was overdue",
    ),
    "the other one's move": (both(put("log.4.seat", 0), rehash), "Version 5: seat 1 was overdue"),
    "a second time-out": (
        both(put("log.4.kind", "timeout"), put("log.4.move", None), rehash),
        "Version 5: seat 1 was overdue",
    ),
    "no time-out": (without(4), "Version 4: the deadline had passed"),
    "one that forfeits": (
        both(put("match.clock.onTimeout", "forfeit"), rehash),
        "Version 5: The match has end",
    ),
}


@pytest.mark.parametrize("name", FORFEITS)
async def test_what_was_tampered_with_is_named(played: Played, name: str) -> None:
    await named(await forfeited(played), FORFEITS[name])


@pytest.mark.parametrize("name", WENT_ON)
async def test_what_was_tampered_with_is_named_when_it_went_on(played: Played, name: str) -> None:
    await named(await went_on(played), WENT_ON[name])


async def named(replay: Json, tampered: tuple[Tamper, str]) -> None:
    tamper, complaint = tampered
    tamper(replay)
    with pytest.raises(Refuted, match=f"^{complaint}"):
        verify(replay)


async def test_banks_are_recomputed(played: Played) -> None:
    replay = await went_on(played, BANK)
    assert replay["match"]["clock"]["banks"] == ["79203s", "1.5s"]
    replay["match"]["clock"]["banks"] = ["79203s", "1.501s"]
    with pytest.raises(Refuted, match=r"^clock.banks\[1\] is 1501, the recomputed match says 1500"):
        verify(replay)


Put: Any = (None, 0, "", "0s", "1s", "9s\n", "1.0s", "999999999s", [], {}, "random", "x" * 99)


async def test_no_value_of_a_clock_breaks_the_verifier(played: Played) -> None:
    honest = await went_on(played)
    for name in honest["match"]["clock"]:
        for value in Put:
            replay = copy.deepcopy(honest)
            replay["match"]["clock"][name] = value
            if not refused(replay):
                assert same(honest["match"]["clock"][name], value, name)


def same(honest: Any, value: Any, name: str) -> bool:
    """Whether the value says no other thing."""
    return value == honest or (name in ("bank", "increment") and value == "0s")


@pytest.mark.parametrize("time", ["2026-02-30T00:00:00.000Z", "0000-01-01T00:00:00.000Z"])
async def test_a_time_that_never_was_is_no_time(played: Played, time: str) -> None:
    replay = await forfeited(played)
    replay["log"][3]["time"] = time
    with pytest.raises(NotAReplay, match=r"^log\[3\].time"):
        verify(replay)


async def test_the_end_of_time_breaks_nothing(played: Played) -> None:
    replay = await forfeited(played)
    act: Callable[[Json], None] = at(3, "9999-12-31T23:59:59.999Z")
    act(replay)
    assert refused(replay)
