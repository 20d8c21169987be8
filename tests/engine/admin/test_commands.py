"""The command itself: what it takes, what it says, and its exit codes."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest
from engine.admin.__main__ import NO_URL, main
from engine.service.matches import Matches
from engine.store.compression import pack
from engine.store.matches import MatchStore
from redis import Redis
from redislink.client import connect

from tests.engine.conftest import PATIENT_S, TTL
from tests.support.matches import fresh_id, person, waiting_table
from tools.redis_server import RedisServer

ID = "A" * 22


@pytest.fixture
def at_own(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> RedisServer:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)
    return own_server


def test_without_a_redis_it_says_what_to_set(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ENGINE_REDIS_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)
    assert main(["verify", "--all"]) == 1
    assert capsys.readouterr().err == f"{NO_URL}\n"


def test_a_refusal_is_1_and_a_sentence(
    at_own: RedisServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "replay.json").write_text('{"match": {"seed": "SECRET"}}')
    (tmp_path / "none").write_text("SECRET")
    for line, sentence in [
        (f"show {ID}", "There is no such match.\n"),
        (f"abort {ID} --reason why", "There is no such match.\n"),
        (f"export {ID} {tmp_path}/new --reason why", "There is no such match.\n"),
        (f"export {ID} {tmp_path}/none --reason why", "There is no such match.\n"),
        (f"verify {ID}", f"There is no match {ID}.\n"),
        (f"import {tmp_path}/nowhere", f"{tmp_path}/nowhere: No such file or directory.\n"),
        (f"import {tmp_path}/replay.json", "The file is not an export: time: Field required.\n"),
        (f"import {tmp_path}/none", "The file is not an export: the file: Invalid JSON"),
    ]:
        assert main(line.split()) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(sentence)
        assert "SECRET" not in told.err


@pytest.mark.parametrize(
    "line",
    ["maintenance status", "reindex", "verify --all", f"show {ID}", f"abort {ID} --reason x"],
)
def test_a_store_that_is_away_is_a_sentence(
    at_own: RedisServer, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    at_own.stop()
    assert main(line.split()) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "Redis: it cannot be reached.\n")


def test_a_wrong_password_is_called_that(
    at_own: RedisServer, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_USERNAME", "nobody")
    monkeypatch.setenv("ENGINE_REDIS_PASSWORD", "SECRET")
    assert main(["maintenance", "status"]) == 1
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "Redis: wrong password, or no such user.\n")


UNREADABLE = "ENGINE_REDIS_URL: The Redis URL is not valid. "
NO_NUMBERS = "ENGINE_REDIS_URL: A Redis URL of a cluster must not end with a database"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("ENGINE_LOG_LEVEL", "SECRET", "ENGINE_LOG_LEVEL: Input should be 'debug', "),
        ("ENGINE_TLS_CERT", "SECRET", "TLS needs all three: "),
        (
            "ENGINE_REDIS_URL",
            "redis://ann:SECRET/3@a",
            UNREADABLE,
        ),
        (
            "ENGINE_REDIS_URL",
            "redis+cluster://:SECRET@a/3",
            NO_NUMBERS,
        ),
    ],
)
def test_a_wrong_setting_is_named(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    value: str,
    told: str,
) -> None:
    monkeypatch.setenv("ENGINE_REDIS_URL", "redis://127.0.0.1:1")
    monkeypatch.setenv(name, value)
    assert main(["verify", "--all"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(told)
    assert "SECRET" not in said.err


def test_of_what_cannot_be_read_nothing_is_told_but_where_it_failed(
    at_own: RedisServer, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with Redis.from_url(at_own.url) as redis:
        fields = {"version": 3, "game": "lost-cities", "match": pack(b'{"id": "SECRET-Y7"}')}
        redis.hset(f"match:{{{ID}}}", mapping=fields)
    for line in (f"show {ID}", f"show {ID} --secrets --reason x", f"abort {ID} --reason x"):
        assert main(line.split()) == 1
    told = capsys.readouterr()
    assert caplog.text.count("croupierctl failed: ValidationError at ") == 3
    assert "SECRET" not in told.out + told.err + caplog.text


def test_maintenance_is_switched_and_told(
    at_own: RedisServer, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("USER", "olga")
    said = []
    for switch in ("status", "off", "on", "status"):
        assert main(["maintenance", switch]) == 0
        said.append(capsys.readouterr().out)
    assert main(["--by", "Rob", "maintenance", "on", "--message", "Zurück um 9"]) == 0
    said.append(capsys.readouterr().out)
    assert main(["maintenance", "off"]) == 0
    said.append(capsys.readouterr().out)
    assert said[:2] + said[5:] == ["off\n"] * 3
    assert said[2] == said[3]
    assert ", by olga: No new matches for now; " in said[2]
    assert said[4].endswith(", by Rob: Zurück um 9\n")


def test_a_match_goes_through_pipes_where_no_file_can_be_written(
    at_own: RedisServer, other_server: RedisServer
) -> None:
    match_id = asyncio.run(stored(at_own.url))
    taken = piped("export", match_id, "-", "--reason", "why", redis_url=at_own.url)
    assert (taken.returncode, taken.stderr) == (0, b"")
    assert json.loads(taken.stdout)["match"]["id"] == match_id
    put = piped("import", "-", redis_url=other_server.url, given=taken.stdout)
    told = f"{match_id} is verified and stored, at version 2\n".encode()
    assert (put.returncode, put.stdout, put.stderr) == (0, told, b"")
    assert not Path("-").exists()
    none = piped("export", ID, "-", "--reason", "why", redis_url=at_own.url)
    assert (none.returncode, none.stdout) == (1, b"")


def test_a_match_that_could_not_be_written_is_not_said_to_be(at_own: RedisServer) -> None:
    match_id = asyncio.run(stored(at_own.url))
    with Path("/dev/full").open("wb") as full:
        taken = piped("export", match_id, "-", "--reason", "x", redis_url=at_own.url, to=full)
    assert taken.returncode > 0
    assert taken.stderr.startswith(b"standard output: No space left on device.\n")


async def stored(url: str) -> str:
    """A match of two players, one with a name that is not ASCII."""
    async with connect(url, PATIENT_S) as redis:
        table = await waiting_table(Matches(MatchStore(redis, TTL)))
        return (await table.join(person("Zoë"))).match_id


def piped(
    *line: str, redis_url: str, given: bytes = b"", to: IO[bytes] | int = subprocess.PIPE
) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "engine.admin", *line],
        env={**os.environ, "ENGINE_REDIS_URL": redis_url, "PYTHONIOENCODING": "ascii"},
        input=given,
        stdout=to,
        stderr=subprocess.PIPE,
        check=False,
    )


def test_it_is_installed_by_its_name(at_own: RedisServer) -> None:
    command = shutil.which("croupierctl", path=str(Path(sys.executable).parent))
    assert command
    told = subprocess.run([command, "verify", "--all"], capture_output=True, text=True, check=True)
    nothing = "0 matches verified, 0 wrong\n0 tournaments verified, 0 wrong\n"
    assert (told.stdout, told.stderr) == (nothing, "")


def test_ids_that_begin_with_a_dash_can_be_named(
    at_own: RedisServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """One of 64 does."""
    match_id = f"-{fresh_id()[1:]}"
    assert main(["abort", match_id, "--reason", "x"]) == 1
    assert capsys.readouterr().err == "There is no such match.\n"
    assert main(["verify", ID, match_id]) == 1
    assert capsys.readouterr().err == f"There is no match {ID}.\n"
