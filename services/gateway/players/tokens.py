"""Tokens: their form, what is stored of them, and how one is made under an Idempotency-Key.

A token is crp_PLAYER_SECRET, where PLAYER is the id of its player and SECRET is 32 random
bytes in base64url. Redis holds the SHA-256 of the secret only, see `players`.
"""

import hashlib
import hmac
import json
import re
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from time import time
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from openid import verifying
from redislink import accounts

from gateway.http import times

PLAY = "play"
READ = "read"
SCOPES = (PLAY, READ)
SESSION_S = 30 * 24 * 60 * 60
"""How long a session goes on without being used."""
RENEWED_S = 24 * 60 * 60
"""How often at most the use of a session is noted."""
TOKEN = re.compile(r"crp_(?P<player>[\w-]{22})_(?P<secret>[\w-]{43})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret. Its fields are named as in JSON."""

    id: str
    name: str
    scopes: tuple[str, ...]
    createTime: str  # noqa: N815
    expireTime: str | None = None  # noqa: N815
    """Of the token of a session; others never end by themselves."""

    @classmethod
    def new(cls, name: str, scopes: Iterable[str], life_s: int = 0) -> "Token":
        """Return a token that is made now, and ends after `life_s` without use; with 0, never."""
        return cls(random_id(), name, tuple(scopes), times.now(), _in(life_s) if life_s else None)

    def has_expired(self) -> bool:
        return self.expireTime is not None and self.expireTime <= times.now()

    def renewed(self) -> "Token | None":
        """Return the token of a session that is in use; None if it was renewed within a day."""
        if self.expireTime is None or self.expireTime > _in(SESSION_S - RENEWED_S):
            return None
        return replace(self, expireTime=_in(SESSION_S))

    @classmethod
    def of(cls, members: Mapping[str, Any]) -> "Token":
        """Return the token of these members, as `asdict` has given them."""
        return cls(**{**members, "scopes": tuple(members["scopes"])})

    @classmethod
    def load(cls, stored: bytes) -> "Token":
        """Return the token that `dump` has made a text of."""
        return cls.of(json.loads(stored))

    def dump(self) -> str:
        stored = asdict(self)
        if self.expireTime is None:
            del stored["expireTime"]
        return json.dumps(stored)


@dataclass(frozen=True, slots=True)
class TokenIdempotency:
    """The Idempotency-Key of a request for a new token, and the token that authenticates it.

    Only hashes of tokens are stored. So that a repeat can return the new token's secret
    again, it is derived from the key, under the token that authenticates the request.
    """

    token: str
    key: str
    fingerprint: str

    @classmethod
    def of(cls, token: str | None, asked: pb.Idempotency | None) -> "TokenIdempotency | None":
        """Return the key of a request with this token; None without a key."""
        return cls(token or "", asked.key, asked.fingerprint) if asked else None

    @property
    def mark(self) -> str:
        """A hash that is equal for repeats: of the authenticating token and the fingerprint."""
        return _digest(f"{self.token} {self.fingerprint}")

    def secret(self, salt: str) -> str:
        """Return the new token's secret, which cannot be computed without `token`.

        The salt is stored as long as the key is remembered: used again after that, the
        key gives another secret, and never one that was revoked.
        """
        # HMAC with the token as its key: what Redis holds does not suffice to make the secret.
        message = f"{self.key} {salt}".encode()
        digest = hmac.digest(self.token.encode(), message, hashlib.sha256)
        return urlsafe_b64encode(digest).decode().rstrip("=")


def split(value: str) -> tuple[str, str] | None:
    """Return a token's player id and secret; None for what has not the form of a token."""
    match = TOKEN.fullmatch(value)
    return match and (match["player"], match["secret"])


def join(player_id: str, secret: str) -> str:
    """Return the token of this player with this secret."""
    return f"crp_{player_id}_{secret}"


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def random_id() -> str:
    return secrets.token_urlsafe(16)


def id_for(kind: str, player_id: str, key: str | None) -> str:
    """Return the id of what a player makes anew; with an Idempotency-Key the same each time."""
    if key is None:
        return random_id()
    digest = hashlib.sha256(f"{kind} {player_id} {key}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def field_of(secret: str) -> str:
    """Return the field of the player's hash under which the token is stored."""
    return f"{accounts.TOKEN}{_digest(secret)}"


def field_of_token(value: str) -> str:
    """Return the field of its player's hash under which a token is stored; "" for no token.

    A JSON Web Token, which was verified, is that of an identity.
    """
    if verifying.looks_like_one(value):
        return f"{accounts.IDENTITY}{verifying.identity_in(value)}"
    parts = split(value)
    return field_of(parts[1]) if parts else ""


def _in(seconds: int) -> str:
    """Return the time that it will be, as tokens have it."""
    return times.of_ms(int((time() + seconds) * 1000))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
