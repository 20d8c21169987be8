"""`make demo`: two bots play a match of Lost Cities over HTTP while its table is drawn.

DELAY is the pause after each turn in seconds, REPLAY the file that the replay is
written to. On a terminal the table is redrawn in place, else every turn is a line.
"""

import json
import os
import re
import secrets
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from bots import lost_cities
from bots.player import Bot, Refused
from tools.stack import ROOT, NotReady, Stack

Json = dict[str, Any]

NAMES = ("Gertrude", "Percy")
DELAY_S = 0.25
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

CARD = re.compile(r"\b([RWYBGP])(?:x|[2-9]|10)\b")
PAINT = {"R": 91, "W": 97, "Y": 93, "B": 94, "G": 92, "P": 95}
HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
OPEN, CLOSE = "\x1b[?1049h\x1b[?25l\x1b[?7l", "\x1b[?7h\x1b[?25h\x1b[?1049l"
"""The terminal's other screen, without a cursor and without wrapping lines; and back."""


Draw = Callable[[int], str]
"""Gives the table at a version as text."""


class Show(Protocol):
    """Where the match is shown, turn by turn."""

    def turn(self, match: Json, line: str) -> None: ...


class Screen:
    """A terminal, on which the table is redrawn in place."""

    def __init__(self, draw: Draw, delay_s: float) -> None:
        self._draw = draw
        self._delay_s = delay_s
        self._color = "NO_COLOR" not in os.environ

    def turn(self, match: Json, line: str) -> None:
        table = self._paint(self._draw(match["version"]))
        lines = [f"{line:<40}Ctrl-C stops", "", *table.splitlines()]
        rows = shutil.get_terminal_size().lines - 1
        if len(lines) > rows:
            lines = [each for each in lines if each][:rows]
        frame = "".join(f"{each}{CLEAR_LINE}\n" for each in lines)
        sys.stdout.write(HOME + frame + CLEAR_BELOW)
        sys.stdout.flush()
        time.sleep(self._delay_s)

    def _paint(self, table: str) -> str:
        """Cards in their colours; the heading has an id, which may look like one."""
        heading, newline, rest = table.partition("\n")
        return heading + newline + CARD.sub(_painted, rest) if self._color else table


class Paper:
    """Anything else: a line per turn, and the table as each round comes to its end."""

    def __init__(self, draw: Draw, delay_s: float) -> None:
        self._draw = draw
        self._delay_s = delay_s

    def turn(self, match: Json, line: str) -> None:
        ended = [each["roundEnded"] for each in match["lastEvents"] if "roundEnded" in each]
        if ended and match["status"] == "active":
            # With this version the next round is dealt already.
            _say(f"\n{self._draw(match['version'] - 1)}")
        _say(line)
        for result in ended:
            points = " : ".join(str(side["score"]) for side in result["sides"])
            _say(f"\nRound {result['round']} is over, {points}.\n")
        time.sleep(self._delay_s)


def main() -> int:
    """Play, show, save; the exit code."""
    try:
        delay_s = _delay_s()
    except ValueError:
        sys.stderr.write("DELAY is a number of seconds, such as 0.5.\n")
        return 2
    for number in STOPS:
        signal.signal(number, _interrupt)
    try:
        with tempfile.TemporaryDirectory(prefix="croupier-demo-") as folder:
            return _run(Path(folder), delay_s)
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
    except BrokenPipeError:
        # Nobody reads any more; Python would try to write the rest when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _run(folder: Path, delay_s: float) -> int:
    try:
        with _stack(folder) as stack:
            _demo(stack.url, delay_s)
    except (NotReady, Refused, RuntimeError, FileNotFoundError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


@contextmanager
def _stack(folder: Path) -> Iterator[Stack]:
    """A stack of its own, that nothing keeps from being stopped."""
    _say("Starting Redis, the engine and the gateway ...")
    stack = Stack(folder)
    try:
        stack.start()
        yield stack
    finally:
        for number in STOPS:
            signal.signal(number, signal.SIG_IGN)
        stack.stop()


def _demo(url: str, delay_s: float) -> None:
    bots = [Bot(url, name, lost_cities.choose, secrets.randbits(32)) for name in NAMES]
    match = bots[1].join(bots[0].create(game="lost-cities")["id"])
    sides = " and ".join(f"{bot.name} (seed {bot.seed})" for bot in bots)
    _say(f"{sides} play three rounds over HTTP, at {url}.")
    _say(f"The match is {match['id']}, drawn as {bots[0].name} sees it.")
    _say(f"Its commitment is {match['fairness']['commitment']}.\n")
    with _show(partial(bots[0].table, match["id"]), delay_s) as show:
        match = _play(bots, match["id"], show)
    _say(bots[0].table(match["id"], match["version"]))
    _say(f"{_winner(bots, match)}\n")
    _save(bots[0].replay(match["id"]))


def _play(bots: Sequence[Bot], match_id: str, show: Show) -> Json:
    """Play to the end; the match then."""
    match = bots[0].see(match_id)
    while match["status"] == "active":
        mover = bots[match["toMove"][0]]
        notation, match = mover.turn(mover.see(match_id))
        show.turn(match, f"{match['version']:4}  {mover.name:<10}{notation}")
    return match


def _winner(bots: Sequence[Bot], match: Json) -> str:
    outcome = match["outcome"]
    names = " and ".join(bots[seat].name for seat in outcome["winners"])
    word = "wins" if len(outcome["winners"]) == 1 else "share it"
    return f"{names} {word}, {' : '.join(map(str, outcome['scores']))}."


def _save(replay: Json) -> None:
    path = Path(os.environ.get("REPLAY") or ROOT / "var/demo-replay.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(replay))
    short = os.path.relpath(path)
    _say(f"The replay is in {short}. To recompute the match from it, offline:\n")
    _say(f"  make verify FILE={short}")


@contextmanager
def _show(draw: Draw, delay_s: float) -> Iterator[Show]:
    """The terminal, which is given back as it was; or whatever else the output is."""
    if not sys.stdout.isatty():
        yield Paper(draw, delay_s)
        return
    sys.stdout.write(OPEN)
    try:
        yield Screen(draw, delay_s)
    finally:
        sys.stdout.write(CLOSE)
        sys.stdout.flush()


def _delay_s() -> float:
    """The pause after each turn; raise ValueError if DELAY is none."""
    delay_s = float(os.environ.get("DELAY") or (DELAY_S if sys.stdout.isatty() else 0))
    if not 0 <= delay_s <= 60:
        raise ValueError
    return delay_s


def _painted(card: re.Match[str]) -> str:
    return f"\x1b[{PAINT[card[1]]}m{card[0]}\x1b[0m"


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
