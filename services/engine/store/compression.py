"""Compression of stored matches and log entries, to a quarter of their JSON.

JSON is compressed with a dictionary, a text that has much of it already. Stored bytes begin
with a number that names the method, so a dictionary is never changed or removed; a better
one is another file with the next number. Plain JSON and zlib's output can be read, too:
earlier releases stored them.

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

PLAIN, DEFLATED, NUMBER, LATER, UNDONE = b"{", b"\x01", b"\x02", b"\x03", b"\x04"
"""First bytes: plain JSON, zlib, and zstd with dictionary 1, which is what is written now. The
last two are the same once more, for what engines must not read that know only recipe 1, or no
undo."""
READABLE = (PLAIN, DEFLATED, NUMBER, LATER, UNDONE)
"""The first bytes of all that this release can decompress."""
DICTIONARY = files("engine.store").joinpath("dictionary-1.bin").read_bytes()
"""Stored matches and entries of all games, the most played last, where zstd refers cheapest."""
LEVEL, WINDOW = -1, -13
"""zstd's fast level; zlib's window."""

_PREPARED = ZstdCompressionDict(DICTIONARY, dict_type=DICT_TYPE_RAWCONTENT)
_PREPARED.precompute_compress(level=LEVEL)
_PARAMETERS = ZstdCompressionParameters.from_level(
    # Without magic number, checksum and dictionary id: they would be a third of a log entry.
    LEVEL,
    format=FORMAT_ZSTD1_MAGICLESS,
    write_checksum=False,
    write_dict_id=False,
)


class Codecs(threading.local):
    """zstd's compressor and decompressor, which threads must not share."""

    def __init__(self) -> None:
        self.pack = ZstdCompressor(dict_data=_PREPARED, compression_params=_PARAMETERS).compress
        unpacker = ZstdDecompressor(dict_data=_PREPARED, format=FORMAT_ZSTD1_MAGICLESS)
        self.unpack = unpacker.decompress


_CODECS = Codecs()


def pack(json: bytes, number: bytes = NUMBER) -> bytes:
    """Compress the JSON of an object; `number` is NUMBER, LATER or UNDONE."""
    return number + _CODECS.pack(json)


def unpack(stored: bytes) -> bytes:
    """Decompress stored bytes. Raise ValueError if they are damaged or of a later release."""
    if stored.startswith(PLAIN):
        return stored
    # A view, so that the rest is not copied only to leave out its first byte.
    packed = memoryview(stored)[1:]
    try:
        if stored.startswith((NUMBER, LATER, UNDONE)):
            return _CODECS.unpack(packed)
        if stored.startswith(DEFLATED):
            return zlib.decompressobj(WINDOW, DICTIONARY).decompress(packed)
    except (ZstdError, zlib.error) as error:
        raise ValueError("What was stored here is damaged.") from error
    raise ValueError("A later engine has stored this.")
