"""An issuer of OpenID Connect in a test's own hands, which can also lie."""

import json
import time
from pathlib import Path
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm
from redislink.oidc import KEPT_S, Issuer, keys_of

ISSUER, AUDIENCE, CLIENT = "https://id.example.com", "croupier", "table"
MAKERS: dict[str, tuple[Any, Any]] = {
    "RS256": (lambda: rsa.generate_private_key(65537, 2048), RSAAlgorithm),
    "PS256": (lambda: rsa.generate_private_key(65537, 2048), RSAAlgorithm),
    "ES256": (lambda: ec.generate_private_key(ec.SECP256R1()), ECAlgorithm),
    "ES384": (lambda: ec.generate_private_key(ec.SECP384R1()), ECAlgorithm),
    "EdDSA": (ed25519.Ed25519PrivateKey.generate, OKPAlgorithm),
}
SHARED = "https://shared.example.com"
"""The issuer that the service has which tests share; SHARED_SIGNER signs its tokens."""


class Signer:
    """A key of an issuer."""

    def __init__(self, key_id: str = "k1", algorithm: str = "ES256") -> None:
        make, self._shown = MAKERS[algorithm]
        self.id, self.algorithm, self.key = key_id, algorithm, make()

    @property
    def public(self) -> dict[str, Any]:
        shown: dict[str, Any] = self._shown.to_jwk(self.key.public_key(), as_dict=True)
        return {**shown, "kid": self.id, "use": "sig", "alg": self.algorithm}

    def token(self, claims: dict[str, Any], typ: str | None = "at+jwt", **header: Any) -> str:
        return jwt.encode(
            claims,
            self.key,
            header.pop("alg", self.algorithm),
            headers={"typ": typ, "kid": self.id, **header},
        )

    def access(self, subject: str = "ann", **more: Any) -> str:
        """An access token that is good."""
        return self.token(claims(subject, **more))

    def id_token(self, subject: str = "ann", **more: Any) -> str:
        """An ID token that is good."""
        return self.token(claims(subject, **{"aud": CLIENT, **more}), typ="JWT")


SHARED_SIGNER = Signer()


def shared_id_token(subject: str) -> str:
    """An ID token of the issuer that all tests share."""
    return SHARED_SIGNER.id_token(subject, iss=SHARED)


def claims(subject: str = "ann", **more: Any) -> dict[str, Any]:
    """Those of an access token; what is None is left out."""
    now = int(time.time())
    told = {"iss": ISSUER, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + 600, **more}
    return {name: each for name, each in told.items() if each is not None}


def issuers_file(folder: Path, *more: dict[str, Any], **members: Any) -> str:
    """The path of a file with this issuer and others."""
    ours = {"issuer": ISSUER, "audience": AUDIENCE, "clientId": CLIENT, **members}
    path = folder / "issuers.json"
    path.write_text(json.dumps([ours, *more]))
    return str(path)


def publish(redis: Any, *signers: Signer, issuer: str = ISSUER, age_s: float = 0) -> None:
    """Store the public keys as a herald does that has just fetched them, or `age_s` ago."""
    fetched = int((time.time() - age_s) * 1000)
    stored = {"fetchTime": fetched, "keys": [each.public for each in signers]}
    redis.set(keys_of(Issuer(issuer).hash), json.dumps(stored), ex=KEPT_S)
