"""The console's API: each act is noted, no secret is told, and what is wrong is a clear refusal."""

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from engine.admin.acts import KEY, Kind
from engine.admin.console import slow
from engine.admin.console.routes import ENDPOINTS
from engine.admin.console.routing import Endpoint
from redis.asyncio import Redis

from tests.engine.conftest import PATIENT_S
from tests.support import shipped_users
from tests.support.consoles import Console, console, signed_in
from tests.support.operated import SECRET, URL, Operated, operated
from tests.support.rated_pools import POOL
from tools.patience import patient
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.service, pytest.mark.anyio]

API = "/console/api"
AWAY_S = 2.0
ACTS = [each for each in ENDPOINTS if each.kind]
READS = [each for each in ENDPOINTS if not each.kind]
SHOWN_ONCE = (Kind.PLAYER_RECOVER, Kind.HOOK_ADD)
"""Acts whose answer has a secret, which is told this once."""
NEED: dict[Kind, Callable[[Operated], dict[str, Any]]] = {
    Kind.PLAYER_SUSPEND: lambda _: {"until": "2030-12-24"},
    Kind.PLAYER_RENAME: lambda _: {"name": "Bea"},
    Kind.PLAYER_REMOVE_KEY: lambda of: {"key": of.key},
    Kind.PLAYER_END_SESSION: lambda of: {"token": of.token},
    Kind.TOURNAMENT_REMOVE: lambda of: {"player": of.entrant},
    Kind.HOOK_ADD: lambda _: {"url": f"{URL}/2", "events": ["report.made"]},
    Kind.HOOK_REPLAY: lambda _: {"since": "2026-01-01"},
    Kind.SEASON_BEGIN: lambda _: {"number": "1"},
    Kind.RATINGS_VOID: lambda _: {"since": "2020-01-01", "until": "2040-01-01"},
    Kind.MAINTENANCE_BEGIN: lambda _: {"message": "Back at nine"},
}
"""What the bodies of acts need beside a reason."""
QUERIES = {
    "/players": "?name=Ann",
    "/ratings/void": "?since=2020-01-01&until=2040-01-01",
}


@contextmanager
def stopped(server: RedisServer) -> Iterator[None]:
    server.stop()
    try:
        yield
    finally:
        server.start()
        shipped_users.install(server.url)


@contextmanager
def frozen(server: RedisServer) -> Iterator[None]:
    """It neither hears nor says anything meanwhile."""
    assert server.process
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


@pytest.fixture
async def here(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[Console]:
    shipped_users.install(own_server.url)
    async with console(own_server.url, monkeypatch, tmp_path / "links") as made:
        yield made


@pytest.fixture
async def of(own_redis: Redis) -> Operated:
    return await operated(own_redis)


@pytest.fixture
async def browser(here: Console) -> httpx.AsyncClient:
    return await signed_in(here)


def path_of(endpoint: Endpoint, of: Operated) -> str:
    """Return the path of an endpoint, with an id of what there is."""
    nouns = {
        "/matches/{id}/void": of.rated,
        "/tournaments/{id}/start": of.open_tournament,
        "players": of.player,
        "matches": of.match,
        "reports": of.report,
        "hooks": of.hook,
        "tournaments": of.tournament,
    }
    found = nouns.get(endpoint.path) or nouns.get(endpoint.path.split("/")[1], "")
    return API + endpoint.path.replace("{id}", found)


def body_of(endpoint: Endpoint, of: Operated) -> dict[str, Any]:
    need = NEED.get(endpoint.kind, lambda _: {}) if endpoint.kind else lambda _: {}
    return {"reason": "a test", **need(of)}


async def noted(redis: Any) -> list[dict[str, str]]:
    """Return what was done since somebody signed in."""
    found = await redis.xrange(KEY)
    acts = [{name.decode(): each.decode() for name, each in fields.items()} for _, fields in found]
    return [each for each in acts if each["kind"] != Kind.CONSOLE_SIGN_IN]


def done(answer: httpx.Response) -> Any:
    """Return the last line of a slow answer."""
    assert answer.status_code == 200, answer.text
    return json.loads(answer.text.splitlines()[-1])["done"]


def order(endpoint: Endpoint) -> int:
    """Return where an act stands: what takes something away comes last."""
    last = (
        Kind.TOURNAMENT_ABORT,
        Kind.PLAYER_REVOKE,
        Kind.PLAYER_DELETE,
        Kind.HOOK_REMOVE,
        Kind.MATCHES_REARCHIVE,
    )
    return last.index(endpoint.kind) + 1 if endpoint.kind in last else 0


async def test_every_act_is_noted_once_with_who_and_why(
    browser: httpx.AsyncClient, own_redis: Redis, of: Operated
) -> None:
    """Those that change something are all that is not GET."""
    for endpoint in sorted(ACTS, key=order):
        await own_redis.delete(KEY)
        answer = await browser.post(path_of(endpoint, of), json=body_of(endpoint, of))
        if endpoint.kind == Kind.MATCHES_REARCHIVE:  # there is no archive here
            assert "no archive" in answer.text
            continue
        assert answer.status_code == 200, (endpoint.path, answer.text)
        assert "problem" not in answer.text, (endpoint.path, answer.text)
        (act,) = await noted(own_redis)
        told = (act["kind"], act["by"], act["reason"])
        assert told == (endpoint.kind, "olga", "a test"), endpoint.path
        if "{id}" in endpoint.path:
            assert act["subject"] in path_of(endpoint, of)


async def test_an_act_needs_a_reason(
    browser: httpx.AsyncClient, own_redis: Redis, of: Operated
) -> None:
    for endpoint in ACTS:
        for reason in ({}, {"reason": ""}, {"reason": "ü"}, {"reason": "x" * 201}, {"reason": 1}):
            body = {name: each for name, each in body_of(endpoint, of).items() if name != "reason"}
            answer = await browser.post(path_of(endpoint, of), json={**body, **reason})
            assert answer.status_code == 400, (endpoint.path, reason, answer.text)
            assert answer.json()["code"] == "malformed"
            assert "reason" in answer.json()["detail"]
    assert await noted(own_redis) == []


async def test_what_is_read_is_not_noted_and_tells_no_secret(
    browser: httpx.AsyncClient, own_redis: Redis, of: Operated
) -> None:
    for endpoint in READS:
        path = path_of(endpoint, of) + QUERIES.get(endpoint.path, "")
        answer = await browser.get(path)
        assert answer.status_code == 200, (path, answer.text)
        assert "problem" not in answer.text, (path, answer.text)
        assert SECRET not in answer.text, path
        assert "whsec" not in answer.text
        assert answer.headers["cache-control"] == "no-store"
    assert await noted(own_redis) == []


async def test_no_act_tells_a_secret_but_the_one_that_it_makes(
    browser: httpx.AsyncClient, of: Operated
) -> None:
    for endpoint in sorted(ACTS, key=order):
        answer = await browser.post(path_of(endpoint, of), json=body_of(endpoint, of))
        assert SECRET not in answer.text, endpoint.path
        has_one = "whsec_" in answer.text or "recoveryCode" in answer.text
        assert has_one == (endpoint.kind in SHOWN_ONCE), endpoint.path


async def test_hidden_cards_are_shown_for_a_reason_that_players_read(
    browser: httpx.AsyncClient, of: Operated
) -> None:
    path = f"{API}/matches/{of.match}"
    assert '"deck"' not in (await browser.get(path)).text
    assert '"deck"' in (await browser.post(f"{path}/secrets", json={"reason": "a bug"})).text
    (entry,) = (await browser.get(path)).json()["audit"]
    assert (entry["act"], entry["by"], entry["reason"]) == ("shown", "olga", "a bug")


@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda each: f"{each.method} {each.path}")
async def test_nobody_is_told_anything_without_signing_in(
    here: Console, endpoint: Endpoint
) -> None:
    path = API + endpoint.path.replace("{id}", "x" * 22)
    answer = await here.browser().request(endpoint.method, path, json={"reason": "x"})
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    answer = await (await signed_in(here)).request(
        endpoint.method, path, json={"reason": "x"}, headers={"X-Console": "0"}
    )
    if endpoint.method != "GET":
        assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


IDS = (
    "x",
    "A" * 22,
    "%00",
    "..",
    "%2e%2e%2f",
    "é",
    "%ff",
    "{x}",
    "*",
    "a" * 300,
    "-1",
    "%0d%0aX: y",
)
QUERY = ("?x=1", "?before=%00", "?first=-1", "?first=9999999999", "?after=1e9", "?status=x")
MORE_QUERY = (
    "?before=0-0",
    "?pool=x",
    "?since=x&until=y",
    "?since=2026-01-02&until=2026-01-01",
    "?name=%ff",
)
BODIES: tuple[Any, ...] = (
    {},
    {"reason": "x"},
    {"reason": ["x"]},
    {"reason": "x", "until": 5},
    {"reason": "x", "until": "9999-99-99"},
    {"reason": "x", "until": "0001-01-01T00:00:00+14:00"},
    {"reason": "x", "until": "9999-12-31T23:59:59-14:00"},
    {"reason": "x", "since": "0001-01-01T00:00:00+14:00", "until": "9999-12-31T00:00:00-14:00"},
    {"reason": "x", "name": "\ud800"},
    {"reason": "x", "name": "x" * 10_000},
    {"reason": "x", "key": "\x00", "token": "{}"},
    {"reason": "x", "url": "http://x", "events": "match.finished"},
    {"reason": "x", "url": URL, "events": [None]},
    {"reason": "x", "url": "https://[", "events": ["match.finished"]},
    {"reason": "x", "number": "99999999"},
    {"reason": "x", "message": "\ud800", "retryAfter": "1e9"},
    {"reason": "x", "pool": "*"},
    {"reason": "x", "key": "\ud800", "token": "\ud800"},
)


async def test_what_is_wrong_is_never_our_fault(
    browser: httpx.AsyncClient, own_redis: Redis
) -> None:
    """Whatever is asked, of what there is not."""
    for endpoint in ENDPOINTS:
        for each in IDS if "{id}" in endpoint.path else IDS[:1]:
            path = API + endpoint.path.replace("{id}", each)
            asked: list[Any] = [*BODIES] if endpoint.kind else [*QUERY, *MORE_QUERY]
            if endpoint.kind == Kind.MATCHES_REINDEX:  # takes seconds, and reads nothing else
                asked = asked[:3]
            for one in asked if each == IDS[0] else asked[:1]:
                answer = await (
                    browser.post(path, content=json.dumps(one), headers=JSON)
                    if endpoint.kind
                    else browser.get(path + one)
                )
                assert answer.status_code < 500, (path, one, answer.text)
                if answer.status_code >= 400 and answer.status_code != 405:
                    assert answer.headers["content-type"] == "application/problem+json"
                assert '"internal"' not in answer.text, (path, one, answer.text)
    for raw in (b"", b"[]", b"1", b"{", b"\xff", b"[" * 10_000, b'{"reason": NaN}', b"null"):
        answer = await browser.post(f"{API}/maintenance/end", content=raw, headers=JSON)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), raw
    big = await browser.post(f"{API}/maintenance/end", content=b" " * 20_000, headers=JSON)
    assert (big.status_code, big.json()["code"]) == (413, "too_large")
    form = await browser.post(f"{API}/maintenance/end", content=b"reason=x")
    assert (form.status_code, form.json()["code"]) == (415, "unsupported_media_type")
    for method, path in (("GET", f"{API}/nix"), ("DELETE", f"{API}/games"), ("PUT", "/console/")):
        answer = await browser.request(method, path)
        assert answer.status_code in (404, 405)


JSON = {"Content-Type": "application/json"}


async def test_the_log_says_where_the_console_failed_and_nothing_that_is_stored(
    browser: httpx.AsyncClient, own_redis: Redis, of: Operated, caplog: pytest.LogCaptureFixture
) -> None:
    client: Any = own_redis
    await client.hset(f"match:{{{of.match}}}", "match", '{"deck": "Y7"}')
    answer = await browser.get(f"{API}/matches/{of.match}")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    (line,) = [each.getMessage() for each in caplog.records if "failed" in each.getMessage()]
    assert "/services/engine/store/" in line, "where it is"
    assert "Y7" not in line + answer.text


@pytest.mark.parametrize("away", [stopped, frozen])
async def test_without_redis_all_is_503_within_two_seconds_and_recovers(
    browser: httpx.AsyncClient,
    own_server: RedisServer,
    of: Operated,
    away: Callable[[RedisServer], AbstractContextManager[None]],
) -> None:
    asked = [each for each in ENDPOINTS if not each.check]
    assert (await browser.get(f"{API}/overview")).status_code == 200

    async def ask(endpoint: Endpoint) -> None:
        path, began = path_of(endpoint, of), time.monotonic()
        if endpoint.kind:
            answer = await browser.post(path, json=body_of(endpoint, of))
        else:
            answer = await browser.get(path + QUERIES.get(endpoint.path, ""))
        took_s = time.monotonic() - began
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), path
        assert took_s < patient(AWAY_S), path

    with away(own_server):
        await asyncio.gather(*(ask(each) for each in asked if not each.slow))
        slow_ones = [each for each in asked if each.slow]
        for first in range(0, len(slow_ones), slow.MOST):
            await asyncio.gather(*map(ask, slow_ones[first : first + slow.MOST]))
        # The doctor is there to say so.
        told = (await browser.get(f"{API}/findings")).json()["findings"]
        assert [each["text"][:7] for each in told if each["level"] == "wrong"] == ["Redis: "]
    assert (await browser.get(f"{API}/overview")).status_code == 200


async def test_a_console_that_starts_without_redis_tells_so_to_all_who_ask(
    own_server: RedisServer, here: Console
) -> None:
    """Nobody waits for the tries of others."""
    with frozen(own_server):
        browser = await signed_in(here)
        began = time.monotonic()
        assert (await browser.get(f"{API}/overview")).status_code == 503
        alone_s = time.monotonic() - began
        asked = [browser.get(f"{API}/{each}") for each in ("overview", "hooks", "acts") * 4]
        assert {each.status_code for each in await asyncio.gather(*asked)} == {503}
        assert time.monotonic() - began < 5 * alone_s, "12 of them, one after another"
    assert (await browser.get(f"{API}/overview")).status_code == 200


async def test_slow_work_holds_up_nobody(
    browser: httpx.AsyncClient, of: Operated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A processor that is busy with one answer still gives others."""
    begun, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def busy(*_: Any) -> None:
        loop.call_soon_threadsafe(begun.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result(PATIENT_S)

    monkeypatch.setattr("engine.admin.verify_all.check_match", busy)
    path = f"{API}/matches/{of.match}/verify"
    slow_ones = [asyncio.create_task(browser.get(path)) for _ in range(slow.MOST)]
    await begun.wait()
    assert (await browser.get(f"{API}/overview")).status_code == 200
    too_much = await browser.get(path)
    assert (too_much.status_code, too_much.json()["code"]) == (503, "unavailable")
    assert too_much.headers["retry-after"]
    go_on.set()
    assert [done(await each)["right"] for each in slow_ones] == [1] * slow.MOST
    assert done(await browser.get(path))["right"] == 1, "there is room again"


async def test_what_is_found_is_told(browser: httpx.AsyncClient, of: Operated) -> None:
    found = (await browser.get(f"{API}/players?name=ann")).text.splitlines()
    assert json.loads(found[0])["id"] == of.player
    assert json.loads(found[1])["done"] == {"count": 1, "more": False}
    ratings = (await browser.get(f"{API}/ratings")).json()
    assert [(each["pool"], each["entries"]) for each in ratings["pools"]] == [(POOL, 4)]
    reports = (await browser.get(f"{API}/reports")).json()
    assert (reports["reports"][0]["id"], reports["names"]) == (of.report, {of.player: "Ann"})
    dead = (await browser.get(f"{API}/hooks/{of.hook}/deliveries")).json()["deliveries"]
    assert [(each["state"], each["status"]) for each in dead] == [("dead", 500)]
    log = (await browser.get(f"{API}/matches/{of.match}/log?after=1")).json()
    assert [line.split()[2] for line in log["lines"]] == ["joined"]
    listed = (await browser.get(f"{API}/matches?status=active")).json()["matches"]
    assert [each["id"] for each in listed] == [of.match]
