"""`croupier analyse REPLAY`: what the moves of an ended match were worth, without a service.

It says what the house says, to the digit. It needs `pip install croupier-client[local]`, the
package of the game, and `croupier-game[arrays]` where that has rules over arrays.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from croupier_game.analysis import ROLLOUTS, NotJudged, unit_of
from croupier_game.search import VICTORY, CannotSearch

from croupier_client.analysing import decisions_in, judged_in, strategy_of, with_luck
from croupier_client.errors import NotProven
from croupier_client.installed import UnknownGame
from croupier_client.replaying import Json, verify

REFUSED = (CannotSearch, NotJudged, NotProven, UnknownGame, OSError, ValueError)
"""What is wrong with a replay, or with what is installed here."""
EPILOG = """\
A replay is what GET /v1/matches/ID/replay answers, or match.replay() of a client; - reads it from
the standard input. Losses are told above two standard errors.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the analysis of a replay; return 2 if there is none."""
    parser = argparse.ArgumentParser(
        "croupier analyse",
        description="What the moves of an ended match were worth.",
        epilog=EPILOG,
    )
    parser.add_argument("replay", help="a file, or -")
    parser.add_argument("--rollouts", type=_count, default=ROLLOUTS, help=f"a move, {ROLLOUTS}")
    parser.add_argument("--library", choices=("numpy", "jax"), default="numpy")
    parser.add_argument("--json", action="store_true", help="as the service tells it")
    options = parser.parse_args(arguments)
    try:
        replay = json.loads(_read(options.replay))
        verify(replay)
        found = analysed(replay, options.rollouts, options.library)
    except REFUSED as error:
        sys.stderr.write(f"{options.replay} cannot be analysed: {error}\n")
        return 2
    lines = [json.dumps(found)] if options.json else report(found)
    sys.stdout.write("\n".join([*lines, ""]))
    return 0


def analysed(replay: Json, rollouts: int, library: str) -> dict[str, Any]:
    """Return the analysis of an ended match, as the service tells it, and tell how far it is.

    Raise NotProven, UnknownGame, CannotSearch or NotJudged.
    """
    game = replay["match"]["game"]
    unit, decisions, moves = unit_of(game), decisions_in(replay), list[Json]()
    for lot in judged_in(decisions, rollouts, library):
        moves += lot
        sys.stderr.write(f"\r{len(moves)} of {len(decisions)} moves")
        sys.stderr.flush()
    sys.stderr.write("\n")
    told = with_luck(moves, decisions, unit)
    return {"strategy": strategy_of(game, rollouts), "unit": unit, "moves": told}


def report(found: Json) -> list[str]:
    """Return the lines of an analysis for people: each mistake, and what all of them cost."""
    moves = found["moves"]
    lines = [f"{found['strategy']}, {found['unit']}"]
    for each in moves:
        if each["loss"]:
            played, best = each["played"]["notation"], each["best"]["notation"]
            interval = f"{_number(each['low'], found)} to {_number(each['high'], found)}"
            lines.append(
                f"version {each['version']}, seat {each['seat']}: {played} cost "
                f"{_number(each['loss'], found)} ({interval}); {best} was better"
            )
    for seat in sorted({each["seat"] for each in moves}):
        own = [each for each in moves if each["seat"] == seat]
        cost, luck = sum(each["loss"] or 0.0 for each in own), [each["luck"] for each in own]
        brought = sum(each or 0.0 for each in luck)
        apart = f", luck brought {_number(brought, found)}" if any(luck) else ""
        lines.append(f"seat {seat}: mistakes cost {_number(cost, found)}{apart}")
    return lines


def _number(number: float, found: Json) -> str:
    return f"{number:.1%}" if found["unit"] == VICTORY else f"{number:.1f}"


def _read(name: str) -> str:
    return sys.stdin.read() if name == "-" else Path(name).read_text()


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not a number from 1 on")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
