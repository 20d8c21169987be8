"""`make demo`: bots play a match over HTTP while its table is drawn.

GAME is the game, SEATS how many play; DELAY is the pause after each move in
seconds, REPLAY the file that the replay is written to. URL is a Croupier that runs
already; without it, one is started. On a terminal the table is
redrawn in place, else every move is a line.
"""

import json
import os
import secrets
import signal
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from bots.player import Bot, Overtaken, Refused
from tools.show import Show, say, show
from tools.stack import ROOT, NotReady, Stack

Json = dict[str, Any]

NAMES = ("Gertrude", "Percy", "Freya", "Ernest", "Isabella", "Roald")
GAME = "lost-cities"
DELAY_S = 0.25
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Wrong(Exception):
    """No match can be played with what the variables say."""


def main() -> int:
    """Play, show, save; the exit code."""
    for number in STOPS:
        signal.signal(number, _interrupt)
    try:
        delay_s = _delay_s()
        with tempfile.TemporaryDirectory(prefix="croupier-demo-") as folder:
            return _run(Path(folder), delay_s)
    except Wrong as wrong:
        sys.stderr.write(f"{wrong}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
    except BrokenPipeError:
        # Nobody reads any more; Python would try to write the rest when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _run(folder: Path, delay_s: float) -> int:
    try:
        with _served(folder) as url:
            _demo(url, delay_s)
    except (NotReady, Refused, RuntimeError, FileNotFoundError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """The address to play at: that of URL, or of a stack of its own."""
    if url := os.environ.get("URL"):
        yield url.rstrip("/")
        return
    with _stack(folder) as stack:
        yield stack.url


@contextmanager
def _stack(folder: Path) -> Iterator[Stack]:
    """A stack of its own, that nothing keeps from being stopped."""
    say("Starting Redis, the engine and the gateway ...")
    stack = Stack(folder)
    try:
        stack.start()
        yield stack
    finally:
        for number in STOPS:
            signal.signal(number, signal.SIG_IGN)
        stack.stop()


def _demo(url: str, delay_s: float) -> None:
    first = Bot(url, NAMES[0], secrets.randbits(32))
    game, seats = _wish(first.games())
    bots = [first, *(Bot(url, name, secrets.randbits(32)) for name in NAMES[1:seats])]
    match = first.create(game=game["id"], seats=seats)
    for bot in bots[1:]:
        match = bot.join(match["id"])
    *others, last = (f"{bot.name} (seed {bot.seed})" for bot in bots)
    say(f"{', '.join(others)} and {last} play {game['name']} over HTTP, at {url}.")
    say(f"The match is {match['id']}, drawn as {first.name} sees it.")
    say(f"Its commitment is {match['fairness']['commitment']}.\n")
    with show(partial(first.table, match["id"]), delay_s) as shown:
        match = _play(bots, match["id"], shown)
    say(first.table(match["id"], match["version"]))
    say(f"{_winner(bots, match)}\n")
    _save(first.replay(match["id"]))


def _wish(games: Sequence[Json]) -> tuple[Json, int]:
    """The game that GAME names, and how many SEATS it gets; raise Wrong if that cannot be."""
    wanted = os.environ.get("GAME") or GAME
    game = next((each for each in games if each["id"] == wanted), None)
    if game is None:
        raise Wrong(f"There is no game {wanted}. GAME is {_either([g['id'] for g in games])}.")
    possible = [str(seats) for seats in range(game["seats"]["min"], game["seats"]["max"] + 1)]
    seats = os.environ.get("SEATS") or possible[0]
    if seats not in possible:
        raise Wrong(f"{game['name']} cannot be played so. SEATS is {_either(possible)}.")
    return game, int(seats)


def _either(words: Sequence[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _play(bots: Sequence[Bot], match_id: str, shown: Show) -> Json:
    """Play to the end; the match then."""
    match = bots[0].see(match_id)
    while match["status"] == "active":
        mover = bots[match["toMove"][0]]
        try:
            notation, match = mover.turn(mover.see(match_id))
        except Overtaken:
            match = bots[0].see(match_id)
        else:
            shown.turn(match, f"{match['version']:4}  {mover.name:<10}{notation}")
    return match


def _winner(bots: Sequence[Bot], match: Json) -> str:
    outcome = match["outcome"]
    names = " and ".join(bots[seat].name for seat in outcome["winners"]) or "Nobody"
    word = "share it" if len(outcome["winners"]) > 1 else "wins"
    return f"{names} {word}, {' : '.join(map(str, outcome['scores']))}."


def _save(replay: Json) -> None:
    path = Path(os.environ.get("REPLAY") or ROOT / "var/demo-replay.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(replay))
    short = os.path.relpath(path)
    say(f"The replay is in {short}. To recompute the match from it, offline:\n")
    say(f"  make verify FILE={short}")


def _delay_s() -> float:
    """The pause after each move; raise Wrong if DELAY is none."""
    try:
        delay_s = float(os.environ.get("DELAY") or (DELAY_S if sys.stdout.isatty() else 0))
    except ValueError:
        delay_s = -1
    if not 0 <= delay_s <= 60:
        raise Wrong("DELAY is a number of seconds, such as 0.5.")
    return delay_s


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
