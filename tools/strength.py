"""`make strength`: the table of docs/strength.md, by the arena.

Each row is a player against the next weaker one, on deals for reporting. The numbers of pairs and
SEED are those of the page; the same ones give the same table.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from croupier_client.arena import estimates, report
from croupier_client.arena.contest import Contest
from croupier_client.arena.run import Run

PAIRS, FEWER, SEED = 400, 60, 31
"""Deals of a row, fewer where many sit or chance plays; and the seed of all."""
ROUNDS = 3
"""Of a match of Lost Cities; one where a player searches, which takes long."""


class Row(NamedTuple):
    """A row of the table: a game, the number of seats, a player and its rival."""

    game: str
    seats: int
    player: str
    rival: str
    pairs: int = PAIRS
    rounds: int = ROUNDS


ROWS = (
    Row("lost-cities", 2, "rosa", "random", FEWER),
    Row("lost-cities", 2, "hugo", "rosa"),
    Row("lost-cities", 2, "ida", "hugo", 150, 1),
    Row("just4fun", 2, "rosa", "random", FEWER),
    Row("just4fun", 2, "hugo", "rosa"),
    Row("just4fun", 2, "ida", "hugo", 40),
    Row("just4fun", 3, "ida", "hugo", 30),
    Row("just4fun", 4, "hugo", "rosa", FEWER),
    Row("just4fun", 4, "ida", "hugo", 30),
    Row("livingstone", 2, "rosa", "random", FEWER),
    Row("livingstone", 2, "hugo", "rosa"),
    Row("livingstone", 2, "ida", "hugo", 30),
    Row("livingstone", 5, "hugo", "rosa", FEWER),
    Row("livingstone", 5, "ida", "hugo", 12),
)
EMIL = (
    Row("lost-cities", 2, "emil", "ida", 400, 1),
    Row("just4fun", 2, "emil", "ida"),
    Row("livingstone", 2, "emil", "ida"),
)
"""His rows, which are played if they are asked for: they take hours each."""
HEAD = """\
| game | seats | player | against | deals | points a match | won | Elo | ms a move | failed |
|---|---|---|---|---|---|---|---|---|---|"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; return 1 if a player is surely no stronger than the one below it."""
    parser = argparse.ArgumentParser("python -m tools.strength")
    parser.add_argument("--pairs", type=int, help="of each row, instead of those of the page")
    parser.add_argument("--game", help="the rows of this game alone")
    parser.add_argument("--player", help="the rows of this player alone")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    print(HEAD)
    weak = False
    for row in EMIL if options.player == "emil" else ROWS:
        if options.game not in (None, row.game) or options.player not in (None, row.player):
            continue
        rivals = [row.rival] * (row.seats - 1)
        pairs = options.pairs or row.pairs
        run = Run(contest(row, [row.player, *rivals], options.seed))
        progress = report.Progress(pairs, 0)
        run.play(pairs, options.jobs, progress.tell)
        progress.end()
        print(f"| {' | '.join(cells(row, run))} |", flush=True)
        weak |= estimates.share(run.side.won).high < 1 / row.seats
    return int(weak)


def contest(row: Row, players: Sequence[str], seed: int) -> Contest:
    """Return what a row plays, on deals for reporting."""
    chosen = {"rounds": row.rounds} if row.game == "lost-cities" else {}
    return Contest(row.game, players, chosen, seed=seed, split="report")


def cells(row: Row, run: Run) -> Iterator[str]:
    """Yield what a row of the table says."""
    won = estimates.share(run.side.won)
    yield from (row.game, str(row.seats), row.player, row.rival, str(len(run.records)))
    yield report.ranged(estimates.mean(run.side.settled), "+.1f")
    yield report.ranged(won, ".1%")
    yield report.ranged(estimates.elo(won), "+.0f") if row.seats == 2 else ""
    moves, seconds = run.spent[0]  # of the processor
    yield f"{1000 * seconds / max(1, moves):.2g}"
    yield str(sum("failed" in each for each in run.records))


if __name__ == "__main__":
    sys.exit(main())
