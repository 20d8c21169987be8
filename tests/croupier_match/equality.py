"""That a change of the rulebook changes no stored byte: random matches, one SHA-256 each.

`python -m tests.croupier_match.equality [N [FIRST]]` plays the matches FIRST to FIRST + N - 1, and
prints a line for each: its number, and the hash of its rows, of the match at each version as it is
stored, of its replay, and of the head of its log. What this prints at the commit before, and at the
one after, must be equal.
"""

import hashlib
import random
import sys
from collections.abc import Iterator

import orjson
from croupier_game.kit.games import ORACLES
from croupier_match.evolve import replay
from croupier_match.match import AnyMatch, ClockOptions, Kind, OnTimeout, StartMode, Undo
from croupier_match.stored import entry_row, entry_type
from engine.domain.registry import GAMES
from engine.store.match_json import dumps

from tests.vectors.strolls import aborted, stumble
from tests.vectors.tables import Table

CLOCKS = (
    None,
    None,
    ClockOptions(per_move_ms=30_000),
    ClockOptions(per_move_ms=20_000, on_timeout=OnTimeout.RANDOM),
    ClockOptions(bank_ms=200_000, increment_ms=1_000),
    ClockOptions(bank_ms=30_000, on_timeout=OnTimeout.RANDOM),
)
GONE_AFTER_MS = 60_000
LONG = 300


def main(count: int = 2_000, first: int = 0) -> None:
    for number in range(first, first + count):
        sys.stdout.write(f"{number} {digest(played(number))}\n")


def played(number: int) -> Table:
    """The match of a number: its game, its settings and what happens in it follow from that."""
    dice = random.Random(f"equality {number}")
    game = dice.choice(sorted(GAMES))
    rules = GAMES[game].rules
    table = Table(
        f"equality {number}",
        game,
        dice.randint(rules.MIN_SEATS, rules.MAX_SEATS),
        dice.choice(ORACLES[game].options),
        sealed=dice.random() < 0.4,
        clock=dice.choice(CLOCKS),
        start=StartMode.MANUAL if dice.random() < 0.3 else StartMode.AUTO,
        undo=Undo() if dice.random() < 0.5 else None,
        gone_after_ms=GONE_AFTER_MS if dice.random() < 0.5 else 0,
    )
    if not _sat_down(table, dice):
        return table
    while not table.match.ended and table.match.version < LONG:
        if table.gone_after_ms and not table.clock and dice.random() < 0.01:
            _gone(table, dice)
        else:
            stumble(table)
    return table if table.match.ended else aborted(table)


def digest(table: Table) -> str:
    """The hash of all that is stored and shown of a match."""
    return hashlib.sha256(b"\n".join(_texts(table))).hexdigest()


def _texts(table: Table) -> Iterator[bytes]:
    for match, entry in zip(_versions(table), table.log, strict=True):
        row = entry_row(match, entry)
        assert entry_type(GAMES.of(match)).validate_json(row) == entry
        yield row
        yield dumps(match)
    yield dumps(table.match)
    if table.match.state is not None:
        yield orjson.dumps(table.replay())
    yield table.match.log_head.encode()


def _versions(table: Table) -> Iterator[AnyMatch]:
    return replay(GAMES.of(table.match), table.match, table.log, table.source)


def _sat_down(table: Table, dice: random.Random) -> bool:
    """Whether the match begins, after players have come, and gone again."""
    table.bound(0)
    if dice.random() < 0.05:
        table.aborted()
        return False
    for seat in range(1, table.seats):
        table.bound(seat)
        if dice.random() < 0.2 and not table.match.full:
            table.do(Kind.LEFT, seat)
            table.bound(seat)
    if table.start == StartMode.MANUAL:
        table.do(Kind.STARTED, 0)
    if table.match.reveal_by and dice.random() < 0.1:
        table.revealed(dice.randrange(table.seats)).withheld()
        return False
    table.revealed()
    return not table.match.ended


def _gone(table: Table, dice: random.Random) -> None:
    """Who is to move is gone, as another seat says."""
    due = GAMES[table.game].rules.to_move(table.match.state, table.seats)
    others = [
        seat for seat, each in enumerate(table.match.seats) if seat not in due and not each.resigned
    ]
    if others:
        table.claimed(dice.choice(others), dice.choice((Kind.CLAIMED, Kind.ABORTED)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
