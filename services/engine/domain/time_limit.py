"""The time limit of a call into a game: signals of timers end the call.

The system counts the CPU time of the process: while nothing is done, there are no signals. They are
dealt with by the thread that runs the event loop, between two steps of Python code there. So it is
known without a lock whether the call still runs: it is either ended from within, or has come to its
end. A thread that raises in another one could not know that.

What runs in C, such as a regular expression, ends when it returns.
"""

import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from threading import get_ident
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

LOOKS = 10
"""How many signals come within the time limit, if the process takes CPU time without a pause."""
PATIENCE = 8
"""How many time limits a call may take by the clock on the wall, as when it sleeps.

The limit itself is of CPU time: that of a machine that stands still is nobody's fault.
"""
PAUSE = 2
"""After how many time limits a signal comes at the latest: what sleeps takes no CPU time."""
TIMERS = {signal.ITIMER_PROF: signal.SIGPROF, signal.ITIMER_REAL: signal.SIGALRM}
"""The timers of CPU time and of the clock on the wall, and their signals."""


class TooSlow(BaseException):
    """A call into a game has taken too long. No Exception, which a game may catch."""


class Watch:
    """What is known of the calls that are going on, and who ends that of the event loop."""

    def __init__(self) -> None:
        self.calls = count(1)
        """The numbers of calls: each takes the next."""
        self.inside: dict[int, int] = {}
        """The number of the call that is going on in a thread, 0 while there is none."""
        self._thread = 0
        self._seconds = 0.0
        self._cpu_time: Callable[[], float] = time.process_time
        self._seen, self._spent, self._begun = 0, 0.0, 0.0
        """The call that the last signal met, and the times when it was met first."""

    def start(self, seconds: float) -> None:
        """End the calls of this thread, which must be the main one, that take longer."""
        self._thread, self._seconds, self._seen = get_ident(), seconds, 0
        self._cpu_time = _cpu_clock(self._thread)
        for number in TIMERS.values():
            signal.signal(number, self._look)
        self._set(seconds / LOOKS, seconds * PAUSE)

    def stop(self) -> None:
        """End no more calls."""
        self._seconds = float("inf")
        self._set(0, 0)

    def _set(self, *every_s: float) -> None:
        for timer, seconds in zip(TIMERS, every_s, strict=True):
            signal.setitimer(timer, seconds, seconds)

    def limited(self, function: Callable[..., T]) -> Callable[..., T]:
        """Return the function with its calls watched: TooSlow if one takes too long.

        Nothing that it calls may be limited as well: the call would be watched no more then.
        """
        inside, calls = self.inside, self.calls

        def call(*args: Any) -> T:
            # What ends a call that takes too long can be raised from the beginning to the end of
            # `inside`, so nothing but a plain assignment may come before or after it in here.
            thread = get_ident()
            try:
                inside[thread] = next(calls)
                found = function(*args)
                inside[thread] = 0
                return found
            except BaseException:
                inside[thread] = 0
                raise

        return call

    def _look(self, number: int, frame: FrameType | None) -> None:
        """Raise TooSlow in a call that has taken too long.

        Again with each signal: the game may have caught it.
        """
        call = self.inside.get(self._thread, 0)
        if not call:
            return
        spent, now = self._cpu_time(), time.monotonic()
        if call != self._seen:
            self._seen, self._spent, self._begun = call, spent, now
            return
        # Each by its own timer, or both at once could raise where the first is being caught.
        by_cpu = number == signal.SIGPROF
        took = spent - self._spent if by_cpu else (now - self._begun) / PATIENCE
        if took >= self._seconds:
            raise TooSlow


def _cpu_clock(thread: int) -> Callable[[], float]:
    """Return what tells the CPU time of a thread: what others take is no fault of its call.

    macOS tells only that of all threads.
    """
    if sys.platform == "darwin":
        return time.process_time
    return partial(time.clock_gettime, time.pthread_getcpuclockid(thread))


WATCH = Watch()
"""There is one, as there is one thread of the event loop."""
