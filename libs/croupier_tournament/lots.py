"""Lots that nobody chooses: keys that one commitment binds, mixed with entropy of the players.

The maker's server draws a seed. Hashed again and again, it gives a chain of keys, of which the last
hash is published: the commitment. Keys are revealed in the opposite order, one for each *draw*, so
anybody can check that each is the one that was bound, and nobody can compute the next.

A player's seal is the SHA-256 of 32 bytes that only the player knows, and that are revealed in the
check-in. docs/pairings.md says what follows from that.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable
from typing import TypeAlias

KEY_LABEL = b"croupier tournament keys v1"
SEAL_LABEL = b"croupier tournament seal v1"
HEX = re.compile("[0-9a-f]{64}")
BYTES = 32
"""Of a key, and of a hash."""

Key: TypeAlias = str
"""32 bytes in hex."""
Lot: TypeAlias = bytes
"""Lots are compared as they are: the least one comes first."""


def key(seed: str, draw: int, draws: int) -> Key:
    """The key of a draw, from 1 to `draws`; that of 0 is the commitment."""
    value = bytes.fromhex(seed)
    for _ in range(draws - draw):
        value = hashlib.sha256(value).digest()
    return value.hex()


class Chain:
    """All keys of a seed, computed at once: for many, `key` would hash anew for each."""

    def __init__(self, seed: str, draws: int) -> None:
        """The keys of the draws up to `draws`."""
        value = bytes.fromhex(seed)
        hashes = [value]
        for _ in range(draws):
            value = hashlib.sha256(value).digest()
            hashes.append(value)
        self._keys = b"".join(hashes)
        self._draws = draws

    def key(self, draw: int) -> Key:
        """The key of a draw, from 1 on; that of 0 is the commitment."""
        at = BYTES * (self._draws - draw)
        return self._keys[at : at + BYTES].hex()


def commitment(seed: str, draws: int) -> Key:
    """What binds all keys."""
    return key(seed, 0, draws)


def follows(key: Key, last: Key) -> bool:
    """Whether this is the key after the last one, or the first one after the commitment."""
    return hashlib.sha256(bytes.fromhex(key)).hexdigest() == last


def seal_of(entropy: str) -> str:
    """The seal of a player's entropy, both in hex."""
    return hashlib.sha256(SEAL_LABEL + bytes.fromhex(entropy)).hexdigest()


def mixed(key: Key, entropies: Iterable[str]) -> bytes:
    """The key mixed with all entropy that was revealed, in the order of registration."""
    return hashlib.sha256(
        KEY_LABEL + bytes.fromhex(key) + bytes.fromhex("".join(entropies))
    ).digest()


def lot(mixed: bytes, player: str) -> Lot:
    """The lot of a player in a draw."""
    return hmac.digest(mixed, player.encode(), hashlib.sha256)
