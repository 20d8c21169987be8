"""The beginning of a ledger's file: what the ledger is, and what followed from entries before.

A file of a whole ledger begins with one line, since nothing came before. One whose older entries
are kept elsewhere begins with the numbers as they were then, a line for each player, and with what
the last 24 hours had seen.
"""

from collections.abc import Iterator
from typing import Any

from croupier_rating import chain, recent
from croupier_rating.ledger import Ledger
from croupier_rating.numbers import Numbers
from croupier_rating.recent import Mark
from croupier_rating.recipe import Strength

KINDS = frozenset({"base", "numbers", "recent"})
"""The kinds of these lines. Those of entries are others."""


def base_lines(ledger: Ledger) -> Iterator[bytes]:
    """The lines with which a file begins that goes on after this ledger's last entry."""
    yield chain.line(
        {
            "kind": "base",
            "pool": ledger.pool,
            "seq": ledger.seq,
            "head": ledger.head,
            "clock": ledger.clock,
        }
    )
    for player, of in sorted(ledger.players.items()):
        mu, sigma = of.strength
        yield chain.line(
            {
                "kind": "numbers",
                "player": player,
                "numbers": [mu, sigma, of.matches, of.seq, of.counted, of.peak],
            }
        )
    for key in sorted(ledger.recent):
        if marks := recent.within(ledger.recent, key, ledger.clock):
            of_key = [[mark.at, mark.seq] for mark in marks]
            yield chain.line({"kind": "recent", "of": key.split(), "marks": of_key})


def begun(shown: dict[str, Any]) -> Ledger:
    """The ledger of the first line."""
    return Ledger(shown["pool"], shown["seq"], shown["head"], shown["clock"])


def add(ledger: Ledger, shown: dict[str, Any]) -> None:
    """Take up a further line of the beginning."""
    if shown["kind"] == "numbers":
        mu, sigma, *others = shown["numbers"]
        ledger.players[shown["player"]] = Numbers(Strength(mu, sigma), *others)
    else:
        ledger.recent[" ".join(shown["of"])] = tuple(Mark(*mark) for mark in shown["marks"])
