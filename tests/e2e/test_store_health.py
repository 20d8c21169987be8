"""Engines as processes, and a Redis that is full, refuses them, or has another time than they."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from redis import Redis

from tests.e2e.test_outage import ready
from tests.support.engine_rpc import person
from tests.support.live import Live
from tests.support.players import refused, start_match
from tests.support.waiting import until
from tools.redis_server import RedisServer
from tools.stack import ROOT, Stack, free_port, serves

pytestmark = pytest.mark.full

WAIT_S = 60.0
HOUR_S = 3600
SECRET = "hunter2"  # noqa: S105 - nobody's


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path / "own")
    server.start()
    yield server
    server.close()


@contextmanager
def engine(log: Path, *command: str, **settings: str) -> Iterator[str]:
    """The address of an engine process; its output goes to `log`."""
    address = f"127.0.0.1:{free_port()}"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            env={
                **os.environ,
                "PYTHONPATH": "libs:services",
                "ENGINE_ADDRESS": address,
                **settings,
            },
            stderr=output,
        )
    try:
        until(lambda: "serving on" in log.read_text(), WAIT_S)
        yield address
    finally:
        process.terminate()
        assert process.wait(WAIT_S) == 0


def test_a_service_that_can_store_nothing_is_not_ready(tmp_path: Path) -> None:
    """It can be read all the same, and the engines are not to be restarted for it."""
    with Stack(tmp_path) as stack:
        match_id, (ann, _) = start_match(stack.url)
        assert ready(stack.url)
        with Redis.from_url(stack.redis_url) as admin:
            admin.config_set("maxmemory", 1)
            until(lambda: not ready(stack.url), WAIT_S)
            assert ann.see(match_id)["version"] == 2
            lost = ann.post("/v1/matches", {"game": "lost-cities"})
            refused(lost, 503, "unavailable")
            stack.engines[0].wait()
            admin.config_set("maxmemory", 0)
            until(lambda: ready(stack.url), WAIT_S)
        told = stack.engines[0].log.read_text()
        assert told.count("(memory)") == 1


def test_an_engine_without_the_password_does_not_serve(server: RedisServer, tmp_path: Path) -> None:
    log = tmp_path / "engine.log"
    settings = {"ENGINE_REDIS_URL": server.url, "ENGINE_REDIS_PASSWORD": SECRET}
    settings["ENGINE_REDIS_USERNAME"] = "ann"
    with engine(log, "engine", **settings) as address:
        assert not serves(address)
        with Redis.from_url(server.url) as admin:
            rights = ("+@all", "~*", "&*")
            admin.execute_command("ACL", "SETUSER", "ann", "on", f">{SECRET}", *rights)
            until(lambda: serves(address), WAIT_S)
    told = log.read_text()
    assert told.count("wrong password") == 1
    assert SECRET not in told


def test_an_engine_an_hour_ahead_forfeits_nothing(server: RedisServer, tmp_path: Path) -> None:
    log = tmp_path / "engine.log"
    with Live(server.url) as live:
        match_id, (ann, _) = start_match(live.url, clock={"perMove": "60s"})
        settings = {"ENGINE_REDIS_URL": server.url}
        wish = pb.CreateMatchRequest(creator=person(), game="lost-cities")
        with engine(log, "tests.support.shifted_engine", str(HOUR_S), **settings) as address:
            until(lambda: "deadlines wait" in log.read_text(), WAIT_S)
            assert not serves(address)
            assert "this engine serves nothing" in log.read_text()
            assert ann.see(match_id)["status"] == "active"
            with grpc.insecure_channel(address) as channel, pytest.raises(grpc.RpcError) as lost:
                pb_grpc.EngineServiceStub(channel).CreateMatch(wish)
            assert lost.value.code() == grpc.StatusCode.UNAVAILABLE
