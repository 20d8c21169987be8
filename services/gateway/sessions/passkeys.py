"""Passkeys: keys of a player's devices, which open its account without a password.

    player:{ID}  hash  passkey:KEY_ID -> see Passkey, JSON

No index leads from keys to accounts: each key is kept by its authenticator under the player's id,
which comes back with every answer, so the one account is read that it names. The reasons are in
docs/decisions/sessions.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, cast

import webauthn
from redis.asyncio import Redis
from redislink.accounts import ACCESS, PASSKEY, RECOVERY, account
from webauthn.helpers import base64url_to_bytes, options_to_json_dict
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from gateway.errors import Problem
from gateway.http import times
from gateway.oidc.pointers import identities_in
from gateway.players.outages import redis_errors
from gateway.players.player import Player
from gateway.sessions import access_log, authenticators
from gateway.sessions.access_changes import AccessChanges, Limit
from gateway.sessions.authenticators import ALGORITHMS, Credential, Registered, Site
from gateway.sessions.challenges import LIFE_S, Challenges
from gateway.sessions.proof import Proof
from gateway.sessions.refused import Reason, Refused

MOST = 10
SERVICE = "Croupier"
"""What authenticators call what a key is for."""
# With "preferred", a device that cannot verify its user keeps a key that no sign-in finds again.
REQUIRED = UserVerificationRequirement.REQUIRED
NO_SUCH_KEY = "There is no such passkey."


@dataclass(frozen=True, slots=True)
class Passkey:
    """A key of a player as it is stored. Its fields are named as in JSON."""

    name: str
    key: str
    count: int
    aaguid: str
    """The model of the authenticator, as it says itself."""
    synced: bool
    createTime: str  # noqa: N815
    useTime: str | None = None  # noqa: N815
    copyTime: str | None = None  # noqa: N815
    """When its count last fell back: a copy of it was used."""

    @classmethod
    def new(cls, made: Registered, name: str) -> "Passkey":
        return cls(name, made.key, made.count, made.aaguid, made.synced, times.now())

    @classmethod
    def load(cls, stored: bytes) -> "Passkey":
        return cls(**json.loads(stored))

    def dump(self) -> str:
        return json.dumps({name: each for name, each in asdict(self).items() if each is not None})

    def used(self, count: int) -> "Passkey":
        """Return the key after an answer with this count, which falls back if it is a copy's.

        The counts of keys that are synced are always 0.
        """
        now, is_copy = times.now(), count <= self.count and count + self.count > 0
        copied = now if is_copy else self.copyTime
        return replace(self, count=max(count, self.count), useTime=now, copyTime=copied)

    def shown(self, key_id: str) -> dict[str, Any]:
        """Return what its player is told of it."""
        told = asdict(self)
        return {"id": key_id, **{name: told[name] for name in told if name not in ("key", "count")}}


class Passkeys:
    """The passkeys of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, challenges: Challenges, site: Site) -> None:
        self._redis = redis
        self._challenges = challenges
        self.site = site
        self._changes = AccessChanges(redis)

    async def creation_options(self, player: Player) -> dict[str, Any]:
        """Return what the browser needs to have a key made for the player."""
        known = await self.of(player.id)
        challenge = await self._challenges.make("create", player.id)
        return options_to_json_dict(
            webauthn.generate_registration_options(
                rp_id=self.site.rp_id,
                rp_name=SERVICE,
                user_name=player.displayName,
                user_id=base64url_to_bytes(player.id),
                challenge=challenge,
                timeout=LIFE_S * 1000,
                authenticator_selection=AuthenticatorSelectionCriteria(
                    resident_key=ResidentKeyRequirement.REQUIRED, user_verification=REQUIRED
                ),
                exclude_credentials=[
                    PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in known
                ],
                supported_pub_key_algs=ALGORITHMS,
            )
        )

    async def request_options(self) -> dict[str, Any]:
        """Return what the browser needs to have somebody sign in, whoever it is."""
        challenge = await self._challenges.make("get")
        return options_to_json_dict(
            webauthn.generate_authentication_options(
                rp_id=self.site.rp_id,
                challenge=challenge,
                timeout=LIFE_S * 1000,
                user_verification=REQUIRED,
            )
        )

    async def add(self, player: Player, credential: Credential, name: str) -> dict[str, Any]:
        """Store the key of this answer to creation options; return it as it is shown.

        Raise Refused, and Problem conflict for a key that the player has, or beyond MOST.
        """
        challenge = authenticators.challenge_of(credential)
        await self._challenges.use_up(challenge, "create", player.id)
        made = authenticators.registered(credential, challenge, self.site)
        key = Passkey.new(made, name)
        field = f"{PASSKEY}{made.id}"
        outcome = await self._changes.make(
            player.id,
            before={field: ""},
            after={field: key.dump()},
            limit=Limit(PASSKEY, MOST),
            event=access_log.line("passkeyAdded", name=name),
        )
        if outcome == b"changed":
            raise Problem("conflict", "You have this passkey already.")
        if outcome == b"full":
            raise Problem("conflict", f"A player has at most {MOST} passkeys; remove one first.")
        return key.shown(made.id)

    async def of(self, player_id: str) -> dict[str, Passkey]:
        """Return the player's passkeys by their ids, oldest first."""
        with redis_errors():
            found = await cast(Any, self._redis).hgetall(account(player_id))
        return keys_in(found.items())

    async def access(self, player_id: str) -> dict[str, Any]:
        """Return the ways into the account besides tokens, and what has happened to them."""
        with redis_errors():
            found = await cast(Any, self._redis).hgetall(account(player_id))
        code = found.get(RECOVERY.encode())
        return {
            "passkeys": [key.shown(name) for name, key in keys_in(found.items()).items()],
            "recoveryCode": code and _shown_code(json.loads(code)),
            "identities": [{"id": name, **each} for name, each in identities_in(found).items()],
            "events": access_log.parse(found.get(ACCESS.encode())),
        }

    async def rename(self, player: Player, key_id: str, name: str) -> dict[str, Any]:
        """Give a key another name; return it. Raise Problem not_found."""
        outcome = b"changed"
        while outcome == b"changed":  # it was used meanwhile
            stored = await self._find(player.id, key_id)
            if stored is None:
                raise Problem("not_found", NO_SUCH_KEY)
            key, field = replace(Passkey.load(stored), name=name), f"{PASSKEY}{key_id}"
            before, after = {field: stored.decode()}, {field: key.dump()}
            outcome = await self._changes.make(player.id, before=before, after=after)
        return key.shown(key_id)

    async def has(self, player: Player, key_id: str) -> bool:
        """Return whether the player has a passkey of this id."""
        return await self._find(player.id, key_id) is not None

    async def remove(self, player: Player, key_id: str) -> bool:
        """Remove a key; return whether there was one."""
        with redis_errors():
            field = f"{PASSKEY}{key_id}"
            return bool(await cast(Any, self._redis).hdel(account(player.id), field))

    async def prove(self, credential: Credential) -> Proof:
        """Return whose account this answer to request options opens. Raise Refused."""
        challenge = authenticators.challenge_of(credential)
        await self._challenges.use_up(challenge, "get")
        player_id, key_id = authenticators.claimed(credential)
        stored = await self._find(player_id, key_id)
        if stored is None:
            raise Refused(Reason.UNKNOWN)
        key = Passkey.load(stored)
        used = key.used(authenticators.signed(credential, challenge, self.site, key.key))
        copied = used.copyTime != key.copyTime
        event = access_log.line("passkeyCopied", name=key.name) if copied else ""
        return Proof(player_id, f"{PASSKEY}{key_id}", stored.decode(), used.dump(), event)

    async def _find(self, player_id: str, key_id: str) -> bytes | None:
        with redis_errors():
            field = f"{PASSKEY}{key_id}"
            return cast(bytes | None, await cast(Any, self._redis).hget(account(player_id), field))


def keys_in(fields: Iterable[tuple[bytes, bytes]]) -> dict[str, Passkey]:
    """Return the passkeys among the fields of an account by their ids, oldest first."""
    prefix = PASSKEY.encode()
    found = {
        field.removeprefix(prefix).decode(): Passkey.load(stored)
        for field, stored in fields
        if field.startswith(prefix)
    }
    return dict(sorted(found.items(), key=lambda each: (each[1].createTime, each[0])))


def _shown_code(code: dict[str, str]) -> dict[str, str | None]:
    return {"createTime": code["createTime"], "expireTime": code.get("expireTime")}
