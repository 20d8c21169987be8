"""`croupierctl ratings rebuild`: all that is stored of ratings follows from the ledgers."""

import json
import random
from dataclasses import replace
from typing import Any

import orjson
import pytest
from anyio import to_thread
from engine.admin.__main__ import main
from engine.admin.operator import Operator
from engine.admin.ratings.joining import Keep
from engine.admin.ratings.rebuild import Tally, rebuild, unnamed
from engine.store import keys
from engine.store.compression import pack
from engine.store.ratings.keeping import Keeper
from redis.asyncio import Redis
from redislink import ratings

from tests.support.ended_matches import put
from tests.support.rated_pools import PEOPLE, POOL, lately, rate, rated, restore, saved
from tests.support.stored_ratings import read_pool
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]

LATER_MS = 4 * 10**12
NOBODY = "nobody-was-ever-called"


async def check(
    operator: Operator, write: bool = False, keep: Keep | None = None
) -> tuple[Tally, list[str]]:
    told: list[str] = []
    return await rebuild(operator, POOL, write, keep, told.append), told


async def test_nothing_is_wrong_of_what_a_tally_has_stored(
    operator: Operator, redis: Redis
) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")  # noqa: T201
    await rated(redis, 150, seed)
    tally, told = await check(operator)
    assert (tally.entries, tally.wrong, tally.gone, told) == (150, 0, 0, [])
    assert tally.players == len(PEOPLE)
    assert await unnamed(operator, [tally], told.append) == 0


async def spoil(redis: Redis, what: str) -> str:
    """Change one thing that is stored; what the report says of it."""
    client: Any = redis
    player = PEOPLE[3]
    match what:
        case "numbers":
            packed = await client.hget(ratings.players(POOL), player)
            await client.hset(ratings.players(POOL), player, packed[:-1] + b"\x01")
            return f"{POOL}: players of {player} is "
        case "lost numbers":
            await client.hdel(ratings.players(POOL), player)
            return f"{POOL}: players of {player} is missing, and has to be "
        case "foreign numbers":
            packed = await client.hget(ratings.players(POOL), player)
            await client.hset(ratings.players(POOL), NOBODY, packed)
            return f"{POOL}: players of {NOBODY} is "
        case "points":
            (first, *_) = await client.zrange(ratings.order(POOL), 0, -1)
            await client.zincrby(ratings.order(POOL), 1, first)
            return f"{POOL}: order of {first.decode()} is "
        case "foreign points":
            await client.zadd(ratings.order(POOL), {NOBODY: 2000})
            return f"{POOL}: order of {NOBODY} is 2000, and has to be missing"
        case "lapse":
            (first, *_) = await client.zrange(ratings.lapse(POOL), 0, -1)
            await client.zrem(ratings.lapse(POOL), first)
            return f"{POOL}: lapse of {first.decode()} is missing, and has to be "
        case "pairs":
            (key, *_) = await newest_pairs(redis)
            await client.hdel(ratings.pairs(POOL), key)
            return f"{POOL}: pairs of {key} is [], and has to be [["
        case "done":
            ((match, _), *_) = await client.zrange(ratings.done(POOL), 0, 0, withscores=True)
            await client.zrem(ratings.done(POOL), match)
            return f"{POOL}: done of {match.decode()} is missing, and has to be 1"
        case _:
            await client.hset(ratings.head(POOL), "seq", 7)
            return f"{POOL}: head of seq is 7, and has to be 160"


async def newest_pairs(redis: Redis) -> list[str]:
    """Keys whose marks are of the last day of the ledger."""
    stored = await read_pool(redis, POOL)
    clock = int(stored.head["clock"])
    return [key for key, marks in stored.pairs.items() if marks[-1][0] > clock - 1000 * 3600]


SPOILT = ["numbers", "lost numbers", "foreign numbers", "points", "foreign points"]
SPOILT += ["lapse", "pairs", "done", "head"]


@pytest.mark.parametrize("what", SPOILT)
async def test_what_does_not_follow_is_named_and_corrected(
    operator: Operator, redis: Redis, what: str
) -> None:
    await rated(redis, 160, seed=8)
    before = await read_pool(redis, POOL)
    says = await spoil(redis, what)
    damaged = await read_pool(redis, POOL)
    tally, told = await check(operator)
    assert told[0].startswith(says)
    assert (tally.wrong, tally.corrected) == (len(told), 0)
    assert await read_pool(redis, POOL) == damaged
    tally, again = await check(operator, write=True)
    assert again == told
    assert tally.corrected == tally.wrong
    assert await read_pool(redis, POOL) == before
    assert (await check(operator))[1] == []


async def test_who_is_hidden_has_to_be_on_no_board(operator: Operator, redis: Any) -> None:
    await rated(redis, 150, seed=9)
    (first, *_) = await redis.zrange(ratings.order(POOL), 0, -1)
    await redis.zadd(ratings.UNLISTED, {first: 0})
    _, told = await check(operator)
    assert [line.split(" is ")[0] for line in told] == [
        f"{POOL}: order of {first.decode()}",
        f"{POOL}: lapse of {first.decode()}",
    ]
    await redis.zadd(ratings.PLACES, {first: 0})
    assert (await check(operator))[1] == [], "the tally is about to take it off"


async def test_an_entry_that_does_not_follow_is_named_by_rule(
    operator: Operator, redis: Any
) -> None:
    """Who can write to Redis can change the ledger: the chain of hashes says where."""
    await rated(redis, 20, seed=10)
    name = ratings.ledger(POOL)
    entries = await redis.xrange(name)
    await redis.delete(name)
    for number, (entry_id, fields) in enumerate(entries):
        line = orjson.loads(fields[b"line"])
        if number == 9:
            line["seats"][0][4] += 40_000_000
            fields[b"line"] = json.dumps(line, separators=(",", ":"), sort_keys=True).encode()
        await redis.xadd(name, fields, entry_id)
    _, told = await check(operator)
    rules = {line.split(":")[1].split(", ")[1] for line in told if "Entry" in line}
    assert {"mu", "link"} <= rules


async def test_entries_are_compared_with_their_matches(operator: Operator, redis: Any) -> None:
    matches = await rated(redis, 20, seed=11)
    of = next(each for each in matches if len(each.players) == 2)
    stored = {**of.match, "log_head": "f" * 64}
    await redis.hset(keys.match(of.id), "match", pack(orjson.dumps(stored)))
    await redis.delete(keys.match(matches[-1].id))
    tally, told = await check(operator, write=True)
    seq = matches.index(of) + 1
    assert told == [f"{POOL}: log_head of entry {seq} is not that of {of.id}"]
    assert (tally.wrong, tally.corrected, tally.gone) == (1, 0, 1)


async def test_rated_matches_that_no_entry_names_are_found(
    operator: Operator, redis: Redis
) -> None:
    await rated(redis, 10, seed=12)
    left, waiting = lately(100, 1)[0], lately(101, 1)[0]
    unrated = replace(lately(102, 1)[0], rated=False)
    mixed = lately(103, 1)[0]
    mixed = replace(mixed, kinds=["bot", *["human"] * (len(mixed.players) - 1)])
    await put(redis, left, unrated, mixed, due=False)
    await put(redis, waiting)
    tally, told = await check(operator)
    assert await unnamed(operator, [tally], told.append) == 1
    assert told == [f"match {left.id} is rated, and no entry names it"]


async def test_matches_that_are_tallied_meanwhile_are_named(
    operator: Operator, redis: Redis
) -> None:
    """Other than those that name an entry of another match, or one that there is not."""
    client: Any = redis
    await rated(redis, 10, seed=13)
    tally, told = await check(operator)
    (later, other, lost) = (lately(seed, 1)[0] for seed in (104, 105, 106))
    await rate(redis, [later])
    await put(redis, other, lost, due=False)
    tallied = await client.hget(keys.match(later.id), ratings.TALLIED)
    await client.hset(keys.match(other.id), ratings.TALLIED, tallied)
    beyond = json.dumps({**json.loads(tallied), "seq": 12})
    await client.hset(keys.match(lost.id), ratings.TALLIED, beyond)
    assert await unnamed(operator, [tally], told.append) == 2
    assert {*told} == {f"match {each.id} is rated, and no entry names it" for each in (other, lost)}


async def test_what_redis_has_lost_is_brought_back_from_the_archive(
    archiving: Operator, redis: Redis
) -> None:
    operator = archiving
    matches = lately(13, 130)
    await rate(redis, matches[:30])
    at_30 = await saved(redis)
    await rate(redis, matches[30:])
    before = await read_pool(redis, POOL)
    await Keeper(redis, operator.ledgers.archived, settled_ms=0).keep(POOL, LATER_MS)
    for restored in (at_30, dict[str, bytes]()):
        await restore(redis, restored)
        tally, told = await check(operator)
        missing = 100 if restored else 130
        assert told[0] == f"{POOL}: Redis lacks {missing} entries that the archive has"
        tally, told = await check(operator, write=True)
        assert told == [f"{POOL}: {missing} entries were brought back from the archive"]
        assert (tally.entries, tally.wrong) == (130, 0)
        assert await read_pool(redis, POOL) == before


@pytest.mark.parametrize("keep", [*Keep])
async def test_of_two_ledgers_the_one_goes_on_that_is_said(
    archiving: Operator, redis: Redis, keep: Keep
) -> None:
    operator = archiving
    matches = lately(14, 40)
    await rate(redis, matches[:20])
    at_20 = await saved(redis)
    await rate(redis, matches[20:30])
    archive = await read_pool(redis, POOL)
    await Keeper(redis, operator.ledgers.archived, settled_ms=0).keep(POOL, LATER_MS)
    await restore(redis, at_20)
    await rate(redis, matches[30:])
    own = await read_pool(redis, POOL)
    for write in (False, True):
        tally, told = await check(operator, write=write)
        assert "from entry 21 on, the archive has others than Redis" in told[0]
        assert tally.wrong > tally.corrected
    assert await read_pool(redis, POOL) == own
    tally, told = await check(operator, write=True, keep=keep)
    assert tally.wrong == 0
    assert (await read_pool(redis, POOL)) == (own if keep is Keep.REDIS else archive)
    await Keeper(redis, operator.ledgers.archived, settled_ms=0).keep(POOL, LATER_MS)
    assert (await check(operator))[0].wrong == 0


async def test_a_ledger_that_begins_with_a_base_is_checked_from_there(
    operator: Operator, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.store.ratings import keeping

    monkeypatch.setattr(keeping, "PAGE", 10)
    matches = await rated(redis, 100, seed=15)
    await Keeper(redis, None, kept=30).keep(POOL, LATER_MS)
    tally, told = await check(operator)
    assert (tally.wrong, told) == (0, [])
    assert 30 <= tally.entries < 40
    assert await unnamed(operator, [tally], told.append) == 0, "older matches may be in the base"
    assert len(matches) == 100


async def test_the_command_says_so_by_its_exit_code_and_in_json(
    operator: Operator,
    redis: Any,
    empty_server: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", empty_server.url)
    await rated(redis, 40, seed=16)
    for player in PEOPLE:
        await redis.hdel(ratings.players(POOL), player)
        await redis.zadd(ratings.done(POOL), {player: 77})
    await redis.hset(ratings.head(POOL), "clock", 1)
    assert await to_thread.run_sync(main, ["ratings", "rebuild", "--check", "--json"]) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["wrong"] == 25
    assert shown.err.splitlines()[-1] == "and 5 more"
    assert await to_thread.run_sync(main, ["ratings", "rebuild", POOL]) == 0
    assert capsys.readouterr().out.endswith(
        f"{POOL}: 40 entries, 12 players, 25 wrong, 25 corrected\n"
    )
    assert await to_thread.run_sync(main, ["ratings", "rebuild"]) == 0
    assert capsys.readouterr().out == f"{POOL}: 40 entries, 12 players, 0 wrong, 0 corrected\n"
    assert await to_thread.run_sync(main, ["ratings", "rebuild", "nim.live.bot.7"]) == 1
    assert capsys.readouterr().err == "No pool nim.live.bot.7 has a ledger.\n"
