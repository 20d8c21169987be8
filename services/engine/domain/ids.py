"""Ids, seeds and invite codes: random ones, and such that follow from a key or a code."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

CODE_SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The symbols of invite codes, Crockford's: without I, L and O, which look like others, and U."""
CODE_LENGTH = 10
"""How many symbols an invite code has: 50 bits, which somebody can type."""


def random_seed() -> str:
    """32 bytes from the operating system, in hex."""
    return secrets.token_hex(32)


def random_id() -> str:
    """22 characters of base64url: 128 random bits."""
    # Unguessable: a private match is protected by its id as well.
    return secrets.token_urlsafe(16)


def match_id_for_key(key: str, player_id: str, secret: str) -> str:
    """The id of the match that a player creates under an idempotency key."""
    return derived_id("create", player_id, key, secret=secret)


def random_code() -> str:
    """An invite code of the operating system's random bits."""
    return _code(random_id())


def code_for_key(key: str, player_id: str, secret: str, label: str = "code") -> str:
    """The invite code of the private match that a player creates under an idempotency key.

    What else has codes has a `label` of its own: a code of a match finds it.
    """
    return _code(derived_id(label, player_id, key, secret=secret))


def match_id_for_code(code: str, secret: str) -> str:
    """The id of the private match that is created with an invite code.

    So a code finds its match without an index, and lives exactly as long.
    """
    return derived_id("invited", code, secret=secret)


def ticket_id_for_key(key: str, player_id: str, secret: str) -> str:
    """The id of the ticket that a player creates under an idempotency key."""
    return derived_id("ticket", player_id, key, secret=secret)


def _code(text: str) -> str:
    """The invite code that follows from a text, in two groups: `K7QF2-M9PTX`."""
    digest = hashlib.sha256(text.encode()).digest()
    symbols = "".join(CODE_SYMBOLS[byte % 32] for byte in digest[:CODE_LENGTH])
    return f"{symbols[: CODE_LENGTH // 2]}-{symbols[CODE_LENGTH // 2 :]}"


def derived_id(*parts: str, secret: str = "") -> str:
    """An id of the form of `random_id` that follows from `parts`: their SHA-256, shortened.

    With a `secret` it is their HMAC-SHA256, so that nobody else can compute it.
    """
    # NUL separates the parts, since no part can have one.
    text = "\0".join(parts).encode()
    sha256 = hmac.new(secret.encode(), text, hashlib.sha256) if secret else hashlib.sha256(text)
    return urlsafe_b64encode(sha256.digest()[:16]).decode().rstrip("=")
