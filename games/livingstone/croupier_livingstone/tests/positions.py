"""Positions of Livingstone in a few words, and what tests do with them."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from croupier_game.kit.random_matches import random_match
from croupier_game.kit.written import Written

from croupier_livingstone import rules
from croupier_livingstone.rules import (
    ID,
    apply,
    check_options,
    new_game,
    over,
    parse,
    to_move,
)
from croupier_livingstone.types import PLAIN, Event, Move, Options, RoundScored, State

T = TypeVar("T")

AMOUNTS = ("sell_gems", "donate", "play_market")

MOVES = Written(rules, lambda move: move.action in AMOUNTS or move.origin)
"""Of amounts, and of the places that a tent may be moved from, not all are listed."""

legal, refusal = MOVES.legal, MOVES.refusal

FIRST = Options(start_seat=0)

PASSING = Options(start_seat=0, allow_pass=True)

PRICES = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6)

DONE: dict[str, Any] = {"owed": 0, "taken": True}
"""The die of this turn is taken and used."""

LAST: dict[str, Any] = {"boat": 10, "pool": "", **DONE}
"""The match ends with this turn."""

NOTHING_LEFT = "b1 a2 a3 a4 a5 a6 c1 c2 c3 c4 c5"
"""Eleven tents."""

BY_SEAT = {
    "hands",
    "tents",
    "unscored",
    "coins",
    "chests",
    "gems",
    "last",
    "points",
    "scored_rows",
    "passed",
}

WORDS = {"hands", "tents", "unscored"}

PILES = {"deck", "discard", "out_of_game"}

KINDS = ("black", "clear", "blue", "red", "white")


class Script:
    """Chance that gives these numbers, then noughts: dice of 1, and black stones.

    A shuffle changes nothing.
    """

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def below(self, bound: int) -> int:
        number = self._numbers.pop(0) if self._numbers else 0
        assert 0 <= number < bound
        return number

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        return tuple(items)


def dice(*values: int) -> Script:
    return Script(*(value - 1 for value in values))


def stones(state: State, drawn: str) -> Script:
    """Chance by which these stones are drawn from the bag, in this order."""
    left, numbers = [*state.bag, 1], []
    for kind in map(KINDS.index, drawn.split()):
        assert left[kind], "no such stone is left"
        numbers.append(sum(left[:kind]))
        left[kind] -= 1
    return Script(*numbers)


def position(
    pool: str = "123456", *, seats: int = 3, options: Options = FIRST, **changes: Any
) -> State:
    """A match that has just begun, but for these changes.

    What is kept by seat may be given for the first seats alone; cards and fields
    are words. With a `die`, it has been taken and not been used.
    """
    state, _ = new_game(options, seats, Script())
    if "die" in changes:
        changes = {**DONE, "last": (changes["die"],), **changes}
    for name in WORDS & changes.keys():
        changes[name] = tuple(tuple(text.split()) for text in changes[name])
    for name in PILES & changes.keys():
        changes[name] = tuple(changes[name].split())
    for name in BY_SEAT & changes.keys():
        changes[name] = (*changes[name], *getattr(state, name)[len(changes[name]) :])
    return replace(state, pool=tuple(map(int, pool)), **changes)


def events_of(
    state: State, text: str, luck: Script | None = None
) -> tuple[State, tuple[Event, ...]]:
    assert legal(state, text), text
    return apply(state, state.turn, parse(text), luck or Script())


def after(state: State, *texts: str, luck: Script | None = None) -> State:
    """The position after these moves, the players' in turn."""
    luck = luck or Script()
    for text in texts:
        state, _ = events_of(state, text, luck)
    return state


def dealt(options: Options, seats: int, luck: Script | None = None) -> State:
    check_options(options, seats)
    return new_game(options, seats, luck or Script())[0]


def turns(state: State, *taken: tuple[int, int], luck: Script | None = None) -> State:
    """Each (seat, die) is a turn, in this order, that takes coins."""
    for seat, die in taken:
        assert to_move(state) == (seat,)
        state = after(state, f"die {die}", "coins", "end", luck=luck)
    return state


def scored(state: State, luck: Script | None = None) -> tuple[int, ...]:
    """The points of a round that the turn of this position ends."""
    _, events = events_of(replace(state, pool=(), die=0, **DONE), "end", luck)
    (result,) = (event for event in events if isinstance(event, RoundScored))
    return result.points


def at_the_end(luck: Script | None = None, **changes: Any) -> State:
    """The position after the last turn of a match."""
    state = after(position(**{**LAST, **changes}), "end", luck=luck)
    assert over(state)
    return state


def total(state: State) -> int:
    """All stones, wherever they are; the white one is in the bag."""
    return 1 + sum(state.bag) + sum(state.aside) + sum(map(sum, state.gems))


TOO_DEAR = (
    "A tent costs the river's price, unless a card saves it, and a coin for every tent "
    "on the field; you have too few coins."
)

NO_TENT_LEFT = "You have no tent left."

NOT_SCORED = "SCORED_ROW_TENT goes to a row in which a tent of yours has scored."

OWN_FIELD = "A tent cannot be moved to its own field."

FIRST_COLUMN = "The boat cannot go back from the first column."

CHAIN_BROKEN = "Higher dice must remain for the card TWO_DICE that you have played."

NOT_HIGHER = "A die must be higher than your last one of this round."

TOO_FEW_DICE = "TWO_DICE needs enough dice in the pool, each higher than the last one."

DIE_OWED = "A die must be taken before the turn ends."

DIE_UNUSED = "The die you have taken must be used before another one is taken."

NO_CARD_LEFT = "There is no card left to draw."

TOO_LATE = "Who has taken a die in this turn cannot pass any more."

PLAYED_SO = (
    "A card that is played so is one of "
    "TWO_DICE, THREE_STONES, FOUR_COINS, VP2, VP3, VP4, BOAT_BACK."
)


def every_move(state: State) -> list[Move]:
    fields = ["", "e5", *sorted(set(state.tents[state.turn]))]
    flags = (False, True)
    some_gems = [(c, b, r) for c in range(3) for b in range(3) for r in range(3)][1:]
    return [
        *(Move("take_die", value) for value in range(1, 7)),
        *(Move(each) for each in ("draw_card", "take_coins", "dig", "end_turn", "pass_round")),
        *(
            Move("place_tent", row, no_cost=no_cost, any_row=any_row, origin=field)
            for row in range(1, 7)
            for no_cost in flags
            for any_row in flags
            for field in fields
        ),
        *(Move("sell_gems", gems=gems) for gems in some_gems),
        *(Move("play_market", gems=gems) for gems in some_gems),
        *(Move("donate", amount) for amount in (1, 2, 5, 20)),
        *(Move("play_card", card=card) for card in PLAIN),
        *(Move("play_scored_row_tent", row, origin=f) for row in range(1, 7) for f in fields),
    ]


def random_states(options: Options, seats: int, seed: int) -> list[State]:
    played = random_match(ID, options, seats, seed, bound=5000)
    return [match.state for match in played.dealt if isinstance(match.state, State)]


HIDDEN = re.compile(r"\b(41|58)\b")
"""The coins and the chest of `wealthy`; together 99."""


def wealthy(coins: int = 41, **changes: Any) -> State:
    return position(coins=(coins,), chests=(99 - coins,), hands=("VP2 MARKET", "VP3"), **changes)
