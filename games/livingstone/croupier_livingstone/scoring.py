"""The scoring of Livingstone: of each round, and of the match."""

from collections import Counter

from croupier_livingstone.types import COLUMNS, POINTS, ROWS, Field, Final, State


def earned_rows(state: State, seat: int) -> list[int]:
    """Return the rows of the seat's tents that score now; each earns its number."""
    here = [field for field in state.tents[seat] if field[0] == COLUMNS[state.boat - 1]]
    # Several own tents may stand on a field, of which some are marked: counted, not looked up.
    return [_row(field) for field in (Counter(here) - Counter(state.unscored[seat])).elements()]


def final_score(state: State, dice: tuple[int, ...]) -> Final:
    """Return what the end adds to the points; `dice` are those for the chests of two players."""
    return Final(
        rows=_row_bonuses(state),
        gems=tuple(map(sum, state.gems)),
        cards=tuple(sum(POINTS.get(card, 0) for card in hand) for hand in state.hands),
        dice=dice,
        eliminated=_gave_too_little(state, dice),
    )


def _row_bonuses(state: State) -> tuple[int, ...]:
    """Return by seat the points for most tents in a row, shared on a tie and rounded down."""
    bonuses = [0] * len(state.hands)
    for row, bonus in zip(ROWS, state.options.row_bonus, strict=True):
        # Players who will be out count, too: the chests are opened last (RULES.md, The end).
        counts = [sum(_row(field) == row for field in fields) for fields in state.tents]
        most = [seat for seat, count in enumerate(counts) if count and count == max(counts)]
        for seat in most:
            bonuses[seat] += bonus // len(most)
    return tuple(bonuses)


def _gave_too_little(state: State, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Return the seats that gave less than the dice show; without dice, all that gave least."""
    # Without dice, the least that was given is too little itself.
    least = sum(dice) if dice else min(state.chests) + 1
    return tuple(seat for seat, chest in enumerate(state.chests) if chest < least)


def _row(field: Field) -> int:
    return int(field[1])
