"""`croupierctl doctor` finds what is wrong, and says what to do; what is right is no alarm."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from croupier_match.match import ClockOptions
from engine.admin.__main__ import main
from engine.admin.doctor.checkup import (
    examine,
    of_clock,
    of_deadlines,
    of_disk,
    of_installation,
    of_memory,
    of_server,
    of_ttl,
    of_version,
)
from engine.admin.doctor.finding import Finding
from engine.config import Settings
from engine.service.matches import Matches
from engine.store.installation import InstallationStore, Mark
from engine.store.maintenance import Maintenance, MaintenanceNotice
from engine.store.matches import MatchStore
from engine.store.server_status import ServerStatus, status_of
from redis.asyncio import Redis

from tests.engine.conftest import TTL
from tests.support.matches import full_table
from tools.redis_server import RedisServer

SETTINGS = Settings(redis_url="redis://localhost")
WELL = ServerStatus(
    50, 100, "noeviction", True, True, True, 2, version=(8, 0, 1), called="Redis 8.0.1"
)


def levels(*found: Finding) -> list[str]:
    return [each.level for each in found]


def test_a_redis_that_is_well_is_ok() -> None:
    assert levels(*of_server(WELL, SETTINGS)) == ["ok"] * 4


@pytest.mark.parametrize(
    ("used", "most", "level"),
    [(70, 100, "ok"), (71, 100, "note"), (85, 100, "note"), (86, 100, "wrong"), (9, 0, "note")],
)
def test_memory_is_wrong_where_the_alert_is_critical(used: int, most: int, level: str) -> None:
    server = ServerStatus(used, most, "noeviction", True, True, True, 0)
    assert of_memory(server).level == level


@pytest.mark.parametrize("away", ["append", "snapshot", "rewrite"])
def test_each_failure_of_the_disk_is_named(away: str) -> None:
    good = {"append": True, "snapshot": True, "rewrite": True, away: False}
    server = ServerStatus(
        *(1, 2, "noeviction", True, good["append"], good["snapshot"], 0),
        rewrite_ok=good["rewrite"],
    )
    found = of_disk(server)
    assert found.level == "wrong"
    assert away in found.text


def test_what_loses_matches_is_wrong_and_so_are_replicas_that_are_waited_for() -> None:
    server = ServerStatus(1, 2, "allkeys-lru", False, True, True, 0, version=(7, 0), called="x")
    waiting = Settings(redis_url="redis://localhost", redis_wait_replicas=1, redis_wait_local=1)
    found = [*of_server(server, waiting)]
    wrong = [each.text for each in found if each.level == "wrong"]
    assert len(wrong) == 4
    for word in ("maxmemory-policy", "appendonly", "7.2 is needed", "0 replicas"):
        assert any(word in text for text in wrong)


def test_an_old_redis_is_wrong_and_an_unknown_version_is_not() -> None:
    old, least = (replace(WELL, version=each, called="x") for each in ((6, 0, 16), (6, 2)))
    unknown = replace(WELL, version=(), called="")
    found = [of_version(each, SETTINGS) for each in (old, least, unknown)]
    assert levels(*found) == ["wrong", "ok", "ok"]


def test_valkey_is_called_so_and_compared_as_the_redis_that_it_stands_for() -> None:
    told = {"redis_version": "7.2.4", "valkey_version": "9.1.2", "server_name": "valkey"}
    server = status_of(told)
    assert server.version == (7, 2, 4)
    assert "Valkey 9.1.2" in of_version(server, SETTINGS).text
    assert "Redis 7.2.4" in of_version(status_of({"redis_version": "7.2.4"}), SETTINGS).text


def test_clocks_are_compared_without_the_time_of_the_question() -> None:
    assert of_clock(100.0, 101.4, 101.0).level == "ok"
    assert of_clock(100.0, 104.0, 101.0).level == "wrong"
    assert of_clock(100.0, 97.0, 101.0).level == "wrong"


def test_an_installation_is_noted_that_may_have_come_from_a_loss() -> None:
    began_ms = 1_790_000_000_000
    mark, told = Mark("", began_ms), "2026-09-21T14:13:20+00:00"
    young, old = (of_installation(mark, began_ms / 1000 + after) for after in (180, 86_400))
    assert levels(of_installation(None, 0), young, old) == ["note", "note", "ok"]
    assert f"began 3 min ago ({told}); if it is not new" in young.text
    assert "began 23 h ago" in of_installation(mark, began_ms / 1000 + 82_800).text
    assert told in old.text


@pytest.mark.anyio
async def test_the_installation_of_a_real_redis_is_told_and_never_made(
    own_redis: Redis, own_server: RedisServer
) -> None:
    settings = Settings(redis_url=own_server.url)
    for _ in range(2):
        assert [each for each in await examine(settings) if "no record of" in each.text]
    secret = await InstallationStore(own_redis).secret()
    told = "\n".join(map(str, await examine(settings)))
    assert "note   this installation began 0 min ago (" in told
    assert secret not in told


def test_deadlines_that_nobody_applies_are_wrong() -> None:
    assert levels(of_deadlines(None, 0), of_deadlines(90.0, 100.0)) == ["ok", "ok"]
    assert of_deadlines(60.0, 100.0).level == "wrong"


def test_matches_that_are_kept_for_less_than_promised_are_wrong() -> None:
    short = Settings(redis_url="redis://localhost", finished_ttl=timedelta(hours=23))
    assert (of_ttl(SETTINGS).level, of_ttl(short).level) == ("ok", "wrong")


@pytest.mark.anyio
async def test_a_real_redis_is_examined(own_redis: Redis, own_server: RedisServer) -> None:
    """Two things are set wrong; one thing is on purpose."""
    settings = Settings(redis_url=own_server.url)
    before = {each.text: each.level for each in await examine(settings)}
    assert "wrong" not in before.values()
    assert "Redis stores" in before
    await own_redis.config_set("maxmemory-policy", "volatile-lru")
    await own_redis.zadd("deadlines", {"m": (time.time() - 3600) * 1000})
    await Maintenance(own_redis).begin(MaintenanceNotice("x", 60, "2026-01-01T00:00:00Z", "olga"))
    after = {each.text: each.level for each in await examine(settings)}
    wrong = [text for text, level in after.items() if level == "wrong"]
    assert len(wrong) == 2
    assert any("volatile-lru" in text for text in wrong)
    assert any("overdue" in text for text in wrong)
    assert any("by olga" in text for text, level in after.items() if level == "note")


Break = Callable[[Redis], Awaitable[object]]
BROKEN: dict[str, tuple[Break, str]] = {
    "full": (lambda redis: redis.config_set("maxmemory", 1), "Redis refuses to store (memory)"),
    "filling": (lambda redis: redis.config_set("maxmemory", 1), "of Redis's memory is used"),
    "policy": (
        lambda redis: redis.config_set("maxmemory-policy", "allkeys-lru"),
        "maxmemory-policy of Redis is allkeys-lru",
    ),
    "append": (lambda redis: redis.config_set("appendonly", "no"), "appendonly of Redis is no"),
    "replica": (lambda redis: redis.replicaof("127.0.0.1", "1"), "refuses to store (read_only)"),
    "ttl": (lambda redis: _each(redis.persist, redis, "match:{*}"), "2 of 2 matches never expire"),
    "lists": (lambda redis: _each(redis.delete, redis, "index:public:*"), "lists lack 2 of 2"),
    "deadlines": (lambda redis: redis.delete("deadlines"), "the lists lack 1 of 2 matches"),
    "damaged": (
        lambda redis: _each(partial(redis.hset, key="match", value="{}"), redis, "match:{*}"),
        "some match cannot be read",
    ),
}


async def _each(do: Callable[..., Awaitable[object]], redis: Redis, pattern: str) -> None:
    for key in await redis.keys(pattern):
        await do(key)


@pytest.mark.anyio
@pytest.mark.parametrize("name", BROKEN)
async def test_what_is_broken_is_found_and_nothing_else_before(
    name: str, own_redis: Redis, own_server: RedisServer
) -> None:
    settings, (break_it, said) = Settings(redis_url=own_server.url), BROKEN[name]
    matches = Matches(MatchStore(own_redis, TTL))
    await full_table(matches)
    await full_table(matches, clock=ClockOptions(per_move_ms=3_600_000))
    found = await examine(settings)
    assert not [each for each in found if each.level == "wrong"]
    assert "the lists have all of 2 matches" in [each.text for each in found]
    await break_it(own_redis)
    wrong = [each.text for each in await examine(settings) if each.level == "wrong"]
    assert [text for text in wrong if said in text], wrong


def test_the_command_prints_a_line_each_and_fails_if_something_is_wrong(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)
    assert main(["doctor"]) == 0
    assert "ok     Redis stores" in capsys.readouterr().out.splitlines()
    monkeypatch.setenv("ENGINE_FINISHED_TTL", "PT1H")
    assert main(["doctor"]) == 1
    assert "wrong  ENGINE_FINISHED_TTL" in capsys.readouterr().out
    monkeypatch.setenv("ENGINE_REDIS_URL", "redis://127.0.0.1:1")
    assert main(["doctor"]) == 1
    assert "wrong  Redis: it cannot be reached; the runbook" in capsys.readouterr().out
