"""Response bodies about ways into an account: sessions, passkeys, recovery codes."""

from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from gateway.contract.field_types import Scope, Time
from gateway.contract.player_models import Player
from gateway.contract.response_models import Answer

Base64Url = Annotated[str, WithJsonSchema({"type": "string", "pattern": "^[A-Za-z0-9_-]+$"})]


class RelyingParty(Answer):
    id: str
    name: str


class User(Answer):
    id: Base64Url
    name: str
    display_name: str


class Algorithm(Answer):
    type: Literal["public-key"]
    alg: int


class Descriptor(Answer):
    type: Literal["public-key"]
    id: Base64Url


class Selection(Answer):
    resident_key: Literal["required"]
    require_resident_key: bool = Field(description="True.")
    user_verification: Literal["required"]


class CreationOptions(Answer):
    """`PublicKeyCredentialCreationOptionsJSON` of WebAuthn."""

    rp: RelyingParty
    user: User
    challenge: Base64Url
    pub_key_cred_params: list[Algorithm]
    timeout: int = Field(description="Milliseconds.")
    exclude_credentials: list[Descriptor] = Field(description="The passkeys that you have.")
    authenticator_selection: Selection
    attestation: Literal["none"]


class RequestOptions(Answer):
    """`PublicKeyCredentialRequestOptionsJSON` of WebAuthn."""

    challenge: Base64Url
    timeout: int = Field(description="Milliseconds.")
    rp_id: str
    allow_credentials: list[Descriptor] = Field(description="Empty: any passkey may be used.")
    user_verification: Literal["required"]


class Session(Answer):
    """A session that has begun."""

    id: str
    name: str
    scopes: list[Scope]
    create_time: Time
    expire_time: Time = Field(description="When it ends unless it is used; each use puts that off.")
    token: str = Field(description="Shown this once. Send it as `Authorization: Bearer TOKEN`.")
    player: Player


class Passkey(Answer):
    id: Base64Url
    name: str
    aaguid: str = Field(description="The model of the authenticator, as it says itself.")
    synced: bool = Field(description="Whether its owner's other devices have it as well.")
    create_time: Time
    use_time: Time | None = Field(description="When it was last used to sign in.")
    copy_time: Time | None = Field(
        description="When a copy of it was last used: the count of its uses fell back."
    )


class StoredCode(Answer):
    create_time: Time
    expire_time: Time | None = Field(description="null for good.")


class Identity(Answer):
    """A subject of an OpenID Connect issuer, which opens your account."""

    id: Annotated[str, WithJsonSchema({"type": "string", "pattern": "^[0-9a-f]{64}$"})]
    issuer: str
    create_time: Time


class AccessEvent(Answer):
    time: Time
    event: Literal[
        "passkeyAdded",
        "passkeyCopied",
        "identityAdded",
        "recoveryCodeMade",
        "operatorCodeMade",
        "recovered",
    ]
    name: str | None = Field(description="That of the passkey, or of the identity's issuer.")
    reason: str | None = Field(description="The operator's.")


class Access(Answer):
    """The ways into your account besides tokens."""

    passkeys: list[Passkey] = Field(description="Oldest first.")
    recovery_code: StoredCode | None = Field(description="The code that is good, if there is one.")
    identities: list[Identity] = Field(description="Oldest first.")
    events: list[AccessEvent] = Field(
        description="What has happened to them lately, newest first: show what was not seen yet."
    )


class RecoveryCode(Answer):
    code: str = Field(description="Shown this once.")
    create_time: Time


class RelatedOrigins(Answer):
    origins: list[str]
