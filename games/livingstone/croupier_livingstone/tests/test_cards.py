"""Livingstone: action cards."""

from dataclasses import replace
from typing import Any

import pytest
from croupier_game.seeded import seeded_chance

from croupier_livingstone.cards import deck
from croupier_livingstone.rules import apply, over, parse
from croupier_livingstone.tests.positions import (
    DONE,
    FIRST,
    FIRST_COLUMN,
    LAST,
    NO_CARD_LEFT,
    after,
    dealt,
    events_of,
    legal,
    position,
    refusal,
    scored,
)
from croupier_livingstone.types import (
    BOAT_BACK,
    FOUR_COINS,
    MINE_CRASH,
    TWO_DICE,
    CardDrawn,
    CardPlayed,
    DeckReshuffled,
    Event,
    MineCrashed,
    Options,
    RoundScored,
    RoundStarted,
    State,
)

# Cards


def test_card_is_drawn_from_the_top() -> None:
    state = position(die=1, deck="VP2 VP3 TWO_DICE", hands=("VP4",))
    drawn, events = events_of(state, "card")
    assert (drawn.hands[0], drawn.deck, drawn.die) == ((TWO_DICE, "VP4"), ("VP2", "VP3"), 0)
    assert events == (CardDrawn(0, TWO_DICE),)


def test_card_may_be_played_in_the_turn_in_which_it_is_drawn() -> None:
    assert after(position(die=1, deck="VP4"), "card", "play VP4").points[0] == 4


@pytest.mark.parametrize(("card", "points"), [("VP2", 2), ("VP3", 3), ("VP4", 4)])
def test_points_on_cards(card: str, points: int) -> None:
    state, events = events_of(position(hands=(f"{card} {card}",)), f"play {card}")
    assert (state.points, state.hands[0], state.discard) == ((points, 0, 0), (card,), (card,))
    assert events == (CardPlayed(0, card),)


def test_four_coins() -> None:
    state = after(position(hands=("FOUR_COINS",)), "play FOUR_COINS")
    assert (state.coins, state.discard) == ((7, 3, 3), (FOUR_COINS,))


def test_any_number_of_cards_in_a_turn() -> None:
    state = position(hands=("FOUR_COINS FOUR_COINS VP2 VP3",))
    state = after(state, "play FOUR_COINS", "play VP2", "play FOUR_COINS", "play VP3")
    assert (state.coins[0], state.points[0], state.hands[0]) == (11, 5, ())


def test_hand_has_no_limit() -> None:
    assert len(after(position(die=1, hands=("VP2 " * 40,)), "card").hands[0]) == 41


def test_vector_18_boat_back() -> None:
    state = position(boat=4, seats=2, die=2, tents=("c2 c6", "d1"), hands=("BOAT_BACK",))
    state, events = events_of(state, "play BOAT_BACK")
    assert (state.boat, events) == (3, (CardPlayed(0, BOAT_BACK),))
    assert (state.discard, state.out_of_game) == ((), (BOAT_BACK,))
    state = after(replace(state, pool=(3,)), "coins", "end", "die 3", "tent 3")
    assert state.tents[1] == ("d1", "c3")
    state, events = events_of(state, "end")
    assert events[1] == RoundScored(3, (8, 3))
    assert (state.boat, state.round) == (4, 2)
    assert scored(state) == (0, 1)


def test_vector_19_boat_back_from_the_first_column() -> None:
    assert refusal(position(hands=("BOAT_BACK",)), "play BOAT_BACK") == FIRST_COLUMN


def test_vector_19_boat_back_from_the_last_column() -> None:
    state = position(**LAST, round=10, tents=("i4 j5",), hands=("BOAT_BACK",))
    state, events = events_of(after(state, "play BOAT_BACK"), "end")
    assert events[1:] == (RoundScored(9, (4, 0, 0)), RoundStarted(11, 1, 10, (1,) * 6))
    assert not over(state)
    assert over(after(replace(state, pool=(), **DONE), "end"))


def test_boat_back_after_the_die_moves_the_place_of_the_tent() -> None:
    state = position(boat=4, die=3, hands=("BOAT_BACK",))
    assert after(state, "play BOAT_BACK", "tent 3").tents[0] == ("c3",)


def test_several_boats_back_in_a_round() -> None:
    state = position(boat=2, hands=("BOAT_BACK BOAT_BACK",))
    back = after(state, "play BOAT_BACK")
    assert back.boat == 1
    assert refusal(back, "play BOAT_BACK") == FIRST_COLUMN
    assert after(replace(state, boat=10), "play BOAT_BACK", "play BOAT_BACK").boat == 8


def test_boat_never_comes_back_into_the_deck() -> None:
    state = position(boat=4, die=3, deck="", discard="VP2", hands=("BOAT_BACK",))
    drawn, events = events_of(after(state, "play BOAT_BACK"), "card")
    assert events == (DeckReshuffled(1), CardDrawn(0, "VP2"))
    assert drawn.out_of_game == (BOAT_BACK,)


# Reshuffle


def test_e11_empty_deck_is_made_of_the_discards() -> None:
    state = position(die=1, deck="", discard="VP2 VP3 VP4", out_of_game="MINE_CRASH BOAT_BACK")
    drawn, events = events_of(state, "card")
    assert events == (DeckReshuffled(3), CardDrawn(0, "VP4"))
    assert (drawn.deck, drawn.discard) == (("VP2", "VP3"), ())
    assert drawn.out_of_game == (MINE_CRASH, BOAT_BACK)


def test_deck_is_not_made_before_a_card_is_needed() -> None:
    state = after(position(die=1, deck="VP4", discard="VP2"), "card")
    assert (state.deck, state.discard) == ((), ("VP2",))


def test_reshuffle_is_by_chance() -> None:
    pile = " ".join(deck(replace(FIRST, card_counts=(3,) * 10 + (0, 0))))
    state = position(die=1, deck="", discard=pile)
    orders = {
        apply(state, 0, parse("card"), seeded_chance(f"{n:064x}", (), 1, ""))[0].deck
        for n in (1, 2)
    }
    assert len(orders) == 2


def test_no_card_left_to_draw() -> None:
    state = position(die=1, deck="", out_of_game="MINE_CRASH", hands=("VP2",))
    assert refusal(state, "card") == NO_CARD_LEFT
    assert legal(after(state, "play VP2"), "card")


# MINE_CRASH


def crashed(draws: str, cards: str, **changes: Any) -> tuple[State, tuple[Event, ...]]:
    """A draws MINE_CRASH, which lies upon these cards."""
    options = replace(FIRST, mine_crash_draw=draws)  # type: ignore[arg-type]
    state = position(die=1, options=options, deck=f"{cards} MINE_CRASH", **changes)
    return events_of(state, "card")


def test_vector_22_all_gems_go_into_the_bag() -> None:
    gems = ((2, 0, 1), (0, 1, 0))
    before = position(bag=(29, 3, 9, 4), aside=(0, 10, 0, 0))
    state, events = crashed("all", "", gems=gems, bag=before.bag, aside=before.aside)
    assert state.bag == (29, 5, 10, 5)
    assert state.aside == (0, 10, 0, 0)
    assert state.gems == ((0, 0, 0),) * 3
    assert events == (MineCrashed(0, (*gems, (0, 0, 0))),)
    assert state.out_of_game == (MINE_CRASH,)
    assert (state.hands, state.discard, state.die) == (((), (), ()), (), 0)


def test_e1_everyone_draws_from_the_drawer_clockwise() -> None:
    options = replace(FIRST, mine_crash_draw="all")
    state = position(turn=1, die=1, last=(0, 1), options=options, deck="VP2 VP3 VP4 MINE_CRASH")
    state, events = events_of(state, "card")
    assert events[1:] == (CardDrawn(1, "VP4"), CardDrawn(2, "VP3"), CardDrawn(0, "VP2"))
    assert state.hands == (("VP2",), ("VP4",), ("VP3",))


def test_everyone_draws_unless_agreed_otherwise() -> None:
    assert Options().mine_crash_draw == "all"


def test_drawer_alone_draws_again() -> None:
    state, _ = crashed("drawer", "VP2 VP3 VP4", gems=((0, 0, 0), (1, 0, 0)))
    assert (state.hands, state.deck) == ((("VP4",), (), ()), ("VP2", "VP3"))


@pytest.mark.parametrize(
    ("gems", "hands"),
    [
        (((0, 0, 0), (0, 1, 0), (0, 0, 1)), ((), ("VP4",), ("VP3",))),
        (((1, 0, 0), (0, 0, 0), (0, 0, 1)), (("VP4",), (), ("VP3",))),
        (((0, 0, 0), (0, 0, 0), (0, 0, 0)), ((), (), ())),
    ],
)
def test_losers_draw_again(gems: Any, hands: Any) -> None:
    assert crashed("losers", "VP2 VP3 VP4", gems=gems)[0].hands == hands


def test_gems_are_lost_before_the_replacements_are_drawn() -> None:
    _, events = crashed("all", "VP2 VP3 VP4", gems=((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert events[0] == MineCrashed(0, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    assert {event.kind for event in events[1:]} == {"card_drawn"}


def test_replacements_run_out() -> None:
    state, events = crashed("all", "VP2 VP3")
    assert state.hands == (("VP3",), ("VP2",), ())
    assert len(events) == 3


def test_replacements_come_from_the_discards_when_the_deck_is_empty() -> None:
    state, events = crashed("all", "", discard="FOUR_COINS VP2")
    assert events[1:] == (DeckReshuffled(2), CardDrawn(0, "VP2"), CardDrawn(1, FOUR_COINS))
    assert (state.hands[2], state.deck, state.discard) == ((), (), ())


def test_nested_crash_for_all_is_resolved_at_once() -> None:
    state, events = crashed("all", "VP2 VP2 VP3 VP3 VP4 MINE_CRASH", gems=((1, 0, 0),))
    nothing = ((0, 0, 0),) * 3
    assert events == (
        MineCrashed(0, ((1, 0, 0), (0, 0, 0), (0, 0, 0))),
        MineCrashed(0, nothing),
        *(CardDrawn(0, "VP4"), CardDrawn(1, "VP3"), CardDrawn(2, "VP3")),
        *(CardDrawn(1, "VP2"), CardDrawn(2, "VP2")),
    )
    assert state.out_of_game == (MINE_CRASH, MINE_CRASH)


def test_nested_crash_is_resolved_from_its_own_drawer() -> None:
    _, events = crashed("all", "TWO_DICE FOUR_COINS VP2 VP3 MINE_CRASH VP4")
    assert [(event.kind, getattr(event, "seat", None)) for event in events] == [
        ("mine_crashed", 0),
        ("card_drawn", 0),
        ("mine_crashed", 1),
        *(("card_drawn", 1), ("card_drawn", 2), ("card_drawn", 0)),
        ("card_drawn", 2),
    ]


def test_nested_crashes_for_the_drawer() -> None:
    state, events = crashed("drawer", "VP2 VP3 MINE_CRASH MINE_CRASH")
    assert [event.kind for event in events] == ["mine_crashed"] * 3 + ["card_drawn"]
    assert (state.hands, state.deck) == ((("VP3",), (), ()), ("VP2",))


def test_nested_crash_for_losers_finds_nothing_more_to_lose() -> None:
    state, events = crashed("losers", "VP2 VP3 MINE_CRASH", gems=((1, 0, 0), (0, 1, 0)))
    assert [event.kind for event in events] == ["mine_crashed", "mine_crashed", "card_drawn"]
    assert state.hands == ((), ("VP3",), ())


def test_nothing_but_crashes() -> None:
    options = replace(FIRST, card_counts=(0,) * 11 + (30,))
    state, events = events_of(replace(dealt(options, 5), die=1, **DONE), "card")
    assert len(events) == 30
    assert (state.deck, state.hands) == ((), ((),) * 5)
    assert refusal(replace(state, die=1), "card") == NO_CARD_LEFT
