"""The time limit ends what takes too long, and raises nowhere else."""

import asyncio
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from random import Random

import pytest
from croupier_game import time_limit
from croupier_game.time_limit import LOOKS, PATIENCE, WATCH
from croupier_match.guard import Guard
from croupier_match.refusals import GameFailed

from tests.support.waiting import until

LIMIT_S = 0.02


@pytest.fixture(autouse=True)
def watched() -> Iterator[None]:
    WATCH.start(LIMIT_S)
    yield
    WATCH.stop()


@pytest.fixture
def guard() -> Guard:
    return Guard("trial", 1, WATCH.limited)


def busy(seconds: float) -> float:
    """Take so much CPU time of this thread."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass
    return seconds


def test_what_takes_too_long_is_ended(guard: Guard) -> None:
    begun = time.process_time()
    with pytest.raises(GameFailed):
        guard.guarded(busy)(60.0)
    assert time.process_time() - begun < 30
    assert guard.guarded(busy)(LIMIT_S / 10) == LIMIT_S / 10


def test_what_sleeps_is_ended_later(guard: Guard) -> None:
    begun = time.monotonic()
    with pytest.raises(GameFailed):
        guard.guarded(time.sleep, name="sleep")(60.0)
    assert PATIENCE * LIMIT_S <= time.monotonic() - begun < 30


def test_what_catches_all_is_ended_again(guard: Guard) -> None:
    caught = 0

    def stubborn() -> None:
        nonlocal caught
        while caught < 3:
            try:
                busy(60.0)
            except BaseException:
                caught += 1
        busy(60.0)

    with pytest.raises(GameFailed):
        guard.guarded(stubborn)()
    assert caught == 3


def test_no_signal_comes_while_nothing_is_called(guard: Guard) -> None:
    assert guard.guarded(signal.getitimer)(signal.ITIMER_REAL)[1] == LIMIT_S / LOOKS
    until(lambda: signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0))
    assert guard.guarded(signal.getitimer)(signal.ITIMER_REAL)[1] == LIMIT_S / LOOKS


def test_nothing_is_raised_beside_calls_that_end_just_then(
    guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is raised in here by the signal would fail the test, but in the guarded calls.

    Of the calls, most end or fail about when they are ended; the first two are sure not to be, and
    the next two are sure to be.
    """
    monkeypatch.setattr(time_limit, "PATIENCE", 1e6)  # on a busy machine, it would be at its end
    dice, found = Random(1), Counter[str]()

    def call(seconds: float, fails: bool) -> float:
        busy(seconds)
        if fails:
            raise ValueError
        return seconds

    guarded = guard.guarded(call, ValueError)
    limits = [0.5, 10.0, *(dice.uniform(0.95, 1.2) for _ in range(20))]
    for seconds, fails in product([LIMIT_S * each for each in limits], (False, True)):
        try:
            assert guarded(seconds, fails) == seconds
            found["done"] += 1
        except GameFailed:
            found["ended"] += 1
        except ValueError:
            found["raised"] += 1
        assert not WATCH.inside[threading.get_ident()]
        busy(LIMIT_S * 0.02)
    assert found.keys() == {"done", "ended", "raised"}, found


def test_a_signal_may_come_while_the_one_before_is_dealt_with(
    guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is on a machine that is short of time: it is no second look at the same call."""
    WATCH.start(60.0)  # no signal but those of this test comes within the call
    clock, asked = WATCH._cpu_time, 0

    def interrupted() -> float:
        nonlocal asked
        asked += 1
        if asked == 1:
            signal.raise_signal(signal.SIGALRM)
        return clock()

    monkeypatch.setattr(WATCH, "_cpu_time", interrupted)
    guard.guarded(signal.raise_signal, name="raise_signal")(signal.SIGALRM)
    assert asked == 2


def test_other_threads_are_left_alone(guard: Guard) -> None:
    """Only the thread of the event loop is watched; what others do does not end its work."""
    done: list[float] = []
    thread = threading.Thread(target=lambda: done.append(guard.guarded(busy)(LIMIT_S * 5)))
    thread.start()
    busy(LIMIT_S * 5)
    thread.join()
    assert done == [LIMIT_S * 5]


@pytest.mark.skipif(sys.platform == "darwin", reason="macOS tells no CPU time of one thread")
def test_what_other_threads_take_is_not_counted(
    guard: Guard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three threads in a loop take three times as much as the call does meanwhile."""
    monkeypatch.setattr(time_limit, "PATIENCE", 1e6)  # on a busy machine, it would be at its end
    ended = threading.Event()

    def loop() -> None:
        while not ended.is_set():
            pass

    WATCH.start(LIMIT_S * 5)
    threads = [threading.Thread(target=loop) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        assert guard.guarded(busy)(LIMIT_S * 3) == LIMIT_S * 3
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def test_calls_of_other_threads_do_not_lift_the_limit(guard: Guard) -> None:
    ended = threading.Event()

    def call_meanwhile() -> None:
        while not ended.is_set():
            guard.guarded(time.sleep, name="sleep")(LIMIT_S / 100)

    thread = threading.Thread(target=call_meanwhile)
    thread.start()
    begun = time.process_time()
    try:
        with pytest.raises(GameFailed):
            guard.guarded(busy)(20.0)
    finally:
        ended.set()
        thread.join()
    assert time.process_time() - begun < 10


@pytest.mark.parametrize("error", [SystemExit, asyncio.CancelledError, GeneratorExit, KeyError])
def test_whatever_a_game_raises_is_its_failure(guard: Guard, error: type[BaseException]) -> None:
    def fail() -> None:
        raise error

    with pytest.raises(GameFailed) as failed:
        guard.guarded(fail)()
    assert str(failed.value) == "The rules of trial, version 1, have failed in fail."


def test_who_presses_control_c_ends_the_program(guard: Guard) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guard.guarded(interrupted)()
    assert not WATCH.inside[threading.get_ident()]


async def _cancelled_between_calls(guard: Guard) -> None:
    while True:
        guard.guarded(busy)(LIMIT_S / 10)
        await asyncio.sleep(0)


def test_a_task_can_be_cancelled_between_two_calls(guard: Guard) -> None:
    async def run() -> None:
        task = asyncio.create_task(_cancelled_between_calls(guard))
        await asyncio.sleep(LIMIT_S)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        assert task.cancelled()

    asyncio.run(run())


def test_without_a_limit_a_call_takes_any_time(guard: Guard) -> None:
    WATCH.stop()
    assert guard.guarded(busy)(LIMIT_S * 10) == LIMIT_S * 10
