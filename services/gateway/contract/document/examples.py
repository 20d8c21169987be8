"""Example request bodies for the OpenAPI document.

They come from the `example` options of the games' messages. A route names what it shows, before any
game is known: `GAME`, `NOTATION`, `MOVE` and `EACH_...` are gaps, which `filled` fills.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

from croupier_game import example_pb2

from gateway.contract.games import Game

Json = dict[str, Any]

ENTROPY = "00112233445566778899aabbccddeeff" * 2
"""Entropy of examples only, as it is public here."""
SEAL = hashlib.sha256(b"croupier seal v1" + bytes.fromhex(ENTROPY)).hexdigest()
"""The seal of it."""
LOTS_SEAL = hashlib.sha256(b"croupier tournament seal v1" + bytes.fromhex(ENTROPY)).hexdigest()
"""The same for the lots of a tournament."""
TABLE_SEALS = [
    hashlib.sha256(b"croupier seal v1" + bytes(31) + bytes([i])).hexdigest() for i in range(5)
]
"""Seals of the tables of a tournament of five rounds."""
NOBODY = "AAAAAAAAAAAAAAAAAAAAAA"
"""The id of a player whom there is not."""
DECISION = 17
"""The decision that the moves of the examples are for."""

GAME, NOTATION, MOVE = "x-game", "x-notation", "x-move"
"""The game of examples that show something else than a game, such as a clock; a move of a game in
writing; and a move of another game."""
EACH_SETTINGS = {"x-settings": None}
"""An example for each game: what POST /v1/matches and POST /v1/tickets take for a match of it."""
EACH_MOVE = {"x-moves": None}
"""An example for each game that has one: what POST /v1/matches/{match}/moves takes."""


def filled(examples: Json, games: Iterable[Game]) -> Json:
    """Return the examples of a request with those of these games in their gaps."""
    every = list(games)
    moves = {game.id: move for game in every if (move := _move(game))}
    written = (_example(game, "Move").notation for game in every)
    values: dict[str, Any] = {
        GAME: every[0].id,
        NOTATION: next(filter(None, written), ""),
        MOVE: [{}, *moves.values()][:3][-1],
    }
    each: Mapping[str, Json] = {
        "x-settings": {game.id: _settings(game) for game in every},
        "x-moves": {
            game: {"move": move, "expectedDecision": DECISION} for game, move in moves.items()
        },
    }
    made: Json = {}
    for name, example in examples.items():
        if name in each:
            bodies = each[name].items()
            made |= {game.replace("-", " "): {"value": body} for game, body in bodies}
        else:
            made[name] = _replaced(example, values)
    return made


def _replaced(part: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(part, list):
        return [_replaced(each, values) for each in part]
    if isinstance(part, dict):
        return {values.get(name, name): _replaced(each, values) for name, each in part.items()}
    return values.get(part, part) if isinstance(part, str) else part


def _settings(game: Game) -> Json:
    example = _example(game, "Options")
    return {
        "game": game.id,
        **({"seats": example.seats} if example.seats else {}),
        **({"options": json.loads(example.json)} if example.json else {}),
    }


def _move(game: Game) -> Json:
    shown: Json = json.loads(_example(game, "Move").json or "{}")
    return shown


def _example(game: Game, kind: str) -> example_pb2.Example:
    """Return the message's option; empty if the .proto gives none."""
    options = game.messages[kind].DESCRIPTOR.GetOptions()
    example: example_pb2.Example = options.Extensions[example_pb2.example]
    return example
