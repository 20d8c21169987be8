"""Streams and sockets end with what opened them: a session, an identity, a token of an issuer."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from gateway.players import tokens
from redis import Redis
from redislink.accounts import account

from tests.support.issuers import Signer, issuers_file, publish
from tests.support.live import Live
from tests.support.players import Client, Json, ok, start_match
from tests.support.requests import newcomer
from tests.support.socket_client import Talk, talking
from tests.support.stream_reader import NDJSON, SSE, Event, Reader, events_path, following

ME = "/v1/players/me"
GOODBYE = Event("goodbye", None, {"reason": "unauthenticated", "retryAfter": 1})


@pytest.fixture
def store(redis_url: str) -> Iterator[Redis]:
    with Redis.from_url(redis_url) as client:
        yield client


@pytest.fixture
def club(redis_url: str, tmp_path: Path, store: Redis) -> Iterator[Live]:
    """A service with an issuer, whose key is SIGNER."""
    for key in store.scan_iter("identity:{*"):
        store.delete(key)
    publish(store, SIGNER)
    with Live(redis_url, oidc=issuers_file(tmp_path)) as live:
        yield live


SIGNER = Signer()


@contextmanager
def all_ways(live: Live, token: str) -> Iterator[tuple[list[Reader], Talk]]:
    """A match by server-sent events, all matches by NDJSON, and a socket, of one token."""
    match_id, _ = start_match(live.url)
    player = Client(live.url, token)
    with (
        following(player, events_path(match_id), SSE) as match,
        following(player, "/v1/events", NDJSON) as every,
        talking(player) as socket,
    ):
        match.next("snapshot")
        yield [match, every], socket


def session_of(owner: Client) -> Json:
    """Begin a session of an account by a recovery code."""
    code = ok(owner.post(f"{ME}/recovery-code", {}), 201)["code"]
    begun = Client(owner.url).post("/v1/sessions", {"recoveryCode": code, "name": "phone"})
    return ok(begun, 201)


ENDINGS: dict[str, Callable[[Client, Json], Any]] = {
    "by itself": lambda owner, made: Client(owner.url, made["token"]).delete(
        f"{ME}/tokens/{made['id']}"
    ),
    "by another device": lambda owner, made: owner.delete(f"{ME}/tokens/{made['id']}"),
    "with everything else": lambda owner, made: owner.delete(f"{ME}/tokens"),
    "with the account": lambda owner, made: owner.delete(ME),
}


@pytest.mark.parametrize("how", ENDINGS)
def test_a_session_that_is_ended_takes_its_streams_along(live: Live, how: str) -> None:
    owner = newcomer(live.url)
    made = session_of(owner)
    with all_ways(live, made["token"]) as (streams, socket):
        assert ENDINGS[how](owner, made).status_code == 204
        for each in streams:
            assert each.rest()[-1] == GOODBYE
        assert socket.closed() == (4401, "unauthenticated")


@pytest.mark.full
def test_a_session_that_expires_takes_its_streams_along(live: Live, store: Redis) -> None:
    """Nobody tells of that: they find it when they ask once more, every twelve seconds."""
    made = session_of(newcomer(live.url))
    player_id, secret = cast(tuple[str, str], tokens.split(made["token"]))
    key, field = account(player_id), tokens.field_of(secret)
    with all_ways(live, made["token"]) as (streams, socket):
        stored = json.loads(cast(bytes, store.hget(key, field)))
        store.hset(key, field, json.dumps({**stored, "expireTime": "2026-01-01T00:00:00.000Z"}))
        for each in streams:
            assert each.rest()[-1] == GOODBYE
        assert socket.closed() == (4401, "unauthenticated")


def test_an_identity_that_is_removed_takes_streams_of_its_tokens_along(club: Live) -> None:
    token = SIGNER.access("ann")
    owner = Client(club.url, token)
    (identity,) = ok(owner.get(f"{ME}/passkeys"))["identities"]
    ok(owner.post(f"{ME}/tokens", {"name": "own"}), 201)
    with all_ways(club, token) as (streams, socket):
        assert owner.delete(f"{ME}/identities/{identity['id']}").status_code == 204
        for each in streams:
            assert each.rest()[-1] == GOODBYE
        assert socket.closed() == (4401, "unauthenticated")


@pytest.mark.full
def test_a_token_of_an_issuer_that_expires_takes_its_streams_along(club: Live) -> None:
    """With the minute by which clocks may differ."""
    token = SIGNER.access("bob", exp=int(time.time()) - 55)
    with all_ways(club, token) as (streams, socket):
        for each in streams:
            assert each.rest()[-1] == GOODBYE
        assert socket.closed() == (4401, "unauthenticated")
