"""The commands about ratings; each returns its exit code."""

import argparse
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, BinaryIO

from croupier_rating import base_lines

from engine.admin.operator import Operator
from engine.admin.printing import print_json, print_line
from engine.admin.private_file import STANDARD
from engine.admin.ratings import season
from engine.admin.ratings.rebuild import Tally
from engine.admin.ratings.rebuild_all import check_all, correct_all, pools_of
from engine.admin.ratings.void import Outcome, void_match, void_window
from engine.admin.ratings.weekly import signals_since
from engine.store.ratings.seasons import Seasons
from engine.store.ratings.voiding import Place

SHOWN = 20
"""Lines about one pool that are printed; the others are counted."""


async def rebuild(operator: Operator, given: argparse.Namespace) -> int:
    report, pools = Report(given.json), await pools_of(operator, given.pool)
    if given.check:
        left = await check_all(operator, pools, report, whole=not given.pool)
    else:
        left = await correct_all(
            operator, pools, report, whole=not given.pool, keep=given.keep, reason=given.reason
        )
    return 1 if left else 0


class Report:
    """Prints what is wrong, and a tally of each pool. As JSON, the former go to standard error."""

    def __init__(self, json: bool) -> None:
        self._json, self._said = json, 0

    def say(self, line: str) -> None:
        """Tell one thing that is wrong or was done, unless there are many."""
        self._said += 1
        if self._said <= SHOWN:
            self._print(line)

    def end(self, tally: Tally | None = None) -> None:
        """Tell how many more there were, and the tally."""
        if self._said > SHOWN:
            self._print(f"and {self._said - SHOWN} more")
        self._said = 0
        if tally:
            print_json(tally.shown()) if self._json else print_line(str(tally))

    def _print(self, line: str) -> None:
        if self._json:
            sys.stderr.write(f"{line}\n")
        else:
            print_line(line)


async def void(operator: Operator, given: argparse.Namespace) -> int:
    if given.id:
        outcome = await void_match(operator, given.id, given.reason)
    else:
        pools = await pools_of(operator, given.pool)
        window = (given.since, given.until, given.reason)
        outcome = await void_window(operator, pools, *window, check=given.check)
    if given.json:
        return print_json(shown(outcome))
    would = "would be" if given.check else "is"
    for place in outcome.void:
        print_line(f"{place.entry.match} {would} void: entry {place.entry.seq} of {place.pool}")
    for place in outcome.already:
        print_line(f"{place.entry.match} was void already: entry {place.entry.seq} of {place.pool}")
    return 0 if given.id else print_line(_counts(outcome))


def _counts(outcome: Outcome) -> str:
    gone = f"; {outcome.gone} are gone, so nobody can tell" if outcome.gone else ""
    return f"{len(outcome.void)} ended by time, {outcome.others} otherwise{gone}"


def shown(outcome: Outcome) -> dict[str, Any]:
    """The outcome as JSON shows it."""

    def places(of: Sequence[Place]) -> list[dict[str, Any]]:
        return [
            {"match": each.entry.match, "pool": each.pool, "seq": each.entry.seq} for each in of
        ]

    counts = {"others": outcome.others, "gone": outcome.gone}
    return {"void": places(outcome.void), "already": places(outcome.already), **counts}


async def export(operator: Operator, given: argparse.Namespace) -> int:
    """Write a ledger as `croupier verify --ratings` reads it, wherever its entries are kept."""
    (pool,) = await pools_of(operator, given.pool)
    path, ledgers = Path(given.file), operator.ledgers
    base, count = await ledgers.base(pool), 0
    with _written(path) as file:
        for line in base_lines(base):
            file.write(line + b"\n")
        async for entry in ledgers.entries(pool, base.seq):
            file.write(entry.line + b"\n")
            count += 1
    return 0 if path == STANDARD else print_line(f"{count} entries of {pool} are in {path}")


def _written(path: Path) -> AbstractContextManager[BinaryIO]:
    """A new file, or standard output. Raise OSError if the file is there."""
    return nullcontext(sys.stdout.buffer) if path == STANDARD else path.open("xb")


async def season_list(operator: Operator, given: argparse.Namespace) -> int:
    for each in await Seasons(operator.redis).all():
        print_json(season.shown(each)) if given.json else print_line(season.line(each))
    return 0


async def season_begin(operator: Operator, given: argparse.Namespace) -> int:
    begun = await season.begin(operator, given.number, given.reason)
    return print_json(season.shown(begun)) if given.json else print_line(season.line(begun))


async def signals(operator: Operator, given: argparse.Namespace) -> int:
    """List what a week of each ledger says of possible collusion."""
    async for signal in signals_since(operator, given.pool, given.since):
        print_json(signal.shown()) if given.json else print_line(str(signal))
    return 0
