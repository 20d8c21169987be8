"""Just4Fun by its rule sheet: each numbered vector, then each clause, option and refusal.

Seats 0 to 3 are the vectors' Y, R, P and W. Stones are written by field, the
counts in seat order: {12: (2, 1, 0)}. The deck has its top at the end, as the
state has it.
"""

from collections import Counter
from dataclasses import replace

import pytest

from croupier_just4fun.rules import (
    eliminated,
    event_view,
    legal_moves,
    notation,
    over,
    public_view,
    ranking,
    scores,
    to_move,
)
from croupier_just4fun.tests.positions import (
    ALL_FIELDS,
    EXCHANGE,
    MUST_PLAY,
    OWN_LOCKED,
    PLAIN,
    SEEDS,
    SHUT,
    P,
    R,
    Stones,
    W,
    Y,
    after,
    alone,
    cards,
    dealt,
    ended,
    events_of,
    is_locked,
    legal,
    on,
    open_fields,
    position,
    random_turns,
    reachable,
    refusal,
)
from croupier_just4fun.types import (
    DECK,
    ORIGINAL,
    CardsDrawn,
    CardsPlayed,
    FieldLocked,
    HandExchanged,
    LineCompleted,
    Move,
)

# Vectors: set-up, turns and locks


@pytest.mark.parametrize(("seats", "deck"), [(2, 47), (3, 43), (4, 39)])
def test_vector_01_set_up(seats: int, deck: int) -> None:
    state = dealt(PLAIN, seats)
    assert [len(hand) for hand in state.hands] == [4] * seats
    assert len(state.deck) == deck
    assert state.supplies == (20,) * seats
    assert state.discard == ()
    assert state.stones == ((0,) * seats,) * 36
    assert state.removed == (0,) * seats
    assert Counter((*state.deck, *(card for hand in state.hands for card in hand))) == Counter(DECK)


def test_vector_02_cards_add_up_to_the_field() -> None:
    state, events = events_of(position("5 9 11 13"), "5+11+13")
    assert on(state, 29) == (1, 0)
    assert sum(map(sum, state.stones)) == 1
    assert state.supplies == (19, 20)
    assert events[0] == CardsPlayed(Y, (5, 11, 13), 29)


def test_vector_03_field_is_barred_to_who_is_two_behind_one_other() -> None:
    stones = {12: (2, 1, 0)}
    may = [legal(position("12 1 1 1", stones, seats=3, turn=seat), "12") for seat in (Y, R, P)]
    assert may == [True, True, False]


def test_vector_04_lead_of_two_over_all_locks() -> None:
    state, events = events_of(position("12 1 1 1", {12: (2, 1, 0)}, seats=3), "12")
    assert on(state, 12) == (3, 0, 0)
    assert is_locked(state, 12)
    assert events[1] == FieldLocked(Y, 12, (0, 1, 0))
    assert (state.removed, state.supplies) == ((0, 1, 0), (19, 20, 20))
    for seat in (R, P):
        assert not legal(
            replace(state, turn=seat, hands=(cards("12 1 1 1"),) * 3),
            "12",
        )


def test_vector_05_lead_of_one_is_no_lock() -> None:
    state, events = events_of(position("12 1 1 1", {12: (1, 1, 0)}, seats=3), "12")
    assert on(state, 12) == (2, 1, 0)
    assert not is_locked(state, 12)
    assert [event.kind for event in events] == ["cards_played", "cards_drawn"]


def test_vector_06_second_stone_locks_against_nobody() -> None:
    state, events = events_of(position("7 1 1 1", {7: (1, 0)}), "7")
    assert on(state, 7) == (2, 0)
    assert is_locked(state, 7)
    assert events[1] == FieldLocked(Y, 7, (0, 0))
    assert not is_locked(position("7 1 1 1", {7: (1, 0)}), 7)


@pytest.mark.parametrize(
    ("hand", "fields"),
    [
        pytest.param(
            "15 8 7 3", "3 7 8 10 11 15 18 22 23 25 26 30 33", id="vector_08_of_handelsblatt"
        ),
        pytest.param("12 18 2 7", "2 7 9 12 14 18 19 20 21 25 27 30 32", id="vector_09_of_siegen"),
        pytest.param(
            "2 5 8 12", "2 5 7 8 10 12 13 14 15 17 19 20 22 25 27", id="vector_10_of_famspiele"
        ),
        pytest.param("19 18 17 16", "16 17 18 19 33 34 35 36", id="vector_11_high_cards"),
        pytest.param("1 1 1 1", "1 2 3 4", id="vector_12_four_ones"),
        pytest.param("12 12 12 12", "12 24 36", id="vector_13_four_twelves"),
    ],
)
def test_fields_of_a_hand(hand: str, fields: str) -> None:
    assert reachable(position(hand)) == set(cards(fields))


@pytest.mark.parametrize("fourth", range(1, 20))
def test_vector_07_three_cards_and_any_other(fourth: int) -> None:
    assert reachable(position(f"3 8 12 {fourth}")) >= set(cards("3 8 11 12 15 20 23"))


@pytest.mark.parametrize(
    ("hand", "play"),
    [
        pytest.param("12 18 2 7", "7+12+18", id="vector_09_37"),
        pytest.param("12 18 2 7", "2+7+12+18", id="vector_09_39"),
        pytest.param("19 18 17 16", "18+19", id="vector_11_37"),
        pytest.param("12 12 12 12", "12+12+12+12", id="vector_13_48"),
    ],
)
def test_sum_beyond_the_board(hand: str, play: str) -> None:
    assert not legal(position(hand), play)


def test_vector_12_exchange_when_nothing_can_be_played() -> None:
    locked = dict.fromkeys(range(1, 5), (0, 2))
    state = position("1 1 1 1", locked, discard="17")
    assert legal_moves(state, Y) == (EXCHANGE,)
    then, events = events_of(state, "exchange")
    assert (then.hands[Y], then.discard) == (cards("4 5 6 7"), cards("17 1 1 1 1"))
    assert (then.supplies, then.stones, then.turn) == (state.supplies, state.stones, R)
    assert events == (HandExchanged(Y, (1, 1, 1, 1)), CardsDrawn(Y, 4, (4, 5, 6, 7)))


def test_vector_12_whoever_can_play_must() -> None:
    state = position("1 1 1 1", dict.fromkeys(range(1, 4), (0, 2)))
    assert legal_moves(state, Y) == (Move((1, 1, 1, 1)),)
    assert not legal(state, "exchange")
    assert on(after(state, "1+1+1+1"), 4) == (1, 0)


# Vectors: the end


def test_vector_23_most_stones_score_the_field() -> None:
    assert scores(ended({23: (3, 2, 0, 2)}, 4)) == (23, 0, 0, 0)


def test_vector_24_tie_for_the_most_empties_the_field() -> None:
    assert scores(ended({7: (1, 2, 0, 2)}, 4)) == (0, 0, 0, 0)


def test_vector_25_equal_sums_are_decided_by_the_highest_field() -> None:
    state = ended(alone(Y, "36 10") | alone(R, "25 21"))
    assert scores(state) == (46, 46)
    assert ranking(state) == ((Y,), (R,))


def test_vector_26_highest_field_counts_among_the_tied_only() -> None:
    stones = alone(Y, "34 26", 3) | alone(R, "35 25", 3) | alone(P, "36 14", 3)
    state = ended(stones, 3)
    assert scores(state) == (60, 60, 50)
    assert ranking(state) == ((R,), (Y,), (P,))


def test_vector_27_all_zero_is_a_draw() -> None:
    state = ended({5: (1, 1, 1), 30: (2, 2, 0)}, 3)
    assert scores(state) == (0, 0, 0)
    assert ranking(state) == ((Y, R, P),)


def test_equal_only_when_both_have_nothing() -> None:
    """In the middle of a ranking, too: players without a field share the end."""
    assert ranking(ended(alone(P, "3", 4), 4)) == ((P,), (Y, R, W))
    stones = alone(Y, "36", 4) | alone(R, "20 16", 4)
    assert ranking(ended(stones, 4)) == ((Y,), (R,), (P, W))


def test_vector_28_who_has_no_stones_is_skipped() -> None:
    state = position("1 1 1 1", turn=R, supplies=(0, 2))
    assert to_move(after(state, "9")) == (R,)
    then, events = events_of(position("9 9 9 9", turn=R, supplies=(0, 1)), "9")
    assert over(then)
    assert to_move(then) == ()
    assert [event.kind for event in events] == ["cards_played"]
    assert ranking(then) == ((R,), (Y,))


@pytest.mark.parametrize(
    ("supplies", "turn", "following"),
    [
        ((5, 5, 5, 5), Y, R),
        ((5, 5, 5, 5), W, Y),
        ((5, 0, 5, 5), Y, P),
        ((5, 0, 0, 5), Y, W),
        ((5, 0, 0, 0), Y, Y),
        ((0, 5, 5, 0), P, R),
        ((1, 0, 0, 1), W, Y),
    ],
)
def test_next_player_clockwise_with_stones(
    supplies: tuple[int, ...], turn: int, following: int
) -> None:
    state = position("5 6 7 8", seats=4, turn=turn, supplies=supplies)
    assert to_move(after(state, "5")) == (following,)


def test_vector_29_own_locked_field_may_be_played() -> None:
    state, events = events_of(position("12 1 1 1", {12: (3, 0, 0)}, seats=3), "12")
    assert on(state, 12) == (4, 0, 0)
    assert state.supplies == (19, 20, 20)
    assert [event.kind for event in events] == ["cards_played", "cards_drawn"]


# Questions the rule sheet leaves open (E1 to E11), and rulings


def test_e1_own_locked_field_stays_open_unless_agreed_otherwise() -> None:
    stones = {12: (3, 0)}
    assert legal(position("12 1 1 1", stones), "12")
    assert refusal(position("12 1 1 1", stones, options=SHUT), "12") == OWN_LOCKED
    assert not legal(position("12 1 1 1", stones, options=SHUT), "12")


def test_e1_shut_are_only_locked_fields() -> None:
    state = position("12 1 1 1", {12: (1, 0)}, options=SHUT)
    assert legal(state, "12")
    assert legal(position("12 1 1 1", {12: (2, 1)}, options=SHUT), "12")
    assert is_locked(after(state, "12"), 12)


def test_e1_hand_for_own_locked_fields_alone_is_exchanged() -> None:
    stones = dict.fromkeys(range(1, 5), (2, 0))
    assert legal_moves(position("1 1 1 1", stones, options=SHUT), Y) == (EXCHANGE,)
    assert legal(position("1 1 1 1", stones, options=SHUT), "exchange")
    assert not legal(position("1 1 1 1", stones), "exchange")


def test_e3_match_lasts_until_all_stones_are_placed() -> None:
    """However many turns that takes; see vector 28 for players that are done before."""
    state = position("1 1 1 1", supplies=(1, 1))
    state = after(state, "5")
    assert not over(state)
    assert over(after(state, "6"))


def test_e4_who_has_no_stones_does_not_exchange() -> None:
    """R could play none of these cards, and is not to move."""
    locked = dict.fromkeys(range(1, 5), (2, 0, 0))
    state = position("9 8 7 6", locked, seats=3, supplies=(5, 0, 5))
    state = replace(state, hands=(state.hands[Y], cards("1 1 1 1"), state.hands[P]))
    assert to_move(events_of(state, "9")[0]) == (P,)


def test_e5_removed_stones_stay_out() -> None:
    state = after(position("1 1 1 1", {12: (2, 1)}, supplies=(10, 7)), "12")
    assert state.removed == (0, 1)
    assert state.supplies == (9, 7)
    assert [side.removed for side in public_view(state).sides] == [0, 1]


def test_nobody_is_eliminated() -> None:
    """Not even when all scores are 0; see the vectors 26 and 27 for E6 and E7."""
    assert eliminated(ended({5: (1, 1)})) == ()


def test_e8_lock_then_line_and_no_draw() -> None:
    stones = alone(Y, "1 14 30 24")
    state, events = events_of(position("12 12 3 4", stones), "12+12")
    assert events == (
        CardsPlayed(Y, (12, 12), 24),
        FieldLocked(Y, 24, (0, 0)),
        LineCompleted(Y, (1, 14, 30, 24)),
    )
    assert state.hands[Y] == (3, 4)
    assert len(state.deck) == 7


def test_e9_unattractive_play_is_no_reason_to_exchange() -> None:
    state = position("1 1 1 1", alone(R, "1 2 3 4"))
    assert refusal(state, "exchange") == MUST_PLAY


def test_e10_which_cards_make_the_sum_is_free() -> None:
    state = position("3 5 8 8")
    assert [notation(move) for move in legal_moves(state, Y) if sum(move.cards) == 8] == [
        "8",
        "3+5",
    ]
    assert events_of(state, "3+5")[0].discard == (3, 5)
    assert events_of(state, "8")[0].discard == (8,)


def test_e11_exchanged_hand_is_seen_by_all() -> None:
    locked = dict.fromkeys(range(1, 5), (0, 2))
    state, events = events_of(position("1 1 1 1", locked), "exchange")
    assert public_view(state).discard == (1, 1, 1, 1)
    assert event_view(events[0], None) == HandExchanged(Y, (1, 1, 1, 1))


def test_hand_is_filled_up_with_the_last_stone_while_others_play_on() -> None:
    state = after(position("1 1 1 1", supplies=(1, 1)), "5")
    assert state.supplies == (0, 1)
    assert len(state.hands[Y]) == 4
    last = after(state, "6")
    assert [len(hand) for hand in last.hands] == [4, 3]


def test_line_winner_is_first_and_all_others_second() -> None:
    stones = alone(P, "1 14 30", 4) | alone(R, "36 35 34", 4) | alone(Y, "2", 4)
    state = after(position("1 1 1 1", stones, seats=4, turn=P), "10+10+4")
    assert scores(state) == (2, 105, 69, 0)
    assert ranking(state) == ((P,), (Y, R, W))


def test_ranking_goes_by_sum() -> None:
    stones = alone(Y, "7", 4) | alone(R, "36", 4) | alone(W, "20 17", 4)
    assert ranking(ended(stones, 4)) == ((W,), (R,), (Y,), (P,))


def test_removed_stone_counts_as_placed() -> None:
    """R has one stone on the board and the supply is used up: the match is over."""
    state = replace(ended({3: (0, 1)}), removed=(0, 19))
    assert over(state)


def filled(open_fields: Stones, seats: int = 2) -> dict[int, tuple[int, ...]]:
    """All other fields are locked by Y or R, nowhere four in a line."""
    stones = {}
    for place, field in enumerate(ORIGINAL):
        row, column = divmod(place, 6)
        holder = (column + row // 2) % 2
        stones[field] = tuple(2 * (seat == holder) for seat in range(seats))
    return stones | dict(open_fields)


def test_match_ends_when_nobody_has_an_open_field() -> None:
    state = position("12 12 12 1", filled({36: (1, 0)}), options=SHUT)
    assert not over(state)
    then, events = events_of(state, "12+12+12")
    assert over(then)
    assert to_move(then) == ()
    assert then.supplies == (19, 20)
    assert [event.kind for event in events] == ["cards_played", "field_locked"]
    assert then.hands[Y] == (1,)
    assert {seat for rank in ranking(then) for seat in rank} == {Y, R}


def test_with_own_locked_fields_open_the_same_goes_on() -> None:
    then = after(position("1 1 1 1", filled({36: (1, 0)})), "12+12+12")
    assert not over(then)
    assert to_move(then) == (R,)


def test_who_has_no_open_field_is_skipped() -> None:
    """Y is two behind on the last open field; R and P are not."""
    state = position("1 1 1 1", filled({36: (0, 2, 1)}, 3), seats=3, turn=P, options=SHUT)
    assert open_fields(state, Y) == []
    assert open_fields(state, R) == open_fields(state, P) == [36]
    tied = after(state, "12+12+12")
    assert on(tied, 36) == (0, 2, 2)
    assert to_move(tied) == (R,)
    assert to_move(after(tied, "12+12+12")) == (P,)


def test_exchange_leaves_who_is_blocked_blocked() -> None:
    stones = filled({36: (0, 2, 1)}, 3)
    state = position("1 1 1 1", stones, seats=3, turn=P, options=SHUT)
    assert legal_moves(state, P) == (EXCHANGE,)
    assert to_move(events_of(state, "exchange")[0]) == (R,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_field_once_shut_never_opens(seats: int) -> None:
    """So a player that is skipped is skipped for good."""
    for seed in SEEDS:
        before = [set(ALL_FIELDS)] * seats
        for turn in random_turns(SHUT, seats, seed):
            now = [set(open_fields(turn.after, seat)) for seat in range(seats)]
            assert all(new <= old for new, old in zip(now, before, strict=True))
            before = now
