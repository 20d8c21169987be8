"""Web Push: messages that their browser alone can read (RFC 8291), signed by us (RFC 8292)."""

import json
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
RECORD = 4096
"""The size of a record, of which there is one."""
LAST = b"\x02"
"""What ends the last record."""
TOKEN_S = 12 * 60 * 60
"""For how long a signature holds; a day is the most that services take."""
LIFE_S = 24 * 60 * 60
"""For how long a service keeps a message for a browser that is away."""


class PushKey:
    """The key by which push services know us, whoever runs this installation."""

    def __init__(self, private: ec.EllipticCurvePrivateKey, contact: str) -> None:
        """`contact` is whom they may write to: `mailto:...` or `https://...`."""
        self._private, self._contact = private, contact
        self.public = encoded(_point(private.public_key()))
        """The public key as browsers take it."""

    @classmethod
    def load(cls, pem: bytes, contact: str) -> "PushKey":
        """Return the key of a file. Raise ValueError unless it is one of P-256."""
        key = serialization.load_pem_private_key(pem, None)
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != CURVE.name:
            raise ValueError("must be a private key of P-256, PEM")
        return cls(key, contact)

    def headers(self, origin: str, topic: str, now_s: int) -> Mapping[str, str]:
        """Return the headers of a message to the service of this origin.

        A newer message of a topic takes the place of one that waits there.
        """
        claims = {"aud": origin, "exp": now_s + TOKEN_S, "sub": self._contact}
        signed = ".".join(
            encoded(json.dumps(each, separators=(",", ":")).encode())
            for each in ({"typ": "JWT", "alg": "ES256"}, claims)
        )
        pair = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = encoded(b"".join(each.to_bytes(32, "big") for each in pair))
        return {
            "Authorization": f"vapid t={signed}.{signature}, k={self.public}",
            "Content-Encoding": "aes128gcm",
            "TTL": str(LIFE_S),
            "Topic": topic[:32],
            "Urgency": "high",
        }


def encrypted(
    text: bytes,
    browser: str,
    secret: str,
    salt: bytes = b"",
    own: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """Return the body of a message for the browser with these keys, `p256dh` and `auth`.

    Salt and key of our own are new for each message; those given are the RFC's. Raise ValueError
    for keys that are none.
    """
    salt, own = salt or os.urandom(16), own or ec.generate_private_key(CURVE)
    point, ours = decoded(browser), _point(own.public_key())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    key_info = b"WebPush: info\x00" + point + ours
    material = _derived(decoded(secret), own.exchange(ec.ECDH(), theirs), key_info, 32)
    key = _derived(salt, material, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = _derived(salt, material, b"Content-Encoding: nonce\x00", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(key).encrypt(nonce, text + LAST, None)


def encoded(data: bytes) -> str:
    """Return data in base64url without padding."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """Return the data of base64url, with padding or without. Raise ValueError for other text."""
    return urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def _derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    point = serialization.PublicFormat.UncompressedPoint
    return key.public_bytes(serialization.Encoding.X962, point)
