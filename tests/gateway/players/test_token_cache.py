"""Tokens that are believed for a moment; once revoked, by no gateway that has heard of it."""

import secrets
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest
from gateway.digests import Digest, digest
from gateway.observability.metrics import Metrics
from gateway.players import token_cache
from gateway.players.token_cache import TokenCache
from redis import Redis

from tests.support.live import Live
from tests.support.players import Client, ok
from tests.support.requests import code, newcomer, send, with_token
from tests.support.waiting import until
from tools.redis_server import RedisServer

TOKENS = "/v1/players/me/tokens"
SIZE = 1000
HEARD_S = 2.0
"""Within which a gateway hears of what another one has done; less than it would believe it."""
LONG_S = 1000.0


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    """A Redis with subscriptions that a test may end."""
    server = RedisServer(tmp_path_factory.mktemp("known") / "redis")
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def one(own_redis: RedisServer) -> Iterator[Live]:
    with Live(own_redis.url, cached_tokens=SIZE) as live:
        yield live


@pytest.fixture(scope="module")
def other(own_redis: RedisServer) -> Iterator[Live]:
    """Another gateway with the same players."""
    with Live(own_redis.url, cached_tokens=SIZE) as live:
        yield live


@pytest.fixture
def phone(one: Live) -> Client:
    """A player's second token, which is not known anywhere."""
    return with_token(newcomer(one.url), "play", "read")


def at(live: Live, client: Client) -> Client:
    return Client(live.url, client.token, client.player)


def valid(client: Client) -> bool:
    """Asked by what reads no account but that of the token."""
    return client.get("/v1/presence").status_code == 200


def refused(client: Client) -> bool:
    return not valid(client) and code(client.get("/v1/presence")) == (401, "unauthenticated")


def revoke(client: Client) -> None:
    """The token, by itself."""
    for token in ok(client.get(TOKENS))["tokens"]:
        if token["name"] == "other":
            assert send(client, "DELETE", f"{TOKENS}/{token['id']}").status_code == 204


@contextmanager
def silently(server: RedisServer, client: Client) -> Iterator[Callable[[], None]]:
    """Takes all tokens of a player away, without a notification."""
    with Redis.from_url(server.url) as redis:
        name = f"player:{{{client.id}}}"

        def take_away() -> None:
            fields = [field for field in redis.hkeys(name) if field.startswith(b"token:")]
            assert redis.hdel(name, *fields)

        yield take_away


def test_a_known_token_is_not_looked_up(own_redis: RedisServer, one: Live, phone: Client) -> None:
    until(lambda: known_by(own_redis, one, phone))


def known_by(server: RedisServer, live: Live, client: Client) -> bool:
    """Whether the gateway answers for the token without asking Redis."""
    assert valid(at(live, client))
    with Redis.from_url(server.url) as redis:
        redis.config_resetstat()
        assert valid(at(live, client))
        return "cmdstat_hmget" not in redis.info("commandstats")


def test_what_one_gateway_revokes_another_hears_of(one: Live, other: Live) -> None:
    for revoking, hearing in ((one, other), (other, one)):
        token = with_token(newcomer(revoking.url), "play", "read")
        assert valid(at(hearing, token))
        assert valid(at(revoking, token))
        revoke(at(revoking, token))
        assert refused(at(revoking, token))
        until(partial(refused, at(hearing, token)), HEARD_S)


def test_of_a_player_all_tokens_are_looked_up_again_and_the_others_hold(
    one: Live, other: Live, phone: Client
) -> None:
    tablet = with_token(phone, "play", "read")
    stranger = newcomer(one.url)
    for token in (phone, tablet, stranger):
        assert valid(at(other, token))
    (first,) = [each for each in ok(phone.get(TOKENS))["tokens"] if each["name"] == "first"]
    assert send(phone, "DELETE", f"{TOKENS}/{first['id']}").status_code == 204
    for token in (phone, tablet, stranger):
        for live in (one, other):
            assert valid(at(live, token))


def test_what_nobody_has_heard_of_is_not_believed_for_long(
    own_redis: RedisServer, one: Live, phone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(token_cache, "FRESH_S", 1.0)
    with silently(own_redis, phone) as take_away:
        until(lambda: known_by(own_redis, one, phone))
        take_away()
        # It is not believed for longer by being used.
        until(lambda: refused(phone), 1.0 + HEARD_S)


def test_it_is_five_seconds_that_a_token_is_believed() -> None:
    """As docs/decisions/speed.md says."""
    assert token_cache.FRESH_S == 5.0


def test_after_an_outage_of_the_subscription_nothing_is_known(
    own_redis: RedisServer, one: Live, phone: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(token_cache, "FRESH_S", LONG_S)
    bystander = newcomer(one.url)
    with silently(own_redis, phone) as take_away, Redis.from_url(own_redis.url) as redis:
        for token in (phone, bystander):
            until(partial(known_by, own_redis, one, token))
        take_away()
        assert valid(phone)
        redis.client_kill_filter(_type="pubsub")
        until(lambda: refused(phone))
        assert valid(bystander)


def test_with_room_for_none_none_is_known(own_redis: RedisServer, phone: Client) -> None:
    with Live(own_redis.url, cached_tokens=0) as live, silently(own_redis, phone) as take_away:
        for _ in range(3):
            assert valid(at(live, phone))
            assert not known_by(own_redis, live, phone)
        take_away()
        assert refused(at(live, phone))


def test_no_lookup_that_was_under_way_is_learnt_from(one: Live, other: Live) -> None:
    """Many requests have a token just when it is revoked: from then on all of them fail."""
    ann = newcomer(one.url)
    with ThreadPoolExecutor(8) as pool:
        for _ in range(10):
            token = with_token(ann, "play", "read")
            asking = [pool.submit(valid, at((one, other)[n % 2], token)) for n in range(24)]
            revoke(token)
            for each in asking:
                each.result()
            assert refused(token)
            until(partial(refused, at(other, token)), HEARD_S)


# --- what is remembered


class Gateway:
    """What one gateway knows, and the lookups that are under way there."""

    def __init__(self, size: int = SIZE) -> None:
        self.tokens: TokenCache[str] = TokenCache(size, Metrics())
        self.tokens.on_revocation(None)

    def look_up(self, value: Digest, player_id: str = "ann") -> None:
        self.tokens.begin_lookup()(value, player_id, f"{player_id} {value}")


def fresh() -> Digest:
    return digest(secrets.token_urlsafe(8))


def test_what_was_looked_up_is_known() -> None:
    gateway, token = Gateway(), fresh()
    assert gateway.tokens.get(token) is None
    gateway.look_up(token)
    assert gateway.tokens.get(token) == f"ann {token}"
    assert gateway.tokens.get(fresh()) is None


@pytest.mark.parametrize("heard", ["ann", "somebody", None])
def test_a_revocation_during_a_lookup_is_not_forgotten(heard: str | None) -> None:
    """A notice about any player: the token looked up before it may be the revoked one."""
    gateway, token = Gateway(), fresh()
    learn = gateway.tokens.begin_lookup()
    gateway.tokens.on_revocation(heard)
    learn(token, "ann", "found")
    assert gateway.tokens.get(token) is None
    gateway.look_up(token)
    assert gateway.tokens.get(token)


def test_a_revocation_of_its_own_is_not_forgotten_either() -> None:
    gateway, token = Gateway(), fresh()
    learn = gateway.tokens.begin_lookup()
    gateway.tokens.forget("ann")
    learn(token, "ann", "found")
    assert gateway.tokens.get(token) is None


def test_nothing_is_known_before_anybody_listens() -> None:
    tokens: TokenCache[str] = TokenCache(SIZE, Metrics())
    tokens.begin_lookup()(Digest("token"), "ann", "found")
    assert tokens.get(Digest("token")) is None


@pytest.mark.parametrize(("heard", "known"), [("ann", [False, False, True]), (None, [False] * 3)])
def test_who_is_named_is_forgotten_and_without_a_name_everybody(
    heard: str | None, known: list[bool]
) -> None:
    gateway, tokens = Gateway(), [fresh() for _ in range(3)]
    for token, player_id in zip(tokens, ("ann", "ann", "bob"), strict=True):
        gateway.look_up(token, player_id)
    gateway.tokens.on_revocation(heard)
    assert [gateway.tokens.get(token) is not None for token in tokens] == known


def test_what_was_learnt_first_goes_first() -> None:
    gateway, tokens = Gateway(size=3), [fresh() for _ in range(5)]
    for token in tokens:
        gateway.look_up(token)
    assert [gateway.tokens.get(token) is not None for token in tokens] == [False] * 2 + [True] * 3


def test_time_passes_for_each_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    gateway = Gateway()
    monkeypatch.setattr(token_cache, "FRESH_S", 0.2)
    gateway.look_up(Digest("soon"))
    monkeypatch.setattr(token_cache, "FRESH_S", LONG_S)
    gateway.look_up(Digest("late"))
    started = time.monotonic()
    until(lambda: gateway.tokens.get(Digest("soon")) is None)
    assert time.monotonic() - started >= 0.15
    assert gateway.tokens.get(Digest("late"))
