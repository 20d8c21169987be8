"""OpenID Connect: the file of issuers, which all programs share, and their keys in Redis.

    oidc:keys:{HASH}    string  {"fetchTime", "keys"}: the public keys of an issuer, for KEPT_S
    oidc:wanted:{HASH}  string  when a gateway met a key id that it did not know, for WANTED_S
    identity:{HASH}     string  the id of the player whom a subject of an issuer is
    player:{ID}         hash    identity:HASH -> {"issuer", "createTime"}

Times are milliseconds since the epoch. Gateways reach nothing outside, so heralds fetch the keys.
The field of the account decides whose an identity is; the string only leads there.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from redislink.hook_urls import parse

MOST = 8
KEPT_S = 24 * 60 * 60
"""How long keys are good while their issuer cannot be reached."""
WANTED_S = 60
"""How often at most keys are fetched since one of them is not known."""
ALGORITHMS: Mapping[str, tuple[str, str]] = {
    "RS256": ("RSA", ""),
    "RS384": ("RSA", ""),
    "RS512": ("RSA", ""),
    "PS256": ("RSA", ""),
    "PS384": ("RSA", ""),
    "PS512": ("RSA", ""),
    "ES256": ("EC", "P-256"),
    "ES384": ("EC", "P-384"),
    "ES512": ("EC", "P-521"),
    "EdDSA": ("OKP", "Ed25519"),
}
"""The algorithms that may sign, each with the type and the curve of its keys."""
USUAL = ("RS256", "PS256", "ES256", "EdDSA")
ACCESS_TOKENS = ("typed", "any")
MEMBERS = {
    "issuer": str,
    "name": str,
    "audience": str,
    "clientId": str,
    "algorithms": list,
    "nameClaim": str,
    "accessTokens": str,
    "create": bool,
    "roleClaim": str,
    "operatorRole": str,
}
MAX_MEMBER = 255
OF_PLAYERS = ("audience", "accessTokens", "create")
"""What an entry of the operator's console cannot have: it makes no accounts of its ID tokens."""
OF_TOKENS = (
    *("iss", "sub", "aud", "exp", "iat", "nbf", "jti", "azp", "nonce", "acr", "amr", "typ"),
    *("at_hash", "c_hash", "auth_time", "sid"),
)
OF_PROFILES = (
    *("name", "given_name", "family_name", "middle_name", "nickname", "preferred_username"),
    *("profile", "picture", "website", "gender", "birthdate", "zoneinfo", "locale", "address"),
    *("email", "email_verified", "phone_number", "phone_number_verified", "updated_at"),
)
NO_ROLE = frozenset((*OF_TOKENS, *OF_PROFILES))
"""Claims that are no roles: those of tokens, and what people say of themselves at many issuers."""
OPERATOR_ROLE = "croupier-operator"


@dataclass(frozen=True, slots=True)
class Issuer:
    """An issuer whose tokens are taken, for one application."""

    issuer: str
    audience: str = ""
    """Of access tokens; "" to take none."""
    client_id: str = ""
    """The audience of ID tokens; "" to take none."""
    name: str = ""
    algorithms: tuple[str, ...] = USUAL
    name_claim: str = "name"
    any_type: bool = False
    """Whether access tokens are taken that do not say that they are some."""
    create: bool = True
    """Whether a subject that is not known gets an account."""
    role_claim: str = ""
    """The claim with the roles of operators; "" for an application of players."""
    operator_role: str = OPERATOR_ROLE

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.issuer.encode()).hexdigest()


def identity_of(issuer: str, subject: str) -> str:
    """Return the hash that stands for a subject of an issuer."""
    return hashlib.sha256(f"{issuer}\0{subject}".encode()).hexdigest()


def keys_of(issuer_hash: str) -> str:
    """Return the key with the public keys of an issuer."""
    return f"oidc:keys:{{{issuer_hash}}}"


def wanted(issuer_hash: str) -> str:
    """Return the key that says that a gateway needs keys of an issuer."""
    return f"oidc:wanted:{{{issuer_hash}}}"


def pointer(identity: str) -> str:
    """Return the key that leads from an identity to its account."""
    return f"identity:{{{identity}}}"


def issuers_of(path: str) -> Sequence[Issuer]:
    """Return the issuers of a file; none for "". Raise ValueError, with a sentence."""
    try:
        return read_file(Path(path).read_bytes()) if path else ()
    except OSError:
        raise ValueError("must be a file that can be read, or empty") from None


def check_issuers(path: str) -> str:
    """Return `path`: of a file of issuers, or "". Raise ValueError otherwise."""
    issuers_of(path)
    return path


def read_file(content: bytes | str) -> Sequence[Issuer]:
    """Return the issuers of a file. Raise ValueError, with a sentence."""
    found = json.loads(content)
    if not isinstance(found, list) or len(found) > MOST:
        raise ValueError(f"must be a JSON list of up to {MOST} issuers")
    made = [_issuer(each) for each in found]
    for members in ("audience", "client_id"):
        named = [(each.issuer, getattr(each, members)) for each in made]
        if any(named.count(each) > 1 for each in named if each[1]):
            raise ValueError("must have each application of an issuer once")
    return made


def of_players(issuers: Sequence[Issuer]) -> Sequence[Issuer]:
    """Return the applications of players, whose tokens gateways take."""
    return [each for each in issuers if not each.role_claim]


def of_operators(issuers: Sequence[Issuer]) -> Sequence[Issuer]:
    """Return the applications of operators, whose ID tokens the console takes."""
    return [each for each in issuers if each.role_claim]


def _issuer(given: Any) -> Issuer:
    if not isinstance(given, dict):
        raise ValueError("must be a JSON list of objects")
    _check_members(given)
    _check_role(given)
    issuer = given.get("issuer", "")
    parse(issuer, local=True)
    if "?" in issuer:
        raise ValueError("issuer must have no query")
    made = Issuer(
        issuer,
        given.get("audience", ""),
        given.get("clientId", ""),
        given.get("name") or urlsplit(issuer).hostname or "",
        tuple(given.get("algorithms", USUAL)),
        given.get("nameClaim", "name"),
        given.get("accessTokens", "typed") == "any",
        given.get("create", True),
        given.get("roleClaim", ""),
        given.get("operatorRole", OPERATOR_ROLE),
    )
    if not (made.audience or made.client_id) or made.audience == made.client_id:
        raise ValueError("must have audience or clientId, and two that differ")
    if not made.algorithms or not all(each in [*ALGORITHMS] for each in made.algorithms):
        raise ValueError(f"algorithms must be among {', '.join(ALGORITHMS)}")
    if given.get("accessTokens", "typed") not in ACCESS_TOKENS:
        raise ValueError(f"accessTokens must be one of {', '.join(ACCESS_TOKENS)}")
    return made


def _check_members(given: Mapping[str, Any]) -> None:
    for name, value in given.items():
        if name not in MEMBERS:
            raise ValueError(f"has a member {name!r}; known are {', '.join(MEMBERS)}")
        if not isinstance(value, MEMBERS[name]):
            raise ValueError(f"{name} must be a {MEMBERS[name].__name__}")
        if isinstance(value, str) and not 0 < len(value) <= MAX_MEMBER:
            raise ValueError(f"{name} must have 1 to {MAX_MEMBER} characters")


def _check_role(given: Mapping[str, Any]) -> None:
    claim = given.get("roleClaim")
    if claim is None:
        if "operatorRole" in given:
            raise ValueError("operatorRole needs roleClaim: the claim that it is looked for in")
        return
    if claim in NO_ROLE or claim == given.get("nameClaim"):
        raise ValueError(
            f"roleClaim cannot be {claim!r}: that claim says who somebody is, and no role. Have the"
            " issuer add a claim of its own, such as roles"
        )
    if "clientId" not in given:
        raise ValueError("roleClaim needs clientId: it is read in the ID tokens of the console")
    for name in OF_PLAYERS:
        if name in given:
            raise ValueError(
                f"an entry with roleClaim is the console's alone, so {name} must be in another one"
            )
