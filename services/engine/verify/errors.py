"""The two ways to say no, and how a sentence quotes what the file says."""

import json
from typing import Any

SHOWN = 80
"""How much of a value from the file is printed."""


class NotAReplay(Exception):
    """The file is not one that can be checked; `str(error)` says why."""


class Refuted(Exception):
    """Something in the replay cannot be so; `str(error)` is the sentence."""


def must(holds: bool, sentence: str) -> None:
    if not holds:
        raise Refuted(sentence)


def show(value: Any) -> str:
    """A value of the file as JSON, in ASCII, cut when it is long."""
    text = json.dumps(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def printable(text: str) -> str:
    """A text of the file without anything that would move a terminal's cursor."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
