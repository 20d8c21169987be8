"""A file with secrets in it."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

OWNER_ONLY = 0o600
STANDARD = Path("-")
"""Standard output, or input: for where no file can be written."""


@contextmanager
def private_file(path: Path) -> Iterator[TextIO]:
    """A new file that only its owner may read; gone again if the block fails.

    STANDARD is none: who reads there has to see to it. Raise FileExistsError, or another OSError.
    """
    if path == STANDARD:
        yield sys.stdout
        sys.stdout.flush()
        return
    with _opened(path) as file:
        try:
            yield file
        except BaseException:
            path.unlink()
            raise


def read(path: Path) -> bytes:
    """All that is there. Raise OSError."""
    return sys.stdin.buffer.read() if path == STANDARD else path.read_bytes()


def _opened(path: Path) -> TextIO:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    return os.fdopen(descriptor, "w", encoding="utf-8")
