"""Sign-in: a way into an account is verified, and a session begins.

Each way is a member of the body of `POST /v1/sessions`, and a verifier that takes what the member
has. It returns a Proof of whose account that opens, or raises Refused or a Problem.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redislink.accounts import ACCESS_KEPT, SCRIPTED, account
from redislink.channels import REVOCATIONS
from redislink.script import Script, named

from gateway.errors import Problem
from gateway.http import times
from gateway.players import tokens
from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.players.token_store import MAX_TOKENS
from gateway.players.tokens import SCOPES, SESSION_S, Token
from gateway.sessions.linked_identities import LinkedIdentities
from gateway.sessions.passkeys import Passkeys
from gateway.sessions.proof import Proof
from gateway.sessions.recovery_codes import RecoveryCodes
from gateway.sessions.refusals import Refusals
from gateway.sessions.refused import Reason, Refused

Verifier: TypeAlias = Callable[[Any], Awaitable[Proof]]


@dataclass(frozen=True, slots=True)
class Session:
    """A session that has begun: its token, which is shown once as `value`, and whose it is."""

    player: Player
    token: Token
    value: str


class SignIn:
    """Begins sessions. Every method may raise Problem unavailable."""

    def __init__(
        self,
        redis: Redis,
        passkeys: Passkeys,
        codes: RecoveryCodes,
        identities: LinkedIdentities,
        refusals: Refusals,
    ) -> None:
        self._redis, self._codes, self._refusals = redis, codes, refusals
        self._begin = Script(
            redis, files("gateway.sessions") / "begin_session.lua", prelude=SCRIPTED
        )
        self._verifiers: Mapping[str, Verifier] = {
            "passkey": passkeys.prove,
            "recoveryCode": codes.prove,
            "idToken": identities.prove,
        }

    async def begin(self, way: str, shown: Any, name: str) -> Session:
        """Begin a session of whoever `shown` is a proof of; `name` is that of the device.

        Raise Problem unauthenticated, or conflict if there is no room for a session.
        """
        with self._refusals.of_sign_in():
            session = await self._stored(await self._verifiers[way](shown), name)
        if way == "recoveryCode":
            await self._codes.forget(shown)
        return session

    async def _stored(self, proof: Proof, name: str) -> Session:
        token, secret = Token.new(name, SCOPES, SESSION_S), tokens.new_secret()
        given = named(
            opener=proof.opener,
            before=proof.before,
            after=proof.after,
            most=MAX_TOKENS,
            field=tokens.field_of(secret),
            token=token.dump(),
            now=times.now(),
            event=proof.event,
            kept=ACCESS_KEPT,
        )
        with redis_errors():
            outcome, *stored = await self._begin.one([account(proof.player_id)], [given])
            if stored and stored[1]:  # sessions that have made room, on all gateways
                await self._redis.publish(REVOCATIONS, proof.player_id)
        if outcome == b"full":
            raise Problem(
                "conflict", f"A player has at most {MAX_TOKENS} tokens; revoke one first."
            )
        if outcome == b"gone":
            raise Refused(Reason.UNKNOWN)
        if outcome == b"changed":  # used at the same moment, or removed
            raise Refused(Reason.CHALLENGE if proof.after else Reason.CODE)
        value = tokens.join(proof.player_id, secret)
        return Session(Player.load(stored[0]), token, value)
