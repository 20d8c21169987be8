"""Described moves: where each is, what is one of them, and what is said of all others."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from croupier_game import Choose, Condition, IllegalMove, InvalidMove, Moves, dataclass
from croupier_game.choose import PLACES, TRIED, refusal, selected
from croupier_game.errors import RulesError
from croupier_game.kit.described import every, nearly
from croupier_game.kit.seeds import SEEDS


@dataclass(frozen=True)
class Pass:
    to: str
    cards: tuple[Any, ...]


@dataclass(frozen=True)
class Wait:
    pass


LEFT = Pass("left", ())
HAND = tuple(range(1, 14))
EVEN = Condition("The sum is even.", lambda cards: sum(cards) % 2 == 0)


def choose(*of: Any, least: int = 1, most: int = PLACES, **more: Any) -> Moves:
    return Moves(Choose(LEFT, "cards", of, least, most, **more))


def passed(*cards: Any) -> Pass:
    return Pass("left", cards)


def test_three_of_thirteen() -> None:
    moves = choose(*HAND, least=3, most=3)
    assert [*moves] == [passed(*each) for each in combinations(HAND, 3)]
    assert (len(moves), moves[-1], moves[285]) == (286, passed(11, 12, 13), passed(11, 12, 13))
    for place in (286, -287):
        with pytest.raises(IndexError):
            moves[place]


@pytest.mark.parametrize("seed", SEEDS)
def test_each_choice_has_one_place_and_is_a_move(seed: int) -> None:
    """By all choices that there are, of random things, of which some are there more than once."""
    dice = random.Random(seed)
    things = tuple(dice.choice((1, 2, 3, "wood", "ore")) for _ in range(dice.randint(1, 8)))
    least = dice.randint(1, len(things))
    odd = Condition("Odd in number.", lambda chosen: len(chosen) % 2 == 1)
    conditions = dice.choice(((), (odd,)))
    described = Choose(
        LEFT, "cards", things, least, dice.randint(least, len(things)), conditions=conditions
    )
    moves, tried = Moves(Wait(), described), every(described, 2 ** len(things))
    assert tried
    legal = [move for move in tried if move in moves]
    assert all(described.least <= len(each.cards) <= described.most for each in legal), seed
    assert [*moves] == [Wait(), *legal], seed
    assert [moves[place] for place in range(len(moves))] == [*moves], seed
    for move in nearly(described, ("fish", 1), dice, 10):
        assert (move in moves) == (move in legal), (seed, move)


def by_sum(least: int) -> Condition:
    return Condition(f"They have {least} or more.", lambda cards: sum(cards) >= least)


def test_of_very_many_a_place_is_found_without_those_before_it() -> None:
    moves = choose(*range(100), least=20, most=60, conditions=(EVEN, by_sum(2600)))
    before = time.process_time()
    found = [moves[place] for place in (0, 1, PLACES // 3, PLACES - 1)]
    assert time.process_time() - before < 1
    assert len(moves) == PLACES, "chance draws no greater number"
    assert all(move in moves for move in found)
    assert len({*found}) == 4
    assert [moves[place] for place in (0, 1)] == found[:2]


def test_conditions_of_many_that_nothing_fulfils_are_told() -> None:
    moves = choose(*range(100), least=20, most=60, conditions=(by_sum(10**6),))
    with pytest.raises(ValueError, match=f"None of {TRIED} choices"):
        moves[0]
    assert not choose(1, 2, conditions=(by_sum(4),))


REFUSALS: list[tuple[Any, type[RulesError], str]] = [
    (passed(1, 2, 99), IllegalMove, "99 is none of those that can be chosen now."),
    (passed(1, 2, "x" * 99), IllegalMove, f"{'x' * 40} is none of those that can be chosen now."),
    (passed(1, 2, 2), IllegalMove, "no 2 can be chosen once, not twice."),
    (passed(1, 2), IllegalMove, "3 must be chosen, not 2."),
    (passed(1, 2, 3, 4), IllegalMove, "3 must be chosen, not 4."),
    (passed(3, 2, 1), IllegalMove, "What is chosen must be in this order: no 1, no 2, no 3."),
    (passed(1, 2, 4), IllegalMove, "The sum is even."),
    (passed(), InvalidMove, "Nothing is chosen."),
    (Pass("right", (1, 2, 3)), IllegalMove, "This is none of the moves that can be made now."),
    (Wait(), IllegalMove, "This is none of the moves that can be made now."),
]


@pytest.mark.parametrize(("move", "kind", "says"), REFUSALS)
def test_what_is_wrong_with_a_move_is_said(move: Any, kind: type[RulesError], says: str) -> None:
    moves = choose(*HAND, least=3, most=3, conditions=(EVEN,), text=lambda card: f"no {card}")
    found = refusal(moves, move)
    assert (type(found), str(found)) == (kind, says)
    assert refusal(moves, passed(1, 2, 3)) is None


def test_of_several_descriptions_the_nearest_tells() -> None:
    sets = [Choose(LEFT, "cards", (rank,) * 4, 3) for rank in (5, 7)]
    moves = Moves(Wait(), *sets)
    assert len(moves) == 5
    assert Wait() in moves
    assert str(moves.refusal(passed(7, 7))) == "3 or more must be chosen, not 2."
    assert str(moves.refusal(passed(5, 5, 7))) == "7 is none of those that can be chosen now."


def test_equal_descriptions_are_equal_moves() -> None:
    first, second = (choose(*HAND, least=3, conditions=(by_sum(9),)) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert first != choose(*HAND, least=3, conditions=(by_sum(8),))
    assert first != choose(*HAND[1:], least=3, conditions=(by_sum(9),))


def test_some_of_many_are_legal_and_none_is_listed_twice() -> None:
    moves = Moves(Wait(), Choose(LEFT, "cards", HAND, 3, 5), Choose(LEFT, "cards", (50, 51)))
    found = selected(moves, 100)
    assert (found[0], len(found)) == (Wait(), 101)
    assert len({*found}) == 101
    assert all(move in moves for move in found)
    assert [*selected(moves, len(moves))] == [*moves]
    listed = tuple(range(1000))
    assert selected(listed, 100) is listed


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: choose(1, 2, least=3),
        lambda: choose(1, 2, least=0),
        lambda: choose(),
        lambda: choose(1, 2, least=2, most=1),
        lambda: choose(1, 2, text=lambda card: "a card"),
        lambda: choose(1, 2, text=lambda card: card),
        lambda: Choose(replace(LEFT, cards=(1,)), "cards", (1, 2)),
    ],
)
def test_what_describes_no_moves_cannot_be_made(wrong: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        wrong()
