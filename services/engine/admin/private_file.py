"""Files for secrets, which only their owner may read."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

OWNER_ONLY = 0o600
STANDARD = Path("-")
"""Standard output, or input, for systems on which no file can be written."""


@contextmanager
def private_file(path: Path) -> Iterator[TextIO]:
    """A new file that only its owner may read; removed if the block fails.

    Standard output has no such protection. Raise FileExistsError, or another OSError.
    """
    if path == STANDARD:
        yield sys.stdout
        sys.stdout.flush()
        return
    with _create(path) as file:
        try:
            yield file
        except BaseException:
            path.unlink()
            raise


def read(path: Path) -> bytes:
    """The whole content. Raise OSError."""
    return sys.stdin.buffer.read() if path == STANDARD else path.read_bytes()


def _create(path: Path) -> TextIO:
    # O_EXCL: an existing file could be readable for others, or be a link to elsewhere.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    return os.fdopen(descriptor, "w", encoding="utf-8")
