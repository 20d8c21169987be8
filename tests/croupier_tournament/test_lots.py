"""Keys that one commitment binds, seals, and lots."""

import hashlib
from itertools import pairwise

from croupier_tournament import lots

SEED = "00" * 32


def test_each_key_is_the_hash_of_the_next() -> None:
    keys = [lots.key(SEED, draw, 5) for draw in range(6)]
    assert keys[5] == SEED
    assert keys[0] == lots.commitment(SEED, 5)
    for last, key in pairwise(keys):
        assert hashlib.sha256(bytes.fromhex(key)).hexdigest() == last
        assert lots.follows(key, last)
    assert not lots.follows(keys[2], keys[0])


def test_every_entropy_changes_every_lot() -> None:
    entropies = ["11" * 32, "22" * 32, "33" * 32]
    mixed = lots.mixed(SEED, entropies)
    others = [
        lots.mixed(SEED, ["11" * 32, "22" * 32, "34" + "33" * 31]),
        lots.mixed(SEED, entropies[:2]),
        lots.mixed(SEED, entropies[::-1]),
        lots.mixed("01" + SEED[2:], entropies),
    ]
    assert len({lots.lot(each, "Ann") for each in (mixed, *others)}) == 5
    assert lots.lot(mixed, "Ann") != lots.lot(mixed, "Bob")


def test_a_seal_is_none_of_a_match() -> None:
    """Else what is revealed at a table would be revealed here as well."""
    entropy = "44" * 32
    match = hashlib.sha256(b"croupier seal v1" + bytes.fromhex(entropy)).hexdigest()
    assert lots.seal_of(entropy) != match


def test_the_vector_of_the_page() -> None:
    mixed = lots.mixed(SEED, ["11" * 32])
    assert lots.commitment(SEED, 1) == hashlib.sha256(bytes(32)).hexdigest()
    assert (
        mixed
        == hashlib.sha256(
            b"croupier tournament keys v1" + bytes(32) + bytes.fromhex("11" * 32)
        ).digest()
    )
