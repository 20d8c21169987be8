"""Who gets in at the console by a link, for how long, and what only its own page may do."""

import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from engine.admin.acts import KEY
from engine.admin.console.links import LINK_S
from engine.admin.console.sessions import IDLE_S, MOST, SESSION_S
from redis import Redis

from tests.support.consoles import LOCAL, SESSION, Console, console, signed_in
from tools.patience import patient
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.service, pytest.mark.anyio]
OPS = "https://ops.example.org"


@pytest.fixture
async def here(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> AsyncIterator[Console]:
    """A console on this machine, whose links sign in."""
    async with console(redis_url, monkeypatch, tmp_path / "links") as made:
        yield made


def code(answer: Any) -> tuple[int, str]:
    assert answer.headers["content-type"] == "application/problem+json"
    return answer.status_code, answer.json()["code"]


async def test_a_link_signs_in_once(here: Console) -> None:
    secret = here.links.new("olga")
    browser = here.browser()
    assert code(await browser.get(SESSION)) == (401, "unauthenticated")
    answer = await browser.post(SESSION, json={"secret": secret})
    assert (answer.status_code, answer.json()) == (201, {"by": "olga"})
    told = answer.headers["set-cookie"].lower()
    for part in ("croupier-console=", "httponly", "samesite=strict", "path=/console"):
        assert part in told
    assert "expires" not in told, "it ends with the browser"
    assert "max-age" not in told
    assert (await browser.get(SESSION)).json() == {"by": "olga"}
    again = await here.browser().post(SESSION, json={"secret": secret})
    assert code(again) == (401, "unauthenticated")
    assert "used" in again.json()["detail"]


async def test_a_link_is_good_for_ten_minutes(here: Console) -> None:
    early, late = here.links.new("olga"), here.links.new("hugo")
    here.now += LINK_S - 1
    assert (await here.browser().post(SESSION, json={"secret": early})).status_code == 201
    here.now += 1
    assert code(await here.browser().post(SESSION, json={"secret": late}))[0] == 401
    assert not here.files(), "what is too old is removed"


async def test_links_of_two_operators_are_told_apart(here: Console) -> None:
    hugo, olga = await signed_in(here, "hugo"), await signed_in(here, "olga")
    assert (await hugo.get(SESSION)).json() == {"by": "hugo"}
    assert (await olga.get(SESSION)).json() == {"by": "olga"}


async def test_a_session_ends_after_half_an_hour_without_use_and_after_eight_hours(
    here: Console,
) -> None:
    idle = await signed_in(here)
    here.now += IDLE_S - 1
    assert (await idle.get(SESSION)).status_code == 200
    here.now += IDLE_S
    assert code(await idle.get(SESSION))[0] == 401
    busy, began = await signed_in(here), here.now
    while here.now + 1000 < began + SESSION_S:
        here.now += 1000
        assert (await busy.get("/console/api/games")).status_code == 200
    here.now = began + SESSION_S
    assert code(await busy.get("/console/api/games"))[0] == 401


async def test_a_page_that_nobody_uses_keeps_no_session_alive(here: Console) -> None:
    browser, alone = await signed_in(here), {"X-Unattended": "1"}
    here.now += IDLE_S - 1
    assert (await browser.get("/console/api/overview", headers=alone)).status_code == 200
    here.now += 1
    assert code(await browser.get("/console/api/overview", headers=alone))[0] == 401


async def test_who_signs_out_is_out_and_nobody_else_is(here: Console) -> None:
    hugo, olga = await signed_in(here, "hugo"), await signed_in(here, "olga")
    kept = dict(hugo.cookies)
    assert (await hugo.delete(SESSION)).status_code == 204
    assert not hugo.cookies
    hugo.cookies.update(kept)
    assert code(await hugo.get(SESSION))[0] == 401, "the old cookie is worth nothing"
    assert (await olga.get(SESSION)).status_code == 200


async def test_to_sign_in_again_ends_the_session_before(here: Console) -> None:
    browser = await signed_in(here, "hugo")
    before = dict(browser.cookies)
    await browser.post(SESSION, json={"secret": here.links.new("olga")})
    assert (await browser.get(SESSION)).json() == {"by": "olga"}
    other = here.browser()
    other.cookies.update(before)
    assert code(await other.get(SESSION))[0] == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Console": ""},
        {"X-Console": "0"},
        {"Origin": ""},
        {"Origin": "null"},
        {"Origin": "https://evil.example"},
        {"Origin": "http://localhost:9999"},
        {"Origin": "http://localhost"},
        {"Origin": "https://localhost:8082"},
        {"Origin": f"{LOCAL}.evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Host": "localhost.evil.example", "Origin": "http://localhost.evil.example"},
        {"Host": "[", "Origin": "http://["},
        {"Host": "localhost:99999999", "Origin": "http://localhost:99999999"},
    ],
    ids=str,
)
async def test_another_page_changes_nothing(here: Console, headers: dict[str, str]) -> None:
    secret, browser = here.links.new("olga"), await signed_in(here)
    other = here.browser(**headers)
    other.cookies.update(browser.cookies)
    assert code(await other.post(SESSION, json={"secret": secret})) == (403, "forbidden")
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    other.headers["Cookie"] = cookie
    assert code(await other.delete(SESSION)) == (403, "forbidden")
    assert (await browser.get(SESSION)).status_code == 200, "it goes on"
    assert (await here.browser().post(SESSION, json={"secret": secret})).status_code == 201


async def test_a_page_at_another_port_neither_reads_nor_begins_anything(here: Console) -> None:
    """It is of the same site, so browsers send it the cookie, and long work holds up others."""
    other = here.browser(**{"X-Console": "", "Origin": ""})
    other.cookies.update((await signed_in(here)).cookies)
    for path in ("session", "acts", "ratings/rebuild", "signals", "players?name=Ann"):
        assert code(await other.get(f"/console/api/{path}")) == (403, "forbidden")


async def test_a_name_of_somebody_else_for_this_machine_reads_nothing(here: Console) -> None:
    browser = await signed_in(here)
    sent = {"Host": "evil.example", "Cookie": f"croupier-console={browser.cookies.popitem()[1]}"}
    assert code(await browser.get(SESSION, headers=sent)) == (403, "forbidden")


@pytest.mark.parametrize("host", ["localhost:9000", "127.0.0.1:8082", "[::1]:8082", "localhost"])
async def test_any_port_of_this_machine_will_do(here: Console, host: str) -> None:
    """`kubectl port-forward` takes another one if 8082 is taken."""
    browser = here.browser(Host=host, Origin=f"http://{host}")
    answer = await browser.post(SESSION, json={"secret": here.links.new("olga")})
    assert answer.status_code == 201


async def test_behind_a_proxy_there_is_one_origin_and_the_cookie_is_of_that_host_alone(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with console(redis_url, monkeypatch, tmp_path, origin=OPS) as made:
        local = made.browser(Origin=LOCAL, Host="localhost:8082")
        secret = made.links.new("olga")
        told = await local.post(SESSION, json={"secret": secret})
        assert code(told) == (403, "forbidden")
        assert OPS in told.json()["detail"], "it says where"
        browser = made.browser()
        answer = await browser.post(SESSION, json={"secret": secret})
        cookie = answer.headers["set-cookie"].lower()
        assert cookie.startswith("__host-croupier-console=")
        for part in ("httponly", "samesite=strict", "path=/;", "secure"):
            assert part in cookie
        assert "domain" not in cookie
        assert (await browser.get(SESSION)).status_code == 200
        assert (await browser.delete(SESSION)).status_code == 204
        assert not browser.cookies


async def test_wrong_sign_ins_keep_nobody_out(here: Console) -> None:
    for _ in range(20):
        assert code(await here.browser().post(SESSION, json={"secret": "x" * 43}))[0] == 401
    good = {"secret": here.links.new("olga")}
    assert (await here.browser().post(SESSION, json=good)).status_code == 201


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"secret": 1},
        {"secret": None},
        {"idToken": "a.b.c"},
        {"idToken": "a.b.c", "nonce": None},
        {"nonce": "n"},
        [],
        "x",
    ],
    ids=str,
)
async def test_a_body_that_signs_nobody_in_is_400(here: Console, body: Any) -> None:
    assert code(await here.browser().post(SESSION, json=body)) == (400, "malformed")


@pytest.mark.parametrize("secret", ["", "../x", "x" * 5000, "\ud800", "\0", "é"], ids=ascii)
async def test_no_secret_finds_another_file(here: Console, secret: str) -> None:
    here.write('{"by": "mallory", "until": 9e9}')
    sent, kind = json.dumps({"secret": secret}), {"Content-Type": "application/json"}
    answer = await here.browser().post(SESSION, content=sent, headers=kind)
    assert answer.status_code in (400, 401), answer.text


@pytest.mark.parametrize("cookie", ["", "x", "x" * 3000, "%00", "é".encode().decode("latin-1")])
async def test_a_cookie_that_nobody_was_given_is_no_session(here: Console, cookie: str) -> None:
    await signed_in(here)
    sent = {"Cookie": f"croupier-console={cookie}".encode("latin-1")}
    answer = await here.browser().get(SESSION, headers=sent)  # type: ignore[arg-type, unused-ignore]
    assert code(answer) == (401, "unauthenticated")


async def test_there_are_a_hundred_sessions_and_the_one_that_was_idle_longest_ends(
    here: Console,
) -> None:
    first = await signed_in(here)
    here.now += 1
    second = await signed_in(here)
    here.now += 1
    await first.get(SESSION)
    for _ in range(MOST - 1):
        here.now += 1
        await signed_in(here)
    assert (await first.get(SESSION)).status_code == 200
    assert code(await second.get(SESSION))[0] == 401


async def test_the_page_is_told_how_one_signs_in(here: Console) -> None:
    answer = await here.browser().get("/console/api/sign-in")
    assert answer.json() == {"link": True, "issuers": []}


async def test_probes_need_no_session_and_no_name(here: Console) -> None:
    answer = await here.browser(Host="10.1.2.3:8082").get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


async def test_the_list_of_acts_says_who_signed_in_and_of_nobody_else(
    here: Console, redis_url: str
) -> None:
    with Redis.from_url(redis_url, decode_responses=True) as redis:
        redis.delete(KEY)
        await here.browser().post(SESSION, json={"secret": "x" * 43})
        await signed_in(here, "hugo")
        (noted,) = redis.xrange(KEY)
        assert noted[1]["kind"] == "console.signIn"
        assert noted[1]["by"] == "hugo"


async def test_a_link_signs_in_while_redis_is_away(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """So that the page can say what is wrong."""
    own_server.stop()
    async with console(own_server.url, monkeypatch, tmp_path / "links") as made:
        began = time.monotonic()
        browser = await signed_in(made)
        assert time.monotonic() - began < patient(2)
        assert (await browser.get(SESSION)).status_code == 200
