"""What a game owes that describes its moves: that the description is its rules."""

import random
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

import pytest

from croupier_game.choose import Choose, Moves
from croupier_game.errors import RulesError
from croupier_game.kit.described import every, nearly, some_of
from croupier_game.kit.games import GAMES, ORACLES, tables
from croupier_game.kit.messages import Messages
from croupier_game.kit.random_matches import random_match
from croupier_game.listing import listing

MATCHES = 6
"""Matches of each number of seats; of a game that lists all moves in the first one, that one."""
TRIES = 4
"""Choices that are tried in each position, each in several wrong ways."""
FEW = 256
"""Where a description has no more choices, right and wrong, all of them are tried."""
EVERY = 3
"""They are in every third position."""
FOREIGN = 100
"""So many things are kept that other positions had to choose from."""


class Position(NamedTuple):
    """A decision among described moves."""

    state: Any
    seat: int
    moves: Moves
    foreign: Sequence[Any]
    """What there is to choose from for other seats, or was in other positions."""


@cache
def positions(game_id: str, seats: int) -> Sequence[Position]:
    """Return the positions of random matches, from the first to the last."""
    rules, oracle = GAMES[game_id].rules, ORACLES[game_id]
    found = list[Position]()
    for seed in range(MATCHES):
        options = oracle.options[seed % len(oracle.options)]
        played = random_match(game_id, options, seats, seed, oracle.bound(options, seats))
        seen = list[Any]()
        for match in played.dealt[:-1]:
            for seat in rules.to_move(match.state):
                moves = rules.legal_moves(match.state, seat)
                if isinstance(moves, Moves):
                    found.append(Position(match.state, seat, moves, (*seen[-FOREIGN:],)))
                    seen += [thing for each in moves.choices for thing in each.of]
        if not found:
            break
    return found


def accepted(game_id: str, position: Position, move: Any) -> bool:
    try:
        GAMES[game_id].rules.check(position.state, position.seat, move)
    except RulesError:
        return False
    return True


def assert_agreed(game_id: str, position: Position, move: Any) -> None:
    found = accepted(game_id, position, move)
    assert (move in position.moves) == found, (
        f"{move} is {'accepted by' if found else 'refused by'} check, and the description says"
        f" {position.moves.refusal(move) or 'that it is legal'} {position.moves} {position.state}"
    )


@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_what_a_description_has_is_what_check_accepts(game_id: str, seats: int) -> None:
    """In every position, the last ones of a match as well as the first."""
    rng = random.Random(f"{game_id} {seats}")
    for each in positions(game_id, seats):
        for choose in each.moves.choices:
            for move in nearly(choose, each.foreign, rng, TRIES):
                assert_agreed(game_id, each, move)


@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_description_and_list_are_equal_where_that_is_short(game_id: str, seats: int) -> None:
    for position in positions(game_id, seats)[::EVERY]:
        for choose in position.moves.choices:
            if tried := every(choose, FEW):
                for move in tried:
                    assert_agreed(game_id, position, move)
                assert_lists(choose, tried)


def assert_lists(choose: Choose, tried: Sequence[Any]) -> None:
    """All that are legal have a place, each once."""
    described = Moves(choose)
    legal = {move for move in tried if move in described}
    assert len(described) == len(legal)
    assert {*described} == legal


@pytest.mark.parametrize(("game_id", "seats"), tables())
def test_a_move_is_built_from_what_the_api_says_of_it(game_id: str, seats: int) -> None:
    """Its JSON has the member by its name, so any client can fill it in."""
    game = GAMES[game_id]
    for position in positions(game_id, seats)[::EVERY]:
        shown = listing(game, position.moves)["choose"]
        for choose, each in zip(position.moves.choices, shown, strict=True):
            for move in some_of(Moves(choose))[:TRIES]:
                texts = [choose.texts[thing] for thing in getattr(move, choose.member)]
                assert Messages(game.wire).encode_move(move) == _built(game, each, texts), (
                    f"{move} is not what its description makes of {texts}"
                )


def _built(game: Any, each: Any, texts: Sequence[str]) -> Any:
    """Return the message of a move that chooses the things of these texts."""
    values = {thing["text"]: thing["value"] for thing in each["of"]}
    move = deepcopy(each["move"])
    within = move
    *names, last = each["member"].split(".")
    for name in names:
        within = within[name]
    within[last] = [values[text] for text in texts]
    messages = Messages(game.wire)
    return messages._message("Move", move)
