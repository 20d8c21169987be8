"""The verifier's two errors, and how their sentences quote the file."""

import json
from typing import Any

MAX_QUOTE = 80
"""Characters of a value from the file that are printed."""


class NotAReplay(Exception):
    """The file is not a replay that this verifier can check; the message says why."""


class NotInstalled(NotAReplay):
    """The package of the game is not installed here, or not with the rules of the match."""


class Refuted(Exception):
    """The replay contradicts itself or the rules; the message is the sentence to print."""


def must(holds: bool, sentence: str) -> None:
    """Raise Refuted with the sentence unless the condition holds."""
    if not holds:
        raise Refuted(sentence)


def quote(value: Any) -> str:
    """A value of the file as JSON, in ASCII, cut if it is long."""
    text = json.dumps(value)
    return text if len(text) <= MAX_QUOTE else f"{text[:MAX_QUOTE]}..."


def printable(text: str) -> str:
    """A text of the file with escapes for all that would move a terminal's cursor."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
