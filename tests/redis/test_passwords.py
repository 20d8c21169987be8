"""Passwords of Redis that change while matches are played, as docs/kubernetes.md has it."""

import hashlib
import random
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import AuthenticationError

from tests.redis.load import Load
from tests.redis.servers import Server
from tests.redis.test_managed import PROGRAMS, with_users
from tests.support.players import Client, start_match
from tests.support.shipped_users import PASSWORDS as USERS
from tests.support.waiting import until
from tools.redis_server import embedded_valkey
from tools.stack import Stack

pytestmark = pytest.mark.skipif(not embedded_valkey(), reason="no Valkey, whose users are needed")

TABLES = 6
ROTATIONS = 3
SOME = 5
"""Moves at each table before and after each step."""


def test_passwords_are_changed_under_load_and_no_move_fails(tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in PROGRAMS}
    for name, file in files.items():
        file.write_text(USERS[name])
    with (
        with_users(tmp_path) as server,
        Stack(tmp_path / "stack", 0, _url(server), 2, 2, **_settings(files)) as stack,
    ):
        load = Load(stack.url, TABLES, random.randrange(2**32))
        with load.playing():
            for _ in range(ROTATIONS):
                for name, file in files.items():
                    _change(server, name, file, load)
        found = load.check()
        sys.stdout.write(f"{ROTATIONS * len(files)} passwords changed: {found}\n")
        assert found.missing == found.unknown == found.refused == found.wrong == 0
        _only_the_last_is_valid(server, files)
        _ask(server, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        until(lambda: Client(stack.url).get("/readyz").status_code == 200)
        start_match(stack.url)


def _change(server: Server, name: str, file: Path, load: Load) -> None:
    """Both are valid, then the file has the new one, then only that one is valid."""
    new = secrets.token_hex(32)
    digest = f"#{hashlib.sha256(new.encode()).hexdigest()}"
    _ask(server, "ACL", "SETUSER", name, digest)
    _go_on(load)
    file.write_text(new)
    _go_on(load)
    _ask(server, "ACL", "SETUSER", name, "resetpass", digest)
    _go_on(load)


def _only_the_last_is_valid(server: Server, files: Mapping[str, Path]) -> None:
    for name, file in files.items():
        with Redis(port=server.port, username=name, password=file.read_text()) as client:
            assert client.ping()
        with (
            Redis(port=server.port, username=name, password=USERS[name]) as client,
            pytest.raises(AuthenticationError),
        ):
            client.ping()


def _go_on(load: Load) -> None:
    before = load.moves
    until(lambda: load.moved(SOME, before))


def _ask(server: Server, *command: Any) -> Any:
    with Redis(port=server.port, username="admin", password=USERS["admin"]) as client:
        return client.execute_command(*command)


def _url(server: Server) -> str:
    return f"redis://127.0.0.1:{server.port}"


def _settings(files: Mapping[str, Path]) -> dict[str, str]:
    return {
        f"{name.upper()}_REDIS_{what}": value
        for name, file in files.items()
        for what, value in (("USERNAME", name), ("PASSWORD_FILE", str(file)))
    }
