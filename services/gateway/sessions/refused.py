"""Why a way into an account was refused: for the log and the metrics, and for nobody else."""

from enum import StrEnum


class Reason(StrEnum):
    """What was wrong with the answer of an authenticator, or with a code."""

    MALFORMED = "malformed"
    CHALLENGE = "challenge"
    """It was never made, was used, has expired, or was made for something or somebody else."""
    TYPE = "type"
    ORIGIN = "origin"
    FRAME = "frame"
    RP_ID = "rpId"
    PRESENCE = "presence"
    VERIFICATION = "verification"
    SIGNATURE = "signature"
    KEY = "key"
    """A public key that cannot verify anything, or is too weak."""
    ATTESTATION = "attestation"
    """Something was attested, though nothing was asked for."""
    CREDENTIAL_ID = "credentialId"
    UNKNOWN = "unknown"
    """The account has no such key (any more), or there is no such account."""
    CODE = "code"
    """A recovery code that is not good (any more)."""
    ID_TOKEN = "idToken"  # noqa: S105 - a reason
    IDENTITY = "identity"
    """A subject that has no account, of an issuer that makes none."""


class Refused(Exception):
    """The refusal, with its reason; `detail` is what the caller is told, if that is special."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail
