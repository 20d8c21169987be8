"""Players in Redis: what is stored, what a token proves of them, and what keeps them."""

import json
from collections.abc import Iterator
from time import time

import pytest
from gateway.errors import Problem
from gateway.observability.metrics import Metrics
from gateway.players.identity import RENEW_S, UNPLAYED_S, Identity, lookup_command, parse_lookup
from gateway.players.player import Player
from gateway.players.player_store import PlayerStore
from gateway.players.token_cache import TokenCache
from gateway.players.token_store import TokenStore
from gateway.players.tokens import Token
from redis import Redis as SyncRedis
from redis.asyncio import Redis

from tests.support.live import Live
from tests.support.players import ok, register
from tests.support.requests import (
    ACTS,
    BATCH,
    MOVE,
    NEW_MATCH,
    NEW_TICKET,
    NEW_TOKEN,
    NOBODY,
    RENAME,
    Route,
    call,
    table,
)
from tests.support.socket_client import first_move, talking
from tests.support.waiting import until

DAY_S = 24 * 60 * 60
PLAYER_ID, SECRET = "p" * 22, "s" * 43
VALUE = f"crp_{PLAYER_ID}_{SECRET}"
ANN = {"id": PLAYER_ID, "displayName": "Ann", "kind": "human"}
PHONE = {"id": "t" * 22, "name": "phone", "scopes": ["read"], "createTime": "2026-11-21T00:00:00Z"}


@pytest.fixture
def cache() -> TokenCache[Identity]:
    cache: TokenCache[Identity] = TokenCache(10, Metrics())
    cache.on_revocation(None)
    return cache


@pytest.fixture
def store(redis: Redis, cache: TokenCache[Identity]) -> PlayerStore:
    return PlayerStore(redis, cache)


@pytest.fixture
def sync_redis(redis_url: str) -> Iterator[SyncRedis]:
    with SyncRedis.from_url(redis_url) as client:
        yield client


async def look_up(redis: Redis, value: str) -> Identity | None:
    command = lookup_command(value)
    assert command
    return parse_lookup(await redis.execute_command(*command))  # type: ignore[no-untyped-call]


# --- lookups, without Redis


def test_a_token_is_looked_up_by_its_hash() -> None:
    command = lookup_command(VALUE)
    assert command
    name, key, *fields = command
    assert (name, key, fields[0]) == ("HMGET", f"player:{{{PLAYER_ID}}}", "player")
    assert fields[1].startswith("token:")
    assert SECRET not in fields[1]


@pytest.mark.parametrize(
    "value",
    [
        "",
        "crp_",
        VALUE[:-1],
        VALUE + "x",
        VALUE + "\n",
        VALUE.upper(),
        VALUE.replace("crp", "xyz"),
        f"crp_{'p' * 21}}}_{SECRET}",
        VALUE[:-1] + "\u00e9",
    ],
)
def test_what_has_another_form_is_not_looked_up(value: str) -> None:
    assert lookup_command(value) is None


def test_a_token_proves_its_player_and_scopes() -> None:
    found = parse_lookup([json.dumps(ANN).encode(), json.dumps(PHONE).encode(), *[None] * 3])
    assert found == Identity(
        Player(PLAYER_ID, "Ann", "human"),
        Token("t" * 22, "phone", ("read",), "2026-11-21T00:00:00Z"),
    )


@pytest.mark.parametrize("reply", [[None] * 5, [json.dumps(ANN).encode(), None, b"7", None, None]])
def test_an_unknown_token_proves_nothing(reply: list[bytes | None]) -> None:
    assert parse_lookup(reply) is None


# --- in Redis


@pytest.mark.anyio
async def test_a_new_player_has_a_token_of_all_scopes(
    store: PlayerStore, redis: Redis, cache: TokenCache[Identity]
) -> None:
    player, value = await store.create_player("Ann", "bot")
    assert await store.find(player.id) == player
    identity = await look_up(redis, value)
    assert identity
    assert (identity.player, identity.token.scopes) == (player, ("play", "read"))
    assert await TokenStore(redis, cache).page(player) == ([identity.token], 0)


def test_a_player_that_is_used_is_kept_for_longer_and_one_that_plays_for_good(
    live: Live, sync_redis: SyncRedis
) -> None:
    ann = register(live.url)
    name = f"player:{{{ann.id}}}"
    assert 0 <= UNPLAYED_S - sync_redis.ttl(name) < DAY_S
    sync_redis.expire(name, DAY_S)
    ok(ann.get("/v1/players/me"))
    assert sync_redis.ttl(name) <= DAY_S, "it was seen today"
    sync_redis.hset(name, "unplayed", int(time()) - RENEW_S)
    sync_redis.publish("tokens:revoked", ann.id)  # or the gateway remembers what it was
    until(lambda: ok(ann.get("/v1/players/me")) and sync_redis.ttl(name) > DAY_S)
    ann.create()
    assert sync_redis.ttl(name) == -1
    assert not sync_redis.hexists(name, "unplayed")
    ok(ann.get("/v1/players/me"))


def test_reads_and_refusals_are_no_play(live: Live, sync_redis: SyncRedis) -> None:
    """A bad request, a token or a name does not keep a player for good."""
    ann = register(live.url)
    for path in ("/v1/players/me", "/v1/matches", "/v1/players/me/tokens"):
        ok(ann.get(path))
    for route in (*ACTS, MOVE):
        assert call(ann, route).status_code == 404
    assert ann.post("/v1/matches", {"game": "chess"}).status_code == 422
    assert "error" in ok(call(ann, BATCH))["results"][0]
    ok(call(ann, NEW_TOKEN), 201)
    ok(call(ann, RENAME))
    assert sync_redis.ttl(f"player:{{{ann.id}}}") > 0


@pytest.mark.parametrize("play", [NEW_MATCH, NEW_TICKET, ACTS[0]], ids=str)
def test_a_change_that_is_stored_is_play(live: Live, sync_redis: SyncRedis, play: Route) -> None:
    ann, match_id = register(live.url), register(live.url).create()["id"]
    assert call(ann, play, match_id).is_success
    assert sync_redis.ttl(f"player:{{{ann.id}}}") == -1


def test_a_move_of_a_batch_or_a_socket_is_play(live: Live, sync_redis: SyncRedis) -> None:
    """A player is kept by the next change if an earlier one was not noted, as in an outage."""
    match_id, seats = table(live.url, options={"startSeat": 0})
    for seat in seats:
        sync_redis.hset(f"player:{{{seat.id}}}", "unplayed", int(time()))
        sync_redis.expire(f"player:{{{seat.id}}}", DAY_S)
        ok(call(seat, RENAME))  # so that no gateway remembers what was
    dry = {"notation": first_move(seats[0], match_id)}
    ok(seats[0].post(f"/v1/matches/{match_id}/moves", dry, dryRun="true"))
    assert sync_redis.ttl(f"player:{{{seats[0].id}}}") > 0
    ok(
        seats[0].post(
            "/v1/moves", {"moves": [{"matchId": NOBODY, **dry}, {"matchId": match_id, **dry}]}
        )
    )
    assert sync_redis.ttl(f"player:{{{seats[0].id}}}") == -1
    with talking(seats[1]) as talk:
        talk.refused("move", matchId=match_id, notation="?")
        assert sync_redis.ttl(f"player:{{{seats[1].id}}}") > 0
        talk.ask("move", matchId=match_id, notation=first_move(seats[1], match_id))
    assert sync_redis.ttl(f"player:{{{seats[1].id}}}") == -1


@pytest.mark.anyio
@pytest.mark.usefixtures("redis_url")  # it opens connections, as tests with a Redis may
async def test_without_redis_everything_is_unavailable(cache: TokenCache[Identity]) -> None:
    async with Redis.from_url("redis://127.0.0.1:1") as nowhere:
        store = PlayerStore(nowhere, cache)
        for call in (store.create_player("Ann", "bot"), store.find(PLAYER_ID)):
            with pytest.raises(Problem) as raised:
                await call
            assert raised.value.code == "unavailable"
