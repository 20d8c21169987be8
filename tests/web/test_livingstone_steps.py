"""The steps of Livingstone's board: they lead to each legal move, and to no other."""

import json
import random
import subprocess
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from croupier_game.errors import RulesError
from croupier_game.kit.random_matches import random_match
from croupier_game.replace import replace
from croupier_livingstone import rules
from croupier_livingstone.types import CARDS, FIELDS, PLAIN, ROWS, Move, Options, State

from tests.sdk.javascript.runtimes import command
from tests.web.livingstone_table import asked, at
from tests.web.turns import in_turn
from tools.stack import ROOT

MANY_CARDS = tuple(0 if card == "MINE_CRASH" else 6 for card in CARDS)
CHEAP = (0, 0, 1, 1, 1, 2, 2, 2, 3, 3)
KINDS = [
    (2, Options()),
    (2, Options(river=CHEAP, card_counts=MANY_CARDS)),
    (3, Options(allow_pass=True)),
    (3, Options(card_counts=MANY_CARDS)),
    (4, Options(river=CHEAP)),
    (5, Options(coins_public=True, card_counts=MANY_CARDS)),
]
MATCHES = 2
EVERY = 5
"""Of so many positions one is looked at."""


@pytest.mark.parametrize("kind", in_turn(KINDS, KINDS[:2]))
def test_each_legal_move_can_be_reached_and_no_other(kind: tuple[int, Options]) -> None:
    states = list(positions(*kind))
    told = answers(states)
    for state, found in zip(states, told, strict=True):
        assert found["reached"] == sorted(map(rules.notation, legal(state))), state
        assert not found["mute"], (found["mute"], state)
        assert not found["lost"], (found["lost"], state)


def positions(seats: int, options: Options) -> Iterator[State]:
    """Positions of random matches, and the same ones with a full hand, gems, or no tent left."""
    dice = random.Random(f"{seats} {options}")
    for seed in range(MATCHES):
        for match in random_match(rules.ID, options, seats, seed, 4000).dealt[::EVERY]:
            state: Any = match.state
            if not rules.over(state):
                yield state
                yield richer(state, dice)


def richer(state: State, dice: random.Random) -> State:
    """The position with other cards, gems and coins for the mover; maybe no tent is left."""
    seat = state.turn
    hand = tuple(card for card in CARDS[:-1] if dice.random() < 0.5)
    gems = tuple(dice.choice([0, 0, 1, 3]) for _ in range(3))
    tents = tuple(dice.sample(sorted(FIELDS), 9)) + (f"{'abcdefghij'[state.boat - 1]}3",) * 2
    return replace(
        state,
        hands=at(state.hands, seat, hand),
        gems=at(state.gems, seat, gems),
        coins=at(state.coins, seat, dice.choice([0, 1, 4, 9])),
        tents=at(state.tents, seat, tents) if dice.random() < 0.4 else state.tents,
        unscored=((),) * len(state.hands),
        scored_rows=at(state.scored_rows, seat, tuple(sorted(dice.sample(ROWS, 3)))),
    )


def answers(states: list[State]) -> list[dict[str, Any]]:
    """What the steps say of each position, to its mover."""
    lines = "\n".join(json.dumps(asked(state)) for state in states)
    module = str(ROOT / "tests/web/livingstone_reach.js")
    ran = subprocess.run(
        [*command("deno"), module], input=lines, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def legal(state: State) -> Iterator[Move]:
    """All legal moves, of those that could be: the rules are asked about each."""
    for move in candidates(state):
        try:
            rules.check(state, state.turn, move)
        except RulesError:
            continue
        yield move


def candidates(state: State) -> Iterator[Move]:
    clear, blue, red = (range(count + 2) for count in state.gems[state.turn])
    yield from (Move("take_die", value) for value in range(1, 7))
    for action in ("draw_card", "take_coins", "dig", "end_turn", "pass_round"):
        yield Move(action)
    yield from (Move("donate", amount) for amount in range(1, state.coins[state.turn] + 2))
    yield from (Move("play_card", card=card) for card in PLAIN)
    for gems in product(clear, blue, red):
        yield Move("sell_gems", gems=gems)
        yield Move("play_market", gems=gems)
    for row, origin in product(ROWS, ["", *sorted(set(state.tents[state.turn]))]):
        yield Move("play_scored_row_tent", row, origin=origin)
        for free, any_row in product((False, True), repeat=2):
            yield Move("place_tent", row, no_cost=free, any_row=any_row, origin=origin)
