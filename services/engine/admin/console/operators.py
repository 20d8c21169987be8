"""Operators of an issuer of OpenID Connect: whom an ID token with the role signs in."""

import hashlib
import time
import unicodedata
from collections.abc import Sequence
from typing import Any

from openid import verifying
from openid.key_sets import KeysAway, KeySets
from openid.verifying import BadToken, Verified
from redis.asyncio import Redis
from redislink.oidc import Issuer

from engine.admin.console.problems import Refused

OLD_S = 10 * 60
"""How old an ID token may be: it was made for this sign-in."""
MAX_BY = 200
"""As `--by` has it."""
SHORT = 16


class Operators:
    """Whom the entries with `roleClaim` of the file of issuers sign in."""

    def __init__(self, issuers: Sequence[Issuer]) -> None:
        self.issuers = issuers
        self._keys: tuple[Redis, KeySets] | None = None
        self._used: dict[bytes, float] = {}

    async def by(self, redis: Redis, token: str, nonce: str) -> str:
        """Return the operator whom an ID token signs in, once. Raise Refused.

        `redis` is of a user that may read the keys of issuers.
        """
        try:
            found = await self._key_sets(redis).verified(token, "id", self.issuers)
            verifying.check_nonce(found, nonce)
        except BadToken as bad:
            detail = f"This ID token is not valid here: {bad.why}."
            raise Refused("unauthenticated", detail) from None
        except KeysAway as away:
            raise Refused("unavailable", str(away), {"Retry-After": "1"}) from None
        self._use(token, found)
        by = named(found)
        if not has_role(found):
            issuer = found.issuer
            raise Refused(
                "forbidden",
                f"You are {by}, and no operator: the claim {issuer.role_claim} of your ID token has"
                f" not the role {issuer.operator_role}.",
            )
        return by

    def _key_sets(self, redis: Redis) -> KeySets:
        if self._keys is None or self._keys[0] is not redis:
            self._keys = redis, KeySets(redis)
        return self._keys[1]

    def _use(self, token: str, found: Verified) -> None:
        """Have a token sign in no second time. Raise Refused if it is old, or has done so.

        The signature is no part of what is remembered: some can be written in two ways.
        """
        now, mark = time.time(), hashlib.sha256(token.rpartition(".")[0].encode()).digest()
        self._used = {each: until for each, until in self._used.items() if now < until}
        if found.claims["iat"] < now - OLD_S:
            raise Refused("unauthenticated", "This ID token is too old: sign in again.")
        if mark in self._used:
            raise Refused("unauthenticated", "This ID token was used before: sign in again.")
        self._used[mark] = now + OLD_S + verifying.SKEW_S


def has_role(found: Verified) -> bool:
    """Return whether a token says that its subject is an operator, in one text or a list."""
    told = found.claims.get(found.issuer.role_claim)
    return found.issuer.operator_role in (told if isinstance(told, list) else [told])


def named(found: Verified) -> str:
    """Return how audits call whoever has this token: `name (subject@issuer)`, in ASCII.

    People choose their names, so a name has no parentheses, and is what is cut.
    """
    subject, issuer = found.claims["sub"], found.issuer.issuer.removeprefix("https://")
    if not _is_plain(subject):
        subject = hashlib.sha256(subject.encode()).hexdigest()[:SHORT]
    who = f"({subject}@{issuer})"
    if len(who) > MAX_BY:
        short = hashlib.sha256(who.encode()).hexdigest()[:SHORT]
        who = f"({subject[:60]}...{short}@{issuer[:100]})"
    name = _plain(found.claims.get(found.issuer.name_claim))[: MAX_BY - len(who) - 1].strip()
    return f"{name} {who}" if name else who


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and not set(text) & set(" ()@")


def _plain(name: Any) -> str:
    if not isinstance(name, str):
        return ""
    parts = unicodedata.normalize("NFKD", name)
    kept = (each for each in parts if each.isascii() and each.isprintable() and each not in "()@")
    return " ".join("".join(kept).split())
