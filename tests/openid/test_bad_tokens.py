"""Tokens that are not good: each is refused for what is wrong, and PyJWT and joserfc agree."""

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from joserfc import jwk
from joserfc import jwt as joserfc_jwt
from joserfc.errors import JoseError
from openid import verifying
from openid.verifying import MAX_BYTES, BadToken, Why, check_nonce, chosen, claimed, usable
from redislink.oidc import ALGORITHMS, Issuer

from tests.support.issuers import AUDIENCE, CLIENT, ISSUER, Signer, claims

SIGNER, OTHER = Signer(), Signer()
RSA = Signer("k2", "RS256")
KEYS = [SIGNER.public, RSA.public]
OURS = Issuer(ISSUER, AUDIENCE, CLIENT, algorithms=("ES256", "RS256"))
ANY = Issuer(ISSUER, AUDIENCE, CLIENT, algorithms=("ES256", "RS256"), any_type=True)


def judged(token: str, kind: Any = "access", issuer: Issuer = OURS) -> Why | None:
    """Why the token is refused; None if it is good."""
    try:
        it = claimed(token, kind, [issuer])
        key = chosen(it, [(each, made) for each in KEYS if (made := usable(each))])
        if key is None:
            return Why.KEY
        verifying.verified(it, key)
    except BadToken as bad:
        return bad.why
    return None


def by_joserfc(token: str, kind: str = "access", issuer: Issuer = OURS) -> bool:
    """Whether the other library takes the token, asked for the same."""
    audience = issuer.audience if kind == "access" else issuer.client_id
    types = ["at+jwt", "application/at+jwt"] if kind == "access" else ["JWT"]
    if issuer.any_type:
        types.append("JWT")
    registry = joserfc_jwt.JWTClaimsRegistry(
        leeway=60,
        iss={"essential": True, "value": issuer.issuer},
        aud={"essential": True, "value": audience},
        sub={"essential": True},
        exp={"essential": True},
        iat={"essential": True},
    )
    try:
        keys = jwk.KeySet.import_key_set({"keys": KEYS})  # type: ignore[arg-type, unused-ignore]
        found = joserfc_jwt.decode(token, keys, algorithms=[*issuer.algorithms])
        registry.validate(found.claims)
    except (JoseError, ValueError, TypeError, KeyError, AttributeError):
        return False
    return found.header.get("typ", "JWT" if kind == "id" else None) in types


def raw(header: object, payload: object, signature: bytes = b"x" * 64) -> str:
    parts = (json.dumps(header).encode(), json.dumps(payload).encode(), signature)
    return ".".join(base64.urlsafe_b64encode(each).decode().rstrip("=") for each in parts)


def hmac_by_public_key() -> str:
    """A token signed by HMAC with the public key, which everybody has, as the secret."""
    pem = RSA.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    header = {"alg": "HS256", "typ": "at+jwt", "kid": "k2"}
    signed = raw(header, claims()).rpartition(".")[0]
    mac = hmac.digest(pem, signed.encode(), hashlib.sha256)
    return f"{signed}.{base64.urlsafe_b64encode(mac).decode().rstrip('=')}"


def tampered() -> str:
    head, _, signature = SIGNER.access().split(".")
    return ".".join((head, raw({}, claims("bob")).split(".")[1], signature))


def signed(payload: bytes) -> str:
    """A signature over what need not be claims."""
    return jwt.PyJWS().encode(payload, SIGNER.key, "ES256", headers={"kid": "k1", "typ": "at+jwt"})


def now() -> int:
    return int(time.time())


BAD: dict[str, tuple[Callable[[], str], Why]] = {
    "alg none": (lambda: raw({"alg": "none", "typ": "at+jwt"}, claims()), Why.ALGORITHM),
    "alg None": (lambda: raw({"alg": "None", "typ": "at+jwt"}, claims()), Why.ALGORITHM),
    "no signature": (lambda: SIGNER.access().rpartition(".")[0] + ".", Why.FORM),
    "HMAC by the public key": (hmac_by_public_key, Why.ALGORITHM),
    "alg of a longer curve": (
        lambda: raw({"alg": "ES384", "typ": "at+jwt", "kid": "k1"}, claims()),
        Why.ALGORITHM,
    ),
    "alg swapped to RSA": (
        lambda: raw({"alg": "RS256", "typ": "at+jwt", "kid": "k1"}, claims()),
        Why.KEY,
    ),
    "no alg": (lambda: raw({"typ": "at+jwt", "kid": "k1"}, claims()), Why.ALGORITHM),
    "alg a list": (lambda: raw({"alg": ["ES256"], "typ": "at+jwt"}, claims()), Why.ALGORITHM),
    "crit": (lambda: SIGNER.token(claims(), crit=["x"], x=1), Why.HEADER),
    "jku": (lambda: OTHER.token(claims(), jku="https://evil.example/k"), Why.HEADER),
    "x5u": (lambda: OTHER.token(claims(), x5u="https://evil.example/k"), Why.HEADER),
    "its own key": (lambda: OTHER.token(claims(), jwk=OTHER.public), Why.HEADER),
    "b64": (lambda: raw({"alg": "ES256", "typ": "at+jwt", "b64": False}, claims()), Why.HEADER),
    "zip": (lambda: raw({"alg": "ES256", "typ": "at+jwt", "zip": "DEF"}, claims()), Why.HEADER),
    "another's signature": (lambda: OTHER.token(claims()), Why.SIGNATURE),
    "claims changed": (tampered, Why.SIGNATURE),
    "signature of zeros": (
        lambda: raw({"alg": "ES256", "typ": "at+jwt", "kid": "k1"}, claims(), bytes(64)),
        Why.SIGNATURE,
    ),
    "kid unknown": (lambda: SIGNER.token(claims(), kid="k9"), Why.KEY),
    "kid a path": (lambda: SIGNER.token(claims(), kid="../../dev/null"), Why.KEY),
    "kid a number": (
        lambda: raw({"alg": "ES256", "typ": "at+jwt", "kid": 1}, claims()),
        Why.HEADER,
    ),
    "expired": (lambda: SIGNER.access(exp=now() - 120), Why.TIME),
    "not yet": (lambda: SIGNER.access(nbf=now() + 120), Why.TIME),
    "made in the future": (lambda: SIGNER.access(iat=now() + 120), Why.TIME),
    "without exp": (lambda: SIGNER.access(exp=None), Why.CLAIMS),
    "without iat": (lambda: SIGNER.access(iat=None), Why.CLAIMS),
    "without sub": (lambda: SIGNER.access(sub=None), Why.CLAIMS),
    "without iss": (lambda: SIGNER.access(iss=None), Why.ISSUER),
    "without aud": (lambda: SIGNER.access(aud=None), Why.AUDIENCE),
    "exp a text": (lambda: SIGNER.access(exp=str(now() + 600)), Why.CLAIMS),
    "exp a list": (lambda: signed(json.dumps({**claims(), "exp": [1]}).encode()), Why.CLAIMS),
    "iss with a slash": (lambda: SIGNER.access(iss=f"{ISSUER}/"), Why.ISSUER),
    "iss of another": (lambda: SIGNER.access(iss="https://evil.example"), Why.ISSUER),
    "iss a list": (lambda: raw({"alg": "ES256"}, {**claims(), "iss": [ISSUER]}), Why.ISSUER),
    "aud of another": (lambda: SIGNER.access(aud="shop"), Why.AUDIENCE),
    "aud longer": (lambda: SIGNER.access(aud=f"{AUDIENCE}x"), Why.AUDIENCE),
    "aud an object": (
        lambda: raw({"alg": "ES256", "typ": "at+jwt"}, {**claims(), "aud": {AUDIENCE: 1}}),
        Why.AUDIENCE,
    ),
    "an ID token": (lambda: SIGNER.id_token(), Why.AUDIENCE),
    "a type of none": (lambda: SIGNER.token(claims(), typ="JWT"), Why.TYPE),
    "a logout token": (lambda: SIGNER.token(claims(), typ="logout+jwt"), Why.TYPE),
    "sub a number": (lambda: signed(json.dumps({**claims(), "sub": 7}).encode()), Why.CLAIMS),
    "claims a list": (lambda: signed(b"[]"), Why.FORM),
    "claims no JSON": (lambda: signed(b"{"), Why.FORM),
    "two parts": (lambda: SIGNER.access().rpartition(".")[0], Why.FORM),
    "five parts": (lambda: SIGNER.access() + ".e30.e30", Why.FORM),
    "a space in it": (lambda: SIGNER.access()[:-2] + " x", Why.FORM),
    "empty": (lambda: "..", Why.FORM),
}
ONLY_OURS: dict[str, tuple[Callable[[], str], Why]] = {
    "claims of 5,000 levels": (lambda: signed(b"[" * 5000), Why.FORM),
    "sub empty": (lambda: SIGNER.access(""), Why.CLAIMS),
    "sub of 10 KB": (lambda: SIGNER.access("a" * 10_000), Why.FORM),
    "sub too long": (lambda: SIGNER.access("a" * 256), Why.CLAIMS),
    "sub with a NUL": (lambda: SIGNER.access("a\0b"), Why.CLAIMS),
    "sub a lone surrogate": (lambda: SIGNER.access("\ud800"), Why.CLAIMS),
    "exp of no clock": (lambda: SIGNER.access(exp=10**400), Why.CLAIMS),
    "exp infinite": (
        lambda: signed(json.dumps({**claims(), "exp": float("inf")}).encode()),
        Why.CLAIMS,
    ),
    "exp true": (lambda: SIGNER.access(exp=now() + 600, iat=True), Why.CLAIMS),
    "too long": (lambda: SIGNER.access(more="a" * MAX_BYTES), Why.FORM),
}


def test_there_are_forty_at_least() -> None:
    assert len(BAD) >= 40


@pytest.mark.parametrize("name", [*BAD, *ONLY_OURS])
def test_a_bad_token_is_refused_for_what_is_wrong(name: str) -> None:
    make, why = {**BAD, **ONLY_OURS}[name]
    assert judged(make()) == why


@pytest.mark.parametrize("name", BAD)
def test_joserfc_agrees(name: str) -> None:
    assert not by_joserfc(BAD[name][0]())


GOOD: dict[str, Callable[[], str]] = {
    "by ES256": lambda: SIGNER.access(),
    "by RS256": lambda: RSA.access(),
    "several audiences": lambda: SIGNER.access(aud=["shop", AUDIENCE]),
    "a little late": lambda: SIGNER.access(exp=now() - 30),
    "a little early": lambda: SIGNER.access(nbf=now() + 30, iat=now() + 30),
    "the long type": lambda: SIGNER.token(claims(), typ="application/at+jwt"),
}


@pytest.mark.parametrize("name", GOOD)
def test_a_good_token_is_taken_by_both(name: str) -> None:
    token = GOOD[name]()
    assert judged(token) is None
    assert by_joserfc(token)


def test_a_type_may_be_missing_if_the_operator_says_so() -> None:
    plain = SIGNER.token(claims(), typ="JWT")
    assert judged(plain, issuer=ANY) is None
    assert by_joserfc(plain, issuer=ANY)
    assert judged(SIGNER.token(claims(), typ="logout+jwt"), issuer=ANY) == Why.TYPE
    assert judged(SIGNER.id_token(), issuer=ANY) == Why.AUDIENCE, "never an ID token"


def test_id_tokens_are_for_this_client_alone() -> None:
    assert judged(SIGNER.id_token(), "id") is None
    assert by_joserfc(SIGNER.id_token(), "id")
    assert judged(SIGNER.access(), "id") == Why.AUDIENCE
    assert judged(SIGNER.id_token(aud="shop"), "id") == Why.AUDIENCE
    both = [CLIENT, "shop"]
    assert judged(SIGNER.id_token(aud=both), "id") == Why.AUDIENCE, "it does not say for whom"
    assert judged(SIGNER.id_token(aud=both, azp="shop"), "id") == Why.AUDIENCE
    assert judged(SIGNER.id_token(aud=both, azp=CLIENT), "id") is None
    typed = SIGNER.token(claims(aud=CLIENT), typ="at+jwt")
    assert judged(typed, "id") == Why.ID_TYPE


@pytest.mark.parametrize(
    ("told", "given", "good"),
    [("n", "n", True), ("n", "m", False), ("n", None, False), (None, "n", False), (1, "1", False)],
)
def test_a_nonce_is_that_of_the_page(told: object, given: str | None, good: bool) -> None:
    it = claimed(SIGNER.id_token(nonce=told), "id", [OURS])
    made = usable(SIGNER.public)
    assert made
    token = verifying.verified(it, made)
    if good:
        check_nonce(token, given)
    else:
        with pytest.raises(BadToken, match=Why.NONCE.value):
            check_nonce(token, given)


def test_keys_by_which_nothing_is_verified_are_none() -> None:
    short = rsa.generate_private_key(65537, 1024).public_key()  # noqa: S505 - that is the point
    weak = {**jwt.algorithms.RSAAlgorithm.to_jwk(short, as_dict=True), "kid": "k"}
    off_the_curve = {**SIGNER.public, "x": "AA" * 21 + "A"}
    others: list[Any] = [{"kty": "oct", "k": "AAAA"}, {**RSA.public, "use": "enc"}, {}, "k", None]
    for each in (weak, off_the_curve, *others, {**RSA.public, "alg": "RSA-OAEP"}):
        assert usable(each) is None


@pytest.mark.parametrize("algorithm", ["RS256", "PS256", "ES256", "ES384", "EdDSA"])
def test_every_algorithm_verifies_what_it_signs(algorithm: str) -> None:
    assert algorithm in ALGORITHMS
    signer = Signer("k", algorithm)
    made = usable(signer.public)
    assert made
    it = claimed(signer.access(), "access", [Issuer(ISSUER, AUDIENCE, algorithms=(algorithm,))])
    key = chosen(it, [(signer.public, made)])
    assert key
    assert verifying.verified(it, key).claims["sub"] == "ann"
