"""A file with secrets in it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

OWNER_ONLY = 0o600


@contextmanager
def private_file(path: Path) -> Iterator[TextIO]:
    """A new file that only its owner may read; gone again if the block fails.

    Raise FileExistsError, or another OSError.
    """
    with _opened(path) as file:
        try:
            yield file
        except BaseException:
            path.unlink()
            raise


def _opened(path: Path) -> TextIO:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
    return os.fdopen(descriptor, "w", encoding="utf-8")
