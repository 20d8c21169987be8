"""Request bodies about ways into an account."""

import json
from base64 import urlsafe_b64encode
from typing import Annotated, Any

from openid.verifying import MAX_BYTES
from pydantic import Field, WithJsonSchema, model_validator

from gateway.contract.request_models import Body, Name, exactly_one
from gateway.sessions.linked_identities import Shown

MAX_CODE = 64

Credential = Annotated[
    dict[str, Any],
    Field(description="What `toJSON` of the browser's `PublicKeyCredential` has made."),
    WithJsonSchema({"type": "object"}),
]


IdToken = Annotated[str, Field(max_length=MAX_BYTES)]
Nonce = Annotated[
    str,
    Field(
        max_length=256,
        description="As it stood in the request to the issuer, if there was one: the token must "
        "have the same.",
    ),
]

KEY_ID = "Dt7vB0Xn8QxH3pC9kVYb2w"
CHALLENGE = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"


def _client_data(kind: str) -> str:
    told = {"type": kind, "challenge": CHALLENGE, "origin": "http://localhost:8080"}
    return urlsafe_b64encode(json.dumps(told).encode()).decode().rstrip("=")


def _credential(**response: str) -> dict[str, Any]:
    return {"id": KEY_ID, "rawId": KEY_ID, "type": "public-key", "response": response}


A_NEW_KEY = _credential(
    clientDataJSON=_client_data("webauthn.create"), attestationObject="o2NmbXRkbm9uZQ..."
)
"""What an authenticator answers to creation options, shortened."""
A_KEY = _credential(
    clientDataJSON=_client_data("webauthn.get"),
    authenticatorData="SZYN5YgOjGh0NBcP...",
    signature="MEUCIQDx...",
    userHandle="A" * 22,
)
"""The same of request options."""
AN_ID_TOKEN = ".".join(
    ("eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ", "eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUifQ", "c2ln")
)
"""An ID token of nobody, shortened."""


class NewPasskey(Body):
    name: Name = Field("passkey", description="Such as the name of the device.")
    credential: Credential


class PasskeyChange(Body):
    name: Name


class NewIdentity(Body):
    id_token: IdToken
    nonce: Nonce | None = None


class NewSession(Body):
    """Exactly one way in."""

    model_config = exactly_one(
        passkey=["recoveryCode", "idToken", "nonce"],
        recoveryCode=["passkey", "idToken", "nonce"],
        idToken=["passkey", "recoveryCode"],
    )
    passkey: Credential | None = Field(
        None, description="What `toJSON` of the browser's `PublicKeyCredential` has made."
    )
    recovery_code: Annotated[str, Field(max_length=MAX_CODE)] | None = Field(
        None, description="As it was printed. Case, hyphens and spaces mean nothing."
    )
    id_token: IdToken | None = Field(None, description="Of an issuer that `/v1/about` names.")
    nonce: Nonce | None = None
    name: Name = Field("signed in", description="Of the token, such as that of the device.")

    @model_validator(mode="after")
    def _one_way(self) -> "NewSession":
        ways = (self.passkey, self.recovery_code, self.id_token)
        if sum(each is not None for each in ways) != 1:
            raise ValueError("must have exactly one of passkey, recoveryCode and idToken")
        if self.nonce is not None and self.id_token is None:
            raise ValueError("must have nonce with idToken only")
        return self

    @property
    def way(self) -> tuple[str, Any]:
        """The member that is there, and what it has."""
        if self.passkey is not None:
            return "passkey", self.passkey
        if self.id_token is not None:
            return "idToken", Shown(self.id_token, self.nonce)
        return "recoveryCode", self.recovery_code
