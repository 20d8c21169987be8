"""The strategies, with the rules in this process: what they choose is legal, and beats dice."""

import random
from collections.abc import Collection
from typing import Any

import pytest
from engine.domain.chance import seeded_chance
from engine.domain.registry import GAMES, Game
from engine.games.proto_json import as_json
from google.protobuf.json_format import ParseDict

from bots.strategies import STRATEGIES, at_random

MATCHES = 9
TABLES = [
    ("lost-cities", 2),
    ("livingstone", 2),
    ("livingstone", 3),
    ("livingstone", 5),
    ("just4fun", 2),
    ("just4fun", 4),
]


def test_strategies_are_for_games_that_there_are() -> None:
    assert STRATEGIES.keys() <= GAMES.keys()


@pytest.mark.service
@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_a_bot_beats_random_players(game_id: str, seats: int) -> None:
    game, won = GAMES[game_id], 0
    for seed in range(MATCHES):
        bot = seed % seats
        state = played(game, seats, {bot}, seed)
        won += game.rules.ranking(state)[0] == (bot,) and bot not in game.rules.eliminated(state)
    assert won > 0.6 * MATCHES


@pytest.mark.service
@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_bots_play_each_other_to_the_end(game_id: str, seats: int) -> None:
    game = GAMES[game_id]
    assert played(game, seats, range(seats), 7) == played(game, seats, range(seats), 7)


def played(game: Game, seats: int, bots: Collection[int], seed: int) -> Any:
    """The last state of a match with bots at these seats, and dice at the others."""
    rules, dice, key, version = game.rules, random.Random(seed), f"{seed:064x}", 0
    state, _ = rules.new_game(rules.Options(), seats, seeded_chance(key, (), version, ""))
    while not rules.over(state):
        version += 1
        (seat,) = rules.to_move(state)
        move = chosen(game, state, seat, dice, seat in bots)
        rules.check(state, seat, move)
        state, _ = rules.apply(state, seat, move, seeded_chance(key, (), version, ""))
    return state


def chosen(game: Game, state: Any, seat: int, dice: random.Random, bot: bool) -> Any:
    """What the seat chooses, shown what the API shows; its notation says the same."""
    rules, wire = game.rules, game.wire
    moves = rules.legal_moves(state, seat)
    if not bot:
        return dice.choice(moves)
    match = {"state": as_json(wire.encode_view(rules.view(state, seat))), "yourSeat": seat}
    listed = [
        {"move": as_json(wire.encode_move(move)), "notation": rules.notation(move)}
        for move in moves
    ]
    choice = STRATEGIES[rules.ID](match, listed, dice)
    move = wire.decode_move(ParseDict(choice["move"], type(wire.encode_move(moves[0]))()))
    assert rules.notation(move) == choice["notation"]
    return move


def test_a_game_without_a_strategy_is_played_at_random() -> None:
    moves = [{"notation": "a"}, {"notation": "b"}]
    dice = random.Random(1)
    assert {at_random({}, moves, dice)["notation"] for _ in range(20)} == {"a", "b"}
