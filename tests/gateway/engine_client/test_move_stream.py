"""Lines to real engines: every move is answered with its own result, whatever becomes of engines.

Engines that are killed or paused are processes of their own; the others serve in here.
"""

import asyncio
import socket
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from engine.domain.registry import GAMES
from engine.rpc import move_stream as engine_lines
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from engine.store.types import Ttl
from gateway.engine_client.client import OPTIONS
from gateway.engine_client.move_queue import BATCH_BYTES, OF_ONE_MATCH, EngineQueue, PendingMove
from gateway.engine_client.move_stream import STREAMS, MoveStreamPool
from gateway.errors import Problem
from redislink.client import connect

from tests.e2e.test_outage import paused_process
from tests.engine.service.test_races import one_history
from tests.support.matches import Table, fresh_id, full_table
from tests.support.patience import PATIENT
from tests.support.waiting import Stopwatch, happens
from tools.redis_server import DURABLE, RedisServer
from tools.stack import Process, free_port

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("one_loop")]

TTL = Ttl(finished=1_000_000, abandoned=2_000_000)
CACHED = 1000
TIMEOUT_S = 1.2
"""What the gateway has by default, where it is about time."""
PATIENT_S = 20.0
"""Elsewhere, so that a slow machine is no outage."""
IN_TIME_S = 2.0
MATCHES = 16
ENOUGH = 60
"""Moves before something happens, and after it."""


@asynccontextmanager
async def matches_in(redis_url: str) -> AsyncIterator[Matches]:
    async with connect(redis_url, PATIENT_S) as client:
        yield Matches(MatchStore(client, TTL, CACHED))


@pytest.fixture
async def matches(redis_url: str) -> AsyncIterator[Matches]:
    """What looks at matches without any engine."""
    async with matches_in(redis_url) as found:
        yield found


@asynccontextmanager
async def engine(redis_url: str, port: int = 0) -> AsyncIterator[tuple[Server, str]]:
    """An engine that serves in here, and where."""
    async with matches_in(redis_url) as own:
        server = Server(own, with_reflection=False)
        port = await server.start(f"127.0.0.1:{port}")
        try:
            yield server, f"127.0.0.1:{port}"
        finally:
            await server.grpc.stop(None)


@dataclass
class Gateway:
    """The gateway's end of the lines, and how often it has opened one."""

    lines: MoveStreamPool
    dial: Callable[[], Any]
    opened: list[Any]


@asynccontextmanager
async def gateway(*addresses: str, timeout_s: float = PATIENT_S) -> AsyncIterator[Gateway]:
    options = [option for option in OPTIONS if option[0] != "grpc.service_config"]
    balanced = ("grpc.service_config", '{"loadBalancingConfig": [{"round_robin": {}}]}')
    target = f"ipv4:{','.join(addresses)}"
    opened: list[Any] = []
    async with grpc.aio.insecure_channel(target, options=[*options, balanced]) as channel:
        stub: Any = pb_grpc.EngineServiceStub(channel)

        def dial() -> Any:
            opened.append(stub.ApplyMoves())
            return opened[-1]

        lines = MoveStreamPool(dial, timeout_s)
        lines.start()
        try:
            yield Gateway(lines, stub.ApplyMoves, opened)
        finally:
            await lines.stop()


async def until_open(lines: MoveStreamPool, table: Table) -> None:
    """Until some engine answers: that nobody's move is none is found out there."""

    async def answered() -> bool:
        try:
            await lines.apply(pb.ApplyMoveRequest(match_id=table.match_id, notation="nonsense"))
        except Problem as refusal:
            return refusal.code != "unavailable"
        return True

    await happens(answered)


async def wish(table: Table, keyed: bool = False) -> pb.ApplyMoveRequest:
    """The first legal move."""
    seat, move = await table.turn()
    name = fresh_id()
    return pb.ApplyMoveRequest(
        match_id=table.match_id,
        caller=pb.Caller(player_id=table.players[seat].id, seat=seat),
        notation=GAMES["lost-cities"].rules.notation(move),
        idempotency=pb.Idempotency(key=name, fingerprint=name) if keyed else None,
    )


@dataclass
class Load:
    """Players who never rest, at some tables; under keys at every second of them."""

    lines: MoveStreamPool
    tables: list[Table]
    told: Counter[str] = field(default_factory=Counter)
    slowest_s: float = 0.0
    enough: bool = False

    async def play(self, number: int) -> None:
        table, keyed, version = self.tables[number], number % 2 == 0, 2
        while not self.enough:
            request = await wish(table, keyed)
            watch = Stopwatch()
            try:
                change = await self.lines.apply(request)
            except Problem as refusal:
                self._count(f"{refusal.code}{', with a key' * keyed}")
                self.slowest_s = max(self.slowest_s, watch.seconds())
                found = (await table.match()).version
                assert found in (version, version + 1)
                version = found
                continue
            self._count("made")
            version += 1
            assert (change.match.id, change.version) == (table.match_id, version)
            if change.match.status == pb.MATCH_STATUS_FINISHED:
                table, version = await full_table(table.matches, options=None), 2
                self.tables.append(table)

    def _count(self, what: str) -> None:
        self.told[what] += 1

    async def more(self, moves: int = ENOUGH) -> None:
        """Until so many more have been made."""
        made = self.told["made"] + moves

        async def there() -> bool:
            return self.told["made"] >= made

        await happens(there)

    async def check(self) -> None:
        """Nothing was lost, nothing made twice."""
        sys.stdout.write(f"{dict(self.told)}; the slowest refusal after {self.slowest_s:.2f} s\n")
        for table in self.tables:
            await one_history(table)


@asynccontextmanager
async def load(lines: MoveStreamPool, matches: Matches) -> AsyncIterator[Load]:
    """All tables play until the end of the block; then everything is looked at."""
    found = Load(lines, [await full_table(matches, options=None) for _ in range(MATCHES)])
    await until_open(lines, found.tables[0])
    async with asyncio.TaskGroup() as group:
        for number in range(MATCHES):
            group.create_task(found.play(number))
        try:
            yield found
        finally:
            found.enough = True  # a cancellation alone may get lost on its way to Redis
    await found.check()


# --- engines that are well


async def test_every_move_is_answered_with_its_own_result(redis_url: str, matches: Matches) -> None:
    tables = [await full_table(matches) for _ in range(200)]
    async with (
        engine(redis_url) as (_, one),
        engine(redis_url) as (_, other),
        gateway(one, other) as far,
    ):
        for version in (3, 4):
            wishes = [await wish(table) for table in tables]
            for place in range(0, 200, 10):
                idle = 1 - wishes[place].caller.seat
                wishes[place].caller.seat = idle
                wishes[place].caller.player_id = tables[place].players[idle].id
            told = await asyncio.gather(*map(far.lines.apply, wishes), return_exceptions=True)
            for place, (table, change) in enumerate(zip(tables, told, strict=True)):
                if place % 10 == 0:
                    assert isinstance(change, Problem)
                    assert change.code == "not_your_turn"
                else:
                    assert isinstance(change, pb.Change), change
                    assert (change.match.id, change.version) == (table.match_id, version)


async def test_a_lone_move_does_not_wait_for_company(redis_url: str, matches: Matches) -> None:
    """The quickest of many takes no longer than the quickest call of its own, or little."""
    async with engine(redis_url) as (_, address), gateway(address) as far:
        table = await full_table(matches, options=None)
        await until_open(far.lines, table)
        async with grpc.aio.insecure_channel(address) as channel:
            stub: Any = pb_grpc.EngineServiceStub(channel)
            quickest: dict[str, float] = {}
            for way in (far.lines.apply, stub.ApplyMove, far.lines.apply):
                for _ in range(20):
                    request = await wish(table)
                    started = time.perf_counter()
                    await way(request)
                    took = time.perf_counter() - started
                    quickest[str(way)] = min(took, quickest.get(str(way), 9.0))
    sys.stdout.write(f"{quickest}\n")
    by_line, by_call = quickest.values()
    assert by_line < by_call + 0.002


async def test_a_refusal_is_the_one_that_a_call_gives(redis_url: str, matches: Matches) -> None:
    table = await full_table(matches)
    right = await wish(table)
    async with engine(redis_url) as (_, address), gateway(address) as far:
        for code, name, value in (
            ("version_mismatch", "expected_version", 9),
            ("invalid_move", "notation", "nonsense"),
            ("not_found", "match_id", fresh_id()),
        ):
            request = pb.ApplyMoveRequest()
            request.CopyFrom(right)
            setattr(request, name, value)
            with pytest.raises(Problem) as refusal:
                await far.lines.apply(request)
            assert refusal.value.code == code
            assert refusal.value.extras.get("version", 2) == 2


# --- engines that come and go


async def test_engines_that_stop_lose_nothing_double_nothing_and_fail_nobody(
    redis_url: str, matches: Matches
) -> None:
    """One after the other, and the first has come back by then, at the same place."""
    async with AsyncExitStack() as stack:
        first, one = await stack.enter_async_context(engine(redis_url))
        second, other = await stack.enter_async_context(engine(redis_url))
        reborn = AsyncExitStack()
        stack.push_async_exit(reborn)
        far = await stack.enter_async_context(gateway(one, other))
        async with load(far.lines, matches) as players:
            await players.more()
            await first.drain(10)
            await players.more()
            port = int(one.rpartition(":")[2])
            await reborn.enter_async_context(engine(redis_url, port))
            await all_there(far)
            await second.drain(10)
            await players.more()
        assert set(players.told) == {"made"}


async def all_there(far: Gateway) -> None:
    """Until both engines are reached: each says its name to who calls."""

    async def there() -> bool:
        names = set()
        for _ in range(4):
            call = far.dial()
            try:
                names.add(dict(await call.initial_metadata() or ()).get("engine-id"))
            except grpc.aio.AioRpcError:
                return False
            finally:
                call.cancel()
        return len(names) == 2

    await happens(there)


async def test_old_lines_are_renewed_and_nobody_notices(
    redis_url: str, matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_lines, "MAX_AGE_S", 0.2)
    async with (
        engine(redis_url) as (_, one),
        engine(redis_url) as (_, other),
        gateway(one, other) as far,
        load(far.lines, matches) as players,
    ):

        async def renewed() -> bool:
            return len(far.opened) > 6 * STREAMS

        await happens(renewed)
        await players.more()
        assert sum(not call.done() for call in far.opened) <= STREAMS + 1
    assert set(players.told) == {"made"}


async def test_without_any_engine_everybody_is_refused_in_time_and_it_heals_by_itself(
    redis_url: str, matches: Matches
) -> None:
    tables = [await full_table(matches) for _ in range(20)]
    wishes = [await wish(table) for table in tables]
    port = free_port()
    async with gateway(f"127.0.0.1:{port}", timeout_s=TIMEOUT_S) as far:
        for _ in range(2):
            watch = Stopwatch()
            told = await asyncio.gather(*map(far.lines.apply, wishes), return_exceptions=True)
            assert not watch.exceeds(IN_TIME_S)
            assert {each.code for each in told if isinstance(each, Problem)} == {"unavailable"}
            assert len(told) == len(wishes)
        async with engine(redis_url, port):

            async def made() -> bool:
                try:
                    return (await far.lines.apply(wishes[0])).version == 3
                except Problem:
                    return False

            sys.stdout.write(f"there after {await happens(made):.2f} s\n")
            assert [(await table.match()).version for table in tables] == [3] + [2] * 19


async def test_lines_that_cannot_be_dialed_are_dialed_again(
    redis_url: str, matches: Matches, caplog: pytest.LogCaptureFixture
) -> None:
    """As over a channel that has just been closed."""
    request = await wish(await full_table(matches))
    async with engine(redis_url) as (_, address):
        async with grpc.aio.insecure_channel(address) as channel:
            closed: Any = pb_grpc.EngineServiceStub(channel)
        async with grpc.aio.insecure_channel(address) as channel:
            stubs = [closed] * 2 * STREAMS
            stub: Any = pb_grpc.EngineServiceStub(channel)
            lines = MoveStreamPool(lambda: (stubs.pop() if stubs else stub).ApplyMoves(), PATIENT_S)
            lines.start()
            assert (await lines.apply(request)).match.version == 3
            await lines.stop()
    assert caplog.text.count("a move stream failed: UsageError at ") == 2 * STREAMS


async def test_a_batch_is_neither_too_large_nor_all_of_one_match() -> None:
    """What stays behind goes with the next ones, in the order it came in."""
    lane, loop = EngineQueue(), asyncio.get_running_loop()

    def put(match_id: str, notation: str) -> None:
        request = pb.ApplyMoveRequest(match_id=match_id, notation=notation)
        lane.put(PendingMove(request, loop.create_future()))

    for number in range(2 * OF_ONE_MATCH):
        put("one", f"{number}")
    put("other", "x" * BATCH_BYTES)
    put("third", "y")
    batches = [lane._next_batch() for _ in range(3)]
    told = [[order.request.notation[:2] for order in batch] for batch in batches]
    assert told == [["0", "1", "2", "3", "xx"], ["4", "5", "6", "7", "y"], []]


async def test_what_nobody_waits_for_any_more_is_not_kept() -> None:
    """However long there is no engine."""
    lane, loop = EngineQueue(), asyncio.get_running_loop()
    for _ in range(100):
        order = PendingMove(pb.ApplyMoveRequest(), loop.create_future())
        lane.put(order)
        order.result.cancel()
    assert len(lane.moves) == 1


async def test_a_stop_leaves_no_tasks(redis_url: str, matches: Matches) -> None:
    """Whether lines are idle, busy, or lead nowhere."""
    before = asyncio.all_tasks()
    tables = [await full_table(matches) for _ in range(20)]
    wishes = [await wish(table) for table in tables]
    async with engine(redis_url) as (_, address):
        serving = asyncio.all_tasks()
        for where in (address, address, f"127.0.0.1:{free_port()}"):
            async with gateway(where, timeout_s=TIMEOUT_S) as far:
                moving = [asyncio.create_task(far.lines.apply(each)) for each in wishes]
                if where == address:
                    await asyncio.gather(*moving[:5], return_exceptions=True)
            told = await asyncio.gather(*moving, return_exceptions=True)
            assert all(isinstance(each, (pb.Change, Problem)) for each in told)
            await happens(lambda: nothing_but(serving))
    await happens(lambda: nothing_but(before))


async def nothing_but(expected: set["asyncio.Task[Any]"]) -> bool:
    """Whether nothing of the gateway's is going on any more."""
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
                **PATIENT,
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
    found = Engines(tmp_path_factory.mktemp("lines"))
    try:
        found.start()
        yield found
    finally:
        found.stop()


@pytest.mark.full
async def test_when_engines_are_killed_what_has_a_key_is_made_once(engines: Engines) -> None:
    """And of the rest only what was under way just then is refused, made or not."""
    # With a short timeout, a move of a slow engine would be refused and made after that.
    async with (
        matches_in(engines.redis.url) as matches,
        gateway(*engines.addresses) as far,
        load(far.lines, matches) as players,
    ):
        for number in (0, 1, 0):
            await players.more()
            engines.processes[number].kill()
            await players.more()
            await engines.bring_back(number)
            await all_there(far)
    assert set(players.told) <= {"made", "unavailable"}
    assert players.told["unavailable"] <= 3 * MATCHES


@pytest.mark.full
async def test_a_paused_engine_is_refused_for_in_time_and_then_left_alone(engines: Engines) -> None:
    async with (
        matches_in(engines.redis.url) as matches,
        gateway(*engines.addresses, timeout_s=TIMEOUT_S) as far,
    ):
        tables = [await full_table(matches) for _ in range(MATCHES)]
        await until_open(far.lines, tables[0])
        with paused_process(engines.processes[0].pid):
            refused, since = 0, Stopwatch()
            while True:
                wishes = [await wish(table) for table in tables]
                watch = Stopwatch()
                told = await asyncio.gather(*map(far.lines.apply, wishes), return_exceptions=True)
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
