"""Gateways that have different versions of the web table serve each other's files."""

import asyncio
import gzip
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from gateway.auth.limit_table import LIMITS
from gateway.errors import Problem
from gateway.transport.web_files import WebFiles
from gateway.transport.web_versions import WebVersions
from redis.asyncio import Redis
from redislink.client import connect

from tests.support.live import Live
from tests.support.players import Client, refused
from tests.support.waiting import happens, until

pytestmark = [pytest.mark.anyio, pytest.mark.service]

SCRIPT = re.compile(r'src="([^"]+)"')
OTHER = "0123456789abcdef" * 2


def version(number: int) -> WebFiles:
    page = '<head><script type="module" src="./main.js"></script></head>'
    return WebFiles({"web/index.html": page.encode(), "web/main.js": b"%d;\n" % number})


@pytest.fixture(scope="module")
def gateways(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Live]]:
    with ExitStack() as stack:
        yield [
            stack.enter_context(Live(redis_url, web=str(folder(number, tmp_path_factory))))
            for number in (1, 2)
        ]


def folder(number: int, folders: pytest.TempPathFactory) -> Path:
    folder = folders.mktemp("web")
    for name, body in version(number).contents.items():
        (folder / Path(name).name).write_bytes(body)
    return folder


def script(gateway: Live) -> str:
    (path,) = SCRIPT.findall(Client(gateway.url).get("/").text)
    return str(path)


def served(gateway: Live, path: str) -> httpx.Response:
    """The answer once the other gateway, which has just started, has stored its files."""
    until(lambda: Client(gateway.url).get(path).status_code == 200)
    return Client(gateway.url).get(path)


async def test_each_serves_the_files_of_the_other_under_their_paths(gateways: list[Live]) -> None:
    paths = [script(gateway) for gateway in gateways]
    assert paths[0] != paths[1]
    for path, other, text in zip(paths, reversed(gateways), ("1;\n", "2;\n"), strict=True):
        answer = served(other, path)
        assert answer.text == text
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        refused(Client(other.url).get(f"{path}x"), 404, "not_found")
        assert script(other) != path, "its own page stays its own"


async def test_what_is_stored_is_served_under_no_other_digest(redis: Redis) -> None:
    one, other = version(3), version(4)
    await WebVersions(one, redis).keep()
    await redis.copy(f"web:{one.digest}", f"web:{other.digest}")
    reader = WebVersions(version(5), redis)
    assert await reader.find(other.digest) is None
    assert reader.known(other.digest) is None
    found = await reader.find(one.digest)
    assert found
    assert found.files == one.files
    assert reader.known(one.digest) is found


async def test_those_who_ask_at_once_share_one_look(redis: Redis) -> None:
    one = version(7)
    await WebVersions(one, redis).keep()
    reader = WebVersions(version(8), redis)
    first, *others = await asyncio.gather(*(reader.find(one.digest) for _ in range(20)))
    assert first
    assert all(each is first for each in others)


DAMAGED = {
    "not gzip": b"x",
    "cut": gzip.compress(b"{}" * 100)[:-9],
    "not JSON": gzip.compress(b"{"),
    "not an object": gzip.compress(b"[" * 100_000),
    "not texts": gzip.compress(b'{"web/index.html": 1}'),
    "not bytes": gzip.compress('{"web/index.html": "\u20ac"}'.encode()),
}


@pytest.mark.parametrize("stored", DAMAGED.values(), ids=[*DAMAGED])
async def test_what_is_damaged_is_not_found(redis: Redis, stored: bytes) -> None:
    await redis.set(f"web:{OTHER}", stored)
    assert await WebVersions(version(1), redis).find(OTHER) is None


async def test_what_unpacks_to_too_much_is_not_found(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = version(9)
    await WebVersions(one, redis).keep()
    monkeypatch.setattr("gateway.transport.web_versions.MOST_BYTES", 10)
    assert await WebVersions(version(1), redis).find(one.digest) is None


async def test_files_are_stored_at_the_start_and_for_days(redis: Redis) -> None:
    versions = WebVersions(version(6), redis)
    versions.start()

    async def stored() -> bool:
        return bool(await redis.exists(f"web:{versions.own.digest}"))

    await happens(stored)
    await versions.stop()
    assert 6 * 86_400 < await redis.ttl(f"web:{versions.own.digest}") <= 7 * 86_400


@pytest.mark.parametrize("digest", ["x", "../player", OTHER.upper(), f"{OTHER}0", f"{OTHER}\n"])
async def test_redis_is_not_asked_for_what_is_no_digest(digest: str) -> None:
    async with connect("redis://127.0.0.1:1", 0.2) as nowhere:
        assert await WebVersions(version(1), nowhere).find(digest) is None


async def test_without_redis_a_gateway_has_its_own_files_only() -> None:
    async with connect("redis://127.0.0.1:1", 0.2) as nowhere:
        versions = WebVersions(version(1), nowhere)
        assert versions.known(versions.own.digest) is versions.own
        with pytest.raises(Problem, match="unavailable"):
            await versions.find(OTHER)


async def test_asking_for_unknown_versions_is_counted_as_reading(
    redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with Live(redis_url, web=str(folder(1, tmp_path_factory)), limits=LIMITS) as live:
        own = Client(live.url).get(script(live))
        assert "ratelimit" not in own.headers
        unknown = Client(live.url).get(f"/t/{OTHER}/web/main.js")
        assert "reads" in unknown.headers["ratelimit"]
