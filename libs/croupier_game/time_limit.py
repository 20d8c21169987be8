"""The time limit of a call into a game: the signals of a timer end the call.

A call starts the timer, and a signal that meets none stops it: while nothing is called, nothing
wakes. Until then it goes on, since a signal that comes just before a call into the system does not
end that: the next one does. Signals are dealt with by the thread that runs the event loop,
between two steps of Python code there. So it is known without a lock whether the call still runs:
it is either ended from within, or has come to its end. A thread that raises in another one could
not know that.

The timer goes by the clock on the wall, since that of CPU time counts all threads and stands still
while a call sleeps. What the call has taken is asked of the thread at each signal.

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

from croupier_game.errors import TooSlow

T = TypeVar("T")

LOOKS = 10
"""How many signals come within the time limit, while a call goes on."""
PATIENCE = 8
"""How many time limits a call may take by the clock on the wall, as when it sleeps.

The limit itself is of CPU time: that of a machine that stands still is nobody's fault.
"""


class Watch:
    """What is known of the calls that are going on, and who ends that of the event loop."""

    def __init__(self) -> None:
        self.calls = count(1)
        """The numbers of calls: each takes the next."""
        self.inside: dict[int, int] = {}
        """The number of the call that is going on in a thread, 0 while there is none."""
        self.idle = False
        """Whether the next call must start the timer."""
        self._thread = 0
        self._seconds = 0.0
        self._cpu_time: Callable[[], float] = time.process_time
        self._seen, self._most_cpu, self._latest = 0, 0.0, 0.0
        """The call that the last signal met, and the CPU time and the time at which to end it."""

    def start(self, seconds: float) -> None:
        """End the calls of this thread, which must be the main one, that take longer."""
        self._thread, self._seconds, self._seen = get_ident(), seconds, 0
        self._cpu_time = _cpu_clock(self._thread)
        signal.signal(signal.SIGALRM, self._look)
        self.idle = True

    def stop(self) -> None:
        """End no more calls."""
        self._set_timer(0)
        self.idle = False

    def wake(self) -> None:
        """Start the timer."""
        self.idle = False
        self._set_timer(self._seconds / LOOKS)

    def _set_timer(self, every_s: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, every_s, every_s)

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
                # Now, or a signal just before it counted as a call would have been the last.
                if self.idle:
                    self.wake()
                found = function(*args)
                inside[thread] = 0
                return found
            except BaseException:
                inside[thread] = 0
                raise

        return call

    def _look(self, number: int, frame: FrameType | None) -> None:
        """Raise TooSlow in a call that has taken too long."""
        call = self.inside.get(self._thread, 0)
        if not call:
            # In this order: calls of other threads may start it meanwhile.
            self._set_timer(0)
            self.idle = True
        elif call != self._seen:
            # In this order: the next signal may come in here, where a machine is short of time.
            self._allow(self._seconds)
            self._seen = call
        elif self._cpu_time() >= self._most_cpu or time.monotonic() >= self._latest:
            # Again after a while: the game may have caught it.
            self._allow(self._seconds / LOOKS)
            raise TooSlow

    def _allow(self, seconds: float) -> None:
        """Let the call that was seen take this CPU time from now on, or PATIENCE times as long."""
        self._most_cpu = self._cpu_time() + seconds
        self._latest = time.monotonic() + PATIENCE * seconds


def _cpu_clock(thread: int) -> Callable[[], float]:
    """Return what tells the CPU time of a thread: what others take is no fault of its call.

    macOS tells only that of all threads.
    """
    if sys.platform == "darwin":
        return time.process_time
    return partial(time.clock_gettime, time.pthread_getcpuclockid(thread))


WATCH = Watch()
"""There is one, as there is one thread of the event loop."""
