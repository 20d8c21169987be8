"""The lines of a ledger, and the chain of their hashes."""

import hashlib
import json
from typing import Any

LABEL = "croupier ratings v1\0"
ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def line(entry: dict[str, Any]) -> bytes:
    """The line of an entry: its RFC 8785 JSON.

    It has integers and ASCII only; for those, the RFC requires nothing but sorted names without
    white space.
    """
    return ENCODER.encode(entry).encode()


def hash_of(written: bytes) -> str:
    """What the next entry has as its `prev`: the SHA-256 of the line, in hex."""
    return hashlib.sha256(written).hexdigest()


def genesis(pool: str) -> str:
    """The `prev` of the first entry, by which no ledger passes for that of another pool."""
    return hash_of((LABEL + pool).encode())
