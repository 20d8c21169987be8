"""Matches of all options as they may happen: players come and go, resign, are late or gone, and
take moves back."""

import random

from croupier_game.kit.games import ORACLES
from croupier_match import clock
from croupier_match.match import ClockOptions, Kind, OnTimeout, StartMode, TournamentTable, Undo
from engine.domain.registry import GAMES

from tests.vectors import taken_back
from tests.vectors.honest import BANK, HURRY, SLOW
from tests.vectors.tables import SECOND_MS, Table

CLOCKS = (None, HURRY, BANK, ClockOptions(bank_ms=30_000, on_timeout=OnTimeout.RANDOM), SLOW)
LONG = 400
MINUTE_MS = 60_000
REGRET = 0.1
"""How often somebody thinks of taking something back, where that is allowed."""


def strolled(game: str, number: int, seats: int, seed: str = "", undo: Undo | None = None) -> Table:
    """A match of some options, in which players come and go, resign, are late and are gone now and
    then; with `undo`, some also ask for undo, and others agree, refuse, or go on."""
    name = f"{game} {number} {seats}{seed}"
    luck = random.Random(f"beginning of {name}")
    table = Table(
        name,
        game,
        seats,
        ORACLES[game].options[number],
        sealed=number % 2 == 0,
        rated=number % 3 == 0,
        tournament=TournamentTable("t" * 22, 1, number) if number % 4 == 1 else None,
        start=StartMode.MANUAL if luck.random() < 0.3 else StartMode.AUTO,
        clock=CLOCKS[number % len(CLOCKS)],
        undo=undo,
        gone_after_ms=MINUTE_MS if luck.random() < 0.3 else 0,
    )
    begin(table)
    while not table.match.ended and table.match.version < LONG:
        stumble(table)
    return table if table.match.ended else aborted(table)


def begin(table: Table) -> None:
    """Players sit down, of whom some leave again; in few matches somebody withholds entropy."""
    table.bound(0)
    for seat in range(1, table.seats):
        while seat < table.seats - 1 and table.random.random() < 0.1:
            table.bound(seat).do(Kind.LEFT, seat)
        table.bound(seat)
    if table.start == StartMode.MANUAL:
        while table.random.random() < 0.3:
            seat = table.random.randrange(1, table.seats)
            table.do(Kind.LEFT, seat).bound(seat)
        table.do(Kind.STARTED, 0)
    if table.sealed and table.random.random() < 0.05:
        table.revealed(table.random.randrange(table.seats)).withheld()
    else:
        table.revealed()


def stumble(table: Table) -> None:
    if pressed(table) or (table.clock and table.random.random() < 0.02):
        table.late()
    elif table.random.random() < 0.02 and (seat := _left_alone(table)) is not None:
        two_left = sum(not each.resigned for each in table.match.seats) == 2
        kinds = (Kind.ABORTED, Kind.CLAIMED) if two_left else (Kind.CLAIMED,)
        table.claimed(seat, table.random.choice(kinds))
    elif table.random.random() < 0.01:
        stayed = [index for index, seat in enumerate(table.match.seats) if not seat.resigned]
        table.resigned(table.random.choice(stayed))
    elif not (table.match.undo and _took_back(table, table.match.undo)):
        table.played(1)


def _left_alone(table: Table) -> int | None:
    """A seat that has waited for another one for as long as it must before that one is gone."""
    due = clock.deadline(GAMES[table.game], table.match)
    if not table.gone_after_ms or (due is not None and due <= table.now_ms + table.gone_after_ms):
        return None
    waiting = {*range(table.seats)} - {*GAMES[table.game].rules.to_move(table.state)}
    stayed = sorted(seat for seat in waiting if not table.match.seats[seat].resigned)
    return table.random.choice(stayed) if stayed else None


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
