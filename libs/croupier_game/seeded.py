"""Provably fair chance: a pure function of a match's seed, its id, its seats' entropy and a step.

Steps count from the start of the match.

docs/fairness.md describes the algorithm for implementations in other languages; the two
must agree.
"""

import hashlib
import hmac
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

from croupier_game.chance import Chance

T = TypeVar("T")

CACHED_KEYS = 10_000
WORD_BYTES = 4
WORDS_OF = struct.Struct(">8I").unpack
WORDS = 1 << (8 * WORD_BYTES)

ChanceSource: TypeAlias = Callable[[str, Sequence[str], int, str], Chance]
"""(server seed in hex, entropy of each seat in hex, step, match id) -> the chance of that step."""


def match_key(seed: str, entropy: Sequence[str], match_id: str) -> bytes:
    """The key of all chance of a match: the seed, mixed with its id and each seat's entropy.

    HMAC-SHA256 under the 32 bytes of `seed` over "croupier chance v2", the id and, in
    seat order, each entropy behind one byte that counts its bytes.
    """
    message = f"croupier chance v2{match_id}".encode()
    for part in map(bytes.fromhex, entropy):
        # The count keeps the parts apart: "ab" and "c" would else give the key of "a" and "bc".
        message += bytes([len(part)]) + part
    return hmac.digest(bytes.fromhex(seed), message, hashlib.sha256)


class SeededChance:
    """The chance of one step, drawn from HMAC-SHA256(key, "step:n")."""

    def __init__(self, key: bytes, step: int) -> None:
        self._words = _words(key, step)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`, each equally likely.

        Words above the last whole multiple of `bound` are skipped, so that the
        remainder favours no number.
        """
        # Rejection sampling; the recipe in docs/fairness.md depends on every skipped word.
        limit = WORDS - WORDS % bound
        for word in self._words:
            if word < limit:
                return word % bound
        raise AssertionError("there is always a next word")

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order: Fisher-Yates, from the last place down to the second."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


def seeded_chance(seed: str, entropy: Sequence[str], step: int, match_id: str) -> Chance:
    """The ChanceSource of real matches."""
    return SeededChance(_cached_key(seed, tuple(entropy), match_id), step)


_cached_key = lru_cache(CACHED_KEYS)(match_key)


def _words(key: bytes, step: int) -> Iterator[int]:
    """Big-endian 32-bit words of the blocks n = 0, 1, 2, ..."""
    block = 0
    while True:
        # The step separates the streams: no draw of one step tells anything of the next.
        digest = hmac.digest(key, f"{step}:{block}".encode(), hashlib.sha256)
        yield from WORDS_OF(digest)
        block += 1
