"""Livingstone: legal moves, by a table of the rules that is written down once more."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from croupier_game.errors import IllegalMove

from croupier_livingstone.cards import deck
from croupier_livingstone.rules import check, legal_moves, notation, over
from croupier_livingstone.tests.positions import (
    PASSING,
    PRICES,
    after,
    every_move,
    position,
    random_states,
    total,
)
from croupier_livingstone.types import (
    ANY_ROW_TENT,
    BOAT_BACK,
    COLUMNS,
    MARKET,
    NO_COST_TENT,
    SCORED_ROW_TENT,
    TWO_DICE,
    Move,
    State,
)


def may(state: State, move: Move) -> bool:  # noqa: C901 - a clause of the table per action
    """The table of legal moves, written down once more."""
    seat = state.turn
    hand, coins = Counter(state.hands[seat]), state.coins[seat]
    free = [die for die in set(state.pool) if die > state.last[seat]]
    held = all(n <= own for n, own in zip(move.gems, state.gems[seat], strict=True))
    match move.action:
        case "take_die":
            higher = [die for die in free if die > move.number]
            return not state.die and 0 < state.owed <= len(higher) + 1 and move.number in free
        case "draw_card":
            return state.die > 0 and bool(state.deck or state.discard)
        case "take_coins" | "dig":
            return state.die > 0
        case "place_tent":
            cards = hand[NO_COST_TENT] >= move.no_cost and hand[ANY_ROW_TENT] >= move.any_row
            row = move.any_row or move.number == state.die
            river = 0 if move.no_cost else PRICES[state.boat - 1]
            return state.die > 0 and row and cards and can_place(state, move, coins - river)
        case "sell_gems":
            return held
        case "donate":
            return move.number <= coins
        case "play_market":
            return held and hand[MARKET] > 0
        case "play_scored_row_tent":
            row = move.number in state.scored_rows[seat]
            return hand[SCORED_ROW_TENT] > 0 and row and can_place(state, move, coins)
        case "play_card":
            enough = move.card != TWO_DICE or len(free) > state.owed
            return hand[move.card] > 0 and enough and (move.card != BOAT_BACK or state.boat > 1)
        case "end_turn":
            return state.taken and not state.die and not state.owed
        case "pass_round":
            return not state.taken


def can_place(state: State, move: Move, coins: int) -> bool:
    """A tent to place and the surcharge for it."""
    target = f"{COLUMNS[state.boat - 1]}{move.number}"
    own = state.tents[state.turn]
    there = sum(field == target for fields in state.tents for field in fields)
    if len(own) < 11:
        return not move.origin and there <= coins
    movable = len(state.tents) == 2 and move.origin in own and move.origin != target
    return movable and there <= coins


def accepted(state: State, move: Move) -> bool:
    try:
        check(state, state.turn, move)
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_random_positions(seats: int, seed: int) -> None:
    states = random_states(PASSING, seats, seed)
    assert all(map(conserved, states))
    assert over(states[-1])
    for state in states[:-1:5]:
        listed = legal_moves(state, state.turn)
        assert len(set(listed)) == len(listed)
        assert all(may(state, move) and accepted(state, move) for move in listed)
        for move in every_move(state):
            assert accepted(state, move) == may(state, move), notation(move)
            assert may(state, move) == stands_for(state, move, listed), notation(move)


def conserved(state: State) -> bool:
    cards = [*state.deck, *state.discard, *state.out_of_game, *sum(state.hands, ())]
    marks = all(
        not Counter(m) - Counter(t) for m, t in zip(state.unscored, state.tents, strict=True)
    )
    least = min(*state.coins, *state.chests, *state.bag, *state.aside)
    whole = Counter(cards) == Counter(deck(state.options)) and total(state) == 60
    return whole and marks and least >= 0 and max(map(len, state.tents)) <= 11


def stands_for(state: State, move: Move, listed: Sequence[Move]) -> bool:
    """Whether the list has the move, or tells by what it has that it is legal as well."""
    same = [each for each in listed if each.action == move.action]
    if move.action in ("sell_gems", "play_market"):
        return any(all(map(int.__le__, move.gems, each.gems)) for each in same)
    if move.action == "donate":
        return any(move.number <= each.number for each in same)
    if not move.origin:
        return move in same
    places = {replace(each, origin="") for each in same if each.origin}
    named = move.origin in {each.origin for each in same}
    own_field = move.origin == f"{COLUMNS[state.boat - 1]}{move.number}"
    return replace(move, origin="") in places and named and not own_field


def test_amounts_are_listed_by_the_least_and_the_most() -> None:
    state = position(coins=(7,), gems=((3, 1, 0),), hands=("MARKET",))
    texts = {notation(move) for move in legal_moves(state, 0) if move.action != "take_die"}
    gems = {"1c", "3c", "1b", "3c 1b"}
    assert texts == {
        *(f"sell {each}" for each in gems),
        *(f"play MARKET {each}" for each in gems),
        *("donate 1", "donate 7"),
    }


def test_moves_of_a_player_who_has_nothing() -> None:
    state = position(coins=(0,), deck="")
    assert {notation(move) for move in legal_moves(state, 0)} == {f"die {n}" for n in range(1, 7)}
    state = after(state, "die 4")
    assert {notation(move) for move in legal_moves(state, 0)} == {"coins", "dig"}
    state = after(replace(state, coins=(0, 3, 3)), "dig")
    assert {notation(move) for move in legal_moves(state, 0)} == {"end"}
