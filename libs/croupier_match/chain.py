"""The hash chain of a match's log, and the commitment to its seed.

The commitment fixes the seed before the first card, the chain fixes every entry of the log, and
before that the terms of the match, with which it begins. All can be recomputed from a replay.
docs/fairness.md describes them in words.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

try:
    import orjson
except ImportError:  # only slower without
    orjson = None  # type: ignore[assignment]

CACHED = 10_000
"""Matches whose commitment is cached: each version of a match shows it."""
ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


@lru_cache(CACHED)
def commitment(seed: str) -> str:
    """The commitment to a seed: the SHA-256 of its 32 bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def canonical(value: Mapping[str, Any]) -> bytes:
    """The RFC 8785 JSON of a log entry, or of what was agreed.

    They have no fractions, and only ASCII names; for those, the RFC
    requires nothing but sorted keys without white space.
    """
    if orjson is not None:
        with suppress(TypeError):  # a number of more than 64 bits, which only a forged replay has
            return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return ENCODER.encode(value).encode()


def entry_hash(seed: str, prev: str, entry: dict[str, Any]) -> str:
    """The hash of a log entry (without `prev` and `hash`) that follows `prev`.

    Without the salt, a secret with few possible values, such as a hidden donation, could be
    found by trying them all.
    """
    salt = _salted(seed).copy()
    salt.update(f"log:{entry['version']}".encode())
    return hashlib.sha256(bytes.fromhex(prev) + salt.digest() + canonical(entry)).hexdigest()


@lru_cache(CACHED)
def _salted(seed: str) -> hmac.HMAC:
    """The HMAC by a seed, to be copied: its pads, which are half of its work, are made once."""
    return hmac.new(bytes.fromhex(seed), digestmod=hashlib.sha256)
