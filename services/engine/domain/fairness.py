"""What lets a player prove afterwards that nothing was changed.

The commitment pins the seed before the first card, the hash chain pins every
entry of the log, and both can be recomputed from a replay. The recipe in words
is `docs/fairness.md`.
"""

import hashlib
import hmac
import json
from typing import Any

import orjson

ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
GENESIS = hashlib.sha256(b"").hexdigest()
"""The `prev` of the first log entry: the SHA-256 of nothing."""


def commitment(seed: str) -> str:
    """SHA-256 over the 32 bytes of the seed, in hex."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def canonical(entry: dict[str, Any]) -> bytes:
    """The RFC 8785 JSON of a log entry.

    Log entries hold no fractions, and their names are ASCII; for such values
    sorted keys without white space are all that the RFC asks for.
    """
    try:
        return orjson.dumps(entry, option=orjson.OPT_SORT_KEYS)
    except TypeError:  # a number of more than 64 bits, which only a forged replay has
        return ENCODER.encode(entry).encode()


def entry_hash(seed: str, prev: str, entry: dict[str, Any]) -> str:
    """The hash of a log entry (without `prev` and `hash`) that follows `prev`.

    The salt keeps a secret with few values, such as a hidden donation, from
    being found by trying them all.
    """
    salt = hmac.digest(bytes.fromhex(seed), f"log:{entry['version']}".encode(), hashlib.sha256)
    return hashlib.sha256(bytes.fromhex(prev) + salt + canonical(entry)).hexdigest()
