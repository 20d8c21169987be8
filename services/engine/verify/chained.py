"""Files of lines in a chain of hashes: ledgers of ratings, and logs of tournaments."""

import re
from collections.abc import Sequence
from pathlib import Path

from croupier_match.verify.errors import NotAReplay

from engine.verify.fetching import fetch_lines, is_url

HEAD = re.compile("--head=([0-9a-f]{64})")


def given(arguments: Sequence[str]) -> tuple[list[bytes], str]:
    """The lines of the one file or URL that is named, and the hash of the last `--head=`, "" for
    none. Raise NotAReplay."""
    heads = [found[1] for found in map(HEAD.fullmatch, arguments) if found]
    files = [each for each in arguments if not HEAD.fullmatch(each)]
    if len(files) != 1:
        raise NotAReplay("one file or URL is needed.")
    return _read(files[0]).splitlines(), "".join(heads[-1:])


def _read(source: str) -> bytes:
    try:
        return fetch_lines(source) if is_url(source) else Path(source).read_bytes()
    except OSError as error:
        raise NotAReplay(f"it cannot be read ({error.strerror}).") from None
