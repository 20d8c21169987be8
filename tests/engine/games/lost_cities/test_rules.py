"""Lost Cities by its rulebook: each numbered vector, then each clause, option and refusal.

Seat 0 is the vectors' A, seat 1 their B. A position's piles have their top at
the end, as the state has them.
"""

from collections import Counter
from dataclasses import replace

import pytest
from croupier.v1 import lost_cities_pb2 as pb
from engine.domain.chance import seeded_chance
from engine.games.errors import IllegalMove, InvalidMove, InvalidOptions
from engine.games.lost_cities import wire
from engine.games.lost_cities.rules import (
    ID,
    apply,
    check,
    check_options,
    legal_moves,
    new_game,
    notation,
    over,
    parse,
    ranking,
    rematch_options,
    scores,
    to_move,
    view,
)
from engine.games.lost_cities.scoring import score_expedition
from engine.games.lost_cities.types import (
    COLORS,
    DECK,
    DECKS,
    DISCARD,
    EXPEDITION,
    ORDER,
    CardDrawn,
    CardPlayed,
    Cards,
    Event,
    Move,
    Options,
    RoundEnded,
    RoundStarted,
    State,
)

from tests.support.random_matches import random_match

CHANCE = seeded_chance("07" * 32, (), 1)
ONE_ROUND = Options(rounds=1, start_seat=0)
THREE_ROUNDS = Options(start_seat=0)
THEIR_HAND = "Y10 G8 G9 G10"

# The example of the rule sheets: 3 + 0 - 40 - 10 + 65 = 18.
SHEET = "R5 R8 R10 Yx Bx B4 B5 B6 Gx Gx G2 G3 G5 G7 G8 G10"
WORTH_18 = SHEET
WORTH_30 = "Wx W5 W6 W7 W8 W9"
WORTH_40 = "Rx R6 R7 R8 R9 R10"
WORTH_10 = "Y6 Y7 Y8 Y9"
WORTH_54 = "R2 R3 R4 R5 R6 R7 R8 R9 R10"
WORTH_36 = "Wx W5 W6 W8 W9 W10"
RED_25 = "R5 R6 R7 R8 R9 R10"
WHITE_25 = "W5 W6 W7 W8 W9 W10"


def cards(text: str) -> Cards:
    return tuple(text.split())


def piles(text: str, colors: int = 5) -> tuple[Cards, ...]:
    """The cards of `text`, each on the pile of its colour."""
    return tuple(
        tuple(card for card in text.split() if card[0] == color) for color in COLORS[:colors]
    )


def position(
    hand: str,
    *,
    own: str = "",
    theirs: str = "",
    discards: str = "",
    deck: str = "W8 W9 W10",
    known: str = "",
    options: Options = ONE_ROUND,
) -> State:
    """Seat 0 is to move, with this hand, its own and their expeditions, and these piles."""
    return State(
        options=options,
        starter=0,
        turn=0,
        deck=cards(deck),
        hands=(cards(hand), cards(THEIR_HAND)),
        known=(cards(known), ()),
        expeditions=(piles(own, options.colors), piles(theirs, options.colors)),
        discards=piles(discards, options.colors),
    )


def legal(state: State, text: str) -> bool:
    """Whether the player to move may; the list and the check must agree."""
    move = parse(text)
    listed = move in legal_moves(state, state.turn)
    try:
        check(state, state.turn, move)
    except IllegalMove:
        assert not listed, f"{text} is listed and refused"
        return False
    assert listed, f"{text} is allowed and not listed"
    return True


def refusal(state: State, text: str) -> str:
    """The sentence with which the rules forbid the move."""
    with pytest.raises(IllegalMove) as refused:
        check(state, state.turn, parse(text))
    return str(refused.value)


def after(state: State, *turns: str) -> State:
    """The position after these turns, the players' in turn."""
    for text in turns:
        state, _ = events_of(state, text)
    return state


def events_of(state: State, text: str) -> tuple[State, tuple[Event, ...]]:
    assert legal(state, text)
    return apply(state, state.turn, parse(text), CHANCE)


def dealt(options: Options) -> State:
    check_options(options, 2)
    return new_game(options, 2, CHANCE)[0]


def play_out(state: State, a: str, b: str) -> State:
    """The state after the running round has ended with these expeditions."""
    return end_of_round(state, a, b)[0]


def end_of_round(state: State, a: str, b: str) -> tuple[State, tuple[Event, ...]]:
    colors = state.options.colors
    last = replace(state, deck=state.deck[:1], expeditions=(piles(a, colors), piles(b, colors)))
    return apply(last, last.turn, Move(last.hands[last.turn][0], DISCARD, DECK), CHANCE)


# Scoring


@pytest.mark.parametrize(
    ("expedition", "points"),
    [
        pytest.param("R5 R8 R10", 3, id="vector_01_sum_23"),
        pytest.param("", 0, id="vector_02_no_card"),
        pytest.param("Wx", -40, id="vector_03_one_wager_only"),
        pytest.param("Bx B4 B5 B6", -10, id="vector_04_sum_15_one_wager"),
        pytest.param("Gx Gx G2 G3 G5 G7 G8 G10", 65, id="vector_05_sum_35_two_wagers_bonus"),
        pytest.param("Bx B2 B6 B7 B8", 6, id="vector_07_blue_of_brettspielwelt"),
        pytest.param("Wx W4 W6 W8 W10", 16, id="vector_08_white_of_brettspielwelt"),
        pytest.param("Rx R3 R5 R7 R8 R10", 26, id="vector_09_sum_33_one_wager"),
        pytest.param("R2 R3 R4 R5 R6 R7 R8 R9 R10", 54, id="vector_10_all_numbers"),
        pytest.param("Rx Rx Rx R2 R3 R4 R5 R6 R7 R8 R9 R10", 156, id="vector_11_all_cards"),
        pytest.param("Rx Rx Rx", -80, id="vector_12_three_wagers_only"),
        pytest.param("Rx Rx", -60, id="vector_12_two_wagers_only"),
        pytest.param("R2 R3 R4 R5 R6 R7 R8", 15, id="vector_13_seven_cards_no_bonus"),
        pytest.param("Rx R2 R3 R4 R5 R6 R7 R8", 50, id="vector_13_eighth_card_a_wager"),
        pytest.param("Rx Rx Rx R2 R3 R4 R5 R6", 20, id="vector_14_sum_20_three_wagers_bonus"),
        pytest.param("R2", -18, id="vector_15_two_alone"),
        pytest.param("Rx Rx Rx R10", -40, id="vector_15_ten_alone_three_wagers"),
        pytest.param("R5 R7 R8", 0, id="vector_16_sum_20"),
        pytest.param("Rx Rx R6 R7 R8 R10", 33, id="vector_16_sum_31_two_wagers"),
    ],
)
def test_score_of_an_expedition(expedition: str, points: int) -> None:
    assert score_expedition(expedition[:1] or "R", cards(expedition)).score == points


def test_vector_06_score_of_a_round_is_the_sum_of_its_expeditions() -> None:
    ended = play_out(position("W2"), SHEET, "")
    assert scores(ended) == (18, 0)
    lines = view(ended, None).finished[0].sides[0].expeditions
    assert [line.score for line in lines] == [3, 0, -40, -10, 65]


def test_line_of_the_score_says_how_it_comes_about() -> None:
    line = score_expedition("G", cards("Gx Gx G2 G3 G5 G7 G8 G10"))
    assert (line.color, line.wagers, line.sum, line.bonus, line.score) == ("G", 2, 35, 20, 65)


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
    pb_move = pb.LostCitiesMove
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
    """One wish alone changes nothing: an ended match stays as it is (see the store's tests)."""
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
        assert view(state, None).round == played + 1
        state = play_out(state, WORTH_10, "")
    assert over(state)
    assert to_move(state) == ()
    assert scores(state) == (10 * rounds, 0)
    assert view(state, None).round == rounds


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
    assert view(ended, None).finished[0].starter == 0


def test_finished_rounds_stay_in_the_view() -> None:
    second = play_out(dealt(THREE_ROUNDS), WORTH_18, WORTH_30)
    first, last = view(play_out(second, WORTH_40, WORTH_10), None).finished
    assert [(side.score, side.total) for side in first.sides] == [(18, 18), (30, 30)]
    assert [(side.score, side.total) for side in last.sides] == [(40, 58), (10, 40)]
    assert (first.round, first.starter, last.round, last.starter) == (1, 0, 2, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_start_seat_begins(seat: int) -> None:
    state = dealt(Options(start_seat=seat))
    assert (state.starter, state.turn, to_move(state)) == (seat, seat, (seat,))


def test_without_start_seat_chance_decides() -> None:
    seeds = range(40)
    chances = [seeded_chance(f"{seed:064x}", (), 2) for seed in seeds]
    starters = Counter(new_game(Options(), 2, chance)[0].starter for chance in chances)
    assert set(starters) == {0, 1}
    assert min(starters.values()) > 8


def test_every_round_is_shuffled_anew() -> None:
    first = dealt(THREE_ROUNDS)
    second = play_out(first, "", "")
    assert (first.deck, first.hands) != (second.deck, second.hands)


# What a turn does


def test_turn_is_told_as_a_card_played_and_a_card_drawn() -> None:
    _, events = events_of(position("Y7", deck="W9 W10"), "Y7+*")
    assert events == (CardPlayed(0, "Y7", EXPEDITION), CardDrawn(0, DECK, "W10"))
    _, events = events_of(position("Y7", discards="R3"), "Y7-R")
    assert events == (CardPlayed(0, "Y7", DISCARD), CardDrawn(0, "R", "R3"))


def test_discarded_card_lies_on_top() -> None:
    state = after(position("W6", discards="W9"), "W6-*")
    assert state.discards[COLORS.index("W")] == ("W9", "W6")
    pile = view(state, None).discards[COLORS.index("W")]
    assert (pile.top, pile.size) == ("W6", 2)


def test_hand_is_kept_in_the_order_of_colours_and_ranks() -> None:
    state = after(position("R2 R10 Wx G3", deck="W2 R9"), "R2+*")
    assert state.hands[0] == ("R9", "R10", "Wx", "G3")


def test_running_scores_are_public() -> None:
    sides = view(position("Y7", own=SHEET, theirs=WORTH_30), None).sides
    assert [side.round_score for side in sides] == [18, 30]


def test_equal_wagers_are_one_move() -> None:
    moves = [notation(move) for move in legal_moves(position("Rx Rx Rx"), 0)]
    assert moves == ["Rx+*", "Rx-*"]


# handKnown


def known_to_all(state: State, seat: int = 0) -> Cards:
    """What everyone knows of a hand; each viewer is shown the same."""
    shown = {view(state, viewer).sides[seat].hand_known for viewer in (0, 1, None)}
    assert len(shown) == 1
    return shown.pop()


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
        counts.append(view(state, None).idle_turns)
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


# Six colours

SIX = Options(colors=6, start_seat=0)


def test_long_game_has_a_sixth_colour_of_twelve_cards() -> None:
    purple = [card for card in DECKS[6] if card[0] == "P"]
    assert purple == ["Px", "Px", "Px", *(f"P{number}" for number in range(2, 11))]
    assert (len(DECKS[5]), len(DECKS[6])) == (60, 72)
    assert "P" not in {card[0] for card in DECKS[5]}


def test_purple_follows_the_same_rules() -> None:
    state = position("P5 P3 Px Y7", own="Px P4", discards="P7", options=SIX)
    assert legal(state, "P5+P")
    for turn in ("P3+*", "Px+*", "P5-P"):
        assert not legal(state, turn)
    assert len(view(state, 0).discards) == len(view(state, 0).sides[0].expeditions) == 6


def test_purple_counts() -> None:
    assert scores(play_out(dealt(SIX), "Px P5 P6 P7 P8 P9", "P10")) == (30, -10)


def test_five_colours_know_no_purple() -> None:
    state = position("Y7")
    with pytest.raises(InvalidMove, match=r"^There is no such card in this match\.$"):
        check(state, 0, parse("P7+*"))
    with pytest.raises(InvalidMove, match=r"^There is no such pile in this match\.$"):
        check(state, 0, parse("Y7+P"))
    assert len(view(state, 0).discards) == len(view(state, 0).sides[0].expeditions) == 5


# Carried scores and the rematch


def test_carried_scores_are_standings_from_the_start() -> None:
    state = dealt(Options(rounds=1, start_seat=0, carried_scores=(40, -5)))
    assert scores(state) == (40, -5)
    assert [side.total for side in view(state, None).sides] == [40, -5]
    ended = play_out(state, WORTH_10, WORTH_54)
    assert scores(ended) == (50, 49)
    assert ranking(ended) == ((0,), (1,))
    assert [side.total for side in view(ended, None).finished[0].sides] == [50, 49]


def test_carried_scores_decide_who_begins_the_next_round() -> None:
    state = dealt(Options(start_seat=0, carried_scores=(0, 11)))
    assert play_out(state, WORTH_10, "").starter == 1


@pytest.mark.parametrize(("a", "b", "starter"), [(WORTH_30, "", 0), ("", WORTH_30, 1)])
def test_rematch_that_keeps_the_score_is_begun_by_who_leads(a: str, b: str, starter: int) -> None:
    ended = play_out(dealt(ONE_ROUND), a, b)
    again = rematch_options(ended, keep_score=True)
    assert again == Options(rounds=1, start_seat=starter, carried_scores=scores(ended))
    check_options(again, 2)


@pytest.mark.parametrize("last", [0, 1])
def test_rematch_at_equal_scores_is_begun_by_who_did_not_begin_last(last: int) -> None:
    ended = play_out(dealt(Options(rounds=1, start_seat=last)), RED_25, WHITE_25)
    assert rematch_options(ended, keep_score=True).start_seat == 1 - last


def test_standings_add_up_over_any_number_of_rematches() -> None:
    state = play_out(dealt(ONE_ROUND), WORTH_10, "")
    for _ in range(3):
        state = play_out(dealt(rematch_options(state, keep_score=True)), WORTH_10, "")
    assert scores(state) == (40, 0)


def test_rematch_keeps_all_other_options() -> None:
    options = Options(2, 6, 1, 50)
    ended = play_out(play_out(dealt(options), "", ""), "", "")
    kept = rematch_options(ended, keep_score=True)
    assert replace(kept, start_seat=1, carried_scores=()) == options
    assert rematch_options(ended, keep_score=False) == options


def test_rematch_without_the_score_starts_from_nothing() -> None:
    ended = play_out(dealt(replace(ONE_ROUND, carried_scores=(1, 2))), WORTH_10, "")
    again = rematch_options(ended, keep_score=False)
    assert (again.carried_scores, again.start_seat) == ((), None)
    assert scores(dealt(again)) == (0, 0)


# Options that cannot be played

ROUNDS = "rounds must be 1 to 9."
COLOURS = "colors must be 5 or 6."
START_SEAT = "startSeat must be a seat of the match: 0 or 1."
MAX_TURNS = "maxTurnsWithoutDeckDraw must be 0 (off) to 1000."
CARRIED = "carriedScores must have one score per seat, or none."
CARRIED_POINTS = "carriedScores must be between -1000000 and 1000000."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (Options(rounds=0), ROUNDS),
        (Options(rounds=10), ROUNDS),
        (Options(rounds=-1), ROUNDS),
        (Options(colors=4), COLOURS),
        (Options(colors=7), COLOURS),
        (Options(start_seat=2), START_SEAT),
        (Options(start_seat=-1), START_SEAT),
        (Options(max_turns_without_deck_draw=-1), MAX_TURNS),
        (Options(max_turns_without_deck_draw=1001), MAX_TURNS),
        (Options(carried_scores=(1,)), CARRIED),
        (Options(carried_scores=(1, 2, 3)), CARRIED),
        (Options(carried_scores=(1_000_001, 0)), CARRIED_POINTS),
        (Options(carried_scores=(0, -1_000_001)), CARRIED_POINTS),
    ],
)
def test_refused_options(options: Options, sentence: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        check_options(options, 2)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(rounds=1),
        Options(rounds=9),
        Options(colors=6),
        Options(start_seat=0),
        Options(start_seat=1),
        Options(max_turns_without_deck_draw=1),
        Options(max_turns_without_deck_draw=1000),
        Options(carried_scores=(1_000_000, -1_000_000)),
    ],
)
def test_accepted_options(options: Options) -> None:
    check_options(options, 2)
    assert wire.decode_options(wire.encode_options(options)) == options


# Refusals, each a sentence to the player

NOT_IN_HAND = "A card must be in your hand to be played."
WAGER_FIRST = "A wager must be played before the first number of its expedition."
RISING = "A number must be higher than the last one of its expedition."
OWN_DISCARD = "The card just discarded may not be drawn in the same turn."
EMPTY_PILE = "A card cannot be drawn from an empty discard pile."


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ("G9+*", NOT_IN_HAND),
        ("G9-*", NOT_IN_HAND),
        ("Bx+*", WAGER_FIRST),
        ("B3+*", RISING),
        ("B3-B", OWN_DISCARD),
        ("B3-W", EMPTY_PILE),
        ("B9+W", EMPTY_PILE),
    ],
)
def test_refused_move(turn: str, sentence: str) -> None:
    state = position("B3 B9 Bx", own="B4", discards="B2 R3")
    assert refusal(state, turn) == sentence
    assert state == position("B3 B9 Bx", own="B4", discards="B2 R3")


def test_number_of_the_same_rank_is_not_higher() -> None:
    assert refusal(position("B4", own="B4"), "B4+*") == RISING


# Notation


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Y7+*", Move("Y7", EXPEDITION, DECK)),
        ("Bx-R", Move("Bx", DISCARD, "R")),
        ("W10+W", Move("W10", EXPEDITION, "W")),
        ("P2-*", Move("P2", DISCARD, DECK)),
    ],
)
def test_notation(text: str, move: Move) -> None:
    assert notation(move) == text
    assert parse(text) == move


def test_notation_and_parse_are_inverse() -> None:
    for card in ORDER:
        for place in (EXPEDITION, DISCARD):
            for pile in (DECK, *COLORS):
                move = Move(card, place, pile)
                assert parse(notation(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Y",
        "Y7",
        "Y7*",
        "Y+*",
        "7+*",
        "Y1+*",
        "Y11+*",
        "Y07+*",
        "y7+*",
        "YX+*",
        "Z7+*",
        "Y7=*",
        "Y7+Z",
        "Y7+r",
        "Y7++",
        "Y7+**",
        "Y7+*R",
        "YY7+*",
        " Y7+*",
        "Y7+* ",
        "Y7+*\n",
        "Y7 + *",
        "Y\uff17+*",
    ],
)
def test_bad_notation(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        parse(text)
    assert str(refused.value) == (
        "A move is written like Y7+*: the card, + (expedition) or - (discard), "
        "then * (deck) or the letter of a discard pile."
    )


@pytest.mark.parametrize(
    "nonsense",
    [Move("Y7", "discard", ""), Move("Y7", "discard", "RW"), Move("Y7", "nowhere", "*")],  # type: ignore[arg-type]
)
def test_places_and_piles_that_do_not_exist_are_invalid(nonsense: Move) -> None:
    with pytest.raises(InvalidMove):
        check(position("Y7"), 0, nonsense)
