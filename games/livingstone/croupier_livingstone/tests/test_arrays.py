"""What random matches rarely come to, over arrays: tents that are moved, and crash upon crash."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from croupier_game.arrays import NUMPY, OutOfBounds, array_rules, uniform
from croupier_game.kit.twins import Dealer

from croupier_livingstone import rules
from croupier_livingstone.arrays import ArrayRules
from croupier_livingstone.spec import CROWDED, OF_THREE, SPREAD
from croupier_livingstone.types import MINE_CRASH, MineCrashDraw, Move, Options, State

XP = NUMPY.xp


def apply_both(state: State, move: Move, luck: str = "any") -> State:
    """Return the state after a move, by the rules; over arrays it must be the same."""
    arrays = array_rules(rules, state.options, len(state.hands))
    after, events = rules.apply(state, state.turn, move, Dealer((), luck))
    action = XP.asarray([arrays.action(move, state)], dtype=XP.int32)
    drawn = arrays.drawn(state, events, after)
    found = arrays.step(arrays.from_states([state]), action, drawn)
    for name, one, other in zip(found._fields, found, arrays.from_states([after]), strict=True):
        assert one.tolist() == other.tolist(), f"{name} after {move}"
    return after


@pytest.mark.parametrize("state", [SPREAD, CROWDED, OF_THREE])
def test_each_action_is_its_move(state: State) -> None:
    arrays = array_rules(rules, state.options, len(state.hands))
    (ids,) = arrays.legal(arrays.from_states([state]))[0].nonzero()
    assert ids.size
    for action in ids.tolist():
        move = arrays.move(action, state)
        rules.check(state, state.turn, move)
        # Where the argument is 0, arrays and the coding of learners must mean the same tent.
        assert arrays.action(move, state) == action
        apply_both(state, move)


def test_a_tent_may_be_moved_from_any_field() -> None:
    for row, origin in permutations(["a1", "b2", "b6", "c3", "d4", "e1", "e5", "e6"], 2):
        move = Move("place_tent", int(row[1]), any_row=True, origin=origin)
        if origin != f"e{move.number}":
            rules.check(SPREAD, 0, move)
            apply_both(SPREAD, move)


@pytest.mark.parametrize("draws", ["all", "drawer", "losers"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_one_crash_may_lead_to_the_next(draws: MineCrashDraw, seats: int) -> None:
    options = Options(card_counts=(0,) * 7 + (9, 9, 9, 0, 4), mine_crash_draw=draws)
    state, _ = rules.new_game(options, seats, Dealer((), "deal"))
    gems = ((1, 2, 0), *((0, 0, 0), (0, 0, 1), (0, 0, 0), (3, 0, 0))[: seats - 1])
    others = [card for card in state.deck if card != MINE_CRASH]
    crashes = [MINE_CRASH] * 4
    for deck in (others + crashes, others[:2] + crashes[:2] + others[2:] + crashes[2:], crashes):
        now = replace(state, turn=0, die=3, owed=0, taken=True, deck=tuple(deck), gems=gems)
        after = apply_both(now, Move("draw_card"))
        assert after.out_of_game.count(MINE_CRASH) >= 1


def test_luck_draws_no_more_cards_than_there_are() -> None:
    options = Options(card_counts=(0,) * 7 + (1, 0, 0, 0, 1))
    arrays = array_rules(rules, options, 3)
    state, _ = rules.new_game(options, 3, Dealer((), "deal"))
    state = replace(state, die=3, owed=0, taken=True)
    many = arrays.from_states([state] * 200)
    action = XP.full((200,), arrays.action(Move("draw_card"), state), dtype=XP.int32)
    luck = uniform(XP, XP.arange(200, dtype=XP.uint32), 0, arrays.luck)
    drawn = arrays.chances(many, action, luck)
    # The card alone, or the crash and then the card.
    assert {tuple(cards) for cards in drawn.cards.tolist()} == {(7, -1, -1, -1), (11, 7, -1, -1)}
    after = arrays.step(many, action, drawn)
    assert after.deck.min() == 0
    assert after.deck.sum() == (drawn.cards[:, 0] == 7).sum()


@pytest.mark.parametrize("field", ["coins", "chests", "points"])
def test_what_might_wrap_in_a_later_move_is_refused(field: str) -> None:
    arrays = array_rules(rules, CROWDED.options, len(CROWDED.hands))

    def held(amount: int) -> Any:
        change: dict[str, Any] = {field: (amount, 10_000)}
        return arrays.from_states([replace(CROWDED, **change)])

    held(10_000)
    for amount in (10_001, 32_767):
        with pytest.raises(OutOfBounds, match=field):
            held(amount)
    cards = ("VP2",) * 64
    with pytest.raises(OutOfBounds, match="too many cards"):
        arrays.from_states([replace(CROWDED, deck=cards, discard=cards)])


def test_five_crashes_are_too_many() -> None:
    with pytest.raises(OutOfBounds, match="MINE_CRASH"):
        ArrayRules(NUMPY, Options(card_counts=(1,) * 11 + (5,)), 2)
