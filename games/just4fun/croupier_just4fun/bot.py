"""A simple strategy for Just4Fun, meant to be read and to be beaten.

It looks one stone ahead. After each legal move it values every row of four fields: a row
in which an opponent has locked a field is worth 0, and any other row is worth more with
each field on which the player has the majority. The value of all rows to the player counts
for the move; their value to the strongest opponent counts against it. So the strategy
completes a row where it can, and breaks up an opponent's three fields by a stone on one of
them. Among equal moves it prefers high numbers, which count at the end.
"""

import random
from collections.abc import Sequence
from typing import Any

from croupier_game.by_worth import by_worth

Json = dict[str, Any]
Stones = list[int]

SIDE, LENGTH, LEAD = 6, 4, 2
ROW_VALUE = (0, 1, 5, 25, 10_000)
"""The value of a row to a player, by how many of its fields the player holds."""
DEFENCE = 0.9
"""The share of the strongest opponent's value that counts against a move."""
POINT_VALUE = 0.05
"""The value of a field for each point of its number."""
LOCK_VALUE = 2.0
"""The value of a field that no opponent can take any more."""

ROWS = [
    [(row + down * step) * SIDE + column + right * step for step in range(LENGTH)]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    for row in range(SIDE - down * (LENGTH - 1))
    for column in range(SIDE)
    if 0 <= column + right * (LENGTH - 1) < SIDE
]
"""The 54 straight rows of four places, in any direction. Places count from the top left."""
HEAT = 8.0
"""How much worse a move may be that the easy one makes now and then."""


def choose(match: Json, moves: Sequence[Json], dice: random.Random, heat: float = 0.0) -> Json:
    """The best of the legal moves, which are as the API lists them; dice decide among equals."""
    board = Board(match["state"]["board"], match["yourSeat"])
    return by_worth(moves, lambda each: board.worth(each["move"]), dice, heat)


def easy(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """A move as of somebody who does not look closely: each as likely as exp(worth / HEAT) says."""
    return choose(match, moves, dice, HEAT)


class Board:
    """The numbers and stones of all places, and the seat that the strategy plays for."""

    def __init__(self, board: Sequence[Json], seat: int) -> None:
        self.seat = seat
        self.numbers: list[int] = [field["number"] for field in board]
        self.stones: list[Stones] = [field["stones"] for field in board]

    def worth(self, move: Json) -> float:
        """The value of the board to the player after the move; 0 for a move without a stone."""
        if "play" not in move:
            return 0.0
        place = self.numbers.index(sum(move["play"]["cards"]))
        stones = list(self.stones)
        stones[place] = self._placed(stones[place])
        values = [_value_of_rows(stones, seat) for seat in range(len(stones[0]))]
        mine = values.pop(self.seat)
        return mine - DEFENCE * max(values) + self._value_of_fields(stones)

    def _placed(self, stones: Stones) -> Stones:
        """The field with one more stone of the player. A lock removes the stones of all others."""
        more = [count + (seat == self.seat) for seat, count in enumerate(stones)]
        locks = _lead(more, self.seat) >= LEAD
        return [0 if locks and seat != self.seat else count for seat, count in enumerate(more)]

    def _value_of_fields(self, stones: Sequence[Stones]) -> float:
        """The value of the player's fields at the end; a locked field is worth more."""
        fields = zip(self.numbers, stones, strict=True)
        leads = [(number, _lead(each, self.seat)) for number, each in fields]
        return sum(
            POINT_VALUE * number * (lead > 0) + LOCK_VALUE * (lead >= LEAD)
            for number, lead in leads
        )


def _value_of_rows(stones: Sequence[Stones], seat: int) -> int:
    """The value to the seat of all rows in which no opponent has locked a field."""
    leads = [_lead(each, seat) for each in stones]
    best = [max(_lead(each, other) for other in range(len(each))) for each in stones]
    # A field is locked by a lead of LEAD stones, so `best` reaches it only for the owner.
    open_rows = (
        row for row in ROWS if all(best[place] < LEAD or leads[place] >= LEAD for place in row)
    )
    return sum(ROW_VALUE[sum(leads[place] > 0 for place in row)] for row in open_rows)


def _lead(stones: Stones, seat: int) -> int:
    """How many stones more the seat has than the opponent with the most; may be negative."""
    return stones[seat] - max(stones[:seat] + stones[seat + 1 :])
