"""The answers of authenticators, verified: pure functions, by WebAuthn Level 3.

py_webauthn does most of it. What it does not look at stands here: frames of other sites, whether
the public key is one, attestations that nobody asked for, and ids that are too long.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import webauthn
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from webauthn.helpers import (
    base64url_to_bytes,
    bytes_to_base64url,
    decode_credential_public_key,
    decoded_public_key_to_cryptography,
    parse_attestation_object,
)
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import AttestationFormat

from gateway.sessions.refused import Reason, Refused

Credential: TypeAlias = Mapping[str, Any]
"""What `toJSON` of the browser's PublicKeyCredential has made; any JSON object, until verified."""
ALGORITHMS = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
LONGEST_ID = 1023
"""Bytes of a credential's id, by the standard."""
LEAST_RSA_BITS = 2048
REASONS: Mapping[str, Reason] = {
    "Unexpected client data type": Reason.TYPE,
    "Unexpected client data origin": Reason.ORIGIN,
    "Unexpected RP ID hash": Reason.RP_ID,
    "User was not present": Reason.PRESENCE,
    "User presence was required": Reason.PRESENCE,
    "User verification is required": Reason.VERIFICATION,
    "Could not verify authentication signature": Reason.SIGNATURE,
    "id and raw_id were not equivalent": Reason.CREDENTIAL_ID,
    "Unsupported credential public key alg": Reason.KEY,
    "None attestation had unexpected": Reason.ATTESTATION,
}
"""By how py_webauthn begins to say it; whatever else it says is malformed."""


@dataclass(frozen=True, slots=True)
class Site:
    """For what passkeys are: the RP id, a domain, and the origins of pages that may use them."""

    rp_id: str
    origins: Sequence[str]


@dataclass(frozen=True, slots=True)
class Registered:
    """A key that an authenticator has made. Its id and its public key (COSE) are base64url."""

    id: str
    key: str
    count: int
    aaguid: str
    synced: bool


def challenge_of(credential: Credential) -> bytes:
    """Return the challenge that an answer says to be of. Raise Refused if it says none."""
    try:
        told = json.loads(_decoded(credential["response"]["clientDataJSON"]))
        return _decoded(told["challenge"])
    except Exception:  # whatever JSON it is, see `_reason`
        raise Refused(Reason.MALFORMED) from None


def registered(credential: Credential, challenge: bytes, site: Site) -> Registered:
    """Return the key that this answer to creation options has. Raise Refused."""
    _check_frame(credential)
    _check_unattested(credential)
    try:
        made = webauthn.verify_registration_response(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=[*site.origins],
            require_user_verification=True,
            supported_pub_key_algs=ALGORITHMS,
        )
    except Exception as error:
        raise Refused(_reason(error)) from None
    if len(made.credential_id) > LONGEST_ID:
        raise Refused(Reason.CREDENTIAL_ID)
    _check_key(made.credential_public_key)
    return Registered(
        bytes_to_base64url(made.credential_id),
        bytes_to_base64url(made.credential_public_key),
        made.sign_count,
        made.aaguid,
        made.credential_backed_up,
    )


def claimed(credential: Credential) -> tuple[str, str]:
    """Return the ids of the player and of the key that an answer says to be of. Raise Refused.

    The player's id is what the authenticator was given as the user's handle. It is not signed, and
    need not be: what was signed is verified by a key of that player.
    """
    try:
        handle = _decoded(credential["response"]["userHandle"])
        return bytes_to_base64url(handle), bytes_to_base64url(_decoded(credential["id"]))
    except Exception:
        raise Refused(Reason.MALFORMED) from None


def signed(credential: Credential, challenge: bytes, site: Site, key: str) -> int:
    """Return how often an authenticator says to have signed, if this is its answer. Raise Refused.

    Its count is not compared: py_webauthn would lock the owner out once a copy of the key is ahead.
    """
    _check_frame(credential)
    try:
        verified = webauthn.verify_authentication_response(
            credential=dict(credential),
            expected_challenge=challenge,
            expected_rp_id=site.rp_id,
            expected_origin=[*site.origins],
            credential_public_key=base64url_to_bytes(key),
            credential_current_sign_count=0,
            require_user_verification=True,
        )
    except Exception as error:
        raise Refused(_reason(error)) from None
    return verified.new_sign_count


def _check_frame(credential: Credential) -> None:
    """Raise Refused for a page in a frame of another site, which `challenge_of` has read before."""
    told = json.loads(_decoded(credential["response"]["clientDataJSON"]))
    if told.get("crossOrigin", False) is not False or "topOrigin" in told:
        raise Refused(Reason.FRAME)


def _check_unattested(credential: Credential) -> None:
    """Raise Refused for an attestation: none was asked for, and no certificates are looked at."""
    try:
        made = parse_attestation_object(_decoded(credential["response"]["attestationObject"]))
    except Exception as error:
        raise Refused(_reason(error)) from None
    if made.fmt != AttestationFormat.NONE:
        raise Refused(Reason.ATTESTATION)


def _decoded(text: object) -> bytes:
    """Return the bytes of base64url. Raise ValueError; the library would decode a number, too."""
    if not isinstance(text, str):
        raise ValueError("is no text")
    return base64url_to_bytes(text)


def _check_key(key: bytes) -> None:
    """Raise Refused for a public key by which nothing could be verified later, or anything."""
    try:
        public = decoded_public_key_to_cryptography(decode_credential_public_key(key))
    except Exception:  # such as a point that is not on its curve
        raise Refused(Reason.KEY) from None
    if isinstance(public, RSAPublicKey) and public.key_size < LEAST_RSA_BITS:
        raise Refused(Reason.KEY)


def _reason(error: Exception) -> Reason:
    """Return what an error of the library means.

    Callers choose every byte that it parses, so there are also errors that it does not expect: of
    CBOR with 10,000 levels, or of members of other types. None of them may be a 500.
    """
    if isinstance(error, WebAuthnException):
        for beginning, reason in REASONS.items():
            if str(error).startswith(beginning):
                return reason
    return Reason.MALFORMED
