"""What is stored can be read again, whoever stored it."""

import re
import zlib
from pathlib import Path

import pytest
from engine.store.compression import DICTIONARY, LATER, WINDOW, pack, unpack

from tests.support.stored_matches import STORED, file_id

every_match = pytest.mark.parametrize("path", STORED, ids=file_id)


def deflated(text: bytes) -> bytes:
    """As the first engines packed it."""
    packer = zlib.compressobj(2, zlib.DEFLATED, WINDOW, 5, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)
    return b"\x01" + packer.compress(text) + packer.flush()


@every_match
def test_a_match_takes_a_third_of_its_bytes_at_most(path: Path) -> None:
    """Beyond seals and entropy, which are random: half of their hex."""
    text = path.read_bytes()
    packed = pack(text)
    assert unpack(packed) == text
    noise = 32 * len(re.findall(rb'"(?:seal|entropy)":"[0-9a-f]{64}"', text))
    assert (len(packed) - noise) * 3 < len(text) - 2 * noise


@every_match
def test_what_earlier_engines_stored_can_be_read(path: Path) -> None:
    text = path.read_bytes()
    assert unpack(deflated(text)) == unpack(text) == text


@every_match
def test_what_engines_of_recipe_1_must_not_read_is_packed_the_same_but_for_the_number(
    path: Path,
) -> None:
    text = path.read_bytes()
    packed = pack(text, LATER)
    assert (packed[:1], packed[1:]) == (b"\x03", pack(text)[1:])
    assert unpack(packed) == text


@pytest.mark.parametrize(
    "damaged", [b"", b"\x04{}", b"\x03{}", b"\x01\xff\xff", b"\x02", b"\x02{}"]
)
def test_anything_else_is_told_apart(damaged: bytes) -> None:
    with pytest.raises(ValueError, match=r"damaged|later engine"):
        unpack(damaged)
