"""`make backup` and `make restore`: what they refuse, and which server reads what another wrote."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from tests.support.live import Live
from tests.support.players import start_match
from tools import backup, data, restore
from tools.redis_data import Format, format_of, stored_in
from tools.redis_server import DURABLE, NoServer, RedisServer, servers, written_by
from tools.stack import ROOT

pytestmark = pytest.mark.service
long = pytest.mark.full
"""Marks those in which servers start again and again."""

HERE = sorted({*servers()}, key=lambda path: written_by(path).number)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data of `make run`."""
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path / "var"))
    monkeypatch.setenv("REDIS_URL", "")
    monkeypatch.setenv("ENGINE_REDIS_URL", "")
    return tmp_path / "var"


@pytest.fixture
def server(folder: Path) -> Iterator[RedisServer]:
    """As `make run` has it, with the lock of its data."""
    with closing(RedisServer(folder / "redis", *DURABLE)) as server:
        with data.folder_of(folder) as server.lock:
            data.hold(server.lock, folder, "make run")
            server.start()
        (folder / "redis.url").write_text(server.url)
        yield server


def value_in(server: RedisServer) -> bytes | None:
    with Redis.from_url(server.url) as client:
        found: Any = client.get("key")
    return bytes(found) if found else None


def put(server: RedisServer, value: str) -> None:
    with Redis.from_url(server.url) as client:
        client.set("key", value)


def everything(folder: Path) -> dict[str, bytes]:
    """The files of a folder but logs and the lock, whose text says who had it last."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    known = {str(path.relative_to(folder)): path.read_bytes() for path in files}
    return {name: text for name, text in known.items() if name != "lock" and ".log" not in name}


def test_a_backup_of_a_running_and_of_a_stopped_redis_is_restored(
    folder: Path, server: RedisServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(server, "first")
    assert backup.main([str(tmp_path / "first.rdb")]) == 0
    put(server, "second")
    server.stop()
    assert backup.main([str(tmp_path / "second.rdb")]) == 0
    for value in ("first", "second"):
        assert restore.main([str(tmp_path / f"{value}.rdb")]) == 0, capsys.readouterr()
        server.start()
        assert value_in(server) == value.encode()
        server.stop()
    kept = [*folder.glob("redis.*/appendonly*")]
    assert len(kept) == 2
    assert not (folder / "restoring").exists()


def test_data_are_locked_for_as_long_as_their_redis_runs(
    folder: Path, server: RedisServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also once the launcher was killed: nobody asks a program that may not be there."""
    put(server, "one")
    assert backup.main([str(tmp_path / "backup.rdb")]) == 0
    before = everything(folder)
    assert restore.main([str(tmp_path / "backup.rdb")]) == 1
    said = capsys.readouterr().err
    assert said == f"`make run` uses the data in {folder}. Stop it first.\n"
    assert everything(folder) == before
    put(server, "two")
    server.stop()
    assert restore.main([str(tmp_path / "backup.rdb")]) == 0


def test_a_restore_that_works_is_what_others_are_told_to_stop(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "redis").mkdir(parents=True)
    with data.folder_of(folder) as lock:
        data.hold(lock, folder, "make restore FILE=backup.rdb")
        assert backup.main([]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"`make restore FILE=backup.rdb` uses the data in {folder}.")


WAYS = {"move": "mv redis ../elsewhere", "remove": "rm -r redis", "empty": "rm -r redis/*"}


@long
@pytest.mark.parametrize("lose", WAYS)
def test_a_redis_is_saved_whose_folder_was_taken(
    folder: Path, server: RedisServer, lose: str
) -> None:
    put(server, "kept")
    assert not server.lost
    subprocess.run(["sh", "-c", WAYS[lose]], cwd=folder, check=True)
    assert server.lost
    backup.save_from(server.socket, folder / "saved.rdb")
    server.stop()
    assert restore.main([str(folder / "saved.rdb")]) == 0
    server.start()
    assert value_in(server) == b"kept"


WRONG = {
    "none": (b"lost", "is no snapshot of a Redis or a Valkey"),
    "cut off": (b"REDIS0009\xfa\x09redis-ver\x056.2.1", "Redis did not start"),
    "of a later Redis": (
        b"REDIS0099\xfa\x09redis-ver\x0699.0.1",
        "What can is Redis 99.0.1 or newer",
    ),
    "of a later Valkey": (
        b"VALKEY099\xfa\x0avalkey-ver\x0699.0.1",
        "What can is Valkey 99.0.1 or newer, such as",
    ),
}


@long
@pytest.mark.parametrize(("content", "reason"), WRONG.values(), ids=WRONG)
def test_what_no_server_here_can_read_is_told_before_anything_is_moved(
    folder: Path,
    server: RedisServer,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    content: bytes,
    reason: str,
) -> None:
    put(server, "kept")
    server.stop()
    before = everything(folder)
    (tmp_path / "backup.rdb").write_bytes(content)
    assert restore.main([str(tmp_path / "backup.rdb")]) == 1
    said = capfd.readouterr()
    assert reason in said.err
    assert "verified" not in said.out
    assert everything(folder) == before


@long
def test_a_backup_with_a_wrong_match_is_restored_only_if_one_says_so(
    folder: Path, server: RedisServer, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with Live(server.url) as live, Redis.from_url(server.url) as client:
        match_id, _ = start_match(live.url)
        client.rpop(f"match:{{{match_id}}}:log")
    file = str(tmp_path / "backup.rdb")
    assert backup.main([file]) == 0
    server.stop()
    before = everything(folder)
    assert restore.main([file]) == 1
    said = capfd.readouterr()
    assert "1 wrong" in said.out
    assert f"make restore FILE={file} ANYWAY=yes" in said.err
    assert everything(folder) == before
    assert restore.main([file, "--anyway"]) == 0
    assert everything(folder) != before


@long
@pytest.mark.parametrize("reader", HERE, ids=lambda path: str(written_by(path)))
@pytest.mark.parametrize("writer", HERE, ids=lambda path: str(written_by(path)))
def test_data_are_read_by_a_server_that_can_whichever_comes_first_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writer: str, reader: str
) -> None:
    """An older one would end, or, as Redis 6.2 beside newer files, start with nothing."""
    with closing(RedisServer(tmp_path / "redis", *DURABLE, executable=writer)) as first:
        first.start()
        put(first, "kept")
    assert stored_in(tmp_path / "redis").read_by(written_by(writer))
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/redis-server").symlink_to(reader)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin", prepend=os.pathsep)
    with closing(RedisServer(tmp_path / "redis", *DURABLE)) as second:
        second.start()
        assert value_in(second) == b"kept"


@long
@pytest.mark.parametrize("writer", HERE, ids=lambda path: str(written_by(path)))
def test_a_backup_is_in_the_format_that_most_servers_read(tmp_path: Path, writer: str) -> None:
    """Valkey 9 sends it in that of Redis 7.2, and says so of itself."""
    with closing(RedisServer(tmp_path / "redis", executable=writer)) as server:
        server.start()
        backup.save_from(server.socket, tmp_path / "backup.rdb")
    sent, own = format_of(tmp_path / "backup.rdb"), written_by(writer)
    assert sent == (own._replace(kind="REDIS", number=11) if own.kind == "VALKEY" else own)


def test_data_that_no_server_here_can_read_are_not_started_beside(tmp_path: Path) -> None:
    base = tmp_path / "appendonlydir/appendonly.aof.2.base.rdb"
    base.parent.mkdir()
    base.write_bytes(b"VALKEY099\xfa\x0avalkey-ver\x0699.0.1")
    with pytest.raises(NoServer, match=r"was written by Valkey 99\.0\.1\. No server here can"):
        RedisServer(tmp_path, *DURABLE)


@pytest.mark.parametrize(
    ("writer", "readers"),
    {
        "REDIS0009": "REDIS0009 REDIS0010 REDIS0011 REDIS0012 VALKEY080",
        "REDIS0010": "REDIS0010 REDIS0011 REDIS0012 VALKEY080",
        "REDIS0011": "REDIS0011 REDIS0012 VALKEY080",
        "REDIS0012": "REDIS0012",
        "VALKEY080": "VALKEY080",
    }.items(),
)
def test_what_reads_what_is_as_the_page_says(tmp_path: Path, writer: str, readers: str) -> None:
    known = ["REDIS0009", "REDIS0010", "REDIS0011", "REDIS0012", "VALKEY080"]
    formats: dict[str, Format] = {}
    for name in known:
        (tmp_path / name).write_text(name)
        formats[name] = format_of(tmp_path / name) or pytest.fail(name)
    reading = [name for name in known if formats[writer].read_by(formats[name])]
    assert " ".join(reading) == readers


def test_make_clean_leaves_a_running_service_its_data(
    folder: Path, server: RedisServer, tmp_path: Path
) -> None:
    clone = tmp_path / "clone"
    (clone / "tools").mkdir(parents=True)
    (clone / ".venv").mkdir()
    shutil.copy(ROOT / "Makefile", clone)
    for name in ("__init__.py", "data.py"):
        shutil.copy(ROOT / "tools" / name, clone / "tools")
    clean = ["make", "-s", "-C", str(clone), "clean", f"PYTHON={sys.executable}"]
    refused = subprocess.run(clean, capture_output=True, text=True, check=False)
    assert f"`make run` uses the data in {folder}. Stop it first." in refused.stderr
    assert (clone / ".venv").exists()
    server.stop()
    subprocess.run(clean, check=True)
    assert not (clone / ".venv").exists()
