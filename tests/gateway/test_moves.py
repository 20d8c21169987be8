"""Moves from a batch or a socket: the same requests as POSTs to the match."""

import orjson
import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway import moves
from gateway.contract import request_models
from gateway.errors import Problem
from gateway.transport import json_body

from tests.support.asgi import request_with

GAME = "lost-cities"
MATCH = "m" * 22
MOVE = {"card": "Y7", "place": "DISCARD", "draw": "DECK"}


def entry(**members: object) -> request_models.MoveInMatch:
    return json_body.validate({"matchId": MATCH, **members}, request_models.MoveInMatch)


@pytest.mark.parametrize("body", [{"move": MOVE, "expectedVersion": 2}, {"notation": "Y7-*"}])
@pytest.mark.parametrize(("with_match", "view"), [(True, "full"), (False, "none")])
def test_a_key_protects_the_same_move_however_it_arrives(
    body: dict[str, object], with_match: bool, view: str
) -> None:
    request = moves.from_entry(entry(idempotencyKey="k", **body), with_match)
    posted = request_with(method="POST", path=f"/v1/matches/{MATCH}/moves")
    fingerprint = json_body.fingerprint(
        posted, json_body.validate(body, request_models.NewMove), view
    )
    assert request.idempotency == pb.Idempotency(key="k", fingerprint=fingerprint)
    assert (request.match_id, request.with_match, request.dry_run) == (MATCH, with_match, False)


def test_without_a_key_nothing_is_remembered() -> None:
    assert moves.from_entry(entry(notation="Y7-*"), True).idempotency is None


def test_a_key_must_be_valid() -> None:
    with pytest.raises(Problem) as raised:
        moves.from_entry(entry(notation="Y7-*", idempotencyKey="a b"), True)
    assert raised.value.code == "malformed"


@pytest.mark.parametrize(
    ("given", "expected"), [(None, None), (0, 0), (2, 2), (2**64 - 1, 2**32 - 1)]
)
def test_the_expected_version_is_one_the_protocol_carries(
    given: int | None, expected: int | None
) -> None:
    request = moves.from_entry(entry(notation="Y7-*", expectedVersion=given), True)
    assert request.expected_version == expected


def test_a_repeat_says_so_in_its_body() -> None:
    sight = pb.Sight(events=b"[{}]")
    made = [pb.Change(version=3, sight=sight, replayed=each) for each in (False, True)]
    first, repeat = (orjson.dumps(moves.to_json(moves.Made(each, GAME))) for each in made)
    assert first == b'{"version":3,"game":"lost-cities","events":[{}]}'
    assert repeat == b'{"version":3,"game":"lost-cities","events":[{}],"replayed":true}'
