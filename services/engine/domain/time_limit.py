"""The time limit of a call into a game: a thread watches, and a signal ends the call.

The signal is dealt with by the thread that runs the event loop, between two steps of Python code
there. So it is known without a lock whether the call still runs: it is either ended from within, or
has come to its end. A thread that raises in another one could not know that.

What runs in C, such as a regular expression, ends when it returns.
"""

import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from threading import get_ident
from types import FrameType
from typing import Any, TypeVar

T = TypeVar("T")

LOOKS = 10
"""How often the thread looks, within the time limit."""
PATIENCE = 8
"""How many time limits a call may take by the clock on the wall, as when it sleeps.

The limit itself is of CPU time: that of a machine that stands still is nobody's fault.
"""
SIGNAL = signal.SIGURG
"""Ignored wherever nobody handles it, and used by nobody else."""


class TooSlow(BaseException):
    """A call into a game has taken too long. No Exception, which a game may catch."""


class Watch:
    """What is known of the calls that are going on, and who ends that of the event loop."""

    def __init__(self) -> None:
        self.calls = count(1)
        """The numbers of calls: each takes the next."""
        self.inside: dict[int, int] = {}
        """The number of the call that is going on in a thread, 0 while there is none."""
        self._late = -1
        self._thread = 0
        self._stopped = threading.Event()

    def start(self, seconds: float) -> None:
        """End the calls of this thread, which must be the main one, that take longer."""
        self.stop()
        self._thread, self._stopped = get_ident(), threading.Event()
        signal.signal(SIGNAL, self._end)
        looking = (seconds, self._stopped)
        threading.Thread(target=self._look, args=looking, name="time limit", daemon=True).start()

    def stop(self) -> None:
        """End no more calls."""
        self._stopped.set()

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

    def _look(self, seconds: float, stopped: threading.Event) -> None:
        call, spent, waited, cpu_time = 0, 0.0, 0.0, _cpu_clock(self._thread)
        while not stopped.wait(seconds / LOOKS):
            inside = self.inside.get(self._thread, 0)
            if not inside:
                continue
            if inside != call:
                call, spent, waited = inside, cpu_time(), time.monotonic()
            elif cpu_time() - spent >= seconds or time.monotonic() - waited >= PATIENCE * seconds:
                self._late = call
                # Again with each look: the game may have caught what ended it.
                signal.pthread_kill(self._thread, SIGNAL)

    def _end(self, number: int, frame: FrameType | None) -> None:
        if self.inside.get(self._thread) == self._late:
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
