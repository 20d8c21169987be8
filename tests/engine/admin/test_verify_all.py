"""`croupierctl verify` finds whatever is not as it was stored, and tells no secrets."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, TypeAlias

import pytest
from croupier_match.entries import Moved
from croupier_match.match import ClockOptions
from croupier_match.stored import entry_row, entry_type, match_type
from engine.admin.operator import Operator
from engine.admin.verify_all import Tally, check_all
from engine.domain.registry import GAMES
from engine.store import keys
from engine.store.compression import pack, unpack
from redis.asyncio import Redis
from redislink.client import connect

from tests.engine.conftest import PATIENT_S
from tests.support.matches import Table, full_table, waiting_table
from tools.redis_server import RedisServer

pytestmark = pytest.mark.anyio

Damage: TypeAlias = Callable[[Any, str], Awaitable[object]]


async def stored_match(redis: Any, name: str) -> Any:
    return match_type(GAMES["lost-cities"]).validate_json(unpack(await redis.hget(name, "match")))


async def store_match(redis: Any, name: str, match: Any) -> None:
    json = match_type(GAMES["lost-cities"]).dump_json(match)
    await redis.hset(name, "match", pack(json))


async def last_entry_gone(redis: Any, name: str) -> None:
    await redis.rpop(f"{name}:log")


async def first_entry_gone(redis: Any, name: str) -> None:
    await redis.lpop(f"{name}:log")


async def an_entry_twice(redis: Any, name: str) -> None:
    await redis.rpush(f"{name}:log", await redis.lindex(f"{name}:log", -1))


async def entries_exchanged(redis: Any, name: str) -> None:
    one, other = await redis.lrange(f"{name}:log", -2, -1)
    await redis.lset(f"{name}:log", -2, other)
    await redis.lset(f"{name}:log", -1, one)


async def another_move(redis: Any, name: str) -> None:
    row = unpack(await redis.lindex(f"{name}:log", -1))
    entry = entry_type(GAMES["lost-cities"]).validate_json(row)
    match = await stored_match(redis, name)
    assert isinstance(entry, Moved)
    other: Any = replace(entry.move, card=match.state.deck[0])
    changed = entry_row(match, replace(entry, move=other))
    await redis.lset(f"{name}:log", -1, pack(changed))


async def a_card_of_the_deck(redis: Any, name: str) -> None:
    match = await stored_match(redis, name)
    deck = [*match.state.deck]
    other = next(place for place, card in enumerate(deck) if card != deck[0])  # wagers are alike
    deck[0], deck[other] = deck[other], deck[0]
    state = replace(match.state, deck=tuple(deck))
    await store_match(redis, name, replace(match, state=state))


async def another_seed(redis: Any, name: str) -> None:
    await store_match(redis, name, replace(await stored_match(redis, name), seed="5eed" * 16))


async def another_version(redis: Any, name: str) -> None:
    await redis.hincrby(name, "version", 1)


async def another_head(redis: Any, name: str) -> None:
    await redis.hset(name, "head", "0" * 16)


async def half_a_match(redis: Any, name: str) -> None:
    await redis.hset(name, "match", (await redis.hget(name, "match"))[:100])


async def no_match(redis: Any, name: str) -> None:
    await redis.hset(name, "match", pack(b'{"id": "SECRET-Y7"}'))


DAMAGES: list[Damage] = [
    last_entry_gone,
    first_entry_gone,
    an_entry_twice,
    entries_exchanged,
    another_move,
    a_card_of_the_deck,
    another_seed,
    another_version,
    another_head,
    half_a_match,
    no_match,
]


async def filled(operator: Operator) -> list[Table]:
    clock = ClockOptions(per_move_ms=600_000)
    running = [await full_table(operator.matches, clock=clock), await full_table(operator.matches)]
    for table in running:
        await table.play(6)
    ended = await full_table(operator.matches)
    await ended.resign(0)
    aborted = await full_table(operator.matches)
    await operator.abort(aborted.match_id, "x")
    return [*running, ended, aborted, await waiting_table(operator.matches)]


async def checked(operator: Operator) -> Tally:
    return await check_all(operator, operator.stored.ids())


async def test_what_was_stored_is_right(own_operator: Operator) -> None:
    tables = await filled(own_operator)
    assert await checked(own_operator) == Tally(right=len(tables))


@pytest.mark.parametrize("damage", DAMAGES)
async def test_what_was_damaged_is_found_and_named_and_no_card_is_told(
    own_operator: Operator,
    own_server: RedisServer,
    damage: Damage,
    capsys: pytest.CaptureFixture[str],
) -> None:
    tables = await filled(own_operator)
    async with connect(own_server.url, PATIENT_S) as redis:
        await damage(redis, f"match:{{{tables[1].match_id}}}")
    assert await checked(own_operator) == Tally(right=len(tables) - 1, wrong=1)
    told = capsys.readouterr().out
    assert told.startswith(f"{tables[1].match_id} WRONG: ")
    sentence = told.partition(": ")[2]
    state: Any = (await tables[0].match()).state
    assert not {*sentence.replace(".", "").split()} & {*state.deck, *state.hands[0], "SECRET-Y7"}


async def test_a_snapshot_that_is_not_the_match_at_its_version_is_found(
    own_operator: Operator, own_redis: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await full_table(own_operator.matches)
    await table.play(40)
    assert await checked(own_operator) == Tally(right=1)
    name = keys.snapshots(table.match_id)
    redis: Any = own_redis
    (right,) = await redis.lrange(name, 0, -1)
    wrong = json.loads(unpack(right)) | {"version": 31}
    await redis.lset(name, 0, pack(json.dumps(wrong).encode()))
    assert await checked(own_operator) == Tally(wrong=1)
    assert "Its snapshot of version 32 is not what it was then." in capsys.readouterr().out
    await redis.lset(name, 0, right)
    await redis.rpush(name, right)
    assert await checked(own_operator) == Tally(wrong=1)


async def test_what_only_a_later_release_can_read_is_not_called_wrong(
    own_operator: Operator, own_server: RedisServer, capsys: pytest.CaptureFixture[str]
) -> None:
    tables = await filled(own_operator)
    names = [f"match:{{{table.match_id}}}" for table in tables]
    async with connect(own_server.url, PATIENT_S) as redis:
        await of_later_releases(redis, names)
    assert await checked(own_operator) == Tally(right=len(tables) - 3, skipped=3)
    assert capsys.readouterr().out.count(" skipped: ") == 3


async def of_later_releases(redis: Redis, names: list[str]) -> None:
    """Another game, another format, other rules."""
    stored: Any = redis
    await stored.hset(names[0], "game", "chess")
    await stored.hset(names[1], "match", b"\x09packed")
    await store_match(
        redis, names[2], replace(await stored_match(redis, names[2]), rules_version=9)
    )
