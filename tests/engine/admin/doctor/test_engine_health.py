"""`croupierctl doctor` says whether there is an engine, which Redis cannot tell."""

import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from engine.admin.__main__ import main
from engine.admin.doctor import engine_health
from engine.admin.doctor.engine_health import address_of, of_health, of_metrics
from engine.config import Settings
from engine.observability.metrics import Metrics
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.service.workers.store_watch import Health
from telemetry import metrics

from tools.redis_server import RedisServer
from tools.stack import free_port

REDIS = "redis://localhost"
FILES: dict[str, Any] = {"tls_cert": "a", "tls_key": "b", "tls_ca": "c"}


@pytest.fixture
async def server(matches: Matches) -> AsyncIterator[Server]:
    server = Server(matches)
    yield server
    await server.drain(0)


@pytest.mark.anyio
async def test_an_engine_is_well_as_long_as_it_can_store(server: Server, tmp_path: Path) -> None:
    address = f"unix:{tmp_path}/engine.sock"
    assert (await of_health(address)).level == "wrong"
    await server.start(address)
    assert (await of_health(address)).level == "ok"
    await server.report(Health(serves=True, stores=False))
    found = await of_health(address)
    assert found.level == "wrong"
    assert "can store nothing" in found.text


@pytest.mark.service
@pytest.mark.anyio
async def test_an_engine_that_hangs_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system accepts connections for a process that is stopped."""
    monkeypatch.setattr(engine_health, "TIMEOUT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        found = await of_health(f"127.0.0.1:{silent.getsockname()[1]}")
    assert found.level == "wrong"
    assert "CroupierEngineAway" in found.text


@pytest.mark.service
@pytest.mark.anyio
async def test_an_engine_that_knows_another_redis_is_believed() -> None:
    """And where no engine tells, there is no finding: its health says whether there is one."""
    known, address = Metrics(), f"127.0.0.1:{free_port()}"
    assert [await of_metrics(each) for each in ("", address)] == [[], []]
    stop = metrics.serve(address, known.registry)
    try:
        assert await of_metrics(address) == []
        known.replaced.set(1)
        (found,) = await of_metrics(address)
    finally:
        stop()
    assert found.level == "wrong"
    assert "CroupierStoreReplaced" in found.text


def test_the_engine_of_the_settings_is_asked_if_they_name_one() -> None:
    """With TLS, a caller without a certificate is answered at the port for probes only."""
    assert address_of(Settings(redis_url=REDIS)) == ""
    assert address_of(Settings(redis_url=REDIS, address="[::]:50051")) == "127.0.0.1:50051"
    assert address_of(Settings(redis_url=REDIS, address="x:1", **FILES)) == ""
    both = Settings(redis_url=REDIS, address="x:1", health_address="x:2", **FILES)
    assert address_of(both) == "x:2"


def test_the_command_says_that_no_engine_is_there(
    own_server: RedisServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)
    assert main(["doctor"]) == 0
    assert "note   no engine was asked" in capsys.readouterr().out
    assert main(["doctor", "--engine", f"unix:{tmp_path}/none"]) == 1
    assert f"wrong  no engine answers at unix:{tmp_path}/none" in capsys.readouterr().out
