"""A request is read once: its body, its conditions, and who asks."""

import json
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.asked import Asked, Reading
from gateway.contract.move_requests import NewMove
from gateway.contract.request_models import Body
from gateway.errors import Problem

from tests.support.asgi import Header, request_with

MOVE = {"notation": "Y7-*"}


class Named(Body):
    name: str = "Ann"
    kind: str = "bot"


async def read(
    body: Mapping[str, Any],
    *headers: Header,
    reading: Reading[Any] | None = None,
    method: str = "POST",
) -> Asked[Any]:
    """What is read of a request with this body at a route of moves."""
    request = request_with(*headers, method=method, path="/x", body=[json.dumps(body).encode()])
    request.scope["route"] = SimpleNamespace(bucket="moves")
    return await (reading or Reading(Named, versioned=True))(request)


async def fingerprint(
    body: Mapping[str, Any], *headers: Header, method: str = "POST", query: str = ""
) -> str:
    return (await read(body, *headers, method=method)).fingerprint(query)


@pytest.mark.anyio
async def test_all_that_a_request_says_is_in_one_place() -> None:
    asked = await read(
        {"name": "Bob"},
        ("Authorization", "Bearer x"),
        ("Idempotency-Key", "k"),
        ("If-Match", 'W/"17"'),
    )
    assert (asked.who.token, asked.who.bucket) == ("x", "moves")
    assert asked.body == Named(name="Bob")
    assert (asked.key, asked.expected_version, asked.condition) == ("k", 17, "17")
    assert (asked.method, asked.path) == ("POST", "/x")


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("given", "headers", "expected"),
    [({}, [], None), ({"expectedVersion": 3}, [], 3), ({}, [("If-Match", '"3"')], 3)],
)
async def test_a_version_is_expected_by_the_body_or_by_if_match(
    given: dict[str, int], headers: list[Header], expected: int | None
) -> None:
    reading = Reading(NewMove, versioned=True)
    assert (await read({**MOVE, **given}, *headers, reading=reading)).expected_version == expected


@pytest.mark.anyio
async def test_what_a_route_does_not_take_is_not_looked_at() -> None:
    wrong = [("If-Match", "x"), ("Idempotency-Key", "a b")]
    asked = await read({}, *wrong, reading=Reading(Named, keyed=False))
    assert (asked.key, asked.expected_version) == (None, None)
    for header in wrong:
        with pytest.raises(Problem, match=header[0]):
            await read({}, header)


@pytest.mark.anyio
async def test_a_key_is_bound_to_its_request() -> None:
    assert (await read({})).idempotency() is None
    asked = await read({}, ("Idempotency-Key", "k"))
    bound = pb.Idempotency(key="k", fingerprint=asked.fingerprint("none"))
    assert asked.idempotency("none") == bound


@pytest.mark.anyio
async def test_equal_requests_have_equal_fingerprints() -> None:
    match = ("If-Match", '"2"')
    one = await fingerprint({"name": "Ann", "kind": "bot"}, match, query="full")
    other = await fingerprint({"kind": "bot", "name": "Ann"}, match, query="full")
    assert one == other


@pytest.mark.anyio
async def test_whatever_makes_requests_different_makes_their_fingerprints_different() -> None:
    ann = {"name": "Ann"}
    fingerprints = [
        await fingerprint(ann),
        await fingerprint({"name": "Bob"}),
        await fingerprint({"name": "Ann", "kind": "bot"}),  # given, though it is the default
        await fingerprint(ann, ("If-Match", '"2"')),
        await fingerprint(ann, query="none"),
        await fingerprint(ann, method="PUT"),
    ]
    assert len({*fingerprints}) == len(fingerprints)
