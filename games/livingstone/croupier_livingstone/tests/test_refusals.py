"""Livingstone: refused moves, each with a sentence to the player."""

from dataclasses import replace
from typing import Any

import pytest
from croupier_game.errors import InvalidMove

from croupier_livingstone.rules import check
from croupier_livingstone.tests.positions import (
    CHAIN_BROKEN,
    DIE_OWED,
    DIE_UNUSED,
    DONE,
    FIRST_COLUMN,
    NOT_HIGHER,
    NOT_SCORED,
    NOTHING_LEFT,
    OWN_FIELD,
    PASSING,
    PLAYED_SO,
    TOO_DEAR,
    TOO_FEW_DICE,
    TOO_LATE,
    legal,
    position,
    refusal,
)
from croupier_livingstone.types import CARDS, MARKET, MINE_CRASH, PLAIN, Move, State

SAY_WHERE_FROM = "With no tent left, one of your own must be moved: say where from."

NOT_MOVED = "A tent is moved only when none is left to place."

USE_IT = "The die you have taken must be used before the turn ends."

ONE_DIE = "You take one die in a turn, or one more with each card TWO_DICE."

NOT_IN_POOL = "A die must be in the pool to be taken."

NO_DIE = "A die must be taken first."

OTHER_ROW = "A tent goes to the row that the die shows, unless with ANY_ROW_TENT."

NOT_IN_HAND = "A card must be in your hand to be played."

NOT_YOUR_GEMS = "You can sell only gems that you have."

NOT_YOUR_COINS = "You can donate only coins that you have."

ELEVEN: dict[str, Any] = {"seats": 2, "coins": (99, 99), "tents": (NOTHING_LEFT, "f6")}


@pytest.mark.parametrize(
    ("state", "text", "sentence"),
    [
        (position(die=3), "die 4", DIE_UNUSED),
        (position(**DONE), "die 4", ONE_DIE),
        (position("1256"), "die 4", NOT_IN_POOL),
        (position(last=(4,)), "die 4", NOT_HIGHER),
        (position(last=(4,)), "die 3", NOT_HIGHER),
        (position("34", owed=2), "die 4", CHAIN_BROKEN),
        (position(), "card", NO_DIE),
        (position(), "coins", NO_DIE),
        (position(), "dig", NO_DIE),
        (position(coins=(99,)), "tent 3", NO_DIE),
        (position(**DONE), "card", NO_DIE),
        (position(**DONE), "coins", NO_DIE),
        (position(**DONE), "dig", NO_DIE),
        (position(coins=(99,), **DONE), "tent 3", NO_DIE),
        (position(die=3, coins=(99,)), "tent 4", OTHER_ROW),
        (position(die=3, coins=(99,), hands=("NO_COST_TENT",)), "tent 4 free", OTHER_ROW),
        (position(die=3, coins=(99,), hands=("ANY_ROW_TENT",)), "tent 3 free", NOT_IN_HAND),
        (position(die=3, coins=(99,), hands=("NO_COST_TENT",)), "tent 4 any", NOT_IN_HAND),
        (position(die=3, coins=(99,), hands=("ANY_ROW_TENT",)), "tent 4 free any", NOT_IN_HAND),
        (position(die=3, coins=(99,), hands=("NO_COST_TENT",)), "tent 4 free any", NOT_IN_HAND),
        (position(die=3, coins=(0,)), "tent 3", TOO_DEAR),
        (position(die=3, coins=(3,), tents=("", "a3 a3 a3")), "tent 3", TOO_DEAR),
        (position(die=3, tents=("b3",)), "tent 3 from b3", NOT_MOVED),
        (position(die=3, seats=2, tents=("b3",)), "tent 3 from b3", NOT_MOVED),
        (position(die=3, **ELEVEN), "tent 3", SAY_WHERE_FROM),
        (position(die=3, **ELEVEN), "tent 3 from f5", SAY_WHERE_FROM),
        (position(die=3, **ELEVEN), "tent 3 from f6", SAY_WHERE_FROM),
        (position(die=3, **ELEVEN), "tent 3 from a3", OWN_FIELD),
        (position(gems=((1, 1, 1),)), "sell 2c", NOT_YOUR_GEMS),
        (position(gems=((1, 1, 1),)), "sell 1c 2b", NOT_YOUR_GEMS),
        (position(gems=((1, 1, 1),)), "sell 2r", NOT_YOUR_GEMS),
        (position(gems=((0, 0, 0), (1, 0, 0))), "sell 1c", NOT_YOUR_GEMS),
        (position(gems=((1, 0, 0),), hands=("MARKET",)), "play MARKET 2c", NOT_YOUR_GEMS),
        (position(gems=((1, 0, 0),), hands=("VP2", "MARKET")), "play MARKET 1c", NOT_IN_HAND),
        (position(coins=(4,)), "donate 5", NOT_YOUR_COINS),
        (position(coins=(0, 9)), "donate 1", NOT_YOUR_COINS),
        *((position(hands=("", card)), f"play {card}", NOT_IN_HAND) for card in PLAIN),
        (position(scored_rows=((2,),)), "play SCORED_ROW_TENT 2", NOT_IN_HAND),
        (position(hands=("SCORED_ROW_TENT",)), "play SCORED_ROW_TENT 2", NOT_SCORED),
        (position(hands=("BOAT_BACK",)), "play BOAT_BACK", FIRST_COLUMN),
        (position("5", hands=("TWO_DICE",)), "play TWO_DICE", TOO_FEW_DICE),
        (position(), "end", DIE_OWED),
        (position(die=3), "end", USE_IT),
        (position("46", last=(3,), owed=1, taken=True), "end", DIE_OWED),
        (position(die=3, options=PASSING), "pass", TOO_LATE),
    ],
)
def test_refused_move(state: State, text: str, sentence: str) -> None:
    assert refusal(state, text) == sentence


def test_scored_row_tent_that_must_be_moved() -> None:
    state = position(hands=("SCORED_ROW_TENT",), scored_rows=((3,),), **ELEVEN)
    assert refusal(state, "play SCORED_ROW_TENT 3") == SAY_WHERE_FROM
    assert refusal(state, "play SCORED_ROW_TENT 3 from a3") == OWN_FIELD
    assert legal(state, "play SCORED_ROW_TENT 3 from a2")
    placed = replace(state, tents=(("a2",), ()))
    assert refusal(placed, "play SCORED_ROW_TENT 3 from a2") == NOT_MOVED


DIE_SHOWS = "A die shows 1 to 6."

ROW = "A row is 1 to 6."

FIELD = "A field is written like c2: column a to j, row 1 to 6."

SELL_ONE = "At least one gem must be sold."

DONATE_ONE = "At least one coin must be donated."


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (Move("take_die", 0), DIE_SHOWS),
        (Move("take_die", 7), DIE_SHOWS),
        (Move("place_tent", 0), ROW),
        (Move("place_tent", 7, any_row=True), ROW),
        (Move("place_tent", 3, origin="k1"), FIELD),
        (Move("place_tent", 3, origin="a7"), FIELD),
        (Move("play_scored_row_tent", 0), ROW),
        (Move("play_scored_row_tent", 7), ROW),
        (Move("play_scored_row_tent", 3, origin="c"), FIELD),
        (Move("sell_gems"), SELL_ONE),
        (Move("sell_gems", gems=(2, -1, 0)), SELL_ONE),
        (Move("play_market"), SELL_ONE),
        (Move("play_market", gems=(2, -1, 0)), SELL_ONE),
        (Move("donate"), DONATE_ONE),
        (Move("donate", -1), DONATE_ONE),
        *((Move("play_card", card=card), PLAYED_SO) for card in ("", "VP5", *CARDS[:3])),
        *((Move("play_card", card=card), PLAYED_SO) for card in (MARKET, MINE_CRASH)),
        (Move("pass_round"), "Nobody may pass in this match."),
    ],
)
@pytest.mark.parametrize("state", [position(), position(die=3, seats=2, coins=(0,))])
def test_senseless_move(state: State, move: Move, sentence: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        check(state, 0, move)
    assert str(refused.value) == sentence
