"""JSON Web Tokens of issuers, verified: pure functions, by RFC 8725 and OpenID Connect.

PyJWT verifies the signature and the times. What it does not look at stands here: which issuer and
which of its keys, the type of a token, headers that would choose a key, and claims of other types.
"""

import json
import re
from base64 import urlsafe_b64decode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, TypeAlias, cast

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from redislink.oidc import ALGORITHMS, Issuer, identity_of

Kind: TypeAlias = Literal["access", "id"]
MAX_BYTES = 8192
SKEW_S = 60
LEAST_RSA_BITS = 2048
MOST_RSA_BITS = 8192
MAX_SUBJECT = 255
LATEST = 1e12
FORM = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+", re.ASCII)
REFUSED_HEADERS = frozenset(("crit", "b64", "jku", "jwk", "x5u", "zip"))
"""What would choose a key or another way to read the token; a sender may not."""
REQUIRED = ("exp", "iat", "sub", "iss", "aud")
TIMES = ("exp", "iat", "nbf")
ACCESS_TYPES = ("at+jwt", "application/at+jwt")
PLAIN_TYPES = ("", "jwt", "application/jwt")


class Why(StrEnum):
    """What is wrong with a token, as its sender is told."""

    FORM = "it cannot be read as one"
    HEADER = "its header has what may not be in it"
    ISSUER = "its issuer is not known here"
    AUDIENCE = "its audience is another"
    TYPE = "its type is another: send access tokens here, and ID tokens to POST /v1/sessions"
    ID_TYPE = "it is no ID token"
    ALGORITHM = "its algorithm is not taken from this issuer"
    KEY = "its issuer has no such key"
    SIGNATURE = "its signature is not good"
    TIME = "it is not good any more, or not yet"
    CLAIMS = "it has not the claims exp, iat, sub, iss and aud as they should be"
    NONCE = "its nonce is another"


class BadToken(Exception):
    """A token that is refused, and why."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True, slots=True)
class Claimed:
    """What a token says of itself, of which nothing is verified yet but that it may be true."""

    token: str
    issuer: Issuer
    kind: Kind
    algorithm: str
    key_id: str | None


@dataclass(frozen=True, slots=True)
class Verified:
    """What a token proves: a subject of an issuer, until a time in seconds since the epoch."""

    issuer: Issuer
    claims: Mapping[str, Any]

    @property
    def identity(self) -> str:
        return identity_of(self.issuer.issuer, self.claims["sub"])

    @property
    def until(self) -> float:
        return float(self.claims["exp"]) + SKEW_S


def looks_like_one(token: str) -> bool:
    """Return whether this can be a JSON Web Token: no token of ours has a dot."""
    return token.count(".") == 2


def identity_in(token: str) -> str:
    """Return the identity in a token that was verified."""
    claims = _object(token.split(".")[1])
    return identity_of(claims["iss"], claims["sub"])


def claimed(token: str, kind: Kind, issuers: Iterable[Issuer]) -> Claimed:
    """Return what a token says of itself. Raise BadToken if no key could make it good."""
    if len(token) > MAX_BYTES or not FORM.fullmatch(token):
        raise BadToken(Why.FORM)
    head, body, _ = token.split(".")
    header, claims = _object(head), _object(body)
    if not REFUSED_HEADERS.isdisjoint(header):
        raise BadToken(Why.HEADER)
    issuer = _issuer(claims, kind, issuers)
    _check_type(header.get("typ", ""), kind, issuer)
    algorithm, key_id = header.get("alg"), header.get("kid")
    if not isinstance(algorithm, str) or algorithm not in issuer.algorithms:
        raise BadToken(Why.ALGORITHM)
    if not isinstance(key_id, str | None):
        raise BadToken(Why.HEADER)
    return Claimed(token, issuer, kind, algorithm, key_id)


def verified(it: Claimed, key: jwt.PyJWK) -> Verified:
    """Return what a token proves if this key of its issuer has signed it. Raise BadToken."""
    audience = it.issuer.audience if it.kind == "access" else it.issuer.client_id
    try:
        claims = jwt.decode(
            it.token,
            key.key,  # and not the PyJWK, which would choose the algorithm itself
            algorithms=[it.algorithm],
            audience=audience,
            issuer=it.issuer.issuer,
            leeway=SKEW_S,
            options={"require": [*REQUIRED]},
        )
    except (jwt.ExpiredSignatureError, jwt.ImmatureSignatureError):
        raise BadToken(Why.TIME) from None
    except jwt.InvalidSignatureError:
        raise BadToken(Why.SIGNATURE) from None
    except Exception:  # senders choose every byte, so there are also errors that are none of PyJWT
        raise BadToken(Why.CLAIMS) from None
    if not all(_is_time(claims.get(name, 0)) for name in TIMES) or not _is_subject(claims["sub"]):
        raise BadToken(Why.CLAIMS)
    if it.kind == "id":
        _check_party(claims, it.issuer.client_id)
    return Verified(it.issuer, claims)


def check_nonce(token: Verified, nonce: str | None) -> None:
    """Raise BadToken unless an ID token was made for whoever has this nonce."""
    if token.claims.get("nonce") != nonce:
        raise BadToken(Why.NONCE)


def usable(key: Any) -> jwt.PyJWK | None:
    """Return a public key of a set of an issuer; None for what nothing can be verified with."""
    try:
        if key.get("use", "sig") != "sig" or key["kty"] == "oct":
            return None
        made = jwt.PyJWK(key, algorithm=_algorithm(key))
    except Exception:  # an issuer's set may hold anything
        return None
    is_rsa = isinstance(made.key, RSAPublicKey)
    return made if not is_rsa or LEAST_RSA_BITS <= made.key.key_size <= MOST_RSA_BITS else None


def chosen(it: Claimed, keys: Sequence[tuple[Mapping[str, Any], jwt.PyJWK]]) -> jwt.PyJWK | None:
    """Return the key that a token names; without a name, the only one of its algorithm."""
    kind, curve = ALGORITHMS[it.algorithm]
    fitting = [
        made
        for key, made in keys
        if key["kty"] == kind
        and key.get("crv", "") == curve
        and key.get("alg", it.algorithm) == it.algorithm
        and (it.key_id is None or key.get("kid") == it.key_id)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _algorithm(key: Mapping[str, Any]) -> str:
    """Return an algorithm of keys of this type. Raise KeyError or StopIteration for none."""
    fits = (key["kty"], key.get("crv", ""))
    return key.get("alg") or next(name for name, of in ALGORITHMS.items() if of == fits)


def _object(part: str) -> dict[str, Any]:
    try:
        found = json.loads(urlsafe_b64decode(part + "=" * (-len(part) % 4)))
    except (ValueError, RecursionError):
        raise BadToken(Why.FORM) from None
    if not isinstance(found, dict):
        raise BadToken(Why.FORM)
    return found


def _issuer(claims: Mapping[str, Any], kind: Kind, issuers: Iterable[Issuer]) -> Issuer:
    """Return the issuer of a token, for the application that it is for. Raise BadToken."""
    of_it = [each for each in issuers if each.issuer == claims.get("iss")]
    if not of_it:
        raise BadToken(Why.ISSUER)
    told = claims.get("aud")
    audiences = told if isinstance(told, list) else [told]
    for each in of_it:
        wanted = each.audience if kind == "access" else each.client_id
        if wanted and wanted in audiences:
            return each
    raise BadToken(Why.AUDIENCE)


def _check_type(told: object, kind: Kind, issuer: Issuer) -> None:
    found = told.lower() if isinstance(told, str) else None
    if kind == "id":
        if found not in PLAIN_TYPES:
            raise BadToken(Why.ID_TYPE)
    elif found not in (*ACCESS_TYPES, *(PLAIN_TYPES if issuer.any_type else ())):
        raise BadToken(Why.TYPE)


def _check_party(claims: Mapping[str, Any], client_id: str) -> None:
    """Raise BadToken for an ID token that was made for another application besides ours."""
    is_shared = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    if claims.get("azp", "" if is_shared else client_id) != client_id:
        raise BadToken(Why.AUDIENCE)


def _is_time(value: object) -> bool:
    return type(value) in (int, float) and 0 <= cast(float, value) < LATEST


def _is_subject(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_SUBJECT and value.isprintable()
