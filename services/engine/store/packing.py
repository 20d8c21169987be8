"""What is stored of a match, in a quarter of the bytes.

JSON is deflated with a dictionary: a text in which much of it stands already. What is
stored begins with the number of its dictionary, so a dictionary is never changed or
taken away; a better one is another file with the next number. Plain JSON can be read, too:
so it was stored once.

Measured on Lost Cities in mid-game: a match of 1,521 bytes takes 363, an entry of the log
33 instead of 122, for some 10 and 4 microseconds (docs/performance.md).
"""

import zlib
from importlib.resources import files

PLAIN = b"{"
NUMBER = b"\x01"
DICTIONARY = files("engine.store").joinpath("dictionary-1.bin").read_bytes()
"""Stored matches and entries of all games, those that are played most at the end."""
LEVEL, WINDOW, MEMORY = 2, -13, 5
"""zlib's. A window of 8 KiB holds dictionary and match; more memory only costs time."""

_EMPTY = zlib.compressobj(LEVEL, zlib.DEFLATED, WINDOW, MEMORY, zlib.Z_DEFAULT_STRATEGY, DICTIONARY)


def pack(json: bytes) -> bytes:
    """The JSON of an object, smaller."""
    packer = _EMPTY.copy()
    return NUMBER + packer.compress(json) + packer.flush()


def unpack(stored: bytes) -> bytes:
    """What was packed; ValueError if it was packed in a way that only a later engine knows."""
    if stored.startswith(PLAIN):
        return stored
    if not stored.startswith(NUMBER):
        raise ValueError("A later engine has stored this.")
    return zlib.decompressobj(WINDOW, DICTIONARY).decompress(stored[1:])
