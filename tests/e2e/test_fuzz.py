"""Requests that nobody should send, 500 for each seed: none breaks or betrays anything.

Set FUZZ_SEED for another run than the usual one.
"""

import asyncio
import json
import os
import re
import sys
from time import monotonic
from typing import Any

import pytest
from gateway.contract.request_models import Body
from gateway.errors import KINDS, Problem
from gateway.transport import json_body
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.requests import Request as HttpRequest
from starlette.types import Message

from tests.support.fuzz import Fuzz, Probe, World
from tests.support.fuzz_witness import (
    Witness,
    bombard,
    build_world,
    check_all,
    everything_about,
    seeds_of_unfinished,
)
from tests.support.live import Live
from tests.support.players import Client, ok
from tests.support.seeds import SEEDS

SEED = int(os.environ.get("FUZZ_SEED") or 20261121)
REQUESTS = 1000 * len(SEEDS)
REACHED = {*KINDS} - {"internal", "unavailable", "rate_limited", "undo_refused"}
MISSED = 5
"""So many kinds of refusals, of those that are seldom, may be missed by so few requests; or they
are not as odd as they should be."""


def test_nothing_breaks_or_betrays_anything(live: Live, redis_url: str) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    world = build_world(live.url)
    openapi = ok(Client(live.url).get("/openapi.json"))
    witness, fuzz = Witness(world, SEED), Fuzz(SEED, openapi, world)
    before = everything_about(live.url, redis_url, world)
    started = monotonic()
    asyncio.run(bombard(live.url, fuzz, world, witness, range(REQUESTS)))
    seconds = monotonic() - started
    sys.stdout.write(f"{REQUESTS / seconds:.0f} requests/s; {witness.statuses}; {witness.codes}\n")
    assert everything_about(live.url, redis_url, world) == before
    assert not witness.seen & seeds_of_unfinished(redis_url)
    assert {200, 201, 204, 304} <= {*witness.statuses}
    assert len(REACHED - {*witness.codes}) <= MISSED
    asyncio.run(check_all(live.url, redis_url, world))


def test_it_sends_each_operation_of_the_document(live: Live) -> None:
    """Also those that are to come: none can be left out without a word."""
    openapi = ok(Client(live.url).get("/openapi.json"))
    probe = Probe("p" * 22, 2, "ann", frozenset())
    world = World({"ann": "a", "bob": "b", "forged": "f"}, ["a"], probe, ["m" * 22])
    fuzz = Fuzz(SEED, openapi, world)
    sent = {(each.method, each.path) for each in (fuzz.request() for _ in range(6000))}
    for path, operations in openapi["paths"].items():
        form = re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))
        for operation in operations:
            assert any(
                method == operation.upper() and form.fullmatch(each) for method, each in sent
            ), (operation, path)


class Anything(Body):
    value: Any = None


async def what_is_read(body: bytes) -> Any:
    """What the gateway reads in a body; the code of the refusal if it reads nothing."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    scope = {"type": "http", "method": "POST", "headers": []}
    try:
        return (await json_body.read(HttpRequest(scope, receive), Anything)).value
    except Problem as problem:
        return problem.code


INTEGERS = st.integers(-(2**63), 2**64 - 1)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
JSON = st.recursive(
    st.none() | st.booleans() | INTEGERS | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@settings(deadline=None)
@given(JSON, st.booleans())
def test_what_is_json_is_read_as_it_was_meant(value: Any, ascii_only: bool) -> None:
    body = json.dumps({"value": value}, ensure_ascii=ascii_only).encode()
    assert repr(asyncio.run(what_is_read(body))) == repr(value)


@settings(deadline=None)
@given(JSON, st.data())
def test_a_broken_body_is_malformed_or_json_after_all(value: Any, data: st.DataObject) -> None:
    body = bytearray(json.dumps({"value": value}).encode())
    place = data.draw(st.integers(0, len(body) - 1))
    body[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=3))
    read = asyncio.run(what_is_read(bytes(body)))
    assert read == "malformed" or repr(read) == repr(json.loads(body or b"{}").get("value"))


@pytest.mark.parametrize(("depth", "refused"), [(63, False), (64, True), (50_000, True)])
def test_how_deep_a_body_may_be(depth: int, refused: bool) -> None:
    body = b'{"value":' + b"[" * depth + b"]" * depth + b"}"
    read = asyncio.run(what_is_read(body))
    assert (read in ("malformed", "too_large")) == refused


AMBIGUOUS = (
    *("NaN", "-Infinity", "1e999", "01", "1.", "+1", "1 2", "[1,]", "'a'", '{"a":1,"a":1}'),
    *('"\\ud800"', '"\\udc00\\ud800"', '"\x00"', "\ufeff1", f"{2**64}", f"{-(2**63) - 1}"),
)


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_what_two_readers_could_read_differently_is_malformed(text: str) -> None:
    assert asyncio.run(what_is_read(f'{{"value":{text}}}'.encode())) == "malformed"
