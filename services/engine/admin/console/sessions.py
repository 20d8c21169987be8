"""Sessions of operators, in the memory of the one process: a restart signs everybody out."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

SESSION_S, IDLE_S = 8 * 60 * 60, 30 * 60
MOST = 100
"""The most sessions: beyond it, the one ends that was unused for longest."""


@dataclass(slots=True)
class Session:
    """Who signed in, until when at most, and when the session was last used (monotonic)."""

    by: str
    until: float
    used: float

    def is_good(self, now: float) -> bool:
        return now < min(self.until, self.used + IDLE_S)


class Sessions:
    """The sessions of one console by the hash of what their cookie holds."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._sessions: dict[bytes, Session] = {}

    def begin(self, by: str) -> str:
        """Return the value of the cookie of a new session."""
        now = self._now()
        good = {mark: each for mark, each in self._sessions.items() if each.is_good(now)}
        if len(good) >= MOST:
            del good[min(good, key=lambda mark: good[mark].used)]
        cookie = secrets.token_urlsafe(32)
        self._sessions = {**good, _mark(cookie): Session(by, now + SESSION_S, now)}
        return cookie

    def by(self, cookie: str, *, uses: bool = True) -> str:
        """Return whose session it is, "" if there is none; without `uses` it stays idle."""
        mark, now = _mark(cookie), self._now()
        session = self._sessions.get(mark)
        if session is None:
            return ""
        if not session.is_good(now):
            del self._sessions[mark]
            return ""
        session.used = now if uses else session.used
        return session.by

    def end(self, cookie: str) -> None:
        """End a session, if there is one."""
        self._sessions.pop(_mark(cookie), None)


def _mark(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
