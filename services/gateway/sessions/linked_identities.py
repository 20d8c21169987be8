"""Identities of an account: subjects of issuers, each of which opens it; and sign-in by them.

player:{ID}  hash  identity:HASH -> {"issuer", "createTime"}
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any, NamedTuple, cast

from openid.verifying import BadToken, Verified
from redis.asyncio import Redis
from redislink.accounts import IDENTITY, account
from redislink.channels import REVOCATIONS
from redislink.script import Script

from gateway.errors import Problem
from gateway.http import times
from gateway.oidc.json_web_tokens import JsonWebTokens
from gateway.oidc.pointers import Pointers
from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.players.subjects import Subjects, stored
from gateway.sessions import access_log
from gateway.sessions.access_changes import AccessChanges, Limit
from gateway.sessions.proof import Proof
from gateway.sessions.refused import Reason, Refused

MOST = 5
NO_SUCH_IDENTITY = "You have no such identity."


class Shown(NamedTuple):
    """An ID token, and the nonce of whoever had it made."""

    id_token: str
    nonce: str | None


class LinkedIdentities:
    """The identities of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, tokens: JsonWebTokens, subjects: Subjects) -> None:
        self._redis, self._pointers = redis, Pointers(redis)
        self._tokens, self._subjects = tokens, subjects
        self._changes = AccessChanges(redis)
        self._drop = Script(redis, files("gateway.sessions") / "drop_identity.lua")

    async def prove(self, shown: Shown) -> Proof:
        """Return whose account an ID token opens, a new one if need be. Raise Refused."""
        token = await self._verified(shown)
        player_id = await self._subjects.player_of(token)
        field = f"{IDENTITY}{token.identity}"
        with redis_errors():
            kept = await cast(Any, self._redis).hget(account(player_id), field)
        if not kept:
            raise Refused(Reason.IDENTITY)
        return Proof(player_id, field, kept.decode(), kept.decode())

    async def add(self, player: Player, shown: Shown) -> dict[str, Any]:
        """Let the subject of an ID token open this account; return the identity as it is shown.

        Raise Refused, and Problem conflict for one that opens an account already, or beyond MOST.
        """
        token = await self._verified(shown)
        field, made = f"{IDENTITY}{token.identity}", stored(token.issuer.issuer)
        with redis_errors():
            owner, opens = await self._pointers.owner(token.identity)
        if opens:
            raise _taken(owner)
        outcome = await self._changes.make(
            player.id,
            before={field: ""},
            after={field: made},
            limit=Limit(IDENTITY, MOST),
            event=access_log.line("identityAdded", name=token.issuer.name),
        )
        if outcome == b"full":
            raise Problem("conflict", f"A player has at most {MOST} identities; remove one.")
        with redis_errors():
            # "changed": it was added, and what leads to it was not, or leads elsewhere
            winner = await self._pointers.claim(token.identity, player.id, owner)
            if winner != player.id:
                await cast(Any, self._redis).hdel(account(player.id), field)
                raise _taken(winner)
            return await self.one(player.id, token.identity)

    async def one(self, player_id: str, identity: str) -> dict[str, Any]:
        """Return an identity as its player is shown it. Raise Problem not_found."""
        with redis_errors():
            found = await self._pointers.of(player_id)
        if identity not in found:
            raise Problem("not_found", NO_SUCH_IDENTITY)
        return {"id": identity, **found[identity]}

    async def remove(self, player: Player, identity: str) -> None:
        """Let an identity open the account no more, on all gateways; its sessions go on.

        Raise Problem not_found, and conflict if nothing else opens the account.
        """
        given = [f"{IDENTITY}{identity}", times.now()]
        with redis_errors():
            outcome = await self._drop.one([account(player.id)], given)
            if outcome == b"dropped":
                await self._pointers.forget(identity, player.id)
                await self._redis.publish(REVOCATIONS, player.id)
        if outcome == b"none":
            raise Problem("not_found", NO_SUCH_IDENTITY)
        if outcome == b"last":
            raise Problem("conflict", "Nothing else opens your account: add something first.")

    async def _verified(self, shown: Shown) -> Verified:
        with _refusals():
            return await self._tokens.id_token(shown.id_token, shown.nonce)


def _taken(owner: str) -> Problem:
    return Problem("conflict", "This identity opens an account already.", player=owner)


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except BadToken as bad:
        raise Refused(Reason.ID_TOKEN, f"This ID token is not valid here: {bad.why}.") from None
