"""Lost Cities by its rulebook: each numbered vector, then each clause, option and refusal.

Seat 0 is the vectors' A, seat 1 their B. A position's piles have their top at
the end, as the state has them.
"""

from collections import Counter
from dataclasses import replace

import pytest
from croupier_game.errors import InvalidMove
from croupier_game.kit.random_matches import random_match

from croupier_lost_cities.rules import (
    ID,
    check,
    legal_moves,
    notation,
    over,
    parse,
    public_view,
    to_move,
)
from croupier_lost_cities.tests.messages import pb, wire
from croupier_lost_cities.tests.positions import (
    SHEET,
    THEIR_HAND,
    THREE_ROUNDS,
    WORTH_30,
    after,
    cards,
    dealt,
    events_of,
    legal,
    position,
)
from croupier_lost_cities.types import (
    COLORS,
    DECK,
    DECKS,
    DISCARD,
    EXPEDITION,
    CardDrawn,
    CardPlayed,
    Cards,
    Options,
    State,
)

# Legality


def test_vector_17_numbers_rise_and_wagers_come_first() -> None:
    state = position("B2 B3 B5 Bx", own="Bx B4")
    assert legal(state, "B5+*")
    for card in ("B3", "B2", "Bx", "B4"):
        assert not legal(state, f"{card}+*")
    for card in ("B5", "B3", "B2", "Bx"):
        assert legal(state, f"{card}-*")
    assert not legal(state, "B4-*")


@pytest.mark.parametrize("card", ["Rx", "R2", "R10"])
def test_vector_18_any_card_starts_an_expedition(card: str) -> None:
    assert legal(position(f"{card} Y5", own="W9 Y9 B9 G9"), f"{card}+*")


@pytest.mark.parametrize("card", ["Gx", "G2"])
def test_vector_19_third_wager_or_a_number_may_follow_two_wagers(card: str) -> None:
    state = after(position(f"{card} Y5", own="Gx Gx"), f"{card}+*")
    assert state.expeditions[0][COLORS.index("G")] == ("Gx", "Gx", card)


def test_vector_20_their_expedition_does_not_matter() -> None:
    state = position("Y3", theirs="Y9")
    assert legal(state, "Y3+*")
    played = after(state, "Y3+*")
    assert [side[COLORS.index("Y")] for side in played.expeditions] == [("Y3",), ("Y9",)]


def test_vector_21_card_just_discarded_may_not_be_drawn() -> None:
    state = position("W6 Y2", discards="R3")
    assert not legal(state, "W6-W")
    assert legal(state, "W6-R")
    assert legal(state, "W6-*")
    assert legal(after(state, "W6-*", "G9-*"), "Y2+W")


def test_vector_21_nor_may_the_card_beneath_it() -> None:
    state = position("W6 Y2", discards="W3 R3")
    assert not legal(state, "W6-W")
    assert legal(state, "Y2-W")


def test_vector_21_drawing_takes_the_top_card_alone() -> None:
    state = position("Y2", discards="W6 W7")
    taken = after(state, "Y2+W")
    assert taken.hands[0] == ("W7",)
    assert taken.discards[COLORS.index("W")] == ("W6",)


def test_vector_22_own_colour_may_be_drawn_after_playing_to_an_expedition() -> None:
    state = after(position("B5", discards="B7"), "B5+B")
    assert state.hands[0] == ("B7",)
    assert state.discards[COLORS.index("B")] == ()


def test_vector_23_only_the_deck_is_left_when_all_discard_piles_are_empty() -> None:
    state = position("B5 Y3")
    assert {notation(move) for move in legal_moves(state, 0)} == {"B5+*", "B5-*", "Y3+*", "Y3-*"}
    for pile in COLORS[:5]:
        assert not legal(state, f"B5+{pile}")


@pytest.mark.parametrize("half", ["*", "R", "+*", "-R", "Y7", "Y7+", "Y7-", "Y7-Y7+*"])
def test_vector_24_turn_is_a_play_and_then_a_draw(half: str) -> None:
    with pytest.raises(InvalidMove):
        parse(half)


def test_vector_24_turn_without_its_play_or_its_draw_is_no_move_on_the_wire() -> None:
    pb_move = pb.Move
    draw_only = wire.decode_move(pb_move(place=pb_move.DISCARD, draw=pb_move.DECK))
    with pytest.raises(InvalidMove, match="There is no such card"):
        check(position("Y7"), 0, draw_only)
    for incomplete in (
        pb_move(card="Y7", draw=pb_move.DECK),
        pb_move(card="Y7", place=pb_move.DISCARD),
    ):
        with pytest.raises(InvalidMove):
            wire.decode_move(incomplete)


def test_vector_24_after_the_draw_the_other_player_is_to_move() -> None:
    state = position("Y7 Y8")
    assert to_move(state) == (0,)
    assert to_move(after(state, "Y7+*")) == (1,)
    assert to_move(after(state, "Y7+*", "G9+*")) == (0,)


def test_vector_25_round_ends_with_the_last_card_of_the_deck() -> None:
    state = after(position("Y7", deck="W10"), "Y7+*")
    assert over(state)
    assert to_move(state) == ()
    assert state.hands == (("W10",), cards(THEIR_HAND))


def test_vector_25_drawing_a_discard_instead_leaves_the_round_running() -> None:
    state = after(position("Y7", deck="W10", discards="R3"), "Y7+R")
    assert not over(state)
    assert to_move(state) == (1,)
    assert state.deck == ("W10",)


@pytest.mark.parametrize(("colors", "deck"), [(5, 44), (6, 56)])
def test_vector_26_start_of_a_round(colors: int, deck: int) -> None:
    state = dealt(Options(colors=colors))
    assert [len(hand) for hand in state.hands] == [8, 8]
    assert len(state.deck) == deck
    assert state.discards == ((),) * colors
    assert state.expeditions == (((),) * colors,) * 2
    assert Counter(state.deck + state.hands[0] + state.hands[1]) == Counter(DECKS[colors])


@pytest.mark.parametrize(("colors", "box"), [(5, 60), (6, 72)])
@pytest.mark.parametrize("seed", range(5))
def test_vector_27_hands_are_full_between_turns(colors: int, box: int, seed: int) -> None:
    options = Options(colors=colors, max_turns_without_deck_draw=20)
    for match in random_match(ID, options, 2, seed, bound=200).dealt:
        state = match.state
        assert isinstance(state, State)
        elsewhere = (state.deck, *state.discards, *state.expeditions[0], *state.expeditions[1])
        assert [len(hand) for hand in state.hands] == [8, 8]
        assert 16 + sum(map(len, elsewhere)) == box


# What a turn does


def test_turn_is_told_as_a_card_played_and_a_card_drawn() -> None:
    _, events = events_of(position("Y7", deck="W9 W10"), "Y7+*")
    assert events == (CardPlayed(0, "Y7", EXPEDITION), CardDrawn(0, DECK, "W10"))
    _, events = events_of(position("Y7", discards="R3"), "Y7-R")
    assert events == (CardPlayed(0, "Y7", DISCARD), CardDrawn(0, "R", "R3"))


def test_discarded_card_lies_on_top() -> None:
    state = after(position("W6", discards="W9"), "W6-*")
    assert state.discards[COLORS.index("W")] == ("W9", "W6")
    pile = public_view(state).discards[COLORS.index("W")]
    assert (pile.top, pile.size) == ("W6", 2)


def test_hand_is_kept_in_the_order_of_colours_and_ranks() -> None:
    state = after(position("R2 R10 Wx G3", deck="W2 R9"), "R2+*")
    assert state.hands[0] == ("R9", "R10", "Wx", "G3")


def test_running_scores_are_public() -> None:
    sides = public_view(position("Y7", own=SHEET, theirs=WORTH_30)).sides
    assert [side.round_score for side in sides] == [18, 30]


def test_equal_wagers_are_one_move() -> None:
    moves = [notation(move) for move in legal_moves(position("Rx Rx Rx"), 0)]
    assert moves == ["Rx+*", "Rx-*"]


# handKnown


def known_to_all(state: State, seat: int = 0) -> Cards:
    """What everyone knows of a hand."""
    return public_view(state).sides[seat].hand_known


def test_card_taken_from_a_discard_pile_is_known() -> None:
    assert known_to_all(after(position("Y7", discards="R3"), "Y7+R")) == ("R3",)


def test_card_taken_from_the_deck_is_not_known() -> None:
    assert known_to_all(after(position("Y7", discards="R3"), "Y7+*")) == ()


def test_each_hand_is_known_by_itself() -> None:
    state = after(position("Y7", discards="R3 B3"), "Y7+R", "G9+B")
    assert (known_to_all(state, 0), known_to_all(state, 1)) == (("R3",), ("B3",))


@pytest.mark.parametrize("turn", ["R3+*", "R3-*"])
def test_known_card_that_is_played_is_known_no_more(turn: str) -> None:
    assert known_to_all(after(position("R3 W4 Y7", known="R3 W4"), turn)) == ("W4",)


def test_known_card_stays_known_while_others_are_played() -> None:
    assert known_to_all(after(position("R3 Y7", known="R3"), "Y7+*")) == ("R3",)


def test_wagers_of_a_colour_are_the_same_card_in_hand_known() -> None:
    """Two of three are known; whichever is played, one less is known."""
    state = position("Rx Rx Rx", known="Rx Rx")
    assert known_to_all(after(state, "Rx+*")) == ("Rx",)
    assert known_to_all(after(state, "Rx+*", "G9+*", "Rx+*")) == ()


def test_unknown_wager_is_not_known_because_another_colour_is() -> None:
    assert known_to_all(after(position("Rx Wx", known="Rx"), "Wx+*")) == ("Rx",)


def test_card_discarded_and_taken_back_later_is_known_again() -> None:
    state = position("R3 Y7 B2", known="R3")
    assert known_to_all(after(state, "R3-*", "G9+*", "Y7+R")) == ("R3",)


def test_known_cards_are_shown_in_the_order_of_the_hand() -> None:
    state = position("Y7 G2", discards="G5 R3")
    assert known_to_all(after(state, "Y7+G", "G9-*", "G2+R")) == ("R3", "G5")


def test_new_round_knows_nothing() -> None:
    state = replace(position("R3", known="R3", options=THREE_ROUNDS), deck=("W9",))
    dealt_anew = after(state, "R3-*")
    assert (known_to_all(dealt_anew, 0), known_to_all(dealt_anew, 1)) == ((), ())
