"""`docs/home-server.md`: its settings are those of Compose, and its backups can be restored.

No container runs here: their programs do, by the scripts and the Caddyfile as they are.
`tests/proxies/test_home.py` has Caddy.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.docs.session import FENCE
from tests.redis.servers import Server, link_programs
from tests.support.live import Live
from tests.support.players import Client, start_match
from tools.redis_server import DURABLE, embedded_valkey
from tools.stack import ROOT

DEPLOY = ROOT / "deploy"
TEXT = (ROOT / "docs/home-server.md").read_text()
BLOCKS = [text for kind, text in FENCE.findall(TEXT) if kind == "sh"]
VARIABLE = re.compile(r"\$\{(\w+)([^}]*)\}")
OLD = "2020-01-01T0000.rdb"
NAMED = re.compile(r"docker compose (?:exec|run --rm -T|cp|pull) (\w+)")


def written_settings(folder: Path) -> dict[str, str]:
    """The settings that the page writes, by its own command."""
    (command,) = re.findall(r"^cat > \.env .*?^EOF$", "\n".join(BLOCKS), re.M | re.S)
    subprocess.run(["bash", "-eu", "-c", command], cwd=folder, check=True)
    lines = (folder / ".env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)


@pytest.mark.service
def test_the_settings_of_the_page_are_all_that_the_files_need(tmp_path: Path) -> None:
    settings = written_settings(tmp_path)
    files = [DEPLOY / name for name in settings["COMPOSE_FILE"].split(":")]
    texts = [path.read_text() for path in files]
    needed = {name for text in texts for name, default in VARIABLE.findall(text) if "?" in default}
    assert needed == settings.keys() - {"COMPOSE_FILE", "COMPOSE_PROFILES"}
    layers: list[Any] = [yaml.safe_load(text) for text in texts]
    services = {name: each for layer in layers for name, each in layer["services"].items()}
    profiles = {name for each in services.values() for name in each.get("profiles", ())}
    assert settings["COMPOSE_PROFILES"] in profiles
    assert {*NAMED.findall(TEXT)} == {"backup", "restore", "engine", "caddy"}
    assert {*NAMED.findall(TEXT)} <= services.keys()
    ignored = ["git", "check-ignore", "deploy/.env", "deploy/backups/2026-11-28T0317.rdb"]
    assert subprocess.check_output(ignored, cwd=ROOT, text=True).split() == ignored[2:]


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Server]:
    """As the one of the container, not started: new, durable, without passwords, at a port."""
    server = Server(tmp_path, *DURABLE, executable=embedded_valkey() or "")
    yield server
    server.close()


class Scripts:
    """The scripts of the page, with the programs of this machine; its backups are in `backups`."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.backups, programs = folder / "backups", folder / "bin"
        self.backups.mkdir()
        assert link_programs(server, programs), (
            "There is no redis-cli; it is in Debian's package redis-tools."
        )
        pause = programs / "sleep"  # what runs for ever ends with its first pause
        pause.write_text("#!/bin/sh\nkill -TERM $PPID\n")
        pause.chmod(0o755)
        self._known = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "FOLDER": str(self.backups),
            "REDIS_HOST": "127.0.0.1",
            "REDIS_PORT": str(server.port),
            "DATA": str(server.log.parent),
            "LOAD": str(DEPLOY / "k8s/base/redis/load.sh"),
        }

    def run(
        self, script: str, *arguments: str, given: bytes = b""
    ) -> "subprocess.CompletedProcess[bytes]":
        command = ["sh", str(DEPLOY / "home" / script), *arguments]
        return subprocess.run(
            command, env=self._known, input=given, capture_output=True, timeout=60, check=False
        )

    def once(self) -> list[str]:
        """Names of the backups after the first round of the service.

        There are one of long ago, and what one has left that was killed.
        """
        for name in (OLD, "part.killed"):
            (self.backups / name).touch()
            os.utime(self.backups / name, (0, 0))
        assert self.run("backup.sh").returncode == 143
        return sorted(path.name for path in self.backups.iterdir())


@pytest.mark.service
def test_old_backups_stay_while_no_new_one_can_be_taken(redis: Server, tmp_path: Path) -> None:
    assert Scripts(tmp_path, redis).once() == [OLD]


@pytest.mark.full
def test_a_backup_brings_back_what_there_was(redis: Server, tmp_path: Path) -> None:
    scripts = Scripts(tmp_path, redis)
    backups, run = scripts.backups, scripts.run
    redis.start()
    with Live(redis.address) as live:
        match, (ann, *_) = start_match(live.url)
        (taken,) = scripts.once()
        assert taken > OLD
        assert run("backup.sh", "now").returncode == 0
        ann.act(match, "resign")
        later, _ = start_match(live.url)
    redis.stop()
    kept = sorted(backups.iterdir())
    backup = kept[-1]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d{4}\.rdb", backup.name)
    assert backup.stat().st_mode & 0o077 == 0
    refused = run("restore.sh", given=b"no snapshot")
    assert (refused.returncode, refused.stderr) == (1, b"That is no snapshot.\n")
    assert run("backup.sh", "now").returncode != 0, "Redis is stopped"
    assert sorted(backups.iterdir()) == kept

    done = run("restore.sh", given=backup.read_bytes())
    assert done.returncode == 0, done.stderr
    assert [*(redis.log.parent / "before-restore").iterdir()]
    redis.start()
    with Live(redis.address) as live:
        assert Client(live.url, ann.token).see(match)["status"] == "active"
        assert Client(live.url).get(f"/v1/matches/{later}").status_code == 404
