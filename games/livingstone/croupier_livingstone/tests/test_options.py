"""Livingstone: its options."""

from collections import Counter
from dataclasses import replace

import pytest
from croupier_game.errors import InvalidOptions

from croupier_livingstone.rules import check_options, new_game, private_view, public_view, to_move
from croupier_livingstone.tests.messages import wire
from croupier_livingstone.tests.positions import (
    DONE,
    FIRST,
    NO_CARD_LEFT,
    PASSING,
    PRICES,
    TOO_LATE,
    Script,
    after,
    at_the_end,
    dealt,
    dice,
    events_of,
    position,
    refusal,
    turns,
)
from croupier_livingstone.types import CARDS, Options, Passed


def test_e12_prices_of_the_river_and_bonuses() -> None:
    assert (Options().river, Options().row_bonus) == (PRICES, (12, 10, 8, 6, 4, 2))


@pytest.mark.parametrize("boat", range(1, 11))
def test_river(boat: int) -> None:
    assert after(position(die=2, boat=boat, coins=(9,)), "tent 2").coins[0] == 9 - PRICES[boat - 1]
    options = replace(FIRST, river=tuple(range(20, 30)))
    state = position(die=2, boat=boat, coins=(50,), options=options)
    assert after(state, "tent 2").coins[0] == 50 - (19 + boat)
    assert public_view(state).river == options.river


def test_card_counts() -> None:
    counts = (*range(1, 13),)
    cards = dealt(Options(card_counts=counts), 2).deck
    assert Counter(cards) == dict(zip(CARDS, counts, strict=True))


def test_no_card_at_all() -> None:
    state = dealt(replace(FIRST, card_counts=(0,) * 12), 2)
    assert refusal(after(state, "die 1"), "card") == NO_CARD_LEFT


def test_row_bonus() -> None:
    options = replace(FIRST, row_bonus=(1, 20, 30, 40, 50, 61))
    ended = at_the_end(options=options, tents=("a1 a2 a3", "a4 a5 a6", "a6"))
    assert ended.final is not None
    assert ended.final.rows == (51, 90 + 30, 30)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_start_seat_begins(seat: int) -> None:
    state = dealt(Options(start_seat=seat), 3)
    assert (state.starter, to_move(state)) == (seat, (seat,))


def test_without_start_seat_chance_decides() -> None:
    starters = {new_game(Options(), 3, Script(seat))[0].starter for seat in range(3)}
    assert starters == {0, 1, 2}


def test_coins_public() -> None:
    open_coins = position(options=replace(FIRST, coins_public=True), coins=(9,), chests=(4,))
    for viewer in (0, 1, None):
        assert private_view(open_coins, viewer).sides[0].coins == 9
    assert private_view(open_coins, 1).sides[0].chest is None


def test_allow_pass_before_a_die_is_taken() -> None:
    state, events = events_of(position(options=PASSING), "pass")
    assert events == (Passed(0),)
    assert (state.turn, state.passed, state.round) == (1, (True, False, False), 1)
    for taken in (position(options=PASSING, die=3), position(options=PASSING, **DONE)):
        assert refusal(taken, "pass") == TOO_LATE


def test_who_has_passed_is_out_for_the_round() -> None:
    state = dealt(PASSING, 2, dice(1, 2, 3, 4))
    state = turns(after(state, "pass"), (1, 1), (1, 2), (1, 3), (1, 4))
    assert (state.round, state.passed, state.turn) == (2, (False, False), 1)


def test_round_ends_when_all_have_passed() -> None:
    state = after(position(options=PASSING, tents=("a3",)), "pass", "pass")
    state, events = events_of(state, "pass")
    assert [event.kind for event in events] == ["passed", "round_scored", "round_started"]
    assert (state.round, state.points[0]) == (2, 3)


def test_passing_drops_what_two_dice_owed() -> None:
    state = position(options=PASSING, hands=("TWO_DICE",))
    assert after(state, "play TWO_DICE", "pass").owed == 1


RIVER = "river must have ten prices of 0 to 100."

BONUS = "rowBonus must have six numbers of 0 to 100."

COUNTS = "cardCounts must be 0 to 30 of each card."

SEAT = "startSeat must be a seat of the match: 0 to 3."


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (Options(river=(1,) * 9), RIVER),
        (Options(river=(1,) * 11), RIVER),
        (Options(river=(1,) * 9 + (101,)), RIVER),
        (Options(river=(-1,) + (1,) * 9), RIVER),
        (Options(row_bonus=(1,) * 5), BONUS),
        (Options(row_bonus=(1,) * 7), BONUS),
        (Options(row_bonus=(1,) * 5 + (101,)), BONUS),
        (Options(row_bonus=(-1,) + (1,) * 5), BONUS),
        (Options(card_counts=(31,) + (1,) * 11), COUNTS),
        (Options(card_counts=(1,) * 11 + (-1,)), COUNTS),
        (Options(start_seat=4), SEAT),
        (Options(start_seat=-1), SEAT),
    ],
)
def test_refused_options(options: Options, sentence: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        check_options(options, 4)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(river=(0,) * 9 + (100,)),
        Options(row_bonus=(100, 0, 0, 0, 0, 0)),
        Options(card_counts=(0,) * 12),
        Options(card_counts=(30,) * 12),
        Options(mine_crash_draw="drawer"),
        Options(mine_crash_draw="losers", start_seat=3),
        Options(allow_pass=True, coins_public=True, start_seat=0),
    ],
)
def test_accepted_options(options: Options) -> None:
    check_options(options, 4)
    assert wire.decode_options(wire.encode_options(options)) == options
