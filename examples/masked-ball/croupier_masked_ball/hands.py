"""What hands go through: masks are put down, drawn, seen and exchanged."""

from croupier_game.replace import replace
from croupier_game.tuples import with_item

from croupier_masked_ball.types import Drawn, Mask, State


def put_down(state: State, seat: int, mask: Mask) -> State:
    """Lay a mask of `seat` face up, and let players forget that they knew the seat to hold it."""
    hand = list(state.hands[seat])
    hand.remove(mask)
    return replace(
        state,
        hands=with_item(state.hands, seat, tuple(hand)),
        put_down=with_item(state.put_down, seat, (*state.put_down[seat], mask)),
        seen=tuple(with_item(row, seat, None) if row[seat] == mask else row for row in state.seen),
    )


def draw(state: State, seat: int) -> tuple[State, Drawn]:
    """Draw from the deck or, when that is empty, the mask that was laid aside."""
    deck, aside = state.deck[:-1], state.aside if state.deck else ()
    mask = (state.deck or state.aside)[-1]
    hands = with_item(state.hands, seat, (*state.hands[seat], mask))
    return replace(state, hands=hands, deck=deck, aside=aside), Drawn(seat, mask)


def see(state: State, viewer: int, seat: int) -> State:
    """Let `viewer` know the one mask of `seat`."""
    (mask,) = state.hands[seat]
    row = with_item(state.seen[viewer], seat, mask)
    return replace(state, seen=with_item(state.seen, viewer, row))


def exchange(state: State, one: int, other: int) -> State:
    """Swap two hands. Knowledge of a mask follows it to its new seat."""
    hands = with_item(with_item(state.hands, one, state.hands[other]), other, state.hands[one])
    seen = tuple(
        row if viewer in (one, other) else _swapped(row, one, other)
        for viewer, row in enumerate(state.seen)
    )
    after = replace(state, hands=hands, seen=seen)
    return see(see(after, one, other), other, one)


def _swapped(row: tuple[Mask | None, ...], one: int, other: int) -> tuple[Mask | None, ...]:
    return with_item(with_item(row, one, row[other]), other, row[one])
