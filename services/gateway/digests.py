"""Digests: what stands for a token in memory and in Redis, neither of which may yield it."""

import hashlib
from typing import NewType

Digest = NewType("Digest", str)


def digest(token: str) -> Digest:
    return Digest(hashlib.sha256(token.encode()).hexdigest())
