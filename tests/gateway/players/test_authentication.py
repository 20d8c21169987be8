"""Authentication: bearer tokens, and in which order a request is refused."""

import secrets
from collections.abc import Sequence
from types import SimpleNamespace

import pytest
from gateway import context
from gateway.errors import Problem
from gateway.limits.limit_table import LIMITS, Allowance, Bucket, Limit, Table
from gateway.limits.rate_limits import RateLimits
from gateway.limits.requester import Requester
from gateway.observability.metrics import Metrics
from gateway.oidc.json_web_tokens import JsonWebTokens
from gateway.oidc.pointers import Pointers
from gateway.players.authentication import Authenticator
from gateway.players.identity import Identity
from gateway.players.player import Player
from gateway.players.player_store import PlayerStore
from gateway.players.subjects import Subjects
from gateway.players.token_cache import TokenCache
from gateway.players.token_store import TokenStore
from redis.asyncio import Redis

from tests.support.asgi import Header, request_with

ONE = Limit(1 / 600, 1)
BUCKETS: Sequence[Bucket] = ("moves", "reads", "creates", "streams")
TIGHT: Table = {bucket: Allowance(ONE, Limit(1 / 600, 1_000_000)) for bucket in BUCKETS}


@pytest.mark.parametrize(
    ("header", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer abc", "abc"),
        ("BEARER   abc  ", "abc"),
        ("Bearer a b", "a b"),
        ("Bearer", ""),
        ("Bearer ", ""),
        ("Basic eDp5", ""),
        ("abc", ""),
        ("", ""),
    ],
)
def test_a_bearer_token_is_read_and_anything_else_is_no_valid_one(header: str, token: str) -> None:
    assert asking(("Authorization", header)).token == token


def test_without_the_header_there_is_no_token() -> None:
    assert asking().token is None


def test_two_tokens_are_not_one() -> None:
    headers = [("Authorization", "Bearer a"), ("Authorization", "Bearer b")]
    given = asking(*headers).token
    assert given == "a, Bearer b"


def asking(*headers: Header, bucket: Bucket = "reads") -> Requester:
    """Who makes a request with these headers, at a route with this bucket."""
    request = request_with(*headers)
    request.scope["route"] = SimpleNamespace(bucket=bucket)
    return Requester.of(request)


def with_token(token: str | None) -> Requester:
    return Requester(token, request_with(), "reads", by_address=False)


class Gateway:
    """An authenticator over a real Redis, with and without a cache."""

    def __init__(self, redis: Redis, cached: int, table: Table | None = None) -> None:
        self.cache: TokenCache[Identity] = TokenCache(cached, Metrics())
        self.cache.on_revocation(None)
        self.players = PlayerStore(redis, self.cache)
        self.tokens = TokenStore(redis, self.cache)
        self.limits = RateLimits(redis, 5.0, table)
        issued = JsonWebTokens(redis, ())
        subjects = Subjects(Pointers(redis), self.players, print)
        self.authenticator = Authenticator(redis, self.limits, self.cache, issued, subjects, print)

    async def ask(self, token: str | None, *scopes: str) -> Player | None:
        """A request of its own with this token."""
        context.rate_limit.set(None)
        return await self.authenticator.player(
            with_token(token), *scopes, check_found=self.check_found
        )

    async def check_found(self, player: Player) -> None:
        if player.displayName == "Eve":
            raise Problem("not_found", "There is no such match.")

    async def refusal(self, token: str | None, *scopes: str) -> str:
        with pytest.raises(Problem) as raised:
            await self.ask(token, *scopes)
        return raised.value.code


@pytest.fixture(params=[0, 10], ids=["uncached", "cached"])
def cached(request: pytest.FixtureRequest) -> int:
    size: int = request.param
    return size


@pytest.mark.anyio
async def test_a_token_is_that_of_its_player(redis: Redis, cached: int) -> None:
    gateway = Gateway(redis, cached)
    ann, value = await gateway.players.create_player("Ann", "human")
    for _ in range(2):
        assert await gateway.ask(value, "play", "read") == ann
    assert await gateway.ask(None, "play") is None


@pytest.mark.anyio
async def test_no_token_is_kept_as_it_is(redis: Redis) -> None:
    gateway = Gateway(redis, 10, LIMITS)
    _, value = await gateway.players.create_player("Ann", "human")
    for _ in range(2):
        await gateway.ask(value)
    assert gateway.cache._entries
    kept = gateway.cache._entries, gateway.limits._credit._accounts, gateway.limits._credit._unpaid
    assert value[-43:] not in "".join(map(repr, kept))
    await gateway.limits.stop()


@pytest.mark.anyio
@pytest.mark.parametrize("token", ["", "abc", f"crp_{'A' * 22}_{'A' * 43}"])
async def test_what_is_not_a_valid_token_is_unauthenticated(redis: Redis, token: str) -> None:
    gateway = Gateway(redis, 10)
    with pytest.raises(Problem) as raised:
        await gateway.ask(token)
    assert raised.value.code == "unauthenticated"
    assert raised.value.headers == {"WWW-Authenticate": "Bearer"}


@pytest.mark.anyio
async def test_a_missing_scope_is_forbidden_unless_the_thing_is_not_found(
    redis: Redis, cached: int
) -> None:
    gateway = Gateway(redis, cached)
    for name, code in (("Ann", "forbidden"), ("Eve", "not_found")):
        player, _ = await gateway.players.create_player(name, "human")
        _, reader, _ = await gateway.tokens.add(player, "phone", ["read"], None)
        assert await gateway.ask(reader, "read") == player
        for _ in range(2):
            assert await gateway.refusal(reader, "play") == code


@pytest.mark.anyio
async def test_too_many_requests_are_refused_before_anything_is_said_of_the_thing(
    redis: Redis, cached: int
) -> None:
    gateway = Gateway(redis, cached, TIGHT)
    eve, _ = await gateway.players.create_player("Eve", "human")
    _, reader, _ = await gateway.tokens.add(eve, "phone", ["read"], None)
    assert await gateway.refusal(reader, "play") == "not_found"
    assert await gateway.refusal(reader, "play") == "rate_limited"
    assert await gateway.refusal(secrets.token_hex(8)) == "unauthenticated"


@pytest.mark.anyio
async def test_a_request_that_looks_twice_is_charged_once(redis: Redis, cached: int) -> None:
    gateway = Gateway(redis, cached, TIGHT)
    ann, value = await gateway.players.create_player("Ann", "human")
    assert await gateway.ask(value) == ann
    for _ in range(3):
        assert await gateway.authenticator.player(with_token(value)) == ann
    await gateway.authenticator.verify(value, ann)
    assert await gateway.refusal(value) == "rate_limited"


@pytest.mark.anyio
async def test_what_needs_a_token_is_refused_without_one(redis: Redis) -> None:
    gateway = Gateway(redis, 10)
    with pytest.raises(Problem, match=r"^This needs a token\.$") as raised:
        await gateway.authenticator.required(asking(), "read")
    assert raised.value.code == "unauthenticated"


@pytest.mark.anyio
@pytest.mark.parametrize("bucket", ["reads", "streams"])
async def test_a_request_is_taken_from_the_bucket_of_its_route(
    redis: Redis, bucket: Bucket
) -> None:
    gateway = Gateway(redis, 10, TIGHT)
    _, value = await gateway.players.create_player("Ann", "human")
    context.rate_limit.set(None)
    await gateway.authenticator.player(asking(("Authorization", f"Bearer {value}"), bucket=bucket))
    assert (context.rate_limit.get() or {})["RateLimit"].startswith(f'"{bucket}";r=0')


@pytest.mark.anyio
@pytest.mark.usefixtures("redis_url")  # it opens connections, as tests with a Redis may
async def test_without_redis_a_token_cannot_be_checked() -> None:
    async with Redis.from_url("redis://127.0.0.1:1") as nowhere:
        gateway = Gateway(nowhere, 10)
        assert await gateway.refusal(f"crp_{'A' * 22}_{'A' * 43}") == "unavailable"
        with pytest.raises(Problem, match=r"^Redis does not answer\.$") as raised:
            await gateway.authenticator.ping()
        assert raised.value.code == "unavailable"
        assert await gateway.ask(None) is None
