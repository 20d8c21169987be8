"""Turns and rounds: the deal, the next turn, and the end of a round."""

from collections.abc import Iterable

from croupier_game.chance import Chance
from croupier_game.replace import replace

from croupier_masked_ball.hands import draw
from croupier_masked_ball.types import (
    DECK,
    OPEN,
    ROSES,
    Events,
    Options,
    RoundEnded,
    RoundStarted,
    State,
)


def deal(
    options: Options, number: int, starter: int, roses: tuple[int, ...], chance: Chance
) -> tuple[State, Events]:
    """Shuffle; one mask aside, some open, one for each seat; and the starter's turn begins."""
    seats = len(roses)
    shuffled = chance.shuffle(DECK)
    first = 1 + OPEN[seats]
    dealt = shuffled[first : first + seats]
    state = State(
        options=options,
        round=number,
        starter=starter,
        turn=starter,
        deck=shuffled[first + seats :],
        aside=shuffled[:1],
        open=shuffled[1:first],
        hands=tuple((mask,) for mask in dealt),
        seen=((None,) * seats,) * seats,
        put_down=((),) * seats,
        sheltered=(),
        roses=roses,
    )
    after, events = _begin_turn(state, starter)
    return after, (RoundStarted(number, starter, state.open, dealt), *events)


def go_on(state: State, chance: Chance) -> tuple[State, Events]:
    """Begin the next turn; or end the round, and begin the next unless the match is over."""
    inside = [seat for seat, hand in enumerate(state.hands) if hand]
    if len(inside) > 1 and state.deck:
        return _begin_turn(state, _next(inside, state.turn, state))
    winners = _winners(state, inside)
    roses = tuple(own + (seat in winners) for seat, own in enumerate(state.roses))
    masks = tuple(hand[0] if hand else None for hand in state.hands)
    ended, after = RoundEnded(masks, winners), replace(state, roses=roses)
    if max(roses) >= goal(state):
        return after, (ended,)
    starter = _next(winners, state.starter - 1, state)
    dealt, events = deal(state.options, state.round + 1, starter, roses, chance)
    return dealt, (ended, *events)


def goal(state: State) -> int:
    """The roses that win the match."""
    return state.options.roses or ROSES[len(state.hands)]


def _begin_turn(state: State, seat: int) -> tuple[State, Events]:
    sheltered = tuple(each for each in state.sheltered if each != seat)
    after, drawn = draw(replace(state, turn=seat, sheltered=sheltered), seat)
    return after, (drawn,)


def _next(among: Iterable[int], after: int, state: State) -> int:
    """The first of these seats, clockwise, behind the seat `after`."""
    return min(among, key=lambda seat: (seat - after - 1) % len(state.hands))


def _winners(state: State, inside: Iterable[int]) -> tuple[int, ...]:
    """The highest mask; among equal ones, the highest sum of what was put down."""
    worth = {seat: (state.hands[seat][0], sum(state.put_down[seat])) for seat in inside}
    return tuple(seat for seat in worth if worth[seat] == max(worth.values()))
