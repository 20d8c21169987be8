"""What a search in worlds knows of Just4Fun: the moves that Hugo likes, and how he plays on.

Hugo is `bot.py`. Here he values only what a stone changes, in the rows through its field: fields
and rows are bits of an integer, so that a match is played out in a few milliseconds.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from croupier_game.chance import Chance

from croupier_just4fun import bot, rules
from croupier_just4fun.board import LINES_OF, takes_stone
from croupier_just4fun.hand import plays_of
from croupier_just4fun.types import CACHED, LEAD, Field, Move, State

UNIT = "victory"
SHARE = 1 / 400
"""What a unit of Hugo's values is in shares of the victory: three fields of a row are 6 %."""
ROWS = tuple(tuple(sum(1 << place for place in line) for line in lines) for lines in LINES_OF)
"""For each place the rows through it, as bits of places."""


class Board:
    """Which places each seat leads, and which it has locked, as bits."""

    def __init__(self, state: State) -> None:
        seats = len(state.hands)
        self.led, self.locked = [0] * seats, [0] * seats
        self.places = _places(state.layout)
        for field in range(1, len(state.stones) + 1):
            self.put(field, state.stones[field - 1])

    def put(self, field: Field, stones: tuple[int, ...]) -> None:
        """Note the stones of a field."""
        bit = 1 << self.places[field]
        for seat, lead in enumerate(_leads(stones)):
            self.led[seat] = self.led[seat] & ~bit | (bit if lead > 0 else 0)
            self.locked[seat] = self.locked[seat] & ~bit | (bit if lead >= LEAD else 0)

    def gain(self, seat: int, field: Field, stones: tuple[int, ...]) -> float:
        """Return what a stone of the seat is worth on a field with these stones."""
        before, after = _leads(stones), _leads(_with_stone(stones, seat))
        locks = after[seat] >= LEAD > before[seat]
        gain = bot.LOCK_VALUE * locks
        if after[seat] > 0 >= before[seat]:
            gain += bot.POINT_VALUE * field + self._change(seat, field, leads=True)
        for other, lead in enumerate(before):
            if other != seat and (locks or lead > 0 >= after[other]):
                gain -= bot.DEFENCE * self._change(other, field, leads=False, barred=locks)
        return gain

    def _change(self, seat: int, field: Field, leads: bool, barred: bool = False) -> int:
        """Return how the rows through a field change in value if the seat leads there or not."""
        place = self.places[field]
        bit, led, rows = 1 << place, self.led[seat], ROWS[place]
        locked = sum(self.locked) & ~self.locked[seat]  # no two seats lock the same place
        now = led | bit if leads else led & ~bit
        return (0 if barred else _value(rows, now, locked)) - _value(rows, led, locked)


def candidates(state: State, seat: int, most: int) -> Sequence[tuple[float, Move]]:
    """Return the moves that Hugo likes most, with what they change in his share of the victory."""
    moves = [(min(1.0, gain * SHARE), move) for gain, move in _plays(state, seat, Board(state))]
    best = sorted(moves, key=lambda each: each[0], reverse=True)
    return best[:most] or [(0.0, Move())]


def roll(state: State, seat: int, move: Move, chance: Chance) -> float:
    """Return the seat's share of the victory if all play on as Hugo does."""
    board = Board(state)
    turn = seat
    while True:
        state, _ = rules.apply(state, turn, move, chance)
        if rules.over(state):
            winners = rules.ranking(state)[0]
            return (seat in winners) / len(winners)
        if move.cards:
            field = sum(move.cards)
            board.put(field, state.stones[field - 1])
        turn = state.turn
        _, move = max(_plays(state, turn, board), key=_gain, default=(0.0, Move()))


def _gain(play: tuple[float, Move]) -> float:
    return play[0]


def _plays(state: State, seat: int, board: Board) -> Iterator[tuple[float, Move]]:
    """Yield for each field that the hand reaches a move there, with what it gains."""
    own_locked = state.options.own_locked
    # Of several ways to reach a field, the last one of the list plays the most cards.
    for field, move in dict(plays_of(state.hands[seat])).items():
        stones = state.stones[field - 1]
        if takes_stone(stones, seat, own_locked):
            yield board.gain(seat, field, stones), move


def _value(rows: Sequence[int], led: int, locked: int) -> int:
    """Return Hugo's value of these rows to a seat that leads there, if others locked those."""
    return sum([bot.ROW_VALUE[(row & led).bit_count()] for row in rows if not row & locked])


@lru_cache(CACHED)
def _leads(stones: tuple[int, ...]) -> tuple[int, ...]:
    """Return by seat how many stones more it has than any other."""
    return tuple(
        count - max(stones[:seat] + stones[seat + 1 :]) for seat, count in enumerate(stones)
    )


@lru_cache(CACHED)
def _with_stone(stones: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Return the stones of a field after one more of the seat; a lock removes those of others."""
    more = tuple(count + (each == seat) for each, count in enumerate(stones))
    locks = _leads(more)[seat] >= LEAD
    return tuple(0 if locks and each != seat else count for each, count in enumerate(more))


@lru_cache
def _places(layout: tuple[Field, ...]) -> dict[Field, int]:
    return {field: place for place, field in enumerate(layout)}
