"""What hooks of the installation are told, and who makes them."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import trustme
from herald.installation import Installation, read_file
from herald.store import HookStore
from redis.asyncio import Redis
from redislink import hooks
from redislink.accounts import DELETIONS, passes
from redislink.client import connect
from redislink.commands import run
from redislink.hooks import OF_INSTALLATION, Hook
from redislink.telling import Telling

from tests.support.heralds import NAME, Called, herald, receiver
from tests.support.live import Live
from tests.support.players import key, ok
from tests.support.receivers import OK
from tests.support.requests import newcomer, table

pytestmark = [pytest.mark.service, pytest.mark.anyio]

SECRET = "whsec_" + "A" * 32


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    found = connect(redis_url, 60)
    yield found
    await found.aclose()


@pytest.fixture
async def hook(redis: Redis, request: pytest.FixtureRequest) -> AsyncIterator[Hook]:
    """One of the installation; with a path of its own, since all tests share one Redis."""
    url = f"https://{NAME}/{request.node.name}"
    made = hooks.of_installation(url, OF_INSTALLATION, SECRET, await now(redis))
    await run(redis, hooks.installing(made, ""))
    yield made
    await run(redis, hooks.uninstalling(made.id))


async def now(redis: Redis) -> int:
    seconds, microseconds = await redis.time()
    return int(seconds * 1000 + microseconds // 1000)


def of(called: Called, kind: str, **members: Any) -> list[Any]:
    """The data of the messages of a type that has these members."""
    return [
        each["data"]
        for each in called.messages
        if each["type"] == kind and members.items() <= each["data"].items()
    ]


async def test_the_whole_life_of_an_installation_is_told(
    live: Live, authority: trustme.CA, hook: Hook
) -> None:
    async with receiver(authority) as called, herald(live, authority, called, installation="club"):
        match_id, (ann, bob) = await asyncio.to_thread(table, live.url)
        await asyncio.to_thread(ann.act, match_id, "resign")
        report = await asyncio.to_thread(
            lambda: ok(ann.post(f"/v1/players/{bob.id}/reports", {"reason": "other"}, key()), 202)
        )
        await asyncio.to_thread(lambda: bob.delete("/v1/players/me"))
        await called.until(lambda it: of(it, "match.finished", matchId=match_id))
        await called.until(lambda it: of(it, "report.made", reportId=report["id"]))
        await called.until(lambda it: of(it, "player.deleted", playerId=bob.id))
        await called.until(lambda it: of(it, "player.created", playerId=ann.id))
    (finished,) = of(called, "match.finished", matchId=match_id)
    assert finished == {
        "matchId": match_id,
        "game": "lost-cities",
        "version": finished["version"],
        "status": "finished",
        "rated": False,
        "playerIds": [ann.id, bob.id],
        "url": f"https://cards.example.org/?match={match_id}",
        "installation": "club",
    }
    (created,) = of(called, "player.created", playerId=ann.id)
    assert created == {"playerId": ann.id, "kind": "human", "installation": "club"}


async def test_without_a_hook_nothing_is_written(live: Live, redis: Redis) -> None:
    assert not await redis.exists(hooks.INSTALLATION)
    before = await redis.xlen(hooks.ENDED)
    ann = await asyncio.to_thread(newcomer, live.url)
    assert ann.id
    assert await redis.xlen(hooks.ENDED) == before


async def test_what_happened_is_told_again_from_a_time_on(
    live: Live, authority: trustme.CA, hook: Hook, redis: Redis
) -> None:
    async with receiver(authority) as called, herald(live, authority, called):
        ann = await asyncio.to_thread(newcomer, live.url)
        await called.until(lambda it: of(it, "player.created", playerId=ann.id))
        await run(redis, hooks.replaying(hook.id, hook.created, await now(redis)))
        await called.until(lambda it: len(of(it, "player.created", playerId=ann.id)) == 2)
    ids = {
        each.headers["webhook-id"]
        for each in called.receiver.received
        if ann.id in each.body.decode()
    }
    assert len(ids) == 1


async def test_entries_of_ledgers_are_told_and_those_before_the_hook_are_not(
    hook: Hook, redis: Redis
) -> None:
    pool = "lost-cities.daily.human.8"
    line = {"seq": 1, "kind": "match", "match": "M" * 22, "ended": "2026-01-01T00:00:00.000Z"}
    seats = [["P" * 22, 1, 25_000_000, 8_000_000, 26_000_000, 7_000_000]]

    async def write(seq: int) -> None:
        fields: Any = {"line": json.dumps({**line, "seq": seq, "seats": seats}), "back": "[]"}
        await redis.xadd(f"{{rating:{pool}}}:ledger", fields, id=f"{seq}-0")

    client: Any = redis
    await client.sadd("{tally}:pools", pool)
    try:
        await write(1)
        installation, store = Installation(redis), HookStore(redis)
        (kept,) = await store.read([hook.id])
        assert kept
        await installation.follow(kept)
        await write(2)
        told = [each for each in await installation.follow(kept) if each.data.get("pool") == pool]
        assert [each.data for each in told] == [
            {
                "pool": pool,
                "seq": 2,
                "kind": "match",
                "matchId": "M" * 22,
                "players": [{"playerId": "P" * 22, "mu": 26_000_000, "sigma": 7_000_000}],
            }
        ]
        await installation.go_back(kept, 0)
        told = [each for each in await installation.follow(kept) if each.data.get("pool") == pool]
        assert [each.version for each in told] == [1], "the second one still waits"
    finally:
        await client.srem("{tally}:pools", pool)
        await redis.delete(f"{{rating:{pool}}}:ledger")


async def test_the_hooks_of_a_file_are_those_that_there_are(redis: Redis, tmp_path: Path) -> None:
    file = tmp_path / "hooks.json"
    urls = [f"https://backend.internal/{tmp_path.name}/{each}" for each in range(2)]
    each = [{"url": url, "events": ["match.finished"], "secret": SECRET} for url in urls]
    file.write_text(json.dumps(each))
    installation = Installation(redis, str(file))
    ids = await installation.keep_file()
    assert len(ids) == 2
    assert not await installation.keep_file()
    file.write_text(json.dumps(each[:1]))
    await installation.keep_file()
    found = await HookStore(redis).read(sorted(ids, key=ids.index))
    assert [kept and kept.hook.url for kept in found] == [urls[0], None]
    file.write_text("[]")
    await installation.keep_file()
    assert not await redis.exists(hooks.INSTALLATION)


async def test_what_happens_between_two_heralds_is_told_to_the_hooks_of_a_file(
    redis: Redis, tmp_path: Path
) -> None:
    file, player = tmp_path / "hooks.json", "P" * 22
    url = f"https://backend.internal/{tmp_path.name}"
    file.write_text(json.dumps([{"url": url, "events": ["player.created"], "secret": SECRET}]))
    before, store = Installation(redis, str(file)), HookStore(redis)
    (hook_id,) = await before.keep_file()
    (kept,) = await store.read([hook_id])
    assert kept
    await store.save(kept, await before.follow(kept))
    await Telling(redis).tell([("player.created", {"playerId": player})])
    after = Installation(redis, str(file))
    await after.keep_file()
    (kept,) = await store.read([hook_id])
    assert kept
    assert [each.subject for each in await after.follow(kept)] == [player]
    file.write_text("[]")
    await after.keep_file()


async def test_a_deletion_is_told_once(hook: Hook, redis: Redis) -> None:
    """Whatever digits its time has."""
    installation, store = Installation(redis), HookStore(redis)
    (kept,) = await store.read([hook.id])
    assert kept
    kept.state.cursors["player.deleted"] = "0"
    await redis.delete(DELETIONS)  # of other tests, which would come before or after
    at_s, told = await now(redis) // 1000 - 60, list[str]()
    players = [f"{each:022}" for each in range(9)]
    for place, each in enumerate(players):
        await redis.zadd(DELETIONS, dict(passes(each, at_s + place + 0.0001234 * place)))
        found = [*await installation.follow(kept), *await installation.follow(kept)]
        told += [one.subject for one in found if one.type == "player.deleted"]
        kept.state.queue.clear()
    await redis.zrem(DELETIONS, *(each for one in players for each in passes(one, 0)))
    assert [each for each in told if each in players] == players


async def test_a_hook_that_is_off_is_on_again_once_it_is_told_anew(
    live: Live, authority: trustme.CA, hook: Hook, redis: Redis
) -> None:
    async with receiver(authority, b"HTTP/1.1 410 Gone\r\n\r\n") as called:
        async with herald(live, authority, called):
            ann = await asyncio.to_thread(newcomer, live.url)
            await called.until(lambda it: of(it, "player.created", playerId=ann.id))
        called.receiver.answer, (kept,) = OK, await HookStore(redis).read([hook.id])
        assert kept
        assert kept.state.off == "gone"
        await run(redis, hooks.replaying(hook.id, hook.created, await now(redis)))
        async with herald(live, authority, called):
            await called.until(lambda it: len(of(it, "player.created", playerId=ann.id)) == 2)


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        '[{"url": "http://x.example.com/", "events": ["match.finished"], "secret": "whsec_x"}]',
        '[{"url": "https://x.example.com/", "events": ["yourTurn"], "secret": "' + SECRET + '"}]',
        '[{"url": "https://x.example.com/", "events": ["match.finished"], "secret": "x"}]',
        '[{"url": "https://10.0.0.1/", "events": ["match.finished"], "secret": "' + SECRET + '"}]',
        "nonsense",
    ],
)
def test_what_is_no_file_of_hooks(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_file(text.encode(), 0)
