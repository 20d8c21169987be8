"""What the kit's random matches hardly show of the rules over arrays: exchanges."""

from dataclasses import replace

import pytest
from croupier_game.arrays import NUMPY
from croupier_game.kit.twins import Dealer

from croupier_just4fun import rules, spec
from croupier_just4fun.arrays import ArrayRules
from croupier_just4fun.types import Move, Options, State

XP = NUMPY.xp
OPTIONS = Options(start_seat=0)
STUCK = [state for state, _ in spec.ORACLE.constructed]
FEW = range(1, 6)
"""Cards left in the deck: four are drawn."""
ARRAYS = ArrayRules(NUMPY, OPTIONS, 2)


def with_deck(state: State, count: int) -> State:
    """The same with so many cards in the deck, and all others discarded."""
    cards = (*state.discard, *state.deck)
    return replace(state, deck=cards[-count:], discard=cards[:-count])


@pytest.mark.parametrize("state", STUCK + [with_deck(state, few) for state in STUCK for few in FEW])
def test_exchange(state: State) -> None:
    tables = ARRAYS.from_states([state])
    assert XP.nonzero(ARRAYS.legal(tables)[0, :])[0].tolist() == [0]
    assert ARRAYS.policy(tables).tolist() == [0]
    after, events = rules.apply(state, 0, Move(), Dealer((), "exchange"))
    drawn = ARRAYS.drawn(state, events, after)
    there = ARRAYS.step(tables, XP.asarray([0], dtype=XP.int32), drawn)
    for name, found, expected in zip(
        tables._fields, there, ARRAYS.from_states([after]), strict=True
    ):
        assert found.tolist() == expected.tolist(), name


@pytest.mark.parametrize("state", STUCK)
def test_cards_of_an_exchange_are_drawn_from_deck_and_then_discards(state: State) -> None:
    few = with_deck(state, 2)
    tables = ARRAYS.from_states([few] * 1000)
    uniform = XP.random.default_rng(1).integers(0, 2**32, (1000, 4), dtype=XP.uint32)
    action = XP.zeros((1000,), dtype=XP.int32)
    drawn = ARRAYS.chances(tables, action, uniform)
    last = {*few.deck}
    assert all(last <= {*cards} for cards in drawn.cards.tolist())
    after = ARRAYS.step(tables, action, drawn)
    pile = sorted((*few.discard, *few.hands[0]))
    for row in range(10):
        state = ARRAYS.to_state(after, row)
        new = [*state.hands[0]]
        for card in few.deck:
            new.remove(card)
        assert sorted((*state.deck, *new)) == pile
        assert not state.discard
