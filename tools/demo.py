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
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from engine.domain.registry import GAMES

from bots.player import Bot, Overtaken, Refused
from tools.show import Show, say, show
from tools.stack import NotReady, Stack, data_folder

Json = dict[str, Any]

NAMES = ("Gertrude", "Percy", "Freya", "Ernest", "Isabella", "Roald")
GAME = "lost-cities"
DELAY_S = 0.25
MAX_DELAY_S = 60
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class InvalidVariable(Exception):
    """A variable of the environment has a value with which no match can be played."""


@dataclass(frozen=True)
class Setting:
    """A game, and how many play it."""

    game_id: str
    name: str
    seats: int


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
            setting = _setting(_own_games())
            with _stack(folder) as stack:
                _demo(stack.url, setting, delay_s)
    except (NotReady, Refused, RuntimeError, OSError) as error:
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
    first = Bot(url, NAMES[0], secrets.randbits(32))
    setting = setting or _setting(first.games())
    bots = [first, *(Bot(url, name, secrets.randbits(32)) for name in NAMES[1 : setting.seats])]
    match = _create(first, setting)
    for bot in bots[1:]:
        match = bot.join(match["id"])
    for bot in bots:
        match = bot.reveal(bot.see(match["id"]))
    *others, last = (f"{bot.name} (seed {bot.seed})" for bot in bots)
    say(f"{', '.join(others)} and {last} play {setting.name} over HTTP, at {url}.")
    say(f"The match is {match['id']}, drawn as {first.name} sees it.")
    say(f"Its commitment is {match['fairness']['commitment']}.")
    if match["deal"] == "sealed":
        say("The deal is sealed: no player and no server could choose it.")
    say("")
    with show(partial(first.table, match["id"]), delay_s) as shown:
        match = _play(bots, match["id"], shown)
    say(first.table(match["id"], match["version"]))
    say(f"{_winner(bots, match)}\n")
    replay = first.replay(match["id"])
    if not all(bot.was_promised(match["id"], replay) for bot in bots):
        raise RuntimeError("The replay is of another match than the one that was promised.")
    say("The replay is of the match that was promised: id, commitment and seals are the same.")
    _save(replay)


def _create(bot: Bot, setting: Setting) -> Json:
    """A match with a sealed deal, or with an open one where there are no sealed ones yet."""
    wish = {"game": setting.game_id, "seats": setting.seats}
    try:
        return bot.create(**wish, deal="sealed")
    except Refused as refused:
        if refused.code != "unavailable":
            raise
        say(f"{refused} This deal is open.")
        return bot.create(**wish)


def _own_games() -> list[Json]:
    """The games of this clone, in the shape of `GET /v1/games`."""
    return [
        {
            "id": game.rules.ID,
            "name": game.rules.NAME,
            "seats": {"min": game.rules.MIN_SEATS, "max": game.rules.MAX_SEATS},
        }
        for game in GAMES.values()
    ]


def _setting(games: Sequence[Json]) -> Setting:
    """The game of GAME for SEATS players. Raise InvalidVariable if there is no such game."""
    wanted = os.environ.get("GAME") or GAME
    game = next((each for each in games if each["id"] == wanted), None)
    if game is None:
        ids = _either([each["id"] for each in games])
        raise InvalidVariable(f"GAME={wanted} is not a game. GAME is {ids}.")
    possible = [str(seats) for seats in range(game["seats"]["min"], game["seats"]["max"] + 1)]
    seats = os.environ.get("SEATS") or possible[0]
    if seats not in possible:
        raise InvalidVariable(
            f"SEATS={seats} is not possible for {game['name']}. SEATS is {_either(possible)}."
        )
    return Setting(game["id"], game["name"], int(seats))


def _either(words: Sequence[str]) -> str:
    """The words as a list: `2, 3 or 4`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def _play(bots: Sequence[Bot], match_id: str, shown: Show) -> Json:
    """Play until the match is over, and return it."""
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
