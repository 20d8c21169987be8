"""How the service starts, what it tells about itself, and how it stops."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import grpc
import pytest
from anyio import to_thread
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from engine.observability.metrics import Metrics
from engine.observability.rpc import RpcObserver
from engine.rpc.server import SERVICE, Server
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from redislink.client import connect

from tests.conftest import ROOT
from tests.engine.conftest import PATIENT_S, TTL
from tests.support.engine_rpc import Running, person, serving
from tools.redis_server import RedisServer

if TYPE_CHECKING:
    from tests.support.engine_rpc import Stub

pytestmark = pytest.mark.anyio

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING
PATIENCE_S = 30


@pytest.fixture
async def patient_store(own_server: RedisServer) -> AsyncIterator[MatchStore]:
    """A store that waits long for a Redis that a test has paused."""
    async with connect(own_server.url, PATIENT_S) as client:
        yield MatchStore(client, TTL)


def wish() -> pb.CreateMatchRequest:
    return pb.CreateMatchRequest(creator=person(), game="lost-cities")


async def test_it_tells_that_it_serves(running: Running) -> None:
    for service in ("", SERVICE):
        answer = await running.health.Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == SERVING
    with pytest.raises(grpc.aio.AioRpcError) as unknown:
        await running.health.Check(health_pb2.HealthCheckRequest(service="other"))
    assert unknown.value.code() == grpc.StatusCode.NOT_FOUND


@pytest.mark.full  # it waits for as long as three pings take
async def test_a_caller_may_ping_as_often_as_it_likes(running: Running) -> None:
    """One whose pings come late and close together, on a busy machine, keeps its connection."""
    eager = [("grpc.keepalive_time_ms", 20), ("grpc.http2.max_pings_without_data", 0)]
    async with grpc.aio.insecure_channel(running.address, eager) as channel:
        asked = health_pb2.HealthCheckRequest(service=SERVICE)
        watch = replace(running, channel=channel).health.Watch(asked)
        assert (await watch.read()).status == SERVING
        reading = asyncio.ensure_future(watch.read())
        ended, _ = await asyncio.wait({reading}, timeout=4)
        assert not ended, "the server has closed the connection"
        watch.cancel()
        await asyncio.wait({reading})


async def test_health_alone_is_served_in_a_second_place(matches: Matches) -> None:
    """Until it drains, when it says so there, too."""
    async with serving(matches) as engine:
        port = await engine.server.start_probes("127.0.0.1:0")
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            probe = replace(engine, channel=channel)
            request = health_pb2.HealthCheckRequest(service=SERVICE)
            assert (await probe.health.Check(request)).status == SERVING
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await probe.stub.ListGames(pb.ListGamesRequest())
            assert refused.value.code() == grpc.StatusCode.UNIMPLEMENTED
            await engine.server.health.enter_graceful_shutdown()
            assert (await probe.health.Check(request)).status == NOT_SERVING
        await engine.server.drain(0)
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            with pytest.raises(grpc.aio.AioRpcError) as gone:
                await replace(engine, channel=channel).health.Check(request, timeout=PATIENCE_S)
            assert gone.value.code() == grpc.StatusCode.UNAVAILABLE


async def test_it_describes_itself(running: Running) -> None:
    assert SERVICE in await services(running)


async def test_it_describes_itself_only_if_asked_to(matches: Matches) -> None:
    async with serving(matches, with_reflection=False) as engine:
        # Nothing is sent: a request that comes too late for its refusal is INTERNAL to gRPC.
        assert await reflection(engine)(timeout=PATIENCE_S).code() == grpc.StatusCode.UNIMPLEMENTED


def reflection(running: Running) -> Any:
    new_stub: Any = reflection_pb2_grpc.ServerReflectionStub
    return new_stub(running.channel).ServerReflectionInfo


async def services(running: Running) -> list[str]:
    request = reflection_pb2.ServerReflectionRequest(list_services="")
    answers = [answer async for answer in reflection(running)(iter([request]))]
    return [service.name for service in answers[0].list_services_response.service]


async def test_when_told_to_stop_it_says_so(running: Running) -> None:
    watched = running.health.Watch(health_pb2.HealthCheckRequest(service=SERVICE))
    assert (await watched.read()).status == SERVING
    async with anyio.create_task_group() as group:
        group.start_soon(running.server.drain, PATIENCE_S)
        assert (await watched.read()).status == NOT_SERVING
        watched.cancel()


@dataclass
class Held:
    """A call that is in the engine and waits for Redis."""

    engine: Running
    call: Awaitable[pb.Change]


@asynccontextmanager
async def call_in_flight(store: MatchStore, server: RedisServer) -> AsyncIterator[Held]:
    began, secret = anyio.Event(), store.installation.secret

    async def secret_for_a_match_that_is_being_made() -> str:
        began.set()
        return await secret()

    await store.load_many(["warms the connection up"])
    store.installation.secret = secret_for_a_match_that_is_being_made  # type: ignore[method-assign]
    async with serving(Matches(store)) as engine:
        await store.maintenance.check()  # which is believed for a second
        with paused(server):
            call = engine.stub.CreateMatch(wish())
            with anyio.fail_after(PATIENCE_S):
                await began.wait()
            yield Held(engine, call)


@contextmanager
def paused(server: RedisServer) -> Iterator[None]:
    assert server.process
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        resume(server)


def resume(server: RedisServer) -> None:
    assert server.process
    os.kill(server.process.pid, signal.SIGCONT)


async def test_when_told_to_stop_it_finishes_what_it_does_and_takes_no_more(
    patient_store: MatchStore, own_server: RedisServer
) -> None:
    async with (
        call_in_flight(patient_store, own_server) as held,
        anyio.create_task_group() as group,
    ):
        group.start_soon(held.engine.server.drain, PATIENCE_S)
        assert await refuses(held.engine.stub)
        resume(own_server)
        assert (await held.call).version == 1


async def refuses(stub: "Stub") -> bool:
    """Wait until a new call is refused."""
    with anyio.fail_after(PATIENCE_S):
        while True:
            try:
                await stub.ListGames(pb.ListGamesRequest())
            except grpc.aio.AioRpcError as error:
                if error.code() != grpc.StatusCode.CANCELLED:  # asked just as it began to stop
                    return error.code() == grpc.StatusCode.UNAVAILABLE


async def test_it_does_not_wait_for_ever_for_what_it_does(
    patient_store: MatchStore, own_server: RedisServer
) -> None:
    async with call_in_flight(patient_store, own_server) as held:
        began = time.monotonic()
        await held.engine.server.drain(0.1)
        assert time.monotonic() - began < PATIENT_S / 2
        with pytest.raises((grpc.aio.AioRpcError, anyio.get_cancelled_exc_class())) as cut:
            await held.call
        assert isinstance(cut.value, grpc.aio.AioRpcError)
        assert cut.value.code() == grpc.StatusCode.UNAVAILABLE


@pytest.mark.full
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_the_process_serves_until_it_is_told_to_stop(
    redis_url: str, tmp_path: Path, number: signal.Signals
) -> None:
    address = f"unix:{tmp_path}/engine.sock"
    process = start(ENGINE_ADDRESS=address, ENGINE_REDIS_URL=redis_url)
    try:
        async with grpc.aio.insecure_channel(address) as channel:
            health: Any = health_pb2_grpc.HealthStub(channel)
            request = health_pb2.HealthCheckRequest(service=SERVICE)
            answer = await health.Check(request, wait_for_ready=True, timeout=PATIENCE_S)
            assert answer.status == SERVING
            stub = pb_grpc.EngineServiceStub(channel)
            made = await stub.CreateMatch(wish())
            assert made.version == 1
    finally:
        process.send_signal(number)
        _, told = await to_thread.run_sync(process.communicate)
    assert process.returncode == 0
    assert "Traceback" not in told
    assert f"serving on {address}" in told


@pytest.mark.full
async def test_the_process_does_not_start_without_a_redis_url() -> None:
    process = start()
    _, told = await to_thread.run_sync(process.communicate)
    assert process.returncode == 1
    assert told == "ENGINE_REDIS_URL: must be set.\n"


def start(**settings: str) -> subprocess.Popen[str]:
    env = {name: value for name, value in os.environ.items() if not name.startswith("ENGINE_")}
    return subprocess.Popen(
        [sys.executable, "-m", "engine"],
        cwd=ROOT / "services",
        env=env | settings,
        stderr=subprocess.PIPE,
        text=True,
    )


async def test_a_drain_is_told(matches: Matches, tmp_path: Path) -> None:
    metrics = Metrics()
    server = Server(matches, observer=RpcObserver(metrics))
    await server.start(f"unix:{tmp_path}/engine.sock")
    assert draining(metrics) == 0
    await server.drain(0)
    assert draining(metrics) == 1


def draining(metrics: Metrics) -> float | None:
    return metrics.registry.get_sample_value("croupier_engine_draining")
