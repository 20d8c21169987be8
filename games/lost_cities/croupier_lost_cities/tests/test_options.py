"""Lost Cities: its options."""

from dataclasses import replace

import pytest
from croupier_game.errors import InvalidMove, InvalidOptions

from croupier_lost_cities.rules import (
    check,
    check_options,
    parse,
    public_view,
    ranking,
    rematch_options,
    scores,
)
from croupier_lost_cities.tests.messages import wire
from croupier_lost_cities.tests.positions import (
    ONE_ROUND,
    RED_25,
    WHITE_25,
    WORTH_10,
    WORTH_30,
    WORTH_54,
    dealt,
    legal,
    play_out,
    position,
)
from croupier_lost_cities.types import DECKS, Options

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
    assert len(public_view(state).discards) == len(public_view(state).sides[0].expeditions) == 6


def test_purple_counts() -> None:
    assert scores(play_out(dealt(SIX), "Px P5 P6 P7 P8 P9", "P10")) == (30, -10)


def test_five_colours_know_no_purple() -> None:
    state = position("Y7")
    with pytest.raises(InvalidMove, match=r"^There is no such card in this match\.$"):
        check(state, 0, parse("P7+*"))
    with pytest.raises(InvalidMove, match=r"^There is no such pile in this match\.$"):
        check(state, 0, parse("Y7+P"))
    assert len(public_view(state).discards) == len(public_view(state).sides[0].expeditions) == 5


# Carried scores and the rematch


def test_carried_scores_are_standings_from_the_start() -> None:
    state = dealt(Options(rounds=1, start_seat=0, carried_scores=(40, -5)))
    assert scores(state) == (40, -5)
    assert [side.total for side in public_view(state).sides] == [40, -5]
    ended = play_out(state, WORTH_10, WORTH_54)
    assert scores(ended) == (50, 49)
    assert ranking(ended) == ((0,), (1,))
    assert [side.total for side in public_view(ended).finished[0].sides] == [50, 49]


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
