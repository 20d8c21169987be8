"""Clients for phones: the generators have no complaints, and a client of Java plays."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.clients import native
from tools.openapi import PAGE
from tools.stack import Stack

pytestmark = [
    pytest.mark.full,  # the generator takes 5 seconds, javac 10
    pytest.mark.skipif(not native.GENERATOR.exists(), reason="make .venv/native installs it"),
]
compiles = pytest.mark.skipif(not shutil.which("javac"), reason="Debian: default-jdk-headless")
SOCKET = ("SocketRequest", "SocketAnswer", "SocketPush", "SocketOutlinePush", "OutlineLine")
"""What is sent over sockets, and the lines without views: no body of HTTP names them."""


@pytest.fixture(scope="module")
def java(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The class path of the client that was generated, and of our programs."""
    return native.compiled(tmp_path_factory.mktemp("java"))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Stack(tmp_path_factory.mktemp("data"), GATEWAY_RATE_LIMITS="off") as stack:
        yield stack.url


@pytest.mark.parametrize("generator", native.OPTIONS)
def test_a_client_is_generated_without_a_word_about_our_document(
    generator: str, tmp_path: Path
) -> None:
    assert native.generate(generator, tmp_path) == []
    assert any(tmp_path.rglob("*.*"))


def test_all_schemas_are_of_use() -> None:
    schemas: dict[str, Any] = json.loads(PAGE.read_text())["components"]["schemas"]
    assert native.unused() <= reached(schemas, *SOCKET)


@compiles
def test_a_client_of_java_plays_each_game_over_streams_that_are_cut(java: str, url: str) -> None:
    lines = run(java, "Play", url).splitlines()[1:]
    assert [line.partition(":")[0] for line in lines] == ["lost-cities", "livingstone", "just4fun"]
    for line in lines:
        assert ", completed, " in line, lines
        assert " 0 " not in line, lines


@compiles
def test_a_client_of_java_reads_what_a_later_release_says(java: str, tmp_path: Path) -> None:
    match = of_a_later_release()
    path = tmp_path / "match.json"
    path.write_text(json.dumps(match))
    unknown = "unknown_default_open_api"
    assert run(java, "Later", str(path)).splitlines() == [
        unknown,
        unknown,
        unknown,
        "an event to ignore",
    ]


def of_a_later_release() -> dict[str, Any]:
    """A match with values, members and events that this release does not know."""
    player = {"id": "ld69wC_SMUwYoLpdU1Dfhg", "displayName": "Ann", "kind": "robot", "club": "A"}
    return {
        "game": "livingstone",
        "status": "paused",
        "weather": {"rain": True},
        "seats": [{"index": 0, "player": player, "cushion": "red"}],
        "lastEvents": [
            {"cardPlayed": {"seat": 0, "card": "DYNAMITE", "loud": True}},
            {"campMoved": {"seat": 1}},
        ],
    }


def reached(schemas: dict[str, Any], *names: str) -> set[str]:
    """The schemas of these names, and all that they lead to."""
    found, ahead = set[str](), [*names]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += [each for each in schemas if f'schemas/{each}"' in json.dumps(schemas[name])]
    return found


def run(path: str, *command: str) -> str:
    """What a program has printed; the test fails if it fails."""
    ran = subprocess.run(["java", "-cp", path, *command], capture_output=True, text=True)
    assert not ran.returncode, ran.stdout + ran.stderr
    return ran.stdout
