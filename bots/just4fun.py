"""A sensible little strategy for Just4Fun, to be read and to be beaten.

It looks one stone ahead. After each of the legal moves it asks of every line of
four what it promises: nothing once somebody else has locked a field of it, and
more with each field where the player has the majority. What the lines promise to
the player counts for a move; what they promise to the most dangerous of the
others counts against it. So a line is completed where it can be, and three of
another's fields are broken up by a stone on one of them. All else being equal,
high numbers are better: they count at the end.
"""

import random
from collections.abc import Sequence
from typing import Any

Json = dict[str, Any]
Stones = list[int]

SIDE, LENGTH, LEAD = 6, 4, 2
PROMISE = (0, 1, 5, 25, 10_000)
"""What a line is worth to a player, by how many of its fields the player holds."""
FEAR = 0.9
"""The part of what another is promised that counts against a move."""
NUMBER = 0.05
"""What a field is worth for each point of its number."""
LOCK = 2.0
"""What it is worth to have a field for good."""

LINES = [
    [(row + down * step) * SIDE + column + right * step for step in range(LENGTH)]
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    for row in range(SIDE - down * (LENGTH - 1))
    for column in range(SIDE)
    if 0 <= column + right * (LENGTH - 1) < SIDE
]
"""The 54 straight lines of four places, which count row by row."""


def choose(match: Json, moves: Sequence[Json], dice: random.Random) -> Json:
    """The best of the legal moves, as the API lists them; among equals, the dice decide."""
    board = Board(match["state"]["board"], match["yourSeat"])
    return max(moves, key=lambda each: (board.worth(each["move"]), dice.random()))


class Board:
    """The stones on every place, as everyone sees them."""

    def __init__(self, board: Sequence[Json], seat: int) -> None:
        self.seat = seat
        self.numbers: list[int] = [field["number"] for field in board]
        self.stones: list[Stones] = [field["stones"] for field in board]

    def worth(self, move: Json) -> float:
        """What the board is worth to the player after the move."""
        if "play" not in move:
            return 0.0
        place = self.numbers.index(sum(move["play"]["cards"]))
        stones = list(self.stones)
        stones[place] = self._placed(stones[place])
        promises = [_promise(stones, seat) for seat in range(len(stones[0]))]
        mine = promises.pop(self.seat)
        return mine - FEAR * max(promises) + self._count(stones)

    def _placed(self, stones: Stones) -> Stones:
        """The field with one more stone of the player's, and without those that it locks out."""
        more = [count + (seat == self.seat) for seat, count in enumerate(stones)]
        locks = _lead(more, self.seat) >= LEAD
        return [0 if locks and seat != self.seat else count for seat, count in enumerate(more)]

    def _count(self, stones: Sequence[Stones]) -> float:
        """What the player's fields count at the end, and more if they are locked."""
        fields = zip(self.numbers, stones, strict=True)
        leads = [(number, _lead(each, self.seat)) for number, each in fields]
        return sum(NUMBER * number * (lead > 0) + LOCK * (lead >= LEAD) for number, lead in leads)


def _promise(stones: Sequence[Stones], seat: int) -> int:
    """What all lines are worth to the seat, other than those that another has shut."""
    leads = [_lead(each, seat) for each in stones]
    shut = [max(_lead(each, other) for other in range(len(each))) for each in stones]
    open_lines = (
        line for line in LINES if all(shut[place] < LEAD or leads[place] >= LEAD for place in line)
    )
    return sum(PROMISE[sum(leads[place] > 0 for place in line)] for line in open_lines)


def _lead(stones: Stones, seat: int) -> int:
    """How many stones more the seat has than the best of the others."""
    return stones[seat] - max(stones[:seat] + stones[seat + 1 :])
