"""The board of Just4Fun: which player owns a field, which fields are open, and lines of four.

`stones` of a field are the numbers of stones there, by seat.
"""

from functools import lru_cache

from croupier_just4fun.types import CACHED, FIELDS, LEAD, LENGTH, SIDE, Field, State


@lru_cache(maxsize=CACHED)
def owner(stones: tuple[int, ...]) -> int | None:
    """Return the seat that has more stones on a field than each other, or None."""
    most = max(stones)
    return stones.index(most) if most and stones.count(most) == 1 else None


def owned_fields(state: State, seat: int) -> list[Field]:
    """Return the fields where the seat has more stones than each other."""
    return [field for field, stones in enumerate(state.stones, 1) if owner(stones) == seat]


def is_locked(stones: tuple[int, ...]) -> bool:
    """Return whether one player leads the field by two stones."""
    most, second = sorted(stones, reverse=True)[:2]
    return most - second >= LEAD


@lru_cache(maxsize=CACHED)
def takes_stone(stones: tuple[int, ...], seat: int, own_locked: bool) -> bool:
    """Return whether `seat` may put a stone on a field; `own_locked` is the option."""
    # One player's lead bars a field, not that of all others together (RULES.md, A turn). The most
    # may be the seat's own, and bars nothing then: the difference is 0.
    if max(stones) - stones[seat] >= LEAD:
        return False
    # A field that is locked and not barred is the seat's own.
    return own_locked or not is_locked(stones)


def is_open(state: State, seat: int, field: int) -> bool:
    """Return whether there is such a field and `seat` may put a stone on it."""
    return field <= FIELDS and takes_stone(state.stones[field - 1], seat, state.options.own_locked)


def can_go_on(state: State, seat: int) -> bool:
    """Return whether the seat has turns to come: a stone, and a field that it could go to."""
    if not state.supplies[seat]:
        return False
    # With own locked fields open there always is one: the others have at most 60
    # stones, and need two for each field that they bar.
    return state.options.own_locked or any(
        is_open(state, seat, field) for field in range(1, FIELDS + 1)
    )


def next_turn(state: State) -> int:
    """Return the next seat clockwise with turns to come."""
    seats = len(state.hands)
    turn = (state.turn + 1) % seats
    # It ends: turns are passed on only while the match goes on, so some seat can go on.
    while not can_go_on(state, turn):
        turn = (turn + 1) % seats
    return turn


def winning_line(state: State, seat: int, field: Field) -> tuple[Field, ...]:
    """Return a line of the seat's own fields through this one; empty if there is none.

    Only the seat that has just placed a stone can complete a line: a stone gives a
    majority to no other, and a lock removes only stones that were behind.
    """
    layout, stones = state.layout, state.stones
    if owner(stones[field - 1]) != seat:
        return ()
    for line in LINES_OF[layout.index(field)]:
        for place in line:
            if owner(stones[layout[place] - 1]) != seat:
                break
        else:
            return tuple(layout[place] for place in line)
    return ()


def _lines() -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple((row + step * down) * SIDE + column + step * right for step in range(LENGTH))
        # Four directions: the other four give the same lines from their other ends.
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in range(SIDE - down * (LENGTH - 1))
        for column in range(SIDE)
        # Places are counted through, so without this a line would go on in the next row.
        if 0 <= column + right * (LENGTH - 1) < SIDE
    )


LINES = _lines()
"""The 54 lines of four places, which count from 0 on, row by row."""
LINES_OF = tuple(tuple(line for line in LINES if place in line) for place in range(FIELDS))
"""For each place the lines through it."""
