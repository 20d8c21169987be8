"""The server's time, and what headers say of times."""

import re
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from croupier_client.base import HasDeadline
from croupier_client.effects import Answer

LATE_S = 1.0
"""A ping may come so much later than another without a clock having been set."""
DRIFT_S = 0.001
"""So far may clocks drift apart from one ping to the next."""
SECONDS = re.compile(r"\d+(\.\d+)?", re.ASCII)


class ServerClock:
    """The server's time, from the pings of its streams; before one has come, from its answers.

    The header Date of an answer is in whole seconds, and may be a second old: what all of them
    say together is right to half a second. A ping is right to the time that it took to come.
    """

    def __init__(self) -> None:
        self._low, self._high = float("-inf"), float("inf")
        self._told: float | None = None

    def now(self) -> float:
        """The server's time, in seconds since 1970."""
        return time.time() + self.ahead

    @property
    def ahead(self) -> float:
        """How far it is ahead of this machine's; 0 until an answer has come."""
        if self._told is not None:
            return self._told
        return (self._low + self._high) / 2 if self._low > float("-inf") else 0.0

    def note(self, answer: Answer, sent: float, received: float) -> None:
        """Learn from an answer that came between two times of this machine."""
        told = http_date(answer.headers.get("date", ""))
        if told is None:
            return
        low, high = max(told - received, self._low), min(told + 2 - sent, self._high)
        # One of the clocks has been set, if both cannot be.
        self._low, self._high = (low, high) if low <= high else (told - received, told + 2 - sent)

    def told(self, at: str, received: float) -> None:
        """Learn from a time that has come just now; "" is none."""
        if not at:
            return
        ahead = datetime.fromisoformat(at).timestamp() - received
        before = ahead if self._told is None else self._told
        self._told = max(ahead, before - DRIFT_S) if before - ahead < LATE_S else ahead


def http_date(text: str) -> float | None:
    """Return the seconds since 1970 of a date in a header, in any of the three forms of RFC 9110.

    None if it is none: proxies write what they like.
    """
    try:
        date = parsedate_to_datetime(text)
    except ValueError:
        return None
    return (date if date.tzinfo else date.replace(tzinfo=UTC)).timestamp()


def seconds_asked(answer: Answer, now: float) -> float | None:
    """Return after how many seconds an answer asks to come again, at a time of the server.

    Retry-After is a number or a date. None if the answer has neither.
    """
    said = answer.headers.get("retry-after", "").strip()
    if SECONDS.fullmatch(said):
        return float(said)
    date = http_date(said)
    return None if date is None else date - now


def remaining(clock: HasDeadline | None, seat: int | None, now: float) -> float | None:
    """Return the seconds that a seat has left, by default the first to move; None for no limit."""
    if clock is None:
        return None
    deadline = clock.deadline if seat is None else clock.deadlines[seat]
    if deadline is not None:
        return datetime.fromisoformat(deadline).timestamp() - now
    if seat is None or clock.banks is None:
        return None
    return float(clock.banks[seat].removesuffix("s"))
