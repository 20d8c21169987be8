"""The envelopes around what an engine has written."""

import orjson
import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.contract import serializers

MOVES = b'{"moves":[]}'


@pytest.mark.parametrize(
    ("sight", "text"),
    [
        (pb.Sight(match=b'{"id":"m"}', events=b"[]"), b'{"id":"m"}'),
        (pb.Sight(outline=b'{"version":3}'), b'{"version":3}'),
        (
            pb.Sight(match=b'{"id":"m"}', legal_moves=MOVES),
            b'{"id":"m","legalMoves":{"moves":[]}}',
        ),
        (
            pb.Sight(outline=b'{"version":3}', legal_moves=MOVES),
            b'{"version":3,"legalMoves":{"moves":[]}}',
        ),
    ],
)
def test_legal_moves_are_the_last_member_of_what_is_shown(sight: pb.Sight, text: bytes) -> None:
    assert serializers.shown(sight) == text


@pytest.mark.parametrize(
    ("sight", "rest"),
    [
        (pb.Sight(events=b"[1]"), b""),
        (pb.Sight(events=b"[1]", legal_moves=MOVES), b',"legalMoves":{"moves":[]}'),
        (pb.Sight(events=b"[1]", match=b'{"id":"m"}'), b',"match":{"id":"m"}'),
        (
            pb.Sight(events=b"[1]", match=b'{"id":"m"}', legal_moves=MOVES),
            b',"match":{"id":"m","legalMoves":{"moves":[]}}',
        ),
    ],
)
def test_a_change_has_what_was_asked_for(sight: pb.Sight, rest: bytes) -> None:
    told = orjson.dumps(serializers.change(pb.Change(version=3, sight=sight), "a-game"))
    assert told == b'{"version":3,"game":"a-game","events":[1]%s}' % rest


def test_the_log_is_the_last_member_of_a_replay() -> None:
    assert serializers.replay(b'{"game":"g"}', [b"1", b"2"]) == b'{"game":"g","log":[1,2]}'
