"""The engine's time: what it follows, and what it does not."""

from datetime import UTC, datetime

import pytest
from engine.domain.errors import StoreUnavailable
from engine.domain.steady_clock import SteadyClock

HOUR_S = 3600.0


class Machine:
    """A machine with clocks that a test sets. Redis is another one, at 1,000,000 s at first."""

    def __init__(self, wall: float = 1_000_000.0) -> None:
        self.wall, self.steady, self.redis = wall, 50.0, 1_000_000.0
        self.clock = SteadyClock(lambda: self.wall, lambda: self.steady)

    def sleep(self, seconds: float) -> None:
        self.wall += seconds
        self.steady += seconds
        self.redis += seconds

    def compare(self, took_s: float = 0.0) -> bool:
        """Ask Redis, which answers after half of `took_s`."""
        asked = self.steady
        self.sleep(took_s / 2)
        told = self.redis
        self.sleep(took_s / 2)
        return self.clock.compare(told, asked, self.steady)

    def ahead_s(self) -> float:
        """How far the engine's time is ahead of Redis's."""
        return (self.clock.now() - datetime.fromtimestamp(self.redis, UTC)).total_seconds()


def test_there_is_no_time_before_the_first_comparison() -> None:
    with pytest.raises(StoreUnavailable):
        Machine().clock.now()


def test_time_goes_on_by_the_steady_clock() -> None:
    machine = Machine()
    machine.compare()
    before = machine.clock.now()
    machine.sleep(5.0)
    assert (machine.clock.now() - before).total_seconds() == pytest.approx(5.0)


@pytest.mark.parametrize("jump_s", [HOUR_S, -HOUR_S])
def test_a_jump_of_the_machines_clock_moves_nothing(jump_s: float) -> None:
    machine = Machine()
    assert machine.compare()
    machine.wall += jump_s
    assert machine.ahead_s() == pytest.approx(0.0)
    assert machine.compare()
    assert machine.ahead_s() == pytest.approx(0.0)


@pytest.mark.parametrize("off_s", [HOUR_S, 1.5, -1.5])
def test_an_engine_that_starts_with_a_wrong_clock_has_no_time(off_s: float) -> None:
    machine = Machine(wall=1_000_000.0 + off_s)
    assert not machine.compare()
    assert machine.clock.ahead_s == pytest.approx(-off_s)
    assert not machine.clock.trusted
    with pytest.raises(StoreUnavailable):
        machine.clock.now()


def test_it_has_time_once_its_clock_is_right() -> None:
    machine = Machine(wall=1_000_000.0 + HOUR_S)
    assert not machine.compare()
    machine.wall -= HOUR_S
    assert machine.compare()
    assert machine.ahead_s() == pytest.approx(0.0)


@pytest.mark.parametrize("off_s", [0.9, -0.9])
def test_small_differences_are_followed(off_s: float) -> None:
    """So that all engines have the same time, which is Redis's: as far as that is certain."""
    machine = Machine(wall=1_000_000.0 + off_s)
    assert machine.compare(took_s=0.1)
    assert machine.ahead_s() == pytest.approx(0.0, abs=0.06)
    machine.compare()
    assert machine.ahead_s() == pytest.approx(0.0, abs=1e-6)


@pytest.mark.parametrize("jump_s", [HOUR_S, -HOUR_S])
def test_a_redis_whose_clock_jumps_is_not_followed(jump_s: float) -> None:
    """As after a failover to a server with a wrong clock: two clocks of three are right."""
    machine = Machine()
    assert machine.compare()
    machine.redis += jump_s
    assert not machine.compare()
    assert machine.clock.trusted
    assert machine.ahead_s() == pytest.approx(-jump_s)
    machine.redis -= jump_s
    assert machine.compare()


def test_a_process_that_was_asleep_follows_redis() -> None:
    """The steady clock stands still while a virtual machine is suspended."""
    machine = Machine()
    assert machine.compare()
    machine.wall += HOUR_S
    machine.redis += HOUR_S
    assert machine.compare()
    assert machine.ahead_s() == pytest.approx(0.0)


def test_three_clocks_that_all_differ_are_no_time() -> None:
    machine = Machine()
    assert machine.compare()
    machine.wall += HOUR_S
    machine.redis += 2 * HOUR_S
    assert not machine.compare()
    assert not machine.clock.trusted


def test_a_slow_answer_is_no_reason_to_disagree_or_to_move() -> None:
    machine = Machine(wall=1_000_001.4)
    assert machine.compare(took_s=1.0)
    assert machine.ahead_s() == pytest.approx(0.5)
