"""A Redis as others manage it: TLS by an authority of its own, users, and another port."""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path

import pytest
import trustme

from tests.redis.servers import Server, free_port
from tests.support import shipped_users
from tests.support.players import Client, ok, register, start_match
from tests.support.shipped_users import PASSWORDS as USERS
from tests.support.tls_terminator import terminating
from tests.support.waiting import until
from tools.redis_server import Guard, embedded_valkey
from tools.stack import NotReady, Stack

pytestmark = pytest.mark.skipif(not embedded_valkey(), reason="no Valkey, whose users are needed")

TLS_REDIS = os.environ.get("TLS_REDIS", "")
"""The path of a redis-server that was built with TLS, such as Debian's; the packages' are not."""
PROGRAMS = ("engine", "gateway")


@contextmanager
def managed(folder: Path, authority: trustme.CA) -> Iterator[int]:
    """The port of a Redis with TLS, with the users of the manifests."""
    with with_users(folder) as server, terminating(server.port, authority) as terminator:
        yield terminator.server_address[1]


@contextmanager
def with_users(folder: Path) -> Iterator[Server]:
    """A Redis with the users of the manifests."""
    guard = Guard()
    server = Server(folder, "--appendonly", "yes", executable=embedded_valkey() or "")
    server.start(guard.start())
    rules = shipped_users.rules()
    for name in (*USERS, "default"):  # from the default user's on, it is not asked
        server.ask("ACL", "SETUSER", name, "reset", *rules[name])
    try:
        yield server
    finally:
        server.kill()
        server.close()
        guard.close()


def stack(folder: Path, port: int, authority: trustme.CA) -> Stack:
    """As the recipe of docs/kubernetes.md has it: the file of the authority is in the URL."""
    file = folder / "ca.crt"
    authority.cert_pem.write_to_path(str(file))
    settings = {
        f"{name.upper()}_REDIS_{what}": value
        for name in PROGRAMS
        for what, value in (("USERNAME", name), ("PASSWORD", USERS[name]))
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


@pytest.mark.skipif(not TLS_REDIS, reason="TLS_REDIS names no redis-server with TLS")
@pytest.mark.parametrize("scheme", ["rediss", "redis"])
def test_a_match_is_played_at_a_server_that_speaks_tls_itself(tmp_path: Path, scheme: str) -> None:
    """One password for all, as offers without users have it; without TLS no program comes in."""
    authority, secret = trustme.CA(), "s" * 32
    issued = authority.issue_cert("localhost")
    issued.private_key_pem.write_to_path(str(tmp_path / "tls.key"))
    issued.cert_chain_pems[0].write_to_path(str(tmp_path / "tls.crt"))
    authority.cert_pem.write_to_path(str(tmp_path / "ca.crt"))
    port = free_port()
    words = f"--tls-port {port} --port 0 --tls-auth-clients no --requirepass {secret}"
    files = {"cert-file": "tls.crt", "key-file": "tls.key", "ca-cert-file": "ca.crt"}
    paths = [word for name, file in files.items() for word in (f"--tls-{name}", tmp_path / file)]
    guard = Guard()
    server = subprocess.Popen(
        [TLS_REDIS, *words.split(), *paths, "--dir", tmp_path, "--appendonly", "yes"],
        stdout=subprocess.DEVNULL,
        process_group=guard.start(),
    )
    url = f"{scheme}://localhost:{port}"
    options = f"?ssl_ca_certs={tmp_path / 'ca.crt'}" if scheme == "rediss" else ""
    settings = {f"{name.upper()}_REDIS_PASSWORD": secret for name in PROGRAMS}
    try:
        until(lambda: listens(port))
        own = Stack(tmp_path / "stack", 0, url + options, 1, 1, **settings)
        with nullcontext() if scheme == "rediss" else pytest.raises(NotReady), own as running:
            start_match(running.url)
    finally:
        server.kill()
        server.wait()
        guard.close()


def listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def test_a_redis_of_another_authority_is_not_believed(tmp_path: Path) -> None:
    with (
        managed(tmp_path, trustme.CA()) as port,
        pytest.raises(NotReady, match="CERTIFICATE"),
        stack(tmp_path, port, trustme.CA()),
    ):
        raise AssertionError("it is believed")
