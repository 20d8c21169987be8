"""The lines of a tournament's log, and the chain of their hashes."""

import hashlib
import json
from typing import Any

LABEL = "croupier tournament v1\0"
ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(value: Any) -> bytes:
    """The RFC 8785 JSON of a value that has integers as its only numbers, and ASCII names."""
    return ENCODER.encode(value).encode()


def hash_of(line: bytes) -> str:
    """What the next entry has as its `prev`: the SHA-256 of the line, in hex."""
    return hashlib.sha256(line).hexdigest()


def genesis(tournament: str) -> str:
    """The `prev` of the first entry, by which no log passes for that of another tournament."""
    return hash_of((LABEL + tournament).encode())
