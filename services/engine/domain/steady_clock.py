"""The engine's time: held against Redis's, which all engines share, and deaf to jumps of either.

A clock that is an hour ahead would forfeit every match that is played by the clock. So time
goes on by the monotonic clock from the last comparison with Redis. An engine that cannot tell
which clock is right has no time at all, and so changes nothing until somebody has mended one.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic, time

from engine.domain.errors import StoreUnavailable

MOST_S = 1.0
"""How far two clocks may differ without one of them being wrong."""


class SteadyClock:
    """Time that only `compare` may move by more than the seconds that pass."""

    def __init__(
        self, wall: Callable[[], float] = time, steady: Callable[[], float] = monotonic
    ) -> None:
        """`wall` gives seconds since the epoch, `steady` seconds since whenever."""
        self.steady = steady
        self._wall = wall
        self._base = wall() - steady()
        self.ahead_s = 0.0
        """How far Redis was ahead of this clock when they were compared last."""
        self.trusted = False
        """Whether this time may be used; False before the first comparison."""

    def now(self) -> datetime:
        """The time. Raise StoreUnavailable unless it can be trusted."""
        if not self.trusted:
            raise StoreUnavailable("The clocks of engine and store differ.", "clock")
        return datetime.fromtimestamp(self._base + self.steady(), UTC)

    def compare(self, redis_s: float, asked: float, answered: float) -> bool:
        """Compare with Redis's time, which it read between two moments of `steady`.

        Follow Redis and return True if the two agree to MOST_S, or if Redis agrees with this
        machine's own clock: then the process was asleep. Otherwise return False and move
        nothing. Then this time is still trusted if it was before, and this machine's own clock
        agrees with it: it is Redis's that has jumped.
        """
        uncertain_s = (answered - asked) / 2
        self.ahead_s = redis_s - (self._base + asked + uncertain_s)
        drift_s = self._wall() - (self._base + self.steady())
        agree = _apart(self.ahead_s, uncertain_s) <= MOST_S
        slept = _apart(self.ahead_s - drift_s, uncertain_s) <= MOST_S
        if not agree and not slept:
            self.trusted = self.trusted and abs(drift_s) <= MOST_S
            return False
        # By no more than is certain, so that slow answers do not push the time about.
        certain_s = _apart(self.ahead_s, uncertain_s)
        self._base += certain_s if self.ahead_s > 0 else -certain_s
        self.trusted = True
        return True


def utc_now() -> datetime:
    """The time by this machine's own clock."""
    return datetime.now(UTC)


def _apart(seconds: float, uncertain_s: float) -> float:
    """How far two clocks differ for certain."""
    return max(0.0, abs(seconds) - uncertain_s)
