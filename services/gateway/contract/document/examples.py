"""Example request bodies for the OpenAPI document.

They come from the `example` options of the games' messages in the .proto files, so
a new game is shown without an edit in the gateway.
"""

import hashlib
import json
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import example_pb2
from google.protobuf.descriptor import Descriptor

from gateway.contract.document.json_schema import arm_of, game_ids, message_of

Json = dict[str, Any]

GAME = game_ids()[0]
"""The game of examples that show something else than a game, such as a clock."""
ENTROPY = "00112233445566778899aabbccddeeff" * 2
"""Entropy of examples only, as it is public here."""
SEAL = hashlib.sha256(b"croupier seal v1" + bytes.fromhex(ENTROPY)).hexdigest()
"""The seal of it."""
VERSION = 17
"""The version at which the moves of the examples were decided upon."""


def settings() -> dict[str, Json]:
    """Per game, by its arm: what POST /v1/matches and POST /v1/tickets take for a match of it."""
    return {arm_of(game): _settings(game) for game in game_ids()}


def moves() -> dict[str, Json]:
    """Per game, by its arm: `move` of POST /v1/matches/{match}/moves, where the game has one."""
    return {
        arm_of(game): json.loads(example.json)
        for game in game_ids()
        if (example := _example(message_of(pb.Move, game))).json
    }


def notation() -> str:
    """The first move of `moves` in writing."""
    examples = (_example(message_of(pb.Move, game)) for game in game_ids())
    return next(example.notation for example in examples if example.notation)


def _settings(game: str) -> Json:
    example = _example(message_of(pb.Options, game))
    return {
        "game": game,
        **({"seats": example.seats} if example.seats else {}),
        **({"options": json.loads(example.json)} if example.json else {}),
    }


def _example(message: Descriptor | None) -> example_pb2.Example:
    """The message's option; empty if the .proto gives none."""
    return message.GetOptions().Extensions[example_pb2.example] if message else _NONE


_NONE = example_pb2.Example()
