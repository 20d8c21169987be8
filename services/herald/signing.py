"""Signatures of what is sent, by Standard Webhooks 1.0: https://www.standardwebhooks.com."""

import hashlib
import hmac
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence

PREFIX = "whsec_"


def headers(message_id: str, at_s: int, body: bytes, secrets: Sequence[str]) -> Mapping[str, str]:
    """Return the headers of a message that is sent at this time: its id, the time, the signatures.

    There is a signature for each secret, since one may be about to replace another.
    """
    signed = b"%s.%d.%s" % (message_id.encode(), at_s, body)
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(at_s),
        "webhook-signature": " ".join(f"v1,{_signature(each, signed)}" for each in secrets),
    }


def message_id(hook_id: str, subject: str, version: int, kind: str) -> str:
    """Return the id of a message. It is the same whenever the same is told to the same hook."""
    told = "\n".join((hook_id, subject, str(version), kind))
    return f"msg_{hashlib.sha256(told.encode()).hexdigest()[:32]}"


def _signature(secret: str, signed: bytes) -> str:
    key = b64decode(secret.removeprefix(PREFIX))
    return b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
