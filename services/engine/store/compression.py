"""What is stored of a match, in a quarter of the bytes.

JSON is compressed with a dictionary: a text in which much of it stands already. What is
stored begins with a number that says how, so a dictionary is never changed or taken away;
a better one is another file with the next number. Plain JSON can be read, too, and what
zlib made of it: so it was stored once.

Measured on Lost Cities in mid-game: a match of 1,496 bytes takes 321, an entry of the log
37 instead of 122, for some 6 and 2 microseconds (docs/decisions/0016-packed.md).
"""

import threading
import zlib
from importlib.resources import files

from zstandard import (
    DICT_TYPE_RAWCONTENT,
    FORMAT_ZSTD1_MAGICLESS,
    ZstdCompressionDict,
    ZstdCompressionParameters,
    ZstdCompressor,
    ZstdDecompressor,
    ZstdError,
)

PLAIN, DEFLATED, NUMBER = b"{", b"\x01", b"\x02"
DICTIONARY = files("engine.store").joinpath("dictionary-1.bin").read_bytes()
"""Stored matches and entries of all games, those that are played most at the end."""
LEVEL, WINDOW = -1, -13
"""zstd's fast level; zlib's window."""

_PREPARED = ZstdCompressionDict(DICTIONARY, dict_type=DICT_TYPE_RAWCONTENT)
_PREPARED.precompute_compress(level=LEVEL)
_PARAMETERS = ZstdCompressionParameters.from_level(
    LEVEL, format=FORMAT_ZSTD1_MAGICLESS, write_checksum=False, write_dict_id=False
)


class Tools(threading.local):
    """zstd's, of which each thread needs its own."""

    def __init__(self) -> None:
        self.pack = ZstdCompressor(dict_data=_PREPARED, compression_params=_PARAMETERS).compress
        unpacker = ZstdDecompressor(dict_data=_PREPARED, format=FORMAT_ZSTD1_MAGICLESS)
        self.unpack = unpacker.decompress


_TOOLS = Tools()


def pack(json: bytes) -> bytes:
    """The JSON of an object, smaller."""
    return NUMBER + _TOOLS.pack(json)


def unpack(stored: bytes) -> bytes:
    """What was packed; ValueError if it was not, or in a way that only a later engine knows."""
    if stored.startswith(PLAIN):
        return stored
    packed = memoryview(stored)[1:]
    try:
        if stored.startswith(NUMBER):
            return _TOOLS.unpack(packed)
        if stored.startswith(DEFLATED):
            return zlib.decompressobj(WINDOW, DICTIONARY).decompress(packed)
    except (ZstdError, zlib.error) as error:
        raise ValueError("What was stored here is damaged.") from error
    raise ValueError("A later engine has stored this.")
