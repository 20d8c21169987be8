"""Who acts: operators sign in by a link that is printed once, and a cookie holds their session."""

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.admin.console.bodies import json_body
from engine.admin.console.problems import Refused

LINK_S = 10 * 60
SESSION_S, IDLE_S = 8 * 60 * 60, 30 * 60
COOKIE = "croupier-console"
PATH = "/console"
SAFE = ("GET", "HEAD")


@dataclass(slots=True)
class Session:
    """Who signed in, until when at most, and when the session was last used (monotonic)."""

    by: str
    until: float
    used: float


class Door:
    """The sessions of one console, in memory: a restart signs everybody out."""

    def __init__(self, by: str, now: Callable[[], float] = time.monotonic) -> None:
        """`by` is whom a link signs in."""
        self._by, self._now = by, now
        self._links: dict[bytes, float] = {}
        self._sessions: dict[bytes, Session] = {}
        self.routes = [
            Route("/session", self._show, methods=["GET"]),
            Route("/session", self._begin, methods=["POST"]),
            Route("/session", self._end, methods=["DELETE"]),
        ]

    def new_link(self) -> str:
        """The secret of a link, which signs in once within LINK_S."""
        secret = secrets.token_urlsafe(32)
        self._links[_mark(secret)] = self._now() + LINK_S
        return secret

    def operator_of(self, request: Request) -> str:
        """Who acts, for audits. Raise Refused."""
        if request.method not in SAFE:
            _check_is_own(request)
        mark = _mark(request.cookies.get(COOKIE, ""))
        session, now = self._sessions.get(mark), self._now()
        if session is None or now > min(session.until, session.used + IDLE_S):
            self._sessions.pop(mark, None)
            raise Refused("unauthenticated", "Sign in first.")
        session.used = now
        return session.by

    async def _show(self, request: Request) -> Response:
        return JSONResponse({"by": self.operator_of(request)})

    async def _begin(self, request: Request) -> Response:
        _check_is_own(request)
        body = await json_body(request)
        until = self._links.pop(_mark(str(body.get("secret", ""))), 0.0)
        now = self._now()
        if now > until:
            raise Refused("unauthenticated", "This link has been used, or is too old.")
        cookie = secrets.token_urlsafe(32)
        self._sessions[_mark(cookie)] = Session(self._by, now + SESSION_S, now)
        answer = JSONResponse({"by": self._by})
        answer.set_cookie(COOKIE, cookie, path=PATH, httponly=True, samesite="strict")
        return answer

    async def _end(self, request: Request) -> Response:
        self.operator_of(request)
        self._sessions.pop(_mark(request.cookies.get(COOKIE, "")), None)
        answer = Response(status_code=204)
        answer.delete_cookie(COOKIE, path=PATH)
        return answer


def _check_is_own(request: Request) -> None:
    """Raise Refused unless the console's own page asks."""
    own = f"{request.url.scheme}://{request.headers.get('host', '')}"
    is_own = hmac.compare_digest(request.headers.get("origin", "").encode(), own.encode())
    if request.headers.get("x-console") != "1" or not is_own:
        raise Refused("forbidden", "Only the console's own page may do this.")


def _mark(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
