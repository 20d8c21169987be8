"""How many engines are asked for a game that some of them lack, or all."""

from pathlib import Path

import pytest
from croupier.v1 import engine_service_pb2 as pb
from engine.observability.metrics import Metrics
from engine.observability.rpc import RpcObserver
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.store import engines
from engine.store.engines import Engines
from engine.store.matches import MatchStore
from gateway.engine_client.client import ENGINES, EngineClient
from gateway.engine_client.group import Way
from gateway.errors import NotPlayed
from redis.asyncio import Redis
from redislink.client import connect

from tests.engine.conftest import TTL
from tests.support.batch_streams import PATIENT_S
from tests.support.engine_rpc import person
from tools.redis_server import RedisServer

pytestmark = [pytest.mark.anyio, pytest.mark.service]
UNKNOWN = pb.CreateMatchRequest(creator=person(), game="chess")


async def test_all_are_asked_unless_one_knows_that_none_plays_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a while it is no upgrade, but a game that was removed."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    try:
        async with connect(server.url, PATIENT_S) as redis:
            away = NotPlayed().detail
            assert await asked(redis) == (ENGINES, away, "5")
            await Engines(redis).beat("own")
            assert await asked(redis) == (1, away, "5")
            monkeypatch.setattr(engines, "GONE_S", 0.0)
            gone = "This game, or this version of its rules, is not played here any more."
            assert await asked(redis) == (1, gone, "3600")
    finally:
        server.close()


async def asked(redis: Redis) -> tuple[int, str, str]:
    """Return how many calls an engine gets for a game that it has not, and what is answered."""
    metrics = Metrics()
    engine = Server(Matches(MatchStore(redis, TTL)), observer=RpcObserver(metrics))
    port = await engine.start("127.0.0.1:0")
    client = EngineClient(f"ipv4:127.0.0.1:{port}", Way(PATIENT_S, batching=False))
    try:
        with pytest.raises(NotPlayed) as refused:
            await client.create_match(UNKNOWN)
    finally:
        await client.close()
        await engine.grpc.stop(1.0)  # a call is counted once its answer is on its way
    labels = {"method": "CreateMatch", "code": "ABORTED"}
    calls = metrics.registry.get_sample_value("croupier_engine_rpc_seconds_count", labels)
    told = refused.value
    return int(calls or 0), told.detail, told.headers["Retry-After"]
