"""An authenticator in software, which can be told to lie.

It answers the options of the service as a browser with a device would; what a test names besides
stands in place of the truth.
"""

import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

Json = dict[str, Any]

ES256, EDDSA, RS256 = -7, -8, -257
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40
RP, ORIGIN = "localhost", "http://localhost:8080"


class Authenticator:
    """One with one key, of an algorithm."""

    def __init__(self, algorithm: int = ES256, origin: str = ORIGIN) -> None:
        self.algorithm, self.origin = algorithm, origin
        self.key_id, self.count, self.user = secrets.token_bytes(32), 0, b""
        self._key: Any = _key(algorithm)

    @property
    def id(self) -> str:
        return bytes_to_base64url(self.key_id)

    def public_key(self) -> bytes:
        """The public key as COSE."""
        public = self._key.public_key()
        if self.algorithm == EDDSA:
            raw = public.public_bytes(Encoding.Raw, PublicFormat.Raw)
            return cbor2.dumps({1: 1, 3: EDDSA, -1: 6, -2: raw})
        numbers = public.public_numbers()
        if self.algorithm == RS256:
            n, e = numbers.n.to_bytes(256, "big"), numbers.e.to_bytes(3, "big")
            return cbor2.dumps({1: 3, 3: RS256, -1: n, -2: e})
        x, y = (each.to_bytes(32, "big") for each in (numbers.x, numbers.y))
        return cbor2.dumps({1: 2, 3: ES256, -1: 1, -2: x, -3: y})

    def create(self, options: Json, **lies: Any) -> Json:
        """The answer to creation options."""
        self.user = base64url_to_bytes(options["user"]["id"])
        key_id = lies.get("key_id", self.key_id)
        data = self._data(PRESENT | VERIFIED | ATTESTED, lies) + bytes(16)
        data += len(key_id).to_bytes(2, "big") + key_id + lies.get("public_key", self.public_key())
        made = {"fmt": lies.get("fmt", "none"), "attStmt": lies.get("stmt", {}), "authData": data}
        attested = lies.get("attested", cbor2.dumps(made))
        client = self._client("webauthn.create", options, lies)
        return _credential(key_id, lies, clientDataJSON=client, attestationObject=attested)

    def get(self, options: Json, **lies: Any) -> Json:
        """The answer to request options."""
        self.count += 1
        client, data = (
            self._client("webauthn.get", options, lies),
            self._data(PRESENT | VERIFIED, lies),
        )
        signature = lies.get("signature", self._signed(data + hashlib.sha256(client).digest()))
        return _credential(
            lies.get("key_id", self.key_id),
            lies,
            clientDataJSON=lies.get("swapped", client),
            authenticatorData=data,
            signature=signature,
            userHandle=lies.get("user", self.user),
        )

    def _client(self, kind: str, options: Json, lies: Json) -> bytes:
        told = {
            "type": lies.get("type", kind),
            "challenge": lies.get("challenge", options["challenge"]),
            "origin": lies.get("origin", self.origin),
            "crossOrigin": lies.get("cross_origin", False),
            **lies.get("told", {}),
        }
        return json.dumps(told).encode()

    def _data(self, flags: int, lies: Json) -> bytes:
        rp_hash = hashlib.sha256(lies.get("rp", RP).encode()).digest()
        count = lies.get("count", self.count)
        return rp_hash + bytes([lies.get("flags", flags)]) + int(count).to_bytes(4, "big")

    def _signed(self, data: bytes) -> bytes:
        if self.algorithm == EDDSA:
            return bytes(self._key.sign(data))
        if self.algorithm == RS256:
            return bytes(self._key.sign(data, padding.PKCS1v15(), hashes.SHA256()))
        return bytes(self._key.sign(data, ec.ECDSA(hashes.SHA256())))


def _key(algorithm: int) -> Any:
    if algorithm == EDDSA:
        return ed25519.Ed25519PrivateKey.generate()
    if algorithm == RS256:
        return rsa.generate_private_key(65537, 2048)
    return ec.generate_private_key(ec.SECP256R1())


def _credential(key_id: bytes, lies: Json, **response: bytes | None) -> Json:
    return {
        "id": bytes_to_base64url(key_id),
        "rawId": bytes_to_base64url(lies.get("raw_id", key_id)),
        "type": lies.get("kind", "public-key"),
        "response": {
            name: bytes_to_base64url(each) for name, each in response.items() if each is not None
        },
    }
