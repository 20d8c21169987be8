"""`croupierctl ratings void`: matches are taken out of the ledgers, each once."""

import asyncio
import json
from typing import Any

import orjson
import pytest
from anyio import to_thread
from croupier_match.clock import rfc3339_of
from engine.admin.__main__ import main
from engine.admin.operator import Operator
from engine.admin.ratings.void import void_match
from engine.store import keys
from engine.store.compression import pack
from engine.store.ratings.keeping import Keeper
from engine.store.tally.ended_matches import read_all
from redis.asyncio import Redis
from redislink import ratings

from tests.support.ended_matches import BEGIN, Over
from tests.support.rated_pools import POOL, lately, rate, rated
from tests.support.stored_ratings import read_pool
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

WHY = "The service was away"
LATER_MS = 4 * 10**12


async def kinds(redis: Redis) -> list[str]:
    """The kinds of the last entries."""
    return [orjson.loads(line)["kind"] for line in (await read_pool(redis, POOL)).lines[-4:]]


async def test_a_void_match_gives_back_and_says_so(operator: Operator, redis: Redis) -> None:
    matches = await rated(redis, 40, seed=1)
    of = matches[25]
    outcome = await void_match(operator, of.id, WHY)
    assert [place.entry.match for place in outcome.void] == [of.id]
    stored = await read_pool(redis, POOL)
    assert stored.differences() == []
    last = orjson.loads(stored.lines[-1])
    assert (last["kind"], last["of"], last["match"], last["reason"]) == ("void", 26, of.id, WHY)
    (ended,) = await read_all(redis, [of.id])
    said = json.loads(ended.tallied)  # type: ignore[union-attr]
    assert (said["pool"], said["seq"]) == (POOL, 26)
    assert (said["counted"], said["reason"], said["weight"]) == (False, "void", 0)
    assert all(change["before"] == change["after"] for change in said["changes"])
    audit = await operator.store.audit.read(of.id)
    assert [(each.act, each.by, each.reason) for each in audit] == [("voided", "Olga", WHY)]


async def test_a_match_is_void_once_whoever_says_so(operator: Operator, redis: Redis) -> None:
    matches = await rated(redis, 30, seed=2)
    of = matches[10].id
    outcomes = await asyncio.gather(*(void_match(operator, of, WHY) for _ in range(5)))
    assert sum(len(each.void) for each in outcomes) == 1
    assert sum(len(each.already) for each in outcomes) == 4
    assert (await kinds(redis)).count("void") == 1
    # One that had changed nobody's numbers leaves no trace in them.
    shown = map(orjson.loads, (await read_pool(redis, POOL)).lines)
    nothing = next(each["match"] for each in shown if each.get("weight") == 0)
    await void_match(operator, nothing, WHY)
    again = await void_match(operator, nothing, WHY)
    assert (again.void, len(again.already)) == ([], 1)
    assert (await read_pool(redis, POOL)).differences() == []


async def test_a_match_is_void_while_others_end(operator: Operator, redis: Redis) -> None:
    """Each refusal of a ledger that has moved on is answered by computing again."""
    matches = lately(3, 60)
    await rate(redis, matches[:20])

    async def others() -> None:
        for match in matches[20:]:
            await rate(redis, [match])

    tasks = [others(), *(void_match(operator, match.id, WHY) for match in matches[:5])]
    await asyncio.gather(*tasks)
    stored = await read_pool(redis, POOL)
    assert stored.differences() == []
    assert len(stored.lines) == 65


async def test_a_match_that_left_redis_is_taken_out_by_the_archive(
    archiving: Operator, redis: Redis
) -> None:
    operator = archiving
    matches = await rated(redis, 40, seed=4)
    await redis.delete(ratings.done(POOL))
    await Keeper(redis, operator.ledgers.archived, kept=5, settled_ms=0).keep(POOL, LATER_MS)
    assert await operator.ledgers.first(POOL) == 36
    of = matches[3]
    outcome = await void_match(operator, of.id, WHY)
    assert [place.entry.seq for place in outcome.void] == [4]
    again = await void_match(operator, of.id, WHY)
    assert (again.void, len(again.already)) == ([], 1)


def timed_out(match: Over) -> dict[str, Any]:
    """The match as it is stored if somebody lost it by time."""
    return {**match.match, "outcome": {**match.match["outcome"], "reason": "timeout"}}


async def test_the_time_outs_of_an_outage_are_taken_out(
    operator: Operator,
    redis: Any,
    empty_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", empty_server.url)
    matches = await rated(redis, 30, seed=5)
    late = matches[10:20:2]
    for each in [*late, matches[25]]:
        await redis.hset(keys.match(each.id), "match", pack(orjson.dumps(timed_out(each))))
    await redis.delete(keys.match(matches[11].id))
    window = [
        *("--from", rfc3339_of(BEGIN + matches[10].after)),
        *("--to", rfc3339_of(BEGIN + matches[20].after)),
    ]
    command = ["--by", "olga", "ratings", "void", *window, "--reason", WHY, "--json"]
    assert await to_thread.run_sync(main, [*command, "--check"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [each["match"] for each in found["void"]] == [each.id for each in late]
    assert (found["others"], found["gone"]) == (4, 1)
    assert len((await read_pool(redis, POOL)).lines) == 30
    assert await to_thread.run_sync(main, command) == 0
    assert json.loads(capsys.readouterr().out) == found
    stored = await read_pool(redis, POOL)
    assert stored.differences() == []
    assert [orjson.loads(line)["of"] for line in stored.lines[30:]] == [11, 13, 15, 17, 19]
    assert await to_thread.run_sync(main, command) == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["void"], again["already"]) == ([], found["void"])
    assert len((await read_pool(redis, POOL)).lines) == 35


async def test_a_match_without_an_entry_is_refused(
    operator: Operator,
    redis: Redis,
    empty_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", empty_server.url)
    await rated(redis, 3, seed=6)
    line = ["ratings", "void", "A" * 22, "--reason", WHY]
    assert await to_thread.run_sync(main, line) == 1
    assert capsys.readouterr().err == "No ledger has an entry of this match.\n"


@pytest.mark.parametrize(
    "line",
    [
        "void --reason x",
        "void ID",
        "void ID --from 2026-01-01 --to 2026-01-02 --reason x",
        "void --from 2026-01-01 --reason x",
        "void --from 2026-01-02 --to 2026-01-01 --reason x",
        "void ID --check --reason x",
        "rebuild nim --check",
        "rebuild --keep both",
        "export nim.live.human.0",
    ],
)
def test_what_cannot_be_understood_is_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["ratings", *line.replace("ID", "A" * 22).split()])
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: croupierctl")
