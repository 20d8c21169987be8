"""When a message is sent again, and when its hook is given up. Pure: times are given."""

import hashlib
import math
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime

WAITS_S = (5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 24 * 3600)
"""After how many seconds each try follows the one before; the first one is made at once."""
SPREAD = 0.2
"""By which part a wait is shorter or longer: what failed together does not come together."""
MOST_S = 24 * 3600
"""The longest time that a receiver may ask for."""
OFF_S = 5 * 24 * 3600
"""After how long without any success a hook is switched off."""
GONE = 410
ASKS_FOR_TIME = (429, 503)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a receiver has answered; status 0 is no answer, and `error` one word that says why."""

    status: int
    retry_after: str = ""
    error: str = ""

    @property
    def taken(self) -> bool:
        """Whether the receiver has the message."""
        return 200 <= self.status < 300


def next_try(message_id: str, tries: int, answer: Answer, now_s: float) -> float | None:
    """Return when a message is sent again of which so many tries have failed; None for never."""
    if tries > len(WAITS_S):
        return None
    wait_s = WAITS_S[tries - 1] * (1 + SPREAD * _lot(message_id, tries))
    if answer.status in ASKS_FOR_TIME:
        wait_s = asked_for_s(answer.retry_after, now_s) or wait_s
    return now_s + wait_s


def asked_for_s(retry_after: str, now_s: float) -> float | None:
    """Return for how many seconds a header Retry-After asks, in either form; None without one."""
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        wait_s = float(text[:9])
    else:
        try:
            at = parsedate_to_datetime(text)
        except (ValueError, OverflowError):  # a receiver may send any number
            return None
        wait_s = at.replace(tzinfo=at.tzinfo or UTC).timestamp() - now_s
    return min(max(math.ceil(wait_s), 1), MOST_S)


def is_over(failing_since_s: float | None, now_s: float) -> bool:
    """Return whether a hook is switched off that has failed since then, without a success."""
    return failing_since_s is not None and now_s - failing_since_s >= OFF_S


def _lot(message_id: str, tries: int) -> float:
    """Return a number from -1 to 1 that is the same for the same try, wherever it is made."""
    digest = hashlib.sha256(f"{message_id} {tries}".encode()).digest()
    return int.from_bytes(digest[:4], "big") / 2**31 - 1
