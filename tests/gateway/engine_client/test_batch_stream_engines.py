"""Batch streams to real engines: every move gets its own answer, whatever becomes of engines.

Engines that are killed or paused are processes of their own; the others serve in this one.
"""

import asyncio
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from engine.rpc import batch_stream as engine_streams
from engine.service.matches import Matches
from gateway.engine_client.batch_stream_pool import STREAMS, BatchStreamPool
from gateway.errors import Problem

from tests.e2e.test_outage import paused_process
from tests.engine.service.test_change_loop import one_history
from tests.support.batch_streams import (
    PATIENT_S,
    Gateway,
    engine,
    gateway,
    matches_in,
    next_move,
    shown,
    until_open,
)
from tests.support.matches import Table, fresh_id, full_table
from tests.support.patience import PATIENT
from tests.support.waiting import Stopwatch, happens
from tools.redis_server import DURABLE, RedisServer
from tools.stack import Process, free_port

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("one_loop")]

TIMEOUT_S = 1.2
"""The gateway's default, for tests that are about time."""
IN_TIME_S = 2.0
MATCHES = 16
ENOUGH = 60
"""Moves before something happens, and after it."""


@pytest.fixture
async def matches(redis_url: str) -> AsyncIterator[Matches]:
    """The matches, read without any engine."""
    async with matches_in(redis_url) as found:
        yield found


@dataclass
class Load:
    """Players that move all the time at some tables, with keys at every other one."""

    streams: BatchStreamPool
    tables: list[Table]
    told: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0
    enough: bool = False

    async def play(self, number: int) -> None:
        table, keyed, version = self.tables[number], number % 2 == 0, 2
        while not self.enough:
            request = await next_move(table, keyed)
            watch = Stopwatch()
            try:
                change = await self.streams.apply(request)
            except Problem as refusal:
                self._count(f"{refusal.code}{', with a key' * keyed}")
                self.slowest_s = max(self.slowest_s, watch.seconds())
                found = (await table.match()).version
                assert found in (version, version + 1)
                version = found
                continue
            self._count("made")
            version += 1
            assert (shown(change)["id"], change.version) == (table.match_id, version)
            if shown(change)["status"] == "finished":
                table, version = await full_table(table.matches, options=None), 2
                self.tables.append(table)

    def _count(self, what: str) -> None:
        self.told[what] += 1

    async def more(self, moves: int = ENOUGH) -> None:
        """Wait until so many more moves have been made."""
        made = self.told["made"] + moves

        async def there() -> bool:
            return self.told["made"] >= made

        await happens(there)

    async def check(self) -> None:
        """Assert that no move was lost and none was made twice."""
        sys.stdout.write(f"{dict(self.told)}; the slowest refusal after {self.slowest_s:.2f} s\n")
        for table in self.tables:
            await one_history(table)


@asynccontextmanager
async def load(streams: BatchStreamPool, matches: Matches) -> AsyncIterator[Load]:
    """Play at all tables until the end of the block; then check their histories."""
    found = Load(streams, [await full_table(matches, options=None) for _ in range(MATCHES)])
    await until_open(streams, found.tables[0])
    async with asyncio.TaskGroup() as group:
        for number in range(MATCHES):
            group.create_task(found.play(number))
        try:
            yield found
        finally:
            found.enough = True  # a cancellation alone may get lost on its way to Redis
    await found.check()


# --- engines that run


async def test_a_refusal_is_the_one_of_a_single_call(redis_url: str, matches: Matches) -> None:
    table = await full_table(matches)
    right = await next_move(table)
    async with engine(redis_url) as (_, address), gateway(address) as gate:
        for code, name, value in (
            ("version_mismatch", "expected_version", 9),
            ("invalid_move", "notation", "nonsense"),
            ("not_found", "match_id", fresh_id()),
        ):
            request = pb.ApplyMoveRequest()
            request.CopyFrom(right)
            setattr(request, name, value)
            with pytest.raises(Problem) as refusal:
                await gate.streams.apply(request)
            assert refusal.value.code == code
            assert refusal.value.extras.get("version", 2) == 2


# --- engines that come and go


async def test_engines_that_stop_lose_no_move_double_none_and_refuse_none(
    redis_url: str, matches: Matches
) -> None:
    """One after the other; by then, the first one is back at the same address."""
    async with AsyncExitStack() as stack:
        first, one = await stack.enter_async_context(engine(redis_url))
        second, other = await stack.enter_async_context(engine(redis_url))
        reborn = AsyncExitStack()
        stack.push_async_exit(reborn)
        gate = await stack.enter_async_context(gateway(one, other))
        async with load(gate.streams, matches) as players:
            await players.more()
            await first.drain(10)
            await players.more()
            port = int(one.rpartition(":")[2])
            await reborn.enter_async_context(engine(redis_url, port))
            await all_there(gate)
            await second.drain(10)
            await players.more()
        assert set(players.told) == {"made"}


async def all_there(gate: Gateway) -> None:
    """Wait until both engines are reached: each answers a call with its name."""

    async def there() -> bool:
        names = set()
        for _ in range(4):
            call = gate.dial()
            try:
                names.add(dict(await call.initial_metadata() or ()).get("engine-id"))
            except grpc.aio.AioRpcError:
                return False
            finally:
                call.cancel()
        return len(names) == 2

    await happens(there)


async def test_old_streams_are_renewed_and_no_move_is_refused(
    redis_url: str, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_streams, "MAX_AGE_S", 0.2)
    async with (
        engine(redis_url) as (_, one),
        engine(redis_url) as (_, other),
        gateway(one, other) as gate,
        load(gate.streams, matches) as players,
    ):

        async def renewed() -> bool:
            return len(gate.opened) > 6 * STREAMS

        await happens(renewed)
        await players.more()
        assert sum(not call.done() for call in gate.opened) <= STREAMS + 1
    assert set(players.told) == {"made"}


async def test_a_call_that_cannot_be_opened_is_opened_again(
    redis_url: str, matches: Matches, caplog: pytest.LogCaptureFixture
) -> None:
    """As after a channel was closed."""
    request = await next_move(await full_table(matches))
    async with engine(redis_url) as (_, address):
        async with grpc.aio.insecure_channel(address) as channel:
            closed: Any = pb_grpc.EngineServiceStub(channel)
        async with grpc.aio.insecure_channel(address) as channel:
            stubs = [closed] * 2 * STREAMS
            stub: Any = pb_grpc.EngineServiceStub(channel)
            streams = BatchStreamPool(lambda: (stubs.pop() if stubs else stub).Batches(), PATIENT_S)
            streams.start()
            assert shown(await streams.apply(request))["version"] == 3
            await streams.stop()
    assert caplog.text.count("a batch stream failed: UsageError at ") == 2 * STREAMS


async def test_a_stop_leaves_no_tasks(redis_url: str, matches: Matches) -> None:
    """Whether streams are idle, busy, or lead to no engine."""
    before = asyncio.all_tasks()
    tables = [await full_table(matches) for _ in range(20)]
    requests = [await next_move(table) for table in tables]
    async with engine(redis_url) as (_, address):
        serving = asyncio.all_tasks()
        for where in (address, address, f"127.0.0.1:{free_port()}"):
            async with gateway(where, timeout_s=TIMEOUT_S) as gate:
                moving = [asyncio.create_task(gate.streams.apply(each)) for each in requests]
                if where == address:
                    await asyncio.gather(*moving[:5], return_exceptions=True)
            told = await asyncio.gather(*moving, return_exceptions=True)
            assert all(isinstance(each, (pb.Change, Problem)) for each in told)
            await happens(lambda: only_tasks(serving))
    await happens(lambda: only_tasks(before))


async def only_tasks(expected: set["asyncio.Task[Any]"]) -> bool:
    """Return whether no task of the gateway is left."""
    more = asyncio.all_tasks() - expected - {asyncio.current_task()}
    return not [task for task in more if "gateway" in repr(task.get_coro())]


# --- engines that crash


class Engines:
    """Two engines, processes of their own, on a Redis of their own."""

    def __init__(self, data: Path) -> None:
        self.redis = RedisServer(data / "redis", *DURABLE)
        self.addresses = [f"127.0.0.1:{free_port()}" for _ in range(2)]
        self.processes = [
            Process(
                "engine",
                data / "engine.log",
                lambda address=address: listens(address),  # type: ignore[misc]
                ENGINE_ADDRESS=address,
                ENGINE_REDIS_URL=self.redis.url,
                ENGINE_REDIS_TIMEOUT_S=PATIENT["ENGINE_REDIS_TIMEOUT_S"],
            )
            for address in self.addresses
        ]

    def start(self) -> None:
        self.redis.start()
        for process in self.processes:
            process.start()
        for process in self.processes:
            process.wait()

    def stop(self) -> None:
        for process in self.processes:
            process.kill()
        self.redis.close()

    async def bring_back(self, number: int) -> None:
        self.processes[number].start()
        await asyncio.to_thread(self.processes[number].wait)


def listens(address: str) -> bool:
    host, _, port = address.partition(":")
    try:
        with socket.create_connection((host, int(port)), timeout=1):
            return True
    except OSError:
        return False


@pytest.fixture(scope="module")
def engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engines]:
    found = Engines(tmp_path_factory.mktemp("streams"))
    try:
        found.start()
        yield found
    finally:
        found.stop()


@pytest.mark.full
async def test_when_engines_are_killed_moves_with_a_key_are_made_once(engines: Engines) -> None:
    """Of the others, only those under way at that moment are refused, made or not."""
    async with (
        matches_in(engines.redis.url) as matches,
        gateway(*engines.addresses, timeout_s=TIMEOUT_S) as gate,
        load(gate.streams, matches) as players,
    ):
        for number in (0, 1, 0):
            await players.more()
            engines.processes[number].kill()
            await players.more()
            await engines.bring_back(number)
            await all_there(gate)
    assert set(players.told) <= {"made", "unavailable"}
    assert players.told["unavailable"] <= 3 * MATCHES


@pytest.mark.full
async def test_moves_to_a_paused_engine_are_refused_in_time_and_go_elsewhere(
    engines: Engines,
) -> None:
    async with (
        matches_in(engines.redis.url) as matches,
        gateway(*engines.addresses, timeout_s=TIMEOUT_S) as gate,
    ):
        tables = [await full_table(matches) for _ in range(MATCHES)]
        await until_open(gate.streams, tables[0])
        with paused_process(engines.processes[0].pid):
            refused, since = 0, Stopwatch()
            while True:
                requests = [await next_move(table) for table in tables]
                watch = Stopwatch()
                told = await asyncio.gather(
                    *map(gate.streams.apply, requests), return_exceptions=True
                )
                assert not watch.exceeds(IN_TIME_S)
                assert all(isinstance(each, (pb.Change, Problem)) for each in told), told
                lost = [each for each in told if isinstance(each, Problem)]
                assert {each.code for each in lost} <= {"unavailable"}
                refused += len(lost)
                if not lost:
                    break
                assert not since.exceeds(4 * IN_TIME_S)
            sys.stdout.write(f"{refused} refused, {since.seconds():.2f} s\n")
        for table in tables:
            await one_history(table)
