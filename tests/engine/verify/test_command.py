"""The command python -m engine.verify: files, sentences and exit codes."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from engine.verify.__main__ import main

from tests.croupier_match.verify.replays import put, tampered_with


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe\xfa", "it is not JSON"),
        (b'{"log": NaN}', "NaN is not a number"),
        (b'{"log": 1, "log": 2}', "an object names a member twice"),
        (b'{"log": "\\ud800"}', "it is not JSON"),
        (b"[" * 100_000, "maximum recursion depth"),
        (b"9" * 5000, "it is not JSON"),
        (b"[]", "it is not a JSON object"),
        (b"{}", "match: it is missing"),
        (
            b'{"code": "match_active", "detail": "Not yet.\\u001b[2J"}',
            r'refusal of the server: "Not yet.\u001b[2J".',
        ),
        (b'{"fairness": {}, "state": {}}', "it is a match without its log"),
        (b'{"match": {"id": 7}}', "match.id: this is not a text"),
    ],
)
def test_a_file_that_is_no_replay_is_told_so(
    text: bytes, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "replay.json"
    path.write_bytes(text)
    assert main([str(path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert complaint in told.err
    assert "GET /v1/matches/{id}/replay" in told.err


@pytest.mark.service
def test_the_command_answers_by_its_exit_code(tmp_path: Path) -> None:
    replay = tampered_with()
    replay["match"]["seats"][0]["player"]["displayName"] = "Ж\x1b[2J\u202e"
    path = tmp_path / "a replay.json"
    path.write_text(json.dumps(replay))
    verified = run(path)
    assert verified.returncode == 0
    assert verified.stderr == ""
    assert verified.stdout.splitlines()[-1] == "verified"
    assert r"seat 0      \u0416\x1b[2J\u202e (human)" in verified.stdout
    put("match.outcome.winners", [1])(replay)
    path.write_text(json.dumps(replay))
    refuted = run(path)
    assert (refuted.returncode, refuted.stdout) == (1, "")
    assert refuted.stderr == (
        "NOT VERIFIED: outcome.winners[0] is 1, the recomputed match says 0.\n"
    )


@pytest.mark.parametrize("name", ["id", "commitment", "terms"])
def test_the_replay_has_to_be_of_the_match_that_was_promised(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay, path = tampered_with(), tmp_path / "replay.json"
    path.write_text(json.dumps(replay))
    kept = replay["match"].get(name) or replay["match"]["fairness"][name]
    assert main([str(path), f"--{name}={kept}"]) == 0
    assert main([f"--{name}={kept[::-1]}", str(path)]) == 1
    said = f"NOT VERIFIED: {name} is {kept}, and not the one that you kept.\n"
    assert capsys.readouterr().err == said


@pytest.mark.parametrize(
    ("member", "value", "says"),
    [
        ("game", "beans", 'match.game: this verifier does not know "beans".'),
        ("rulesVersion", 7, "match.rulesVersion: 7 is not 1, the version"),
    ],
)
def test_the_command_says_which_game_is_not_installed(
    member: str, value: Any, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay, path = tampered_with(), tmp_path / "replay.json"
    replay["match"][member] = value
    path.write_text(json.dumps(replay))
    assert main([str(path)]) == 2
    said = capsys.readouterr().err
    assert f"{path} cannot be verified here: {says}" in said
    assert "Install the package of the game" in said


def test_the_command_explains_what_it_wants(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 2
    assert "make verify FILE=replay.json" in capsys.readouterr().err
    assert main([str(tmp_path / "nothing.json")]) == 2
    assert "nothing.json is not a replay: it cannot be read (No such file" in (
        capsys.readouterr().err
    )
    assert main([str(tmp_path)]) == 2
    assert "it cannot be read (Is a directory" in capsys.readouterr().err


def run(path: Path) -> subprocess.CompletedProcess[str]:
    """The command, on a terminal that knows ASCII only."""
    return subprocess.run(
        [sys.executable, "-m", "engine.verify", str(path)],
        capture_output=True,
        text=True,
        env={"PYTHONIOENCODING": "ascii", "PYTHONPATH": "libs:services"},
        cwd=Path(__file__).parents[3],
        check=False,
    )
