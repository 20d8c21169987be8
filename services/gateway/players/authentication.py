"""Authentication: who asks. Find the player of a request's token, and charge the request."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

from openid import verifying
from openid.verifying import BadToken
from redis.asyncio import Redis
from redis.exceptions import RedisError
from redislink import client
from redislink.commands import Command, run

from gateway import context
from gateway.digests import Digest
from gateway.digests import digest as digest_of
from gateway.errors import Problem, unauthenticated, unavailable
from gateway.limits.charges import FREE, Charge
from gateway.limits.rate_limits import RateLimits
from gateway.limits.requester import Requester
from gateway.oidc.json_web_tokens import JsonWebTokens, Remembered
from gateway.players import identity as identity_of
from gateway.players import subjects as subjects_of
from gateway.players.identity import Identity
from gateway.players.outages import redis_errors
from gateway.players.own_settings import check_not_suspended
from gateway.players.player import Player
from gateway.players.subjects import NO_ACCOUNT, Subjects
from gateway.players.token_cache import TokenCache
from gateway.players.tokens import Token

STREAMS = "streams"
"""The bucket of requests that begin streams."""
Check: TypeAlias = Callable[[Player], Awaitable[object]]
"""Raises Problem not_found if what the request is about does not exist for this player."""


class Once:
    """Awaits `work` when it is called for the first time only."""

    def __init__(self, work: Callable[[], Awaitable[None]]) -> None:
        self._work: Callable[[], Awaitable[None]] | None = work

    async def __call__(self) -> None:
        work, self._work = self._work, None
        if work:
            await work()


class Authenticator:
    """Finds the player of a token, and charges the token and the client's address."""

    def __init__(
        self,
        redis: Redis,
        limits: RateLimits,
        cache: TokenCache[Identity],
        issued: JsonWebTokens,
        subjects: Subjects,
        on_request: Callable[[Player, bool, bool], None],
    ) -> None:
        """`on_request` is called with the player of each request, and must not wait.

        It is also told whether others may not see that the player is here, and whether the request
        asks for anything but a stream.
        """
        self._redis = redis
        self._on_request = on_request
        self._limits = limits
        self._cache = cache
        self._issued, self._subjects = issued, subjects

    async def ping(self) -> None:
        """Raise Problem unavailable if Redis does not answer."""
        with redis_errors("Redis does not answer."):
            await client.ping(self._redis)

    async def required(
        self,
        who: Requester,
        *scopes: str,
        check_found: Check | None = None,
        begins: bool = False,
    ) -> Player:
        """Return the player as `player` does. Without a token, raise Problem unauthenticated."""
        if who.token is None:
            raise unauthenticated("This needs a token.")
        player = await self.player(who, *scopes, check_found=check_found, begins=begins)
        assert player  # noqa: S101 - a valid token has a player
        return player

    async def player(
        self,
        who: Requester,
        *scopes: str,
        check_found: Check | None = None,
        begins: bool = False,
    ) -> Player | None:
        """Return the player of a request's token, and charge for the request; None without a token.

        Raise Problem, the first of these: unauthenticated if the token is not valid, rate_limited,
        what `check_found` raises, forbidden if the token lacks one of the scopes, and suspended if
        the request `begins` something new and the player may not. `check_found` is for that order
        only: it is called before the last two, and not if nothing is forbidden.
        """
        charged = context.rate_limit.get() is not None  # a request that looks twice is charged once
        token, connection, bucket, by_address = who
        payer = connection if by_address else None
        if token is None:
            if not charged:
                await self._limits.spend(bucket, payer)
            return None
        issued = await self._issued_by(token)
        digest = issued.identity if issued else digest_of(token)
        charge = FREE if charged else self._limits.charge(bucket, payer, digest)
        identity = await self._verify(token, issued, digest, charge)
        if identity.unplayed is not None:
            await self._renew(identity)
            context.first_change.set(Once(lambda: self._keep(identity)))
        player = identity.player
        self._on_request(player, identity.hidden, bucket != STREAMS)
        allowed = subjects_of.scopes_of(issued.token) if issued else identity.token.scopes
        for scope in scopes:
            if scope not in allowed:
                if check_found:
                    await check_found(player)
                raise Problem("forbidden", f"This token does not have the scope {scope!r}.")
        if begins and identity.suspension:
            if check_found:
                await check_found(player)
            check_not_suspended(identity.suspension)
        return player

    async def still(self, who: Requester, player: Player | None) -> None:
        """Look a request's token up again; raise Problem as `player`, and for another's token.

        This is free: a request is charged once.
        """
        _check_same(await self.player(who), player)

    async def verify(self, token: str, player: Player) -> None:
        """Raise Problem unauthenticated unless the token is (still) this player's. This is free."""
        issued = await self._issued_by(token)
        digest = issued.identity if issued else digest_of(token)
        identity = await self._verify(token, issued, digest)
        _check_same(identity.player, player)
        # A stream that verifies its token may do so because its player is hidden from now on.
        self._on_request(identity.player, identity.hidden, False)

    async def _renew(self, identity: Identity) -> None:
        """Keep a player that has not played for longer, since it is in use."""
        await self._run(identity_of.renewal(identity), identity)

    async def _keep(self, identity: Identity) -> None:
        """Keep a player for good, since it has played."""
        await self._run(identity_of.keeping(identity.player.id), identity)

    async def _run(self, commands: list[Command], identity: Identity) -> None:
        """Run commands that another request of the player can make up for."""
        if commands:
            with suppress(RedisError, OSError):
                await run(self._redis, commands)
            self._cache.forget(identity.player.id)

    async def _issued_by(self, token: str) -> Remembered | None:
        """Return what a token of an issuer proves; None for a token of ours.

        Raise Problem unauthenticated if the issuer's is not valid.
        """
        if not verifying.looks_like_one(token):
            return None
        try:
            return await self._issued.access(token)
        except BadToken as bad:
            detail = f"This JSON Web Token is not valid here: {bad.why}."
            raise unauthenticated(detail) from None

    async def _lookup(self, token: str, issued: Remembered | None) -> Command:
        """Return the command that reads the player of a token. Raise Problem unauthenticated."""
        if issued is None:
            command = identity_of.lookup_command(token)
            if command is None:
                raise unauthenticated("This is not a token of Croupier.")
            return command
        if not issued.player_id:
            issued.player_id = await self._subjects.player_of(issued.token)
        if not issued.player_id:
            raise unauthenticated(NO_ACCOUNT)
        return identity_of.subject_lookup(issued.player_id, issued.identity)

    async def _verify(
        self, token: str, issued: Remembered | None, digest: Digest, charge: Charge = FREE
    ) -> Identity:
        """Return the player and the token once the charge is paid: at most one round trip.

        Raise Problem unauthenticated if the token is not valid, and rate_limited.
        """
        if cached := self._cache.get(digest):  # valid a moment ago: only the charge is left
            context.verified.set(True)
            if not self._limits.lends(charge):
                with redis_errors():
                    await self._limits.pay(charge)
            return cached
        command = await self._lookup(token, issued)
        remember = self._cache.begin_lookup()  # before Redis is asked: see there
        with redis_errors():
            reply, *taken = await run(self._redis, [command, *self._limits.commands(charge)])
        if isinstance(reply, Exception):
            raise unavailable()
        load = subjects_of.token_of if issued else Token.load
        identity = identity_of.parse_lookup(reply, load)
        if identity is None and issued:  # it was removed from that account, or that was deleted
            issued.player_id = ""
            return await self._verify(token, issued, digest)
        if identity is None:
            raise unauthenticated("This token is not valid, or was revoked.")
        context.verified.set(True)
        # 401 comes before 429, so the charge is looked at after the token.
        with redis_errors():
            await self._limits.settle(charge, taken)
        remember(digest, identity.player.id, identity)
        await self._run(identity_of.session_renewal(token, identity), identity)
        return identity


def _check_same(found: Player | None, player: Player | None) -> None:
    """Raise Problem unauthenticated unless a token that was looked up again is the same player's.

    A subject whose identity was removed from its account comes again as somebody new.
    """
    if player and (found is None or found.id != player.id):
        raise unauthenticated("This token is another player's now.")
