"""The command python -m engine.verify --ratings: files, findings and exit codes."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from engine.verify.__main__ import main

from tests.croupier_rating.playing import Playing, stroll
from tests.vectors import ratings


def written(lines: list[bytes], folder: Path) -> str:
    path = folder / "ledger.ndjson"
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    return str(path)


def test_a_true_ledger_is_verified(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    it = stroll("command", 40)
    path = written(it.lines, tmp_path)
    assert main(["--ratings", path, f"--head={it.ledger.head}"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert (told[0], told[-1]) == (it.pool, "verified")
    assert f"compare     head {it.ledger.head}" in told


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Where the files of the folder can be fetched."""
    handler = partial(SimpleHTTPRequestHandler, directory=tmp_path)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.service
def test_one_is_fetched_by_its_url(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    it = stroll("fetched", 10)
    written(it.lines, tmp_path)
    head = f"--head={it.ledger.head}"
    assert main(["--ratings", f"{address}/ledger.ndjson", head]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "verified"
    assert main(["--ratings", f"{address}/ledger.ndjson", f"--head={'0' * 64}"]) == 1
    assert main(["--ratings", f"{address}/none"]) == 2
    assert main(["--ratings", "http://127.0.0.1:1/"]) == 2
    assert "it cannot be fetched" in capsys.readouterr().err


def test_a_shortened_one_says_what_is_believed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--ratings", written(ratings.shortened(), tmp_path)]) == 0
    told = capsys.readouterr().out
    assert "believed    the numbers after entry 9, with which the file begins" in told
    assert "believed    entry 10 voids a match from before" in told


def test_a_forged_one_is_told_by_entry_and_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    it = Playing()
    it.play([1, 2])
    path = written([line.replace(b'"weight":100', b'"weight":50') for line in it.lines], tmp_path)
    assert main(["--ratings", path]) == 1
    told = capsys.readouterr().err
    assert told.startswith("NOT VERIFIED: Entry 1, weight: the weight is 50, and has to be 100.\n")


def test_of_very_many_findings_the_first_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [*Playing().lines, *[b"?"] * 50]
    assert main(["--ratings", written(lines, tmp_path)]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "and 30 more"


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["/there/is/none"], ["{}"]])
def test_what_is_no_ledger_is_told_so(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = [written([b"{}"], tmp_path)] if arguments == ["{}"] else arguments
    assert main(["--ratings", *given]) == 2
    assert "GET /v1/ratings/POOL/ledger" in capsys.readouterr().err
