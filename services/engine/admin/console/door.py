"""Who acts: operators sign in by an issuer or by a link, and a cookie holds their session."""

import logging
import re
from collections.abc import Awaitable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.admin.acts import Acts, Kind
from engine.admin.console.bodies import json_body
from engine.admin.console.desk import Desk
from engine.admin.console.links import Links
from engine.admin.console.operators import Operators
from engine.admin.console.problems import Refused
from engine.admin.console.sessions import Sessions
from engine.admin.players import NotAllowed
from engine.domain.errors import StoreUnavailable

SAFE = ("GET", "HEAD")
LOCAL = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?", re.ASCII)
TOLD = ("unauthenticated", "forbidden")
"""Refusals of a sign-in that the log has."""

log = logging.getLogger("engine")


class Door:
    """Lets operators in. `operator_of` says who acts in a request."""

    def __init__(
        self,
        desk: Desk,
        links: Links,
        operators: Operators,
        origin: str = "",
        sessions: Sessions | None = None,
    ) -> None:
        """With issuers, `operators` alone sign in; without any, `links` do.

        `origin` is that of the page; "" for this machine's, at any port.
        """
        self._desk, self._links, self._operators = desk, links, operators
        self._origin = origin
        self._sessions = sessions or Sessions()
        # Only where the page is, and over TLS only, unless the page is on this machine.
        secure = origin.startswith("https:")
        self._cookie = "__Host-croupier-console" if secure else "croupier-console"
        self._path = "/" if secure else "/console"
        self._secure = secure
        self.routes = [
            Route("/sign-in", self._ways, methods=["GET"]),
            Route("/session", self._show, methods=["GET"]),
            Route("/session", self._begin, methods=["POST"]),
            Route("/session", self._end, methods=["DELETE"]),
        ]

    @property
    def reached(self) -> list[str]:
        """The origins that the page asks besides its own: those of issuers."""
        parts = (urlsplit(each.issuer) for each in self._operators.issuers)
        return sorted({f"{each.scheme}://{each.netloc}" for each in parts})

    def operator_of(self, request: Request) -> str:
        """Return who acts, for audits. Raise Refused."""
        self._check_host(request)
        self._check_is_no_others(request)
        if request.method not in SAFE:
            self._check_is_own(request)
        # What the page asks by itself, with nobody there, keeps no session alive.
        uses = "x-unattended" not in request.headers
        by = self._sessions.by(request.cookies.get(self._cookie, ""), uses=uses)
        if not by:
            raise Refused("unauthenticated", "Sign in first.")
        return by

    async def _ways(self, request: Request) -> Response:
        """How one signs in here, for the page."""
        issuers = [
            {"issuer": each.issuer, "clientId": each.client_id, "name": each.name}
            for each in self._operators.issuers
        ]
        return JSONResponse({"link": not issuers, "issuers": issuers})

    async def _show(self, request: Request) -> Response:
        return JSONResponse({"by": self.operator_of(request)})

    async def _begin(self, request: Request) -> Response:
        self._check_host(request)
        self._check_is_own(request)
        body = await json_body(request)
        try:
            by = await self._signed_in(body)
        except Refused as refused:
            if refused.code in TOLD:
                log.warning("somebody could not sign in at the console: %s", refused.detail)
            raise
        log.info("signed in at the console: %s", by)
        await self._note(by)
        self._sessions.end(request.cookies.get(self._cookie, ""))
        answer = JSONResponse({"by": by}, 201)
        answer.set_cookie(
            self._cookie,
            self._sessions.begin(by),
            path=self._path,
            secure=self._secure,
            httponly=True,
            samesite="strict",
        )
        return answer

    def _signed_in(self, body: Mapping[str, Any]) -> Awaitable[str]:
        """Whom a body signs in. Raise Refused."""
        match body:
            case {"secret": str(secret)}:
                return self._by_link(secret)
            case {"idToken": str(token), "nonce": str(nonce)}:
                return self._by_token(token, nonce)
        raise Refused("malformed", "Give secret, or idToken and nonce, as text.")

    async def _by_link(self, secret: str) -> str:
        if self._operators.issuers:
            raise Refused("forbidden", "Links sign nobody in here: there are issuers.")
        if by := self._links.use(secret):
            return by
        raise Refused("unauthenticated", "This link has been used, or is too old.")

    async def _by_token(self, token: str, nonce: str) -> str:
        async with self._desk.seat("") as seat:
            return await self._operators.by(seat.accounts, token, nonce)

    async def _note(self, by: str) -> None:
        """Have the list of acts say who signed in; while Redis is away, the log alone does."""
        with suppress(StoreUnavailable, NotAllowed):
            async with self._desk.seat(by) as seat:
                await Acts(seat.operator.redis).add(by, Kind.CONSOLE_SIGN_IN, "", "")

    async def _end(self, request: Request) -> Response:
        self.operator_of(request)
        self._sessions.end(request.cookies.get(self._cookie, ""))
        answer = Response(status_code=204)
        answer.delete_cookie(
            self._cookie, path=self._path, secure=self._secure, httponly=True, samesite="strict"
        )
        return answer

    def _check_host(self, request: Request) -> None:
        """Raise Refused for a name that somebody else has pointed at this machine."""
        host = request.headers.get("host", "")
        if not self._origin and not LOCAL.fullmatch(host):
            raise Refused("forbidden", "Without CONSOLE_ORIGIN, the console is at localhost only.")

    def _check_is_no_others(self, request: Request) -> None:
        """Raise Refused for a page at another port of this host: browsers send it the cookie.

        No page can send this header to another origin, to which nothing is allowed.
        """
        if request.headers.get("x-console") != "1":
            raise self._of_another(request)

    def _check_is_own(self, request: Request) -> None:
        """Raise Refused unless the console's own page asks."""
        self._check_is_no_others(request)
        if request.headers.get("origin", "") != self._own(request):
            raise self._of_another(request)

    def _of_another(self, request: Request) -> Refused:
        detail = f"Only the console's own page may do this, at {self._own(request)}."
        return Refused("forbidden", detail)

    def _own(self, request: Request) -> str:
        """The origin of the console's page."""
        return self._origin or f"http://{request.headers.get('host', '')}"
