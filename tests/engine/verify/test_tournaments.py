"""The command python -m engine.verify --tournament: files, findings and exit codes."""

import json
from pathlib import Path

import pytest
from croupier_tournament import standings
from engine.verify.__main__ import main

from tests.vectors import tournaments
from tests.vectors.forged_tournaments import paired_with_a_friend, rebound


def written(lines: list[bytes], folder: Path) -> str:
    path = folder / "log.ndjson"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return str(path)


def test_a_true_log_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    it = tournaments.evening()
    assert main(["--tournament", written(it.lines, tmp_path), f"--head={it.it.head}"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert (told[0], told[-1]) == (f"{it.id}, swiss, finished", "verified")
    assert f"place 1     {standings(it.it, it.it.key)[0].player}" in told
    assert f"compare     head {it.it.head}" in told


def test_one_that_has_just_begun_is_verified(tmp_path: Path) -> None:
    assert main(["--tournament", written(tournaments.evening().lines[:3], tmp_path)]) == 0


def test_a_false_log_is_refuted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    entries = [json.loads(line) for line in tournaments.evening().lines]
    paired_with_a_friend(entries)
    assert main(["--tournament", written(rebound(entries), tmp_path)]) == 1
    said = capsys.readouterr().err
    assert said.startswith("NOT VERIFIED: Entry 27, pairing: table 1 of round 2 is player")


def test_another_head_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tournaments.evening().lines, tmp_path)
    assert main(["--tournament", path, f"--head={'0' * 64}"]) == 1
    assert "Entry 42, head: " in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b'{"kind":"opened"}'])
def test_what_is_no_log_is_told(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "log.ndjson"
    path.write_bytes(content)
    assert main(["--tournament", str(path)]) == 2
    assert capsys.readouterr().err.startswith("This is no log: ")


@pytest.mark.parametrize("arguments", [[], ["one", "two"], ["absent.ndjson"], ["http://:0/log"]])
def test_what_cannot_be_read_is_told(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--tournament", *arguments]) == 2
    assert "croupier verify --tournament log.ndjson" in capsys.readouterr().err
