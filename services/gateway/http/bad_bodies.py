"""Per-address and per-token budgets of requests refused with 400, 413 or 415.

No rate limit counts these, as they come before 429. Once there were too many, an address is
refused before its body is read, and only after a while. Others behind the same address are not: a
token that was found to be valid before has a budget of its own. All of this is counted by one
gateway for itself, since its processor time is at stake.
"""

import asyncio
from collections.abc import Mapping
from math import ceil
from time import monotonic

from cachetools import TTLCache
from starlette.types import Receive, Scope

from gateway import context
from gateway.errors import Problem
from gateway.http.budgets import Budget, Pot, Pots
from gateway.http.client_address import network
from gateway.observability.metrics import Metrics
from gateway.observability.refusal_log import Refusals

WITH_BODY = ("POST", "PUT", "PATCH")
BAD = (400, 413, 415)
"""The statuses of requests that no rate limit has counted."""
HOLD_S = 1.0
"""How long a refusal takes, so that a client that ignores it does not have the next at once."""
KEPT = 10_000
"""Tokens that are remembered."""
KNOWN_S = 3600.0
"""How long a token is known after it was found to be valid."""
NOTED_S = 10.0
"""How long a token is not noted again: to note it costs as much as to find its player."""


ADDRESS = Budget(200, 20)
TOKEN = Budget(20, 2)


class BadBodies:
    """The bad bodies that came to this gateway."""

    def __init__(self, metrics: Metrics, limited: bool = True) -> None:
        self._limited = limited
        self._addresses, self._tokens = Pots(ADDRESS), Pots(TOKEN)
        self._known: TTLCache[int, None] = TTLCache(KEPT, KNOWN_S)
        self._noted: set[int] = set()
        self._noted_until = 0.0
        self._refusals = Refusals("bodies", metrics.refused_bodies, "address")

    def refusal(self, scope: Scope, headers: Mapping[bytes, bytes]) -> Problem | None:
        """Return the 429 for a sender of too many bad bodies; None if the body may be read."""
        if not self._limited or scope["method"] not in WITH_BODY:
            return None
        wait_s = self._addresses.of(_address(scope)).wait_s(1, monotonic())
        if wait_s <= 0 or self._may_go_on(_token(headers)):
            return None
        self._refusals.add("address", ADDRESS.burst)
        return _refusal(ceil(wait_s))

    def answered(self, scope: Scope, headers: Mapping[bytes, bytes], status: int) -> None:
        """Take note of an answer: whether the token is valid, and whether the body was bad."""
        if not self._limited:
            return
        token = _token(headers)
        if context.verified.get():
            self._learn(token)
        if status in BAD and scope["method"] in WITH_BODY:
            _take(self._addresses.of(_address(scope)))
            if token in self._known:
                _take(self._tokens.of(token))

    def _learn(self, token: int) -> None:
        """Know a valid token from now on, or for a further hour: the latter is noted seldom."""
        if monotonic() > self._noted_until or len(self._noted) >= KEPT:
            self._noted.clear()
            self._noted_until = monotonic() + NOTED_S
        if token not in self._noted:
            self._noted.add(token)
            self._known[token] = None

    def _may_go_on(self, token: int) -> bool:
        return token in self._known and self._tokens.of(token).wait_s(1, monotonic()) <= 0


def _take(pot: Pot) -> None:
    """Take one bad body, unless there is none left: what was not read is not owed."""
    if pot.wait_s(1, now := monotonic()) <= 0:
        pot.take(1, now)


async def hold(receive: Receive) -> None:
    """Drop what comes of a body for HOLD_S seconds, or until its sender has gone."""
    try:
        async with asyncio.timeout(HOLD_S):
            while (await receive())["type"] != "http.disconnect":
                pass
    except TimeoutError:
        return


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return network(client[0] if client else "")


def _token(headers: Mapping[bytes, bytes]) -> int:
    """Return what tells tokens apart; 0 for none. Only a hash: memory should not yield them."""
    given = headers.get(b"authorization")
    # As `limits.requester` reads it: a token has one budget, however it is written.
    return hash(given.decode("latin-1").partition(" ")[2].strip()) if given else 0


def _refusal(again_s: int) -> Problem:
    return Problem(
        "rate_limited",
        "Too many bodies from this address were refused.",
        {
            "Retry-After": str(again_s),
            "RateLimit": f'"bodies-address";r=0;t={again_s}',
            "RateLimit-Policy": f'"bodies-address";q={ADDRESS.burst};w={ADDRESS.window_s}',
        },
        bucket="bodies",
        per="address",
        limit=ADDRESS.burst,
        window=ADDRESS.window_s,
        retryAfter=again_s,
    )
