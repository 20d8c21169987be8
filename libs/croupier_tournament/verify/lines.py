"""A line of a log as bytes: JSON of one form only, so that its hash has one meaning."""

import json
import re
from typing import Any

from croupier_tournament import chain
from croupier_tournament.verify.findings import Rule, Says

TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
DIGITS = re.compile(r"-?[0-9][0-9.eE+-]*")
INTEGER = re.compile(r"0|-?[1-9][0-9]{0,15}")
MOST_INTEGER = 2**53 - 1
"""JSON's numbers are doubles to many readers, who would take a larger one for another."""
MOST_QUOTED = 60


def read(line: bytes) -> dict[str, Any] | Says:
    """The object of a line, or what is wrong with it."""
    try:
        text = line.decode()
        shown = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        return Rule.JSON, "this is no JSON."
    if not isinstance(shown, dict):
        return Rule.JSON, "this is no object."
    for digits in DIGITS.findall(TEXT.sub("", text)):
        if not INTEGER.fullmatch(digits) or abs(int(digits)) > MOST_INTEGER:
            return Rule.NUMBER, f"{digits[:MOST_QUOTED]} is no integer below 2^53."
    if "\\u" in text or chain.canonical(shown) != line:
        return Rule.CANONICAL, "this is not its canonical JSON (RFC 8785)."
    return shown


def _refused(text: str) -> Any:
    raise ValueError(text)
