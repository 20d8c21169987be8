"""Moves from a batch or a socket: the same requests as POSTs to the match."""

from types import SimpleNamespace
from typing import Any, cast

import orjson
import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway import moves
from gateway.asked import Asked
from gateway.contract import move_requests
from gateway.dependencies import Dependencies
from gateway.errors import NotPlayed, Problem
from gateway.http import json_body
from gateway.limits.requester import Requester
from gateway.players.visibility import MatchGame

from tests.gateway.contract.bundles import bundle_of, file_of
from tests.gateway.engines import Clock, Engines, catalog_of
from tests.support.asgi import request_with

GAME = "lost-cities"
MATCH = "m" * 22
WHO = Requester(None, request_with(), "moves")
MOVE = {"card": "Y7", "place": "DISCARD", "draw": "DECK"}


def entry(**members: object) -> move_requests.MoveInMatch:
    return json_body.validate({"matchId": MATCH, **members}, move_requests.MoveInMatch)


@pytest.mark.parametrize("body", [{"move": MOVE, "expectedVersion": 2}, {"notation": "Y7-*"}])
@pytest.mark.parametrize(("with_match", "view"), [(True, "full"), (False, "none")])
def test_a_key_protects_the_same_move_however_it_arrives(
    body: dict[str, object], with_match: bool, view: str
) -> None:
    request = moves.from_entry(entry(idempotencyKey="k", **body), WHO, with_match)
    posted = Asked(
        WHO,
        json_body.validate(body, move_requests.NewMove),
        "k",
        f"/v1/matches/{MATCH}/moves",
    )
    form = pb.FORM_MATCH if with_match else pb.FORM_OUTLINE
    assert request.idempotency == posted.idempotency(view)
    assert (request.match_id, request.form, request.dry_run) == (MATCH, form, False)


def test_the_key_of_a_dry_run_stays_free() -> None:
    request = moves.from_entry(entry(idempotencyKey="k", notation="Y7-*"), WHO, True)
    assert request.idempotency
    assert request._replace(dry_run=True).idempotency is None


def test_without_a_key_nothing_is_remembered() -> None:
    assert moves.from_entry(entry(notation="Y7-*"), WHO, True).idempotency is None


def test_a_key_must_be_valid() -> None:
    with pytest.raises(Problem) as raised:
        moves.from_entry(entry(notation="Y7-*", idempotencyKey="a b"), WHO, True)
    assert raised.value.code == "malformed"


@pytest.mark.parametrize(
    ("given", "expected"), [(None, None), (0, 0), (2, 2), (2**64 - 1, 2**32 - 1)]
)
def test_the_expected_version_is_one_the_protocol_carries(
    given: int | None, expected: int | None
) -> None:
    request = moves.from_entry(entry(notation="Y7-*", expectedVersion=given), WHO, True)
    assert request.asked.expected_version == expected


def test_a_repeat_says_so_in_its_body() -> None:
    text = pb.Text(events=b"[{}]")
    made = [pb.Change(version=3, text=text, replayed=each) for each in (False, True)]
    first, repeat = (orjson.dumps(moves.to_json(moves.Made(each, GAME))) for each in made)
    assert first == b'{"version":3,"game":"lost-cities","events":[{}]}'
    assert repeat == b'{"version":3,"game":"lost-cities","events":[{}],"replayed":true}'


def rules(version: int, member: str) -> pb.GameBundle:
    """The game "heap" with moves that have one member."""
    messages: dict[str, list[str]] = {"Options": [], "Move": [member], "View": [], "Event": []}
    return bundle_of(file_of(**messages), rules_version=version)


async def packed(engines: Engines, version: int, body: dict[str, object]) -> Any:
    """What the engine is told of a move in a match by this version of the rules."""
    deps = cast(Dependencies, SimpleNamespace(catalog=catalog_of(engines)))
    return await moves._what(entry(**body), MatchGame("heap", version), deps)


@pytest.mark.anyio
async def test_a_move_is_one_of_the_rules_of_its_match() -> None:
    engines = Engines([rules(1, "old"), rules(2, "new")])
    for version, name in ((1, "old"), (2, "new")):
        told = await packed(engines, version, {"move": {name: 5}})
        assert told == {"move": pb.Packed(rules_version=version, value=b"\x08\x05")}
    with pytest.raises(Problem, match=r"^move\.new: unknown member\.$"):
        await packed(engines, 1, {"move": {"new": 5}})


@pytest.mark.anyio
async def test_a_move_by_rules_that_no_engine_has_waits_for_them() -> None:
    engines = Engines([rules(1, "old")])
    with pytest.raises(NotPlayed):
        await packed(engines, 2, {"move": {"new": 5}})
    assert await packed(engines, 2, {"notation": "5"}) == {"notation": "5"}, "it needs no message"


@pytest.mark.anyio
async def test_rules_that_an_engine_brings_are_found_for_a_move() -> None:
    engines, clock = Engines([rules(1, "old")]), Clock()
    catalog = catalog_of(engines, clock)
    await catalog.every()
    engines.plays.append([rules(2, "new")])
    clock.now += 1
    deps = cast(Dependencies, SimpleNamespace(catalog=catalog))
    told = await moves._what(entry(move={"new": 5}), MatchGame("heap", 2), deps)
    assert told["move"].rules_version == 2
