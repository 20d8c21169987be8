"""Which Redis the tests take without a container: it and the reason are named."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.support import redis_source
from tests.support.redis_source import REDIS_IMAGE, describe

pytestmark = pytest.mark.service


class Daemon(BaseHTTPRequestHandler):
    """As much of Docker's API as is asked for, without the image and without a network."""

    def do_GET(self) -> None:
        if self.path.endswith("/version"):
            self._answer(200, b'{"ApiVersion": "1.44"}')
        else:
            self._answer(404, b'{"message": "No such image"}')

    def do_POST(self) -> None:
        self._answer(500, b'{"message": "offline"}')

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Keep the test's output free of requests."""


def test_without_the_image_a_local_server_is_used_and_the_reason_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    with ThreadingHTTPServer(("127.0.0.1", 0), Daemon) as daemon:
        monkeypatch.setenv("DOCKER_HOST", f"tcp://127.0.0.1:{daemon.server_address[1]}")
        Thread(target=daemon.serve_forever).start()
        said = describe()
        daemon.shutdown()
    assert "in a container" not in said
    assert f"(Docker neither has {REDIS_IMAGE} nor can pull it: " in said
    assert "offline" in said


def test_without_a_daemon_a_local_server_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.delenv("DOCKER_HOST", raising=False)
    monkeypatch.setattr(redis_source, "DOCKER_SOCKET", tmp_path / "docker.sock")
    assert describe().endswith("(no Docker daemon)")


def test_a_url_is_named_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://user:secret@localhost:6379/2")
    assert describe() == "redis://localhost:6379/2 (REDIS_URL)"
