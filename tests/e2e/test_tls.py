"""The programs, with TLS between them: an authority follows another while matches are played."""

import math
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import httpx
import pytest
import trustme

from tests.e2e.test_stack import Table, more_than, under_load
from tests.support.certificates import NAMES, Mounted, mounted
from tests.support.patience import PATIENT
from tests.support.players import start_match
from tests.support.waiting import until
from tools.redis_server import DURABLE, RedisServer
from tools.stack import Process, answers, free_port, serves

pytestmark = pytest.mark.full

MATCHES = 32
ENOUGH = 50
"""Requests before something happens, and after it."""


class Programs:
    """Two engines and a gateway that speak TLS with one another, and their files."""

    def __init__(self, folder: Path, redis_url: str, authority: trustme.CA) -> None:
        self.papers = {name: mounted(folder / name, authority) for name in ("engine", "gateway")}
        self.metrics = [f"127.0.0.1:{free_port()}" for _ in range(3)]
        addresses = [f"127.0.0.1:{free_port()}" for _ in range(2)]
        self.engines = [
            self._engine(folder, *each, redis_url)
            for each in zip(addresses, self.metrics[1:], strict=True)
        ]
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log = folder / "gateway.log"
        self.gateway = Process(
            "gateway",
            self.log,
            partial(answers, f"{self.url}/readyz"),
            GATEWAY_PORT=str(port),
            GATEWAY_ENGINES="ipv4:" + ",".join(addresses),
            GATEWAY_REDIS_URL=redis_url,
            GATEWAY_RATE_LIMITS="off",
            GATEWAY_METRICS_ADDRESS=self.metrics[0],
            GATEWAY_TLS_NAME=NAMES[0],
            **PATIENT,
            **_named("GATEWAY", self.papers["gateway"]),
        )

    def _engine(self, folder: Path, address: str, metrics: str, redis_url: str) -> Process:
        """An engine that also serves its health in plain text."""
        health = f"127.0.0.1:{free_port()}"
        return Process(
            "engine",
            folder / "engine.log",
            partial(serves, health),
            ENGINE_ADDRESS=address,
            ENGINE_HEALTH_ADDRESS=health,
            ENGINE_METRICS_ADDRESS=metrics,
            ENGINE_REDIS_URL=redis_url,
            **PATIENT,
            **_named("ENGINE", self.papers["engine"]),
        )

    @property
    def all(self) -> list[Process]:
        return [*self.engines, self.gateway]

    def hold(self, issuer: trustme.CA, *believed: trustme.CA) -> None:
        """Have all files replaced, and wait until the gateway goes by them."""
        before = self.moved_over()
        for papers in self.papers.values():
            papers.hold(issuer, believed)
        until(lambda: self.moved_over() > before)

    def moved_over(self) -> int:
        return self.log.read_text().count("with the new certificates")


def _named(prefix: str, papers: Mounted) -> dict[str, str]:
    return {
        f"{prefix}_TLS_CERT": str(papers.files.certificate),
        f"{prefix}_TLS_KEY": str(papers.files.key),
        f"{prefix}_TLS_CA": str(papers.files.authorities),
    }


@pytest.fixture
def old() -> trustme.CA:
    return trustme.CA()


@pytest.fixture
def programs(tmp_path: Path, old: trustme.CA) -> Iterator[Programs]:
    with ExitStack() as stack:
        redis = RedisServer(tmp_path / "redis", *DURABLE)
        stack.callback(redis.close)
        redis.start()
        programs = Programs(tmp_path, redis.url, old)
        for process in programs.all:
            stack.callback(process.stop)
            process.start()
        for process in programs.all:
            process.wait()
        yield programs


def test_an_authority_follows_another_and_no_move_fails(
    programs: Programs, old: trustme.CA
) -> None:
    """No player asks twice; afterwards, engines that know the new one only are found again."""
    new = trustme.CA()
    tables = [Table(*start_match(programs.url, options={"rounds": 9})) for _ in range(MATCHES)]
    with under_load(tables) as tries:
        for issuer, believed in ((old, [old, new]), (new, [old, new]), (new, [new])):
            until(partial(more_than, tries, len(tries) + ENOUGH))
            programs.hold(issuer, *believed)
            until(partial(more_than, tries, len(tries) + ENOUGH))
    sys.stdout.write(f"{Counter(tries)}\n")
    assert set(tries) == {1}
    for engine in programs.engines:
        engine.kill()
        engine.start()
        engine.wait()
    table = Table(*start_match(programs.url))
    assert table.post().status_code == 200


def test_every_program_tells_when_its_certificate_ends(programs: Programs) -> None:
    for address in programs.metrics:
        (end,) = re.findall(
            r"^croupier_\w+_certificate_expiry_timestamp_seconds (\S+)",
            httpx.get(f"http://{address}/metrics").text,
            re.MULTILINE,
        )
        assert time.time() < float(end) < math.inf


def test_a_program_without_its_files_does_not_start(programs: Programs, tmp_path: Path) -> None:
    programs.papers["engine"].files.key.unlink()
    engine = programs.engines[0]
    engine.stop()
    engine.start()
    until(lambda: not engine.running)
    assert "tls.key cannot be read" in (tmp_path / "engine.log").read_text()
