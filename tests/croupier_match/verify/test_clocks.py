"""The verifier and clocks, by any value: what is not in docs/vectors."""

import copy
from typing import Any

import pytest
from croupier_match.match import ClockOptions, OnTimeout
from croupier_match.verify.errors import Refuted
from engine.verify import verify

from tests.croupier_match.verify.replays import Json, refused, rehash, table

PER_MOVE = 60_000
FORFEIT = ClockOptions(per_move_ms=PER_MOVE)
AT_RANDOM = ClockOptions(per_move_ms=PER_MOVE, on_timeout=OnTimeout.RANDOM)
BANK = ClockOptions(bank_ms=PER_MOVE, increment_ms=1500, on_timeout=OnTimeout.RANDOM)


def forfeited() -> Json:
    """Versions: 3 a move, 4 seat 1 is late."""
    return table("forfeited", clock=FORFEIT).seated().played(1).late().replay()


def went_on(clock: ClockOptions = AT_RANDOM) -> Json:
    """Versions: 3 a move, 4 and 5 the second seat is late, 6 a move, 7 seat 1 resigns."""
    return table("went on", clock=clock).seated().played(1).late().played(1).resigned(1).replay()


def beginner(replay: Json) -> int:
    return int(replay["log"][2]["seat"])


def test_banks_are_recomputed_to_the_millisecond() -> None:
    replay = went_on(BANK)
    late = 1 - beginner(replay)
    assert verify(replay)[-1] == "verified"
    assert replay["match"]["clock"]["banks"][late] == "0.5s"
    replay["match"]["clock"]["banks"][late] = "0.501s"
    complaint = rf"^clock.banks\[{late}\] is 501, the recomputed match says 500"
    with pytest.raises(Refuted, match=complaint):
        verify(replay)


VALUES: Any = (None, 0, "", "0s", "1s", "9s\n", "1.0s", "999999999s", [], {}, "random", "x" * 99)


def test_no_value_of_a_clock_breaks_the_verifier() -> None:
    honest = went_on()
    for name in honest["match"]["clock"]:
        for value in VALUES:
            replay = copy.deepcopy(honest)
            replay["match"]["clock"][name] = value
            if not refused(replay):
                assert same(honest["match"]["clock"][name], value, name)


def same(honest: Any, value: Any, name: str) -> bool:
    """Whether the value says no other thing."""
    return value == honest or (name in ("bank", "increment") and value == "0s")


def test_the_end_of_time_breaks_nothing() -> None:
    """The deadline after the move would be in a year of five digits."""
    for time in ("9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00.000Z"):
        replay = forfeited()
        for entry in replay["log"][2:]:
            entry["time"] = replay["match"]["updateTime"] = time
        rehash(replay)
        assert refused(replay)
