"""Authentication: whose token a request carries, whether it is valid, and what it is charged."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from redis.asyncio import Redis
from redislink import client
from redislink.commands import run
from starlette.requests import HTTPConnection, Request

from gateway import context
from gateway.auth import players
from gateway.auth.players import Holder, Player, redis_errors
from gateway.auth.rate_limits import NOTHING, Bucket, Charge, RateLimits
from gateway.auth.token_cache import TokenCache
from gateway.errors import Problem, unavailable
from gateway.transport.headers import field

Check: TypeAlias = Callable[[Player], Awaitable[object]]
"""Raises Problem not_found, unless the player may know of what a request is about."""


class Authenticator:
    """Finds the player of a token, and charges the token and its address for the request."""

    def __init__(self, redis: Redis, limits: RateLimits, cache: TokenCache[Holder]) -> None:
        self._redis = redis
        self._limits = limits
        self._cache = cache

    async def ping(self) -> None:
        """Raise Problem unavailable if Redis does not answer."""
        with redis_errors():
            await client.ping(self._redis)

    async def caller(
        self,
        request: Request,
        *scopes: str,
        first: Check | None = None,
        bucket: Bucket | None = None,
    ) -> Player | None:
        """The player whose token the request carries; None if it carries none.

        `bucket` is what the request counts as: left out, `reads` for a GET, else `moves`.
        For the Problems, see `authenticate`.
        """
        bucket = bucket or _usual(request)
        return await self.authenticate(bearer(request), request, bucket, *scopes, first=first)

    async def require(
        self,
        request: Request,
        *scopes: str,
        first: Check | None = None,
        bucket: Bucket | None = None,
    ) -> Player:
        """As `caller`, for requests that need a token: without one, Problem unauthenticated."""
        return await self.required(
            bearer(request), request, bucket or _usual(request), *scopes, first=first
        )

    async def required(
        self,
        token: str | None,
        caller: HTTPConnection | None,
        bucket: Bucket,
        *scopes: str,
        first: Check | None = None,
    ) -> Player:
        """As `authenticate`; without a token, Problem unauthenticated."""
        if token is None:
            raise unauthenticated("This needs a token.")
        player = await self.authenticate(token, caller, bucket, *scopes, first=first)
        assert player  # noqa: S101 - a valid token has a player
        return player

    async def authenticate(
        self,
        token: str | None,
        caller: HTTPConnection | None,
        bucket: Bucket,
        *scopes: str,
        first: Check | None = None,
    ) -> Player | None:
        """The player of a token, which is charged for the request; None without a token.

        Without a `caller`, only the token is charged, not its address. Raise Problem:
        unauthenticated if the token is not valid, rate_limited if there were too many such
        requests, what `first` raises, and forbidden if the token lacks a scope. `first` checks
        what the request is about: that this is not there, or that this player may not know of
        it, comes before forbidden.
        """
        charged = context.rate_limit.get() is not None  # a request of two steps is charged once
        if token is None:
            if not charged:
                await self._limits.spend(bucket, caller)
            return None
        charge = NOTHING if charged else self._limits.bill(bucket, caller, token)
        player, details = await self._verified(token, charge)
        for scope in scopes:
            if scope not in details.scopes:
                if first:
                    await first(player)
                raise Problem("forbidden", f"This token does not have the scope {scope!r}.")
        return player

    async def verify(self, token: str) -> None:
        """Raise Problem unauthenticated unless the token is valid (still)."""
        await self._verified(token)

    async def _verified(self, token: str, charge: Charge = NOTHING) -> Holder:
        """The player and its token, once the charge is paid: one round trip to Redis at most.

        Raise Problem unauthenticated if the token is not valid, and rate_limited.
        """
        if cached := self._cache.get(token):
            if charge.payers:
                with redis_errors():
                    await self._limits.pay(charge)
            return cached
        command = players.lookup(token)
        if command is None:
            raise unauthenticated("This is not a token of Croupier.")
        learn = self._cache.learning()
        with redis_errors():
            reply, *taken = await run(self._redis, [command, *self._limits.commands(charge)])
        if isinstance(reply, Exception):
            raise unavailable()
        holder = players.found(reply)
        if holder is None:
            raise unauthenticated("This token is not valid, or was revoked.")
        with redis_errors():
            await self._limits.settle(charge, taken)
        learn(token, holder[0].id, holder)
        return holder


def bearer(request: Request) -> str | None:
    """What the request offers as a token, "" if that is something else; None if nothing."""
    line = field(request, b"authorization")
    if line is None:
        return None
    scheme, _, value = line.partition(" ")
    return value.strip() if scheme.lower() == "bearer" else ""


def unauthenticated(detail: str) -> Problem:
    return Problem("unauthenticated", detail, {"WWW-Authenticate": "Bearer"})


def _usual(request: Request) -> Bucket:
    return "reads" if request.method == "GET" else "moves"
