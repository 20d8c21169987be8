"""How `make demo` shows a match: a table that is redrawn on a terminal, or rows of text."""

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

Json = dict[str, Any]

CARD = re.compile(r"\b([RWYBGP])(?:x|[2-9]|10)\b")
PAINT = {"R": 91, "W": 97, "Y": 93, "B": 94, "G": 92, "P": 95}
PAINTED = ("lost-cities",)
"""The games whose cards have colours."""
HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
OPEN, CLOSE = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"
"""The terminal's other screen, without a cursor and without wrapping lines; and back."""

Draw = Callable[[int], str]
"""Returns the table at a version, as text."""


class Show(Protocol):
    """Shows a match move by move."""

    def turn(self, match: Json, text: str) -> None:
        """Show the match after a move; `text` says which version, player and move."""


@contextmanager
def show(draw: Draw, delay_s: float) -> Iterator[Show]:
    """A Screen if the output is a terminal, which is restored afterwards; else a Paper."""
    if not sys.stdout.isatty():
        yield Paper(draw, delay_s)
        return
    sys.stdout.write(OPEN)
    try:
        yield Screen(draw, delay_s)
    finally:
        sys.stdout.write(CLOSE)
        sys.stdout.flush()


def say(text: str) -> None:
    """Print the text at once."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


class Screen:
    """A terminal, on which the table is redrawn in place."""

    def __init__(self, draw: Draw, delay_s: float) -> None:
        self._draw = draw
        self._delay_s = delay_s
        self._color = "NO_COLOR" not in os.environ

    def turn(self, match: Json, text: str) -> None:
        table = self._draw(match["version"])
        if self._color and match["game"] in PAINTED:
            table = _paint(table)
        lines = [f"{text:<40}Ctrl-C stops", "", *table.splitlines()]
        rows = shutil.get_terminal_size().lines - 1
        if len(lines) > rows:
            lines = [each for each in lines if each][:rows]
        frame = "".join(f"{each}{CLEAR_LINE}\n" for each in lines)
        sys.stdout.write(HOME + frame + CLEAR_BELOW)
        sys.stdout.flush()
        time.sleep(self._delay_s)


class Paper:
    """Any other output: a row per move, and the table at the end of each round."""

    def __init__(self, draw: Draw, delay_s: float) -> None:
        self._draw = draw
        self._delay_s = delay_s

    def turn(self, match: Json, text: str) -> None:
        ended = [*_ended(match["lastEvents"])]
        if ended and match["status"] == "active":
            # In this version the next round has begun already; the one before has the end.
            say(f"\n{self._draw(match['version'] - 1)}")
        say(text)
        for result in ended:
            say(f"\n{result}\n")
        time.sleep(self._delay_s)


def _ended(events: list[Json]) -> Iterator[str]:
    """A sentence for each round that these events end."""
    for event in events:
        if result := event.get("roundEnded"):
            points = [side["score"] for side in result["sides"]]
            yield f"Round {result['round']} is over, {_row(points)}."
        if result := event.get("roundScored"):
            yield f"Column {result['boat']} is over, {_row(result['points'])}."


def _row(points: list[int]) -> str:
    return " : ".join(map(str, points))


def _paint(table: str) -> str:
    """The table with its cards in colours. The heading is left out: its id may look like one."""
    heading, newline, rest = table.partition("\n")
    return heading + newline + CARD.sub(_painted, rest)


def _painted(card: re.Match[str]) -> str:
    return f"\x1b[{PAINT[card[1]]}m{card[0]}\x1b[0m"
