"""The envelopes around what an engine has written."""

import orjson
import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.contract import serializers

MOVES = b'{"moves":[]}'


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (pb.Text(events=b"[1]"), b""),
        (pb.Text(events=b"[1]", legal_moves=MOVES), b',"legalMoves":{"moves":[]}'),
        (pb.Text(events=b"[1]", match=b'{"id":"m"}'), b',"match":{"id":"m"}'),
    ],
)
def test_a_change_has_what_was_asked_for(text: pb.Text, rest: bytes) -> None:
    told = orjson.dumps(serializers.change(pb.Change(version=3, text=text), "a-game"))
    assert told == b'{"version":3,"game":"a-game","events":[1]%s}' % rest


def test_the_log_is_the_last_member_of_a_replay() -> None:
    assert serializers.replay(b'{"game":"g"}', [b"1", b"2"]) == b'{"game":"g","log":[1,2]}'
