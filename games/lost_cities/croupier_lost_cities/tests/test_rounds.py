"""Lost Cities: rounds, totals, and the seat that begins."""

from collections import Counter

import pytest
from croupier_game.seeded import seeded_chance

from croupier_lost_cities.rules import (
    legal_moves,
    new_game,
    notation,
    over,
    public_view,
    ranking,
    rematch_options,
    scores,
    to_move,
)
from croupier_lost_cities.tests.positions import (
    ONE_ROUND,
    RED_25,
    THREE_ROUNDS,
    WHITE_25,
    WORTH_10,
    WORTH_18,
    WORTH_30,
    WORTH_36,
    WORTH_40,
    WORTH_54,
    after,
    dealt,
    end_of_round,
    events_of,
    play_out,
    position,
)
from croupier_lost_cities.types import DECK, DISCARD, Options, RoundEnded, RoundStarted, State

# Rounds, totals and who begins


def test_vector_28_whoever_has_more_points_in_total_begins() -> None:
    second = play_out(dealt(THREE_ROUNDS), WORTH_18, WORTH_30)
    assert scores(second) == (18, 30)
    assert (second.starter, second.turn) == (1, 1)
    third = play_out(second, WORTH_40, WORTH_10)
    assert scores(third) == (58, 40)
    assert (third.starter, third.turn) == (0, 0)


def test_vector_28_by_the_total_and_not_by_the_last_round() -> None:
    second = play_out(dealt(THREE_ROUNDS), WORTH_54, "")
    third = play_out(second, WORTH_10, WORTH_30)
    assert scores(third) == (64, 30)
    assert third.starter == 0


@pytest.mark.parametrize("starter", [0, 1])
def test_vector_29_on_equal_totals_the_one_who_did_not_begin_last(starter: int) -> None:
    second = play_out(dealt(Options(start_seat=starter)), RED_25, WHITE_25)
    assert scores(second) == (25, 25)
    assert (second.starter, second.turn) == (1 - starter, 1 - starter)
    third = play_out(second, "", "")
    assert third.starter == starter


def test_vector_30_equal_totals_share_the_win() -> None:
    state = dealt(THREE_ROUNDS)
    for a, b in ((WORTH_54, ""), (WORTH_36, WORTH_36), ("", WORTH_54)):
        assert not over(state)
        state = play_out(state, a, b)
    assert over(state)
    assert scores(state) == (90, 90)
    assert ranking(state) == ((0, 1),)


def test_vector_31_cont_deals_anew_and_keeps_the_totals() -> None:
    """The request of one player alone has no effect (see the store's tests)."""
    ended = play_out(dealt(ONE_ROUND), WORTH_18, WORTH_30)
    assert over(ended)
    assert to_move(ended) == ()
    cont = dealt(rematch_options(ended, keep_score=True))
    assert scores(cont) == (18, 30)
    assert cont.starter == 1
    assert (len(cont.deck), cont.finished, cont.discards) == (44, (), ((),) * 5)
    assert scores(play_out(cont, WORTH_40, WORTH_10)) == (58, 40)


def test_higher_total_wins() -> None:
    ended = play_out(dealt(ONE_ROUND), WORTH_10, WORTH_30)
    assert ranking(ended) == ((1,), (0,))


@pytest.mark.parametrize("rounds", range(1, 10))
def test_match_has_so_many_rounds(rounds: int) -> None:
    state = dealt(Options(rounds=rounds, start_seat=0))
    for played in range(rounds):
        assert not over(state)
        assert public_view(state).round == played + 1
        state = play_out(state, WORTH_10, "")
    assert over(state)
    assert to_move(state) == ()
    assert scores(state) == (10 * rounds, 0)
    assert public_view(state).round == rounds


def test_three_rounds_and_five_colours_unless_agreed_otherwise() -> None:
    options = Options()
    assert (options.rounds, options.colors) == (3, 5)
    assert (options.start_seat, options.max_turns_without_deck_draw) == (None, 0)
    assert options.carried_scores == ()


def test_next_round_is_dealt_by_itself() -> None:
    state, events = end_of_round(dealt(THREE_ROUNDS), WORTH_10, "")
    *_, ended, started = events
    assert isinstance(ended, RoundEnded)
    assert (ended.result.round, ended.result.starter) == (1, 0)
    assert [(side.score, side.total) for side in ended.result.sides] == [(10, 10), (0, 0)]
    assert started == RoundStarted(2, 0, state.hands)
    assert state.expeditions == (((),) * 5,) * 2
    assert (state.known, state.idle_turns, len(state.deck)) == (((), ()), 0, 44)


def test_last_round_is_followed_by_no_deal() -> None:
    _, events = end_of_round(dealt(ONE_ROUND), WORTH_10, "")
    assert [event.kind for event in events] == ["card_played", "card_drawn", "round_ended"]


def test_round_is_remembered_with_who_began_it_and_not_who_ended_it() -> None:
    ended = after(position("Y7", deck="W9 W10"), "Y7+*", "G9+*")
    assert over(ended)
    assert public_view(ended).finished[0].starter == 0


def test_finished_rounds_stay_in_the_view() -> None:
    second = play_out(dealt(THREE_ROUNDS), WORTH_18, WORTH_30)
    first, last = public_view(play_out(second, WORTH_40, WORTH_10)).finished
    assert [(side.score, side.total) for side in first.sides] == [(18, 18), (30, 30)]
    assert [(side.score, side.total) for side in last.sides] == [(40, 58), (10, 40)]
    assert (first.round, first.starter, last.round, last.starter) == (1, 0, 2, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_start_seat_begins(seat: int) -> None:
    state = dealt(Options(start_seat=seat))
    assert (state.starter, state.turn, to_move(state)) == (seat, seat, (seat,))


def test_without_start_seat_chance_decides() -> None:
    seeds = range(40)
    chances = [seeded_chance(f"{seed:064x}", (), 2, "") for seed in seeds]
    starters = Counter(new_game(Options(), 2, chance)[0].starter for chance in chances)
    assert set(starters) == {0, 1}
    assert min(starters.values()) > 8


def test_every_round_is_shuffled_anew() -> None:
    first = dealt(THREE_ROUNDS)
    second = play_out(first, "", "")
    assert (first.deck, first.hands) != (second.deck, second.hands)


# maxTurnsWithoutDeckDraw


def limited(turns: int, rounds: int = 1) -> State:
    """A position in which both may draw discards; a round ends after so many such turns."""
    options = Options(rounds=rounds, start_seat=0, max_turns_without_deck_draw=turns)
    return position("Y7 Y8 Y9", own=RED_25, discards="R3 W3 B3 B4", options=options)


def test_turns_without_deck_draw_of_both_players_count_together() -> None:
    state = after(limited(3), "Y7+R", "G9+W")
    assert not over(state)
    assert over(after(state, "Y8+B"))


def test_first_turn_may_be_one_too_many() -> None:
    assert over(after(limited(1), "Y7+R"))


def test_drawing_from_the_deck_starts_the_count_again() -> None:
    state = after(limited(3), "Y7+R", "G9+W", "Y8+*", "G10+B", "Y9+B")
    assert not over(state)
    assert state.idle_turns == 2


def test_count_is_shown() -> None:
    state = limited(9)
    counts = []
    for turn in ("Y7+R", "G9+W", "Y8+*", "G10+B"):
        state = after(state, turn)
        counts.append(public_view(state).idle_turns)
    assert counts == [1, 2, 0, 1]


def test_round_ended_so_is_scored_as_it_stands() -> None:
    state, events = events_of(limited(1), "Y7+R")
    assert scores(state) == (25 - 13, 0)
    assert isinstance(events[-1], RoundEnded)
    assert [side.score for side in events[-1].result.sides] == [12, 0]


def test_round_ended_so_is_followed_by_the_next() -> None:
    state, events = events_of(limited(1, rounds=2), "Y7+R")
    assert [event.kind for event in events[2:]] == ["round_ended", "round_started"]
    assert (state.idle_turns, len(state.deck), state.starter) == (0, 44, 0)
    assert not over(state)


def test_without_a_limit_drawing_discards_never_ends_the_round() -> None:
    state = position("Y7 Y8", discards="R3 W3")
    for _ in range(1100):
        moves = legal_moves(state, state.turn)
        turn = next(move for move in moves if move.place == DISCARD and move.draw != DECK)
        state = after(state, notation(turn))
    assert not over(state)
    assert (state.idle_turns, len(state.deck)) == (1100, 3)
