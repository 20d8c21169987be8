"""A Redis as others manage it: TLS by an authority of its own, users, and another port."""

import hashlib
import re
import socket
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
import trustme

from tests.redis.servers import Server
from tests.support.players import Client, ok, register, start_match
from tools.manifests import K8S
from tools.redis_server import Guard, embedded_valkey
from tools.stack import NotReady, Stack

pytestmark = pytest.mark.skipif(not embedded_valkey(), reason="no Valkey, whose users are needed")

USERS = {"engine": "e" * 32, "gateway": "g" * 32}
"""The passwords; the rules are those of the manifests."""
BLOCK = 65536
RULE = re.compile(r"\([^)]*\)|\S+")
"""A word of users.acl, or a selector as a whole."""


class Terminator(socketserver.ThreadingTCPServer):
    """Ends TLS before a server that has none, as the load balancers of such offers do."""

    daemon_threads = True

    def __init__(self, port: int, authority: trustme.CA) -> None:
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert("localhost").configure_cert(self._context)
        self._port = port
        super().__init__(("127.0.0.1", 0), socketserver.BaseRequestHandler)

    def finish_request(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        with suppress(OSError), ExitStack() as stack:
            outside = stack.enter_context(self._context.wrap_socket(request, server_side=True))
            inside = stack.enter_context(socket.create_connection(("127.0.0.1", self._port)))
            back = threading.Thread(target=_pass, args=(inside, outside), daemon=True)
            back.start()
            _pass(outside, inside)
            back.join()


def _pass(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(BLOCK):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)


@contextmanager
def managed(folder: Path, authority: trustme.CA) -> Iterator[int]:
    """The port of a Redis with TLS, with the users of the manifests."""
    guard = Guard()
    server = Server(folder, "--appendonly", "yes", executable=embedded_valkey() or "")
    server.start(guard.start())
    rules = (K8S / "base/redis/users.acl").read_text()
    for name, password in USERS.items():
        digest = hashlib.sha256(password.encode()).hexdigest()
        rules = rules.replace(f"{name.upper()}_SHA256", digest)
    for line in reversed(rules.splitlines()):  # from the default user's on, it is not asked
        _, name, *words = RULE.findall(line)
        if name in (*USERS, "default"):
            server.ask("ACL", "SETUSER", name, "reset", *words)
    with Terminator(server.port, authority) as terminator:
        thread = threading.Thread(target=terminator.serve_forever, daemon=True)
        thread.start()
        try:
            yield terminator.server_address[1]
        finally:
            terminator.shutdown()
            server.kill()
            server.close()
            guard.close()


def stack(folder: Path, port: int, authority: trustme.CA) -> Stack:
    """As the recipe of docs/kubernetes.md has it: the file of the authority is in the URL."""
    file = folder / "ca.crt"
    authority.cert_pem.write_to_path(str(file))
    settings = {
        f"{name.upper()}_REDIS_{what}": value
        for name, password in USERS.items()
        for what, value in (("USERNAME", name), ("PASSWORD", password))
    }
    url = f"rediss://localhost:{port}?ssl_ca_certs={file}"
    return Stack(folder / "stack", 0, url, 1, 1, **settings)


def test_a_match_is_played_over_tls_with_users(tmp_path: Path) -> None:
    authority = trustme.CA()
    with managed(tmp_path, authority) as port, stack(tmp_path, port, authority) as running:
        match_id, seats = start_match(running.url, options={"startSeat": 0})
        legal = ok(seats[0].get(f"/v1/matches/{match_id}/legal-moves"))["moves"][0]
        ok(seats[0].post(f"/v1/matches/{match_id}/moves", {"notation": legal["notation"]}))
        register(running.url)
        ok(Client(running.url).get("/readyz"))


def test_a_redis_of_another_authority_is_not_believed(tmp_path: Path) -> None:
    with (
        managed(tmp_path, trustme.CA()) as port,
        pytest.raises(NotReady, match="CERTIFICATE"),
        stack(tmp_path, port, trustme.CA()),
    ):
        raise AssertionError("it is believed")
