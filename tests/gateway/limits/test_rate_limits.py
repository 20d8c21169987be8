"""Rate limits: how much a caller may ask for, and what it is told beyond that."""

import asyncio
import hashlib
import re
import secrets
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from importlib.resources import files
from typing import get_args

import httpx
import pytest
from gateway import context
from gateway.config import Settings
from gateway.digests import digest
from gateway.errors import Problem
from gateway.limits.charges import Charge, Source
from gateway.limits.credit import PART
from gateway.limits.limit_table import LENT, Allowance, Bucket, Limit, Table
from gateway.limits.rate_limits import RateLimits
from pydantic import ValidationError
from redis import Redis as SyncRedis
from redis.asyncio import Redis
from redis.exceptions import RedisError
from starlette.requests import HTTPConnection

from tests.e2e.test_order_of_refusals import COMMON, MATCH, Ask, check
from tests.e2e.test_outage import Outage, paused, stopped
from tests.support.live import Live
from tests.support.players import HTTP, Client, Json, ok, refused, register
from tests.support.raw_http import connected, get
from tests.support.requests import (
    ADD_IDENTITY,
    ADD_KEY,
    DATA,
    DELETE_ME,
    NEW_MATCH,
    NEW_PLAYER,
    NOBODY,
    OPEN,
    PAIR,
    ROUTES,
    SIGN_IN,
    Route,
    code,
    problem,
    with_token,
)
from tests.support.waiting import Stopwatch, until
from tools.redis_server import DURABLE, RedisServer

BUCKETS: tuple[Bucket, ...] = get_args(Bucket)
SLOW = 1 / 60
"""Per second: nothing is put back while a test runs."""
TOKEN, ADDRESS = Limit(SLOW, 3), Limit(SLOW, 7)
SMALL: Table = {bucket: Allowance(TOKEN, ADDRESS) for bucket in BUCKETS}
PROXIES = "127.0.0.1,10.0.0.0/8"
CREATES = (
    *("/v1/players", "/v1/players/me/tokens", "/v1/matches", "/v1/tickets"),
    "/v1/matches/{match}/invitations",
    "/v1/matches/{match}/undo",
    "/v1/players/me/pairing",
    *("/v1/deals", "/v1/deals/{deal}/try"),
    *("/v1/players/me/passkeys", "/v1/players/me/recovery-code", "/v1/players/me/identities"),
    "/v1/tournaments",
    "/v1/players/{player}/reports",
    "/v1/players/me/friends/{player}",
    "/v1/players/me/webhooks",
    "/v1/players/me/push",
    "/v1/players/me/webhooks/{webhook}/test",
    "/v1/players/me/webhooks/{webhook}/secret",
    "/v1/players/me/webhooks/{webhook}/deliveries/{delivery}/retry",
)
FORM = re.compile(r'"(\w+)(-address)?";r=(\d+);t=(\d+)')
PATIENCE_S = 2.0


class Guest(Client):
    """A caller with an address of its own, by way of a trusted proxy."""

    address = ""

    def _with_token(self, headers: Json | None) -> Json:
        return super()._with_token({"X-Forwarded-For": self.address, **(headers or {})})


def guest(client: Client, address: str = "") -> Guest:
    """The same player elsewhere."""
    found = Guest(client.url, client.token, client.player)
    found.address = address or fresh_address()
    return found


def fresh_address() -> str:
    return f"2001:db8:{secrets.randbits(16):x}:{secrets.randbits(16):x}::1"


def arrive(live: Live, address: str = "") -> Guest:
    """A new player, registered from somewhere else."""
    made = guest(Client(live.url)).post(NEW_PLAYER.path, NEW_PLAYER.body)
    body = ok(made, 201)
    return guest(Client(live.url, body["token"], body["player"]), address)


def ask(caller: Guest, route: Route) -> httpx.Response:
    """The route, about a match that there is not; a stream is left at once."""
    path = route.at()
    with HTTP.stream(
        route.method, caller.url + path, json=route.body, headers=caller._with_token(None)
    ) as answer:
        if "stream" not in answer.headers.get("content-type", ""):
            answer.read()
    return answer


def bucket_of(route: Route) -> Bucket:
    if route.method in ("POST", "PUT") and route.path in CREATES:
        return "creates"
    if route.path.endswith("/options"):
        return "passkeys"
    if route == DATA:
        return "downloads"
    if route.path.endswith(("/events", "/ledger", "/log")):
        return "streams"
    return "reads" if route.method == "GET" else "moves"


READ = Route("GET", "/v1/games")
SAMPLE = {
    "moves": Route("POST", "/v1/matches/{match}/resign", {}),
    "reads": READ,
    "creates": NEW_MATCH,
    "downloads": DATA,
    "streams": Route("GET", "/v1/matches/{match}/events"),
}


def left(answer: httpx.Response) -> int:
    found = FORM.fullmatch(answer.headers["RateLimit"])
    assert found, answer.headers
    return int(found[3])


@pytest.fixture(scope="module")
def limited(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, limits=SMALL, trusted_proxies=PROXIES, trusted_hops=2) as live:
        yield live


# --- what is counted


@pytest.mark.parametrize(
    "route",
    [
        each
        for each in ROUTES
        if each not in (DELETE_ME, PAIR, OPEN, ADD_KEY, ADD_IDENTITY, SIGN_IN)
    ],
    ids=str,
)
def test_every_route_counts_in_its_bucket(limited: Live, route: Route) -> None:
    caller, bucket = arrive(limited), bucket_of(route)
    told = [ask(caller, route) for _ in range(TOKEN.burst)]
    assert [left(answer) for answer in told] == [2, 1, 0]
    assert {answer.headers["RateLimit"].split(";")[0] for answer in told} == {f'"{bucket}"'}
    refusal = problem(ask(caller, route))
    assert (refusal["code"], refusal["bucket"], refusal["per"]) == ("rate_limited", bucket, "token")


def exhaust(caller: Guest, route: Route) -> httpx.Response:
    """The first answer that refuses."""
    for _ in range(TOKEN.burst + 1):
        answer = ask(caller, route)
        if answer.status_code == 429:
            return answer
    raise AssertionError("there was no end")


def test_files_of_the_documentation_count_as_reads(limited: Live) -> None:
    caller = guest(Client(limited.url))
    path = "/assets/favicon.png"
    assert [left(caller.get(path)) for _ in range(ADDRESS.burst)] == [*reversed(range(7))]
    assert code(caller.get(path)) == (429, "rate_limited")


@pytest.mark.parametrize("path", ["/healthz", "/openapi.json", "/docs", "/problems/rate_limited"])
def test_pages_about_the_service_are_not_counted(limited: Live, path: str) -> None:
    caller = guest(Client(limited.url))
    for _ in range(ADDRESS.burst):
        assert "RateLimit" not in caller.get(path).headers
    assert left(ask(caller, READ)) == ADDRESS.burst - 1


def test_a_request_that_waits_counts_once(limited: Live, redis_url: str) -> None:
    """However often the token is looked at meanwhile."""
    ann, bob = arrive(limited), arrive(limited)
    match_id = ann.create()["id"]
    path, channel = f"/v1/matches/{match_id}", f"match:{{{match_id}}}"
    with ThreadPoolExecutor(1) as pool, SyncRedis.from_url(redis_url) as redis:
        waiting = pool.submit(ann.get, path, {"If-None-Match": '"1"', "Prefer": "wait=30"})
        until(lambda: dict(redis.pubsub_numsub(channel))[channel.encode()])
        bob.join(match_id)
        assert ok(waiting.result())["version"] == 2
    assert left(waiting.result()) == TOKEN.burst - 1
    assert left(ask(ann, READ)) == TOKEN.burst - 2


def test_requests_that_are_sent_together_count_each(limited: Live) -> None:
    """The second begins before the first has been forgotten."""
    player = arrive(limited)

    async def pipeline() -> list[str]:
        async with connected([limited.url]) as (connection,):
            asking = get("/v1/games", player.token, X_Forwarded_For=player.address)
            await connection.send(asking * 2)
            return [(await connection.receive()).headers["ratelimit"] for _ in range(2)]

    assert [answer.split(";")[1] for answer in asyncio.run(pipeline())] == ["r=2", "r=1"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"If-None-Match": "*"}, 304), ({"Accept": "text/plain"}, 200), ({"If-Match": "x"}, 200)],
)
def test_every_kind_of_answer_tells_what_is_left(limited: Live, headers: Json, status: int) -> None:
    ann = arrive(limited)
    answer = ann.get(f"/v1/matches/{ann.create()['id']}", headers)
    assert (answer.status_code, left(answer)) == (status, TOKEN.burst - 1)


# --- whose bucket it is


def test_two_tokens_do_not_disturb_each_other(limited: Live) -> None:
    ann = arrive(limited)
    phone = guest(with_token(ann, "play", "read"), ann.address)
    exhaust(ann, READ)
    assert left(ask(phone, READ)) == TOKEN.burst - 1
    nobody = guest(Client(limited.url), ann.address)
    assert left(ask(nobody, READ)) == ADDRESS.burst - TOKEN.burst - 2
    bob = arrive(limited)
    assert left(ask(bob, READ)) == TOKEN.burst - 1


def test_a_token_that_is_refused_takes_nothing_from_its_address(limited: Live) -> None:
    """Or one client that goes on asking would use up what all others there have."""
    ann = arrive(limited)
    bob = arrive(limited, ann.address)
    for _ in range(3 * ADDRESS.burst):
        ask(ann, NEW_MATCH)
    assert ask(bob, NEW_MATCH).status_code == 201
    nobody = guest(Client(limited.url), ann.address)
    assert left(ask(nobody, NEW_PLAYER)) == ADDRESS.burst - TOKEN.burst - 2


def test_an_address_is_counted_whoever_asks_from_it(limited: Live) -> None:
    address = fresh_address()
    callers = [arrive(limited, address) for _ in range(3)] + [guest(Client(limited.url), address)]
    told = [ask(callers[turn % 4], READ) for turn in range(8)]
    assert [answer.status_code for answer in told] == [200] * 7 + [429]
    assert left(told[0]) == TOKEN.burst - 1
    assert told[6].headers["RateLimit"].startswith('"reads-address";r=0;')
    refusal = problem(told[7])
    assert (refusal["per"], refusal["limit"]) == ("address", ADDRESS.burst)
    assert ask(guest(callers[0]), READ).status_code == 200


def test_all_gateways_count_together(limited: Live, redis_url: str) -> None:
    """However many requests come at once; a gateway may lend some, see `gateway.limits.credit`."""
    player, size = arrive(limited), 40

    async def rush(urls: list[str]) -> list[int]:
        async with connected(urls) as lines:
            asked = [line.ask(get("/v1/games", player.token)) for line in lines]
            return [reply.status for reply in await asyncio.gather(*asked)]

    table = {**SMALL, "reads": Allowance(Limit(SLOW, size // 2), Limit(SLOW, 1_000_000))}
    with Live(redis_url, limits=table) as one, Live(redis_url, limits=table) as other:
        statuses = asyncio.run(rush([one.url, other.url] * (size // 2)))
    answered = Counter(statuses)
    assert answered[200] + answered[429] == size
    assert size // 2 <= answered[200] <= size // 2 + 2 * (size // 2 // PART)


# --- where a request comes from


def test_nobody_chooses_an_address(redis_url: str) -> None:
    """X-Forwarded-For is ignored unless a trusted proxy sends it."""
    table = {**SMALL, "reads": Allowance(TOKEN, Limit(SLOW, 1_000_000))}
    with Live(redis_url, limits=table) as live:
        told = [left(ask(guest(Client(live.url)), READ)) for _ in range(3)]
    assert told == [told[0], told[0] - 1, told[0] - 2]


def test_a_proxy_tells_the_address_and_who_is_behind_it_does_not(limited: Live) -> None:
    address, nobody = fresh_address(), guest(Client(limited.url))
    for claim in ("198.51.100.1", "198.51.100.2, 10.9.9.9", "nonsense"):
        nobody.address = f"{claim}, {address}, 10.1.2.3"
        last = ask(nobody, READ)
    assert left(last) == ADDRESS.burst - 3


@pytest.mark.parametrize("text", ["*", "10.0.0.1/8", "proxy.example", "10.0.0.0/8;192.0.2.7"])
def test_proxies_that_nobody_can_be_are_refused_at_the_start(text: str) -> None:
    with pytest.raises(ValidationError):
        Settings(engines="x", redis_url="redis://x", trusted_proxies=text)


# --- how it is refused


@pytest.mark.parametrize("bucket", SAMPLE)
def test_a_refusal_says_when_to_come_back(limited: Live, bucket: Bucket) -> None:
    answer = exhaust(arrive(limited), SAMPLE[bucket])
    refusal, again = problem(answer), int(answer.headers["Retry-After"])
    assert (answer.status_code, refusal["code"]) == (429, "rate_limited")
    assert 1 / SLOW - 20 < again <= 1 / SLOW
    told = {name: refusal[name] for name in ("bucket", "per", "limit", "window", "retryAfter")}
    assert told == {
        "bucket": bucket,
        "per": "token",
        "limit": TOKEN.burst,
        "window": 180,
        "retryAfter": again,
    }
    assert answer.headers["RateLimit"] == f'"{bucket}";r=0;t={again}'
    assert answer.headers["RateLimit-Policy"] == f'"{bucket}";q=3;w=180'
    assert answer.headers["Cache-Control"] == "no-store, no-transform"


def test_a_refusal_changes_nothing_and_can_be_repeated(redis_url: str) -> None:
    """With the same key, after Retry-After."""
    fast = {**SMALL, "creates": Allowance(Limit(1, 1), Limit(1, 1_000_000))}
    with Live(redis_url, limits=fast, trusted_proxies=PROXIES) as live:
        ann = arrive(live)
        ok(ann.post("/v1/matches", NEW_MATCH.body), 201)
        once = {"Idempotency-Key": "again"}
        refusal = ann.post("/v1/matches", NEW_MATCH.body, once)
        assert (refusal.status_code, refusal.headers["Retry-After"]) == (429, "1")
        assert len(ok(ann.get("/v1/matches", player="me"))["matches"]) == 1
        seconds = until(lambda: made(ann.post("/v1/matches", NEW_MATCH.body, once)))
        sys.stdout.write(f"again after {seconds:.2f} s\n")
        assert len(ok(ann.get("/v1/matches", player="me"))["matches"]) == 2


def made(answer: httpx.Response) -> bool:
    assert answer.status_code in (201, 429)
    return answer.status_code == 201


def test_it_comes_after_401_and_before_404(limited: Live) -> None:
    eve = arrive(limited)
    match_id = arrive(limited).create(access="private")["id"]
    while ask(eve, SAMPLE["moves"]).status_code != 429:
        pass
    here = Ask(eve, "/v1/matches/{match}/moves", match_id, {"notation": "R2-R"})
    assert code(here.send()) == (429, "rate_limited")
    for name in ("large", "kind", "member", "key", "if-match", "token"):
        check(here, {**COMMON, **MATCH}, name)
    limit = (429, "rate_limited")
    for name in ("unknown", "version", "mismatch"):
        check(here, {name: (limit, {**COMMON, **MATCH}[name][1])}, name)


def test_it_tells_nothing_of_what_there_is(limited: Live) -> None:
    """Byte for byte: a match of others, a private one, and one that there is not."""
    bob, eve = arrive(limited), arrive(limited)
    ids = [bob.create()["id"], bob.create(access="private")["id"], NOBODY]
    exhaust(eve, READ)
    told = [eve.get(f"/v1/matches/{each}", {"X-Request-Id": "same"}) for each in ids]
    assert {answer.status_code for answer in told} == {429}
    assert len({re.sub(rb'(?<="retryAfter":)\d+', b"", answer.content) for answer in told}) == 1


# --- the switch


def test_it_can_be_switched_off(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    caller = register(live.url)
    for _ in range(TOKEN.burst + 1):
        answer = caller.get("/v1/games")
        assert answer.status_code == 200
        assert not [name for name in answer.headers if name.startswith("ratelimit")]
    assert Settings(engines="x", redis_url="redis://x").rate_limits is True
    monkeypatch.setenv("GATEWAY_RATE_LIMITS", "off")
    assert Settings(engines="x", redis_url="redis://x").rate_limits is False


# --- what is reported, without Redis

SPENT = Limit(50, 200)


def charge(wanted: int = 1, least: int = 1) -> Charge:
    """For a token and an address."""
    limits = RateLimits(Redis(), 1.0, {**SMALL, "moves": Allowance(SPENT, Limit(500, 2000))})
    caller = HTTPConnection({"type": "http", "client": ("192.0.2.7", 1)})
    return limits.charge("moves", caller, digest("secret"), wanted, least)


def test_a_charge_is_one_call_of_the_script_for_all_buckets() -> None:
    token = hashlib.sha256(b"secret").hexdigest()
    assert charge(7, 2).call == (
        [
            f"limit:{{{token}}}:moves",
            "limit:{192.0.2.7}:moves",
            f"limit:{{{token}}}:moves:share",
            "limit:{192.0.2.7}:moves:reserve",
        ],
        [7, 2, 20_000, 200, 2_000, 2000, 200_000, 20, 2_000, 2000],
    )


@pytest.mark.parametrize(
    ("reply", "headers"),
    [
        ([1, 8, 1, 9, 1], '"moves";r=8;t=1'),
        ([1, 9, 1, 8, 1], '"moves-address";r=8;t=1'),
        ([1, 9, 2_000_001, 9, 1], '"moves";r=9;t=3'),
        ([1, 9, 1, 9, 2_000_001], '"moves-address";r=9;t=3'),
        ([1, 9, 1, 9, 2, 0, 1, 0, 1], '"moves-address";r=9;t=1'),
    ],
)
def test_the_scarcest_bucket_is_reported(reply: list[int], headers: str) -> None:
    charge().check(reply)
    assert (context.rate_limit.get() or {})["RateLimit"] == headers


def test_an_empty_bucket_refuses() -> None:
    with pytest.raises(Problem) as raised:
        charge().check([0, 0, 1_500_000, 7, 1])
    refusal = raised.value
    assert (refusal.code, refusal.headers) == ("rate_limited", {"Retry-After": "2"})
    assert refusal.detail == "Too many moves from this token."
    assert refusal.extras == {
        "bucket": "moves",
        "per": "token",
        "limit": 200,
        "window": 4,
        "retryAfter": 2,
    }


def test_what_costs_more_than_there_is_can_be_repeated_once_there_is_enough() -> None:
    with pytest.raises(Problem) as raised:
        charge(190, 190).check([0, 100, 20_000, 2000, 1])
    assert raised.value.headers == {"Retry-After": "2"}, "90 more, 50 a second"


def test_if_no_bucket_answers_nothing_is_limited_or_reported() -> None:
    context.rate_limit.set(None)
    charge().check(RedisError())
    assert context.rate_limit.get() is None


@pytest.mark.parametrize("bucket", sorted({*BUCKETS} - LENT))
def test_what_protects_secrets_and_the_store_is_refused_if_no_bucket_answers(
    bucket: Bucket,
) -> None:
    with pytest.raises(Problem) as raised:
        Charge(bucket, [Source("address", "key", SPENT)]).check(RedisError())
    assert raised.value.code == "unavailable"
    Charge(bucket).check(RedisError())  # of nobody, so it is free


# --- in Redis

SCRIPT = files("gateway.limits").joinpath("token_buckets.lua").read_text()
EVERY_US, SIZE = 60_000_000, 5


@dataclass
class Pail:
    """A bucket, and the time as it has passed for it."""

    redis: Redis
    key: str = field(default_factory=lambda: f"limit:{{{secrets.token_hex(8)}}}:test")

    async def take(self, wanted: int = 1) -> tuple[int, int, float]:
        """How many there were, how many are left, and when there is one more, in minutes."""
        told = await self.redis.eval(SCRIPT, 1, self.key, 4, wanted, 1, EVERY_US, SIZE)
        ((taken, left, more_us),) = told
        return taken, left, round(more_us / EVERY_US, 2)

    async def empty(self) -> None:
        while (await self.take())[0]:
            pass

    async def wait(self, minutes: float) -> None:
        full = int(await self.redis.get(self.key) or 0)
        await self.redis.set(self.key, full - int(minutes * EVERY_US), keepttl=True)


@pytest.fixture
def pail(redis: Redis) -> Pail:
    return Pail(redis)


@pytest.mark.anyio
async def test_a_bucket_gives_what_it_holds_and_no_more(pail: Pail) -> None:
    told = [await pail.take() for _ in range(SIZE + 2)]
    assert [taken for taken, _, _ in told] == [1] * SIZE + [0, 0]
    assert [left for _, left, _ in told] == [4, 3, 2, 1, 0, 0, 0]
    assert {more for *_, more in told} == {1.0}


@pytest.mark.anyio
@pytest.mark.parametrize("wanted", [(2, 2, 1), (3, 4), (5,), (6,), (1_000_000,), (0, 9)])
async def test_several_are_taken_but_only_as_many_as_there_are(
    pail: Pail, wanted: tuple[int, ...]
) -> None:
    held = SIZE
    for each in wanted:
        taken, left, _ = await pail.take(each)
        assert (taken, left) == (min(each, held), held - taken)
        held = left
    assert await pail.take() == (0, 0, 1.0)


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("minutes", "there", "more"), [(0.9, 0, 0.1), (1, 1, 1), (2.25, 2, 0.75), (99, 5, 1)]
)
async def test_time_fills_it_and_never_beyond(
    pail: Pail, minutes: float, there: int, more: float
) -> None:
    await pail.empty()
    await pail.wait(minutes)
    told = [await pail.take() for _ in range(there + 1)]
    assert [taken for taken, _, _ in told] == [1] * there + [0]
    assert told[-1][2] == pytest.approx(more, abs=0.02)


@pytest.mark.anyio
async def test_a_clock_that_is_put_back_empties_it_and_no_worse(pail: Pail) -> None:
    await pail.empty()
    await pail.wait(-1_000)
    assert await pail.take() == (0, 0, 1.0)


@pytest.mark.anyio
async def test_it_is_forgotten_a_minute_after_it_is_full(pail: Pail) -> None:
    for taken in range(1, SIZE + 1):
        await pail.take()
        minutes = await pail.redis.pttl(pail.key) * 1000 / EVERY_US
        assert taken + 1 - 0.2 < minutes <= taken + 1.01


class InSteps(RateLimits):
    """Limits as in a cluster, where the buckets of a request are on several nodes."""

    def _first(self, charge: Charge) -> Charge:
        return Charge(charge.bucket, charge.sources[:1], charge.wanted, charge.least)


@pytest.mark.anyio
@pytest.mark.parametrize("kind", [RateLimits, InSteps])
async def test_a_token_and_its_address_are_charged_alike_in_one_call_and_in_steps(
    redis: Redis, kind: type[RateLimits]
) -> None:
    table: Table = {**SMALL, "reads": Allowance(Limit(SLOW, 20), Limit(SLOW, 6))}
    limits = kind(redis, PATIENCE_S * 10, table)
    caller = HTTPConnection({"type": "http", "client": (fresh_address(), 1)})
    tokens = [secrets.token_hex(8) for _ in range(6)]
    context.rate_limit.set(None)
    took = [(await limits.spend_up_to(2, "reads", caller, token))[0] for token in tokens[:3]]
    assert took == [2, 2, 2], "of the address"
    took = [(await limits.spend_up_to(9, "reads", caller, token))[0] for token in tokens]
    assert took == [2, 2, 2, 0, 0, 0], "of the shares, a tenth of 20 each, and the reserve of 6"
    with pytest.raises(Problem) as raised:
        await limits.spend("reads", caller)
    assert raised.value.extras["per"] == "address"


@pytest.mark.anyio
@pytest.mark.parametrize("kind", [RateLimits, InSteps])
async def test_the_day_of_an_address_binds_its_tokens_too(
    redis: Redis, kind: type[RateLimits]
) -> None:
    day = Limit(1 / 1_000, 5)
    much = Limit(SLOW, 50)
    limits = kind(redis, PATIENCE_S * 10, {**SMALL, "creates": Allowance(much, much, day)})
    caller = HTTPConnection({"type": "http", "client": (fresh_address(), 1)})
    context.rate_limit.set(None)
    for token, took in (("one", 2), ("two", 2), ("", 1), ("one", 0)):
        assert (await limits.spend_up_to(2, "creates", caller, token))[0] == took
    assert (context.rate_limit.get() or {})["RateLimit"] == '"creates-address";r=0;t=1000'
    with pytest.raises(Problem) as raised:
        await limits.spend("creates", caller, "two")
    assert (raised.value.extras["per"], raised.value.extras["window"]) == ("address", 5_000)


@pytest.mark.anyio
@pytest.mark.parametrize("bucket", BUCKETS)
async def test_a_part_of_a_cluster_that_does_not_answer_is_free_for_what_is_lent_only(
    redis: Redis, bucket: Bucket
) -> None:
    limits, address = InSteps(redis, PATIENCE_S * 10, SMALL), fresh_address()
    caller = caller_from(address)
    (_, at_address, *_) = limits.charge(bucket, caller, digest("token")).sources
    await redis.rpush(at_address.key, "not a bucket")
    with nullcontext() if bucket in LENT else pytest.raises(Problem, match="unavailable"):
        await limits.spend(bucket, caller, "token")


@pytest.mark.anyio
async def test_nothing_of_a_token_is_kept(limited: Live, redis: Redis) -> None:
    player = arrive(limited)
    ask(player, READ)
    names = [name.decode() async for name in redis.scan_iter("limit:*", 1000)]
    digest = hashlib.sha256(player.token.encode()).hexdigest()
    assert f"limit:{{{digest}}}:reads" in names
    assert not [name for name in names if player.token.split("_", 2)[2] in name]


@pytest.fixture(scope="module")
def own_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("limits") / "redis", *DURABLE)
    server.start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def own_live(own_redis: RedisServer) -> Iterator[Live]:
    with Live(own_redis.url, hurried=True, limits=SMALL, trusted_proxies=PROXIES) as live:
        yield live


@pytest.mark.parametrize("away", [stopped, paused])
def test_while_redis_is_away_what_needs_none_goes_on(
    own_redis: RedisServer, own_live: Live, away: Outage
) -> None:
    player, nobody = arrive(own_live), guest(Client(own_live.url))
    ask(nobody, READ)
    with away(own_redis):
        for _ in range(ADDRESS.burst):
            answer = in_time(nobody, READ)
            assert answer.status_code == 200
            assert "RateLimit" not in answer.headers
        refused(in_time(player, READ), 503, "unavailable")
        for closed in (SAMPLE["streams"], NEW_PLAYER, PAIR, OPEN):
            refused(in_time(nobody, closed), 503, "unavailable")
    until(lambda: ask(guest(player), READ).status_code != 503)
    assert exhaust(guest(player), READ).status_code == 429, "and then limits are there again"


def test_who_reads_waits_for_no_disk(own_redis: RedisServer, own_live: Live) -> None:
    """However durable Redis is, the limits are not written to its disk."""
    player = arrive(own_live)
    ask(player, READ)
    before = written(own_redis)
    assert [left(ask(player, READ)) for _ in range(2)] == [1, 0]
    assert written(own_redis) == before


@pytest.mark.anyio
async def test_charges_that_come_together_are_one_command_and_each_is_its_own(
    own_redis: RedisServer,
) -> None:
    """Of tokens, of addresses, with a day and without: as if they had come one by one."""
    much, day = Limit(SLOW, 90), Limit(1 / 1_000, 40)
    table: Table = {**SMALL, "reads": Allowance(much, much), "creates": Allowance(much, much, day)}
    told = []
    async with Redis.from_url(own_redis.url) as redis:
        for together in (True, False):
            limits = RateLimits(redis, PATIENCE_S * 10, table)
            asked = [
                limits.spend_up_to(wanted, bucket, caller, token)
                for caller, *tokens in callers(2)
                for wanted in (12, 20, 40)  # more than an eighth, which would be lent
                for bucket in BUCKETS[:3]
                for token in tokens
            ]
            before = await script_calls(redis)
            answers = await asyncio.gather(*asked) if together else [await each for each in asked]
            assert (await script_calls(redis) - before < len(asked)) == together
            told.append([(taken, refusal and refusal.extras) for taken, refusal in answers])
    assert told[0] == told[1]
    assert len({taken for taken, _ in told[0]}) > 3


def callers(count: int) -> list[tuple[HTTPConnection, str, str, str]]:
    """Addresses, each with two tokens and without one."""
    return [
        (caller_from(fresh_address()), secrets.token_hex(8), secrets.token_hex(8), "")
        for _ in range(count)
    ]


def caller_from(address: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "client": (address, 1)})


async def script_calls(redis: Redis) -> int:
    stats = await redis.info("commandstats")
    return sum(stats.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in ("eval", "evalsha"))


def written(server: RedisServer) -> int:
    """Bytes in the file that Redis writes every change to."""
    with SyncRedis.from_url(server.url) as redis:
        return int(redis.info("persistence")["aof_current_size"])


def in_time(caller: Guest, route: Route) -> httpx.Response:
    watch = Stopwatch()
    answer = ask(caller, route)
    assert not watch.exceeds(PATIENCE_S)
    return answer
