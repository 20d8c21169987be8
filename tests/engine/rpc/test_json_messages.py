"""What a game's wire makes as JSON is, byte for byte, what protobuf makes of its messages."""

from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.games.proto_json import as_json
from engine.rpc.json_messages import json_wire

from tests.support.games import TABLES
from tests.support.random_matches import random_match

TO_THE_END = 10_000
"""More moves than any match has."""


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_a_whole_match_is_the_same_in_json_and_in_messages(game_id: str, seats: int) -> None:
    game = GAMES[game_id]
    ours = json_wire(game.wire)
    played = random_match(game_id, game.rules.Options(), seats, 7, TO_THE_END)
    assert played.last.ended
    for match in played.versions:
        for encode, value in encoded(match):
            made = getattr(ours, encode)(value)
            message = getattr(game.wire, encode)(value)
            assert orjson.dumps(made) == orjson.dumps(as_json(message)), (encode, value)


def encoded(match: AnyMatch) -> Iterator[tuple[str, Any]]:
    """What a game encodes of a version for the seat to move and a spectator, and by what."""
    rules = GAMES[match.game].rules
    yield "encode_options", match.options
    moving = rules.to_move(match.state) if match.state else ()
    for seat in (None, *moving):
        if match.state:
            yield "encode_view", rules.view(match.state, seat)
        yield from (("encode_event", rules.event_view(event, seat)) for event in match.events)
    for seat in moving:
        yield from (("encode_move", move) for move in rules.legal_moves(match.state, seat))
