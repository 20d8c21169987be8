"""What each mask does once it has been put down."""

from croupier_game.replace import replace

from croupier_masked_ball.hands import draw, exchange, put_down, see
from croupier_masked_ball.types import (
    Compared,
    Events,
    Exchanged,
    Left,
    Looked,
    Mask,
    Move,
    PutDown,
    State,
)


def effect(state: State, seat: int, move: Move) -> tuple[State, Events]:
    """The state after the effect of `move`; its mask lies on the table already."""
    match move:
        case Move(Mask.TORTOISE):
            return replace(state, sheltered=(*state.sheltered, seat)), ()
        case Move(Mask.SWAN):
            return _leave(state, seat)
        case Move(Mask.WASP, int(target), named):
            return _leave(state, target) if state.hands[target] == (named,) else (state, ())
        case Move(Mask.OWL, int(target)):
            (mask,) = state.hands[target]
            return see(state, seat, target), (Looked(seat, target, mask),)
        case Move(Mask.BOAR, int(target)):
            return _compare(state, seat, target)
        case Move(Mask.MAGPIE, int(target)):
            return _redraw(state, target)
        case Move(Mask.FOX, int(target)):
            (own,), (other,) = state.hands[seat], state.hands[target]
            return exchange(state, seat, target), (Exchanged(seat, target, (own, other)),)
        case _:  # a Peacock; or all others are sheltered, so that the mask has no effect
            return state, ()


def _compare(state: State, seat: int, target: int) -> tuple[State, Events]:
    """The player with the lower mask leaves; with equal ones, each now knows the other's."""
    (own,), (other,) = state.hands[seat], state.hands[target]
    compared = Compared(seat, target, (own, other))
    if own == other:
        return see(see(state, seat, target), target, seat), (compared,)
    after, events = _leave(state, seat if own < other else target)
    return after, (compared, *events)


def _redraw(state: State, target: int) -> tuple[State, Events]:
    """Put the mask down and draw another; with the Swan, leave instead."""
    (mask,) = state.hands[target]
    if mask == Mask.SWAN:
        return _leave(state, target)
    after, drawn = draw(put_down(state, target, mask), target)
    return after, (PutDown(target, mask), drawn)


def _leave(state: State, seat: int) -> tuple[State, Events]:
    """Leave the round, and put down what is left of the hand."""
    shown = tuple(PutDown(seat, mask) for mask in state.hands[seat])
    for event in shown:
        state = put_down(state, seat, event.mask)
    return state, (*shown, Left(seat))
