"""Seals as a player makes them."""

import hashlib

ENTROPY = ("00" * 32, "01" * 32)
"""The entropy of two seats, by seat."""


def seal_of(entropy: str) -> str:
    """The seal of 32 bytes, both in hex."""
    return hashlib.sha256(b"croupier seal v1" + bytes.fromhex(entropy)).hexdigest()


SEALS = tuple(map(seal_of, ENTROPY))
