"""A line of a log as bytes: JSON of one form only, so that its hash has one meaning."""

import json
import re
from typing import Any

from croupier_tournament import chain
from croupier_tournament.verify.findings import Rule, Says

TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
NAME = re.compile(TEXT.pattern + ":", re.DOTALL)
BRACKET = re.compile(r"[][{}]")
DIGITS = re.compile(r"-?[0-9][0-9.eE+-]*")
INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
MOST_INTEGER = 2**53 - 1
"""JSON's numbers are doubles to many readers, who would take a larger one for another."""
MOST_QUOTED = 60
MOST_BYTES, MOST_DEPTH = 2**20, 32
"""More than any honest line has. A verifier that goes by its stack refuses at other depths."""


def read(line: bytes) -> dict[str, Any] | Says:
    """The object of a line, or what is wrong with it."""
    try:
        text = line.decode()
    except ValueError:
        return Rule.JSON, "this is no JSON."
    bare = TEXT.sub("", text)
    if len(line) > MOST_BYTES or _depth(bare) > MOST_DEPTH:
        return Rule.JSON, "this is longer or deeper than any line."
    for digits in DIGITS.findall(bare):
        if not INTEGER.fullmatch(digits) or abs(int(digits)) > MOST_INTEGER:
            return Rule.NUMBER, f"{digits[:MOST_QUOTED]} is no integer below 2^53."
    try:
        shown = json.loads(text, parse_constant=_refused)
    except ValueError:
        return Rule.JSON, "this is no JSON."
    if not isinstance(shown, dict):
        return Rule.JSON, "this is no object."
    if "\\u" in text or not _has_ascii_names(text) or chain.canonical(shown) != line:
        return Rule.CANONICAL, "this is not its canonical JSON (RFC 8785), with names in ASCII."
    return shown


def _depth(bare: str) -> int:
    """How many brackets are open at once, of JSON without its texts."""
    depth = deepest = 0
    for bracket in BRACKET.findall(bare):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _has_ascii_names(text: str) -> bool:
    """Whether all names sort alike by their characters and by their UTF-16."""
    return text.isascii() or all(map(str.isascii, NAME.findall(text)))


def _refused(text: str) -> Any:
    raise ValueError(text)
