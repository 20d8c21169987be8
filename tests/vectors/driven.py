"""Matches that are driven into a situation: moves by their notation, or by a wish."""

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from croupier_match.match import Kind
from engine.domain.registry import GAMES

from tests.vectors.tables import Table

Plays: TypeAlias = dict[str, tuple[Callable[[], Table], int | None]]
"""By name, an honest match, and whose eyes see its replay."""
Lies: TypeAlias = dict[str, tuple[str, str, Callable[[], Table]]]
"""By name, the check that finds it at the latest, the honest match beside it, and a false one."""


def turn(table: Table) -> int:
    """The seat that is to move."""
    (seat,) = GAMES[table.game].rules.to_move(table.state)
    return seat


def legal(table: Table) -> list[str]:
    """The legal moves of the seat that is to move, as they are written."""
    rules = GAMES[table.game].rules
    return [*map(rules.notation, rules.legal_moves(table.state, turn(table)))]


def plays(table: Table, *texts: str) -> Table:
    """Each of these moves, which must be legal, by the seat to move then."""
    for text in texts:
        rules, seat = GAMES[table.game].rules, turn(table)
        move = rules.parse(text)
        rules.check(table.state, seat, move)
        table.do(Kind.MOVE, seat, move=move)
    return table


def lies(table: Table, move: Any) -> Table:
    """A move of the seat to move that is not legal."""
    return table.do(Kind.MOVE, turn(table), move=move)


def first(moves: Iterable[str], *beginnings: str) -> str:
    """The first of the moves that begins so, or else so, and so on; "" without any."""
    moves = list(moves)
    found = (move for begun in beginnings for move in moves if move.startswith(begun))
    return next(found, "")


def until(table: Table, done: Callable[[Any], bool], choose: Callable[[Table], str]) -> Table:
    """Moves that are chosen, until the state is as wanted."""
    while not done(table.state):
        plays(table, choose(table))
    return table
