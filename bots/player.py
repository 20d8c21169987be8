"""A bot over HTTP: it takes a seat, waits for its turn, and moves until the match is over.

`python -m bots.player MATCH_ID` joins a match of any game; `python -m bots.player --create`
makes one and waits for its opponents. `--help` lists the options.
"""

import argparse
import os
import random
import re
import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress

from croupier_client import Croupier, CroupierError, Match, Table
from croupier_client.playing import LATE
from croupier_client.request import checked
from croupier_client.turns import turn_of

from bots.resident import hugo

URL = "http://localhost:8080"
GAME = "lost-cities"
MATCH_ID = re.compile(r"[\w-]{22}", re.ASCII)
PATIENCE_S = 10.0
"""For how long a request is repeated that is not answered."""


class Player:
    """A player with an account of its own. With the same `seed` it makes the same choices."""

    def __init__(self, url: str, name: str, seed: int) -> None:
        """Register the player. Raise CroupierError if Croupier does not answer at `url`."""
        self.name = name
        self.seed = seed
        self._dice = random.Random(seed)  # noqa: S311 - they only decide between equal moves
        self.me = Croupier(url, patience_s=PATIENCE_S)
        self.me.register(name)

    def play(self, table: Table) -> Match:
        """Play until the match is over, and return it."""
        for change in table.follow(include_legal_moves=True):
            self.turn(table, change.match)
        return table.now

    def turn(self, table: Table, match: Match) -> str:
        """Make a move in the match as it was seen, and return its notation.

        It is empty if there is nothing to do, or if the match has gone on meanwhile.
        """
        with suppress(*LATE):
            if table.my_turn and (turn := turn_of(match)):
                chosen = hugo(turn, self._dice)
                table.move(notation := chosen, expected_decision=turn.decision)
                return notation
        return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play one match; return the exit code: 0 when it has ended, 1 if Croupier refuses."""
    options = _parse(arguments)
    try:
        player = Player(options.url, options.name, options.seed)
        with player.me:
            outcome = player.play(_enter(player.me, options)).outcome
    except CroupierError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    if outcome:
        sys.stdout.write(f"{outcome.reason}, {' : '.join(map(str, outcome.scores))}\n")
    return 0


def _enter(me: Croupier, options: argparse.Namespace) -> Table:
    """The match with a seat taken; the id of a new one is printed for its opponents."""
    if options.match_id:
        return me.matches.join(options.match_id)
    deal = "sealed" if options.sealed else None
    table = me.matches.create(options.game or GAME, seats=options.seats, deal=deal)
    sys.stdout.write(f"match {table.id}\n")
    sys.stdout.flush()
    return table


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line. Exit with 2 and a message if it is not a valid one."""
    installed = os.environ.get("CROUPIER_COMMAND", "")  # of the package; nothing in a clone
    program = f"{installed} bot" if installed else "python -m bots.player"
    parser = argparse.ArgumentParser(program, description="Play a match, to its end.")
    add = parser.add_argument
    add("match_id", metavar="MATCH_ID", nargs="?", type=_match_id, help="the match to join")
    add("--create", action="store_true", help="make a match, print its id, and wait for players")
    add("--game", help=f"with --create: one of the games of GET /v1/games ({GAME})")
    add("--seats", type=int, metavar="N", help="with --create: how many play (the fewest possible)")
    add("--sealed", action="store_true", help="with --create: nobody can choose the deal")
    add("--url", type=_url, default=URL, help="the address of Croupier (%(default)s)")
    add("--name", default="Percy", help="the name of the player (%(default)s)")
    add(
        "--seed",
        type=int,
        metavar="N",
        default=secrets.randbits(32),
        help="repeat the choices of that seed (random)",
    )
    options = parser.parse_args(_ids_last(sys.argv[1:] if arguments is None else arguments))
    if options.create == bool(options.match_id):
        parser.error("give either a MATCH_ID or --create")
    if not options.create and (options.game or options.seats or options.sealed):
        parser.error("--game, --seats and --sealed are for --create: a match that exists has them")
    return options


def _ids_last(arguments: Sequence[str]) -> list[str]:
    """The arguments in an order in which an id that begins with a dash is not an option."""
    ids = [each for each in arguments if each[0:1] == "-" and MATCH_ID.fullmatch(each)]
    others = [each for each in arguments if each not in ids]
    return [*others, "--", *ids] if ids else others


def _match_id(text: str) -> str:
    if not MATCH_ID.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not an id of a match: it has 22 characters")
    return text


def _url(text: str) -> str:
    """Raise ArgumentTypeError unless it is an absolute HTTP URL."""
    try:
        return checked(text)
    except CroupierError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


if __name__ == "__main__":
    sys.exit(main())
