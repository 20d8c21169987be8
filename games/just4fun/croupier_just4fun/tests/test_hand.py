"""Just4Fun: hands and the deck."""

from collections import Counter

import pytest
from croupier_game.seeded import seeded_chance

from croupier_just4fun.rules import apply
from croupier_just4fun.tests.positions import Y, after, events_of, position
from croupier_just4fun.types import CardsDrawn, DeckReshuffled, Move, State


@pytest.mark.parametrize(("seats", "discard", "deck"), [(4, 38, 39), (3, 42, 43), (2, 46, 47)])
def test_vector_22_reshuffle_in_the_middle_of_a_draw(seats: int, discard: int, deck: int) -> None:
    state = position("1 2 3 4", seats=seats, deck="19", discard="5 " * discard)
    then, events = events_of(state, "1+2+3")
    assert (len(then.deck), then.discard) == (deck, ())
    assert then.hands[Y] == tuple(sorted((4, 19, *drawn_after_the_shuffle(then, state))))
    assert [event.kind for event in events] == ["cards_played", "cards_drawn", "deck_reshuffled"]
    assert events[-1] == DeckReshuffled(discard + 3)


def drawn_after_the_shuffle(then: State, before: State) -> list[int]:
    """What left the shuffled discard pile, which the cards just played were part of."""
    shuffled = Counter((*before.discard, 1, 2, 3))
    return [*(shuffled - Counter(then.deck)).elements()]


def test_reshuffle_with_exactly_the_last_card() -> None:
    """At once, and not before the next draw."""
    state, events = events_of(position("1 2 3 4", deck="18 19", discard="7 8 9"), "1+3")
    assert (state.hands[Y], state.discard) == ((2, 4, 18, 19), ())
    assert Counter(state.deck) == Counter((1, 3, 7, 8, 9))
    assert events[1:] == (CardsDrawn(Y, 2, (18, 19)), DeckReshuffled(5))


def test_no_reshuffle_while_a_card_is_left() -> None:
    state, events = events_of(position("1 2 3 4", deck="17 18 19", discard="7"), "1+3")
    assert (state.deck, state.discard) == ((17,), (7, 1, 3))
    assert events[1:] == (CardsDrawn(Y, 2, (18, 19)),)


def test_exchanged_hand_is_shuffled_as_well() -> None:
    locked = dict.fromkeys(range(1, 5), (0, 2))
    state, events = events_of(position("1 1 1 1", locked, deck="19", discard="8 9"), "exchange")
    assert len(state.deck) == 3
    assert Counter((*state.deck, *state.hands[Y])) == Counter((1, 1, 1, 1, 8, 9, 19))
    assert events[-1] == DeckReshuffled(6)


def test_shuffle_depends_on_chance_alone() -> None:
    state = position("1 2 3 4", deck="19", discard=" ".join(map(str, range(1, 20))))
    seeds = (f"{seed:064x}" for seed in range(8))
    decks = {apply(state, Y, Move((1,)), seeded_chance(seed, (), 5, ""))[0].deck for seed in seeds}
    assert len(decks) == 8


def test_cards_drawn_come_from_the_top() -> None:
    state = after(position("1 2 3 4", deck="15 16 17 18"), "1")
    assert (state.deck, state.hands[Y]) == ((15, 16, 17), (1, 1, 1, 18))
