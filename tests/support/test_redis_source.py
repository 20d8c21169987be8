"""Which Redis the tests take, beside a Docker daemon that has its image, can pull it, or cannot."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.support import redis_source
from tests.support.redis_source import REDIS_IMAGE, describe

pytestmark = pytest.mark.service


class Daemon(ThreadingHTTPServer):
    """As much of Docker's API as is asked for; `requests` has the paths without the version."""

    def __init__(self, has_image: bool, can_pull: bool = False) -> None:
        super().__init__(("127.0.0.1", 0), _Api)
        self.has_image = has_image
        self.can_pull = can_pull
        self.requests: list[str] = []


class _Api(BaseHTTPRequestHandler):
    server: Daemon

    def do_GET(self) -> None:
        path = self._path()
        if path == "/version":
            self._answer(200, b'{"ApiVersion": "1.44"}')
        elif path == f"/images/{REDIS_IMAGE}/json" and self.server.has_image:
            self._answer(200, b'{"Id": "sha256:00"}')
        else:
            self._answer(404, b'{"message": "No such image"}')

    def do_POST(self) -> None:
        self._path()
        self.server.has_image = self.server.can_pull
        self._answer(*((200, b"{}") if self.server.can_pull else (500, b'{"message": "offline"}')))

    def _path(self) -> str:
        path = self.path.removeprefix("/v1.44").partition("?")[0]
        self.server.requests.append(f"{self.command} {path}")
        return path

    def _answer(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *arguments: object) -> None:  # noqa: A002
        """Keep the test's output free of requests."""


@contextmanager
def serving(daemon: Daemon, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("DOCKER_HOST", f"tcp://127.0.0.1:{daemon.server_address[1]}")
    thread = Thread(target=daemon.serve_forever)
    thread.start()
    try:
        yield
    finally:
        daemon.shutdown()
        daemon.server_close()
        thread.join()


def test_an_image_that_is_there_is_not_pulled(monkeypatch: pytest.MonkeyPatch) -> None:
    daemon = Daemon(has_image=True)
    with serving(daemon, monkeypatch):
        assert describe() == f"{REDIS_IMAGE} in a container (the image was there)"
    assert not [request for request in daemon.requests if request.startswith("POST")]


def test_an_image_that_is_missing_is_pulled(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(Daemon(has_image=False, can_pull=True), monkeypatch):
        assert describe() == f"{REDIS_IMAGE} in a container (the image was pulled)"


def test_without_the_image_a_local_server_is_used_and_the_reason_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with serving(Daemon(has_image=False), monkeypatch):
        said = describe()
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
