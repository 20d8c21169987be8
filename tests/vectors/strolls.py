"""Matches of all options as they may happen: players resign, are late, and take moves back."""

from croupier_game.kit.games import ORACLES
from croupier_match import clock
from croupier_match.match import ClockOptions, OnTimeout, Undo
from engine.domain.registry import GAMES

from tests.vectors import taken_back
from tests.vectors.honest import BANK, HURRY
from tests.vectors.tables import SECOND_MS, Table

CLOCKS = (None, HURRY, BANK, ClockOptions(bank_ms=30_000, on_timeout=OnTimeout.RANDOM))
LONG = 400
REGRET = 0.1
"""How often somebody thinks of taking something back, where that is allowed."""


def strolled(game: str, number: int, seats: int, seed: str = "", undo: Undo | None = None) -> Table:
    """A match of some options, in which players resign and are late now and then; with `undo`,
    some also ask for undo, and others agree, refuse, or go on."""
    name = f"{game} {number} {seats}{seed}"
    table = Table(
        name,
        game,
        seats,
        ORACLES[game].options[number],
        sealed=number % 2 == 0,
        clock=CLOCKS[number % len(CLOCKS)],
        undo=undo,
    ).seated()
    while not table.match.ended and table.match.version < LONG:
        stumble(table)
    return table if table.match.ended else aborted(table)


def stumble(table: Table) -> None:
    if pressed(table) or (table.clock and table.random.random() < 0.02):
        table.late()
    elif table.random.random() < 0.01:
        stayed = [index for index, seat in enumerate(table.match.seats) if not seat.resigned]
        table.resigned(table.random.choice(stayed))
    elif not (table.match.undo and _took_back(table, table.match.undo)):
        table.played(1)


def _took_back(table: Table, undo: Undo) -> bool:
    """Whether a seat has asked for undo, or answered, in place of a move."""
    if undo.request:
        taken_back.answer(table)
    elif table.random.random() < REGRET and (found := taken_back.wish(table)):
        taken_back.ask(table, *found)
    else:
        return False
    return True


def pressed(table: Table) -> bool:
    """Whether the time of the seat to move is over before anything else can happen."""
    due = clock.deadline(GAMES.of(table.match), table.match)
    return due is not None and due <= table.now_ms + SECOND_MS


def aborted(table: Table) -> Table:
    while pressed(table):
        table.late()
    return table if table.match.ended else table.aborted("too long")
