"""`make demo`: bots play a match over HTTP while its table is drawn.

GAME is the game, and SEATS how many play it. DELAY is the pause after each move in seconds,
REPLAY the file for the replay. URL is a Croupier that runs already; without it, the demo
starts one. On a terminal the table is redrawn in place, elsewhere every move is a row of text.
"""

import json
import os
import secrets
import signal
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from croupier_client import CroupierError, Match, Table
from engine.domain.registry import GAMES

from bots.player import Player
from tools.data import data_folder
from tools.show import Show, say, show
from tools.stack import NotReady, Stack

NAMES = ("Gertrude", "Percy", "Freya", "Ernest", "Isabella", "Roald")
GAME = "lost-cities"
DELAY_S = 0.25
MAX_DELAY_S = 60
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class InvalidVariable(Exception):
    """A variable of the environment has a value with which no match can be played."""


Games = Iterable[tuple[str, str, int, int]]
"""Games by id, name, and how few and how many play them."""
Setting = tuple[str, str, int]
"""A game by id and name, and how many play it."""


def main() -> int:
    """Play, show and save a match; return the exit code, 2 for an invalid variable."""
    for number in STOPS:
        signal.signal(number, _interrupt)
    try:
        with tempfile.TemporaryDirectory(prefix="croupier-demo-") as folder:
            return _run(Path(folder), _delay_s())
    except InvalidVariable as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("Stopped.\n")
    except BrokenPipeError:
        # The reader of the output has gone; Python would try to write the rest when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _run(folder: Path, delay_s: float) -> int:
    """Play on the Croupier that URL names, or on a new one with its data in `folder`."""
    try:
        if url := os.environ.get("URL"):
            _demo(url.rstrip("/"), None, delay_s)
        else:
            # Before anything is started: a wrong SEATS is refused at once.
            own = (game.rules for game in GAMES.values())
            setting = _setting(
                [(each.ID, each.NAME, each.MIN_SEATS, each.MAX_SEATS) for each in own]
            )
            with _stack(folder) as stack:
                _demo(stack.url, setting, delay_s)
    except (NotReady, CroupierError, RuntimeError, OSError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


@contextmanager
def _stack(folder: Path) -> Iterator[Stack]:
    """A new stack until the end of the block. Signals cannot interrupt its stopping."""
    say("Starting Redis, the engine and the gateway ...")
    stack = Stack(folder)
    try:
        stack.start()
        yield stack
    finally:
        for number in STOPS:
            signal.signal(number, signal.SIG_IGN)
        stack.stop()


def _demo(url: str, setting: Setting | None, delay_s: float) -> None:
    first = Player(url, NAMES[0], secrets.randbits(32))
    there = ((each.id, each.name, each.seats.min, each.seats.max) for each in first.me.games())
    game_id, game, seats = setting or _setting(there)
    players = [first, *(Player(url, name, secrets.randbits(32)) for name in NAMES[1:seats])]
    drawn = first.me.matches.create(game_id, seats=seats, deal="sealed")
    tables = [drawn, *(each.me.matches.join(drawn.id) for each in players[1:])]
    for table in tables:
        table.read()
        table.reveal()
    *others, last = (f"{each.name} (seed {each.seed})" for each in players)
    say(f"{', '.join(others)} and {last} play {game} over HTTP, at {url}.")
    say(f"The match is {drawn.id}, drawn as {first.name} sees it.")
    say(f"Its commitment is {drawn.now.fairness.commitment}.")
    say("The deal is sealed: no player and no server could choose it.\n")
    with show(drawn.text, delay_s) as shown:
        _play(players, tables, shown)
    say(drawn.text())
    say(f"{_winner(players, drawn.now)}\n")
    for table in tables:
        table.proof()
    say("The replay is of the match that was promised: id, commitment and seals are the same.")
    _save(drawn.replay())


def _setting(games: Games) -> Setting:
    """The game of GAME for SEATS players. Raise InvalidVariable if there is no such game."""
    wanted, known = os.environ.get("GAME") or GAME, {each[0]: each for each in games}
    if wanted not in known:
        raise InvalidVariable(f"GAME={wanted} is not a game. GAME is {_either([*known])}.")
    _, name, fewest, most = known[wanted]
    possible = [str(seats) for seats in range(fewest, most + 1)]
    seats = os.environ.get("SEATS") or possible[0]
    if seats not in possible:
        raise InvalidVariable(
            f"SEATS={seats} is not possible for {name}. SEATS is {_either(possible)}."
        )
    return wanted, name, int(seats)


def _either(words: Sequence[str]) -> str:
    """The words as a list: `2, 3 or 4`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _play(players: Sequence[Player], tables: Sequence[Table], shown: Show) -> None:
    """Play until the match is over."""
    while (match := tables[0].read()).status == "active":
        mover, table = players[match.to_move[0]], tables[match.to_move[0]]
        if notation := mover.turn(table, table.read()):
            row = f"{table.now.version:4}  {mover.name:<10}{notation}"
            shown.turn(msgspec.to_builtins(table.now), row)


def _winner(players: Sequence[Player], match: Match) -> str:
    outcome = match.outcome
    assert outcome  # noqa: S101 - the match is over
    names = " and ".join(players[seat].name for seat in outcome.winners) or "Nobody"
    word = "share it" if len(outcome.winners) > 1 else "wins"
    return f"{names} {word}, {' : '.join(map(str, outcome.scores))}."


def _save(replay: Mapping[str, Any]) -> None:
    """Write the replay. Raise OSError, with advice, if its folder cannot be written."""
    path = Path(os.environ.get("REPLAY") or data_folder() / "demo-replay.json")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(replay))
    except OSError as error:
        advice = "REPLAY names another file: make demo REPLAY=/tmp/replay.json"
        raise OSError(f"Cannot write {path}: {error.strerror}. {advice}") from None
    short = os.path.relpath(path)
    say(f"The replay is in {short}. To recompute the match from it, offline:\n")
    say(f"  make verify FILE={short}")


def _delay_s() -> float:
    """The pause after each move. Raise InvalidVariable if DELAY is not a number of seconds."""
    text = os.environ.get("DELAY") or (str(DELAY_S) if sys.stdout.isatty() else "0")
    try:
        delay_s = float(text)
    except ValueError:
        delay_s = -1
    if not 0 <= delay_s <= MAX_DELAY_S:
        raise InvalidVariable(f"DELAY={text} is not a number of seconds up to 60, such as 0.5.")
    return delay_s


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
