"""docs/agents.md: its commands and files as they stand make a game that passes."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.docs.session import blocks_of
from tools.stack import ROOT

pytestmark = pytest.mark.service  # processes of seconds

PAGE = ROOT / "docs/agents.md"
FILE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAMS = {
    "new-game": "croupier_game.kit.new_game",
    "lock-wire": "croupier_game.kit.lock_wire",
    "test-game": "croupier_game.kit.run_suite",
}
PASSED = re.compile(r"(\d+) passed")
NEW = ("wire.lock", "tests/test_rules.py")
"""What the page has deleted of the game that `new-game` makes."""
REQUEST = re.compile(
    r"^\| `(GET|POST) (/v1/[^?`]+)[^`]*` \| (?:`(.+?)`)? ?\| (.*) \|$", re.MULTILINE
)
CONTRACT = ROOT / "docs/openapi.json"


def files() -> dict[str, str]:
    """Return the files of the page's game, by their paths."""
    return dict(FILE.findall(PAGE.read_text()))


def ran(folder: Path, line: str) -> str:
    """Run a line of a shell of the page; return what it prints."""
    _, program, *arguments = shlex.split(line, comments=True)
    environment = {**os.environ, "SEEDS": "1"}
    command = [sys.executable, "-m", PROGRAMS[program], *arguments]
    told = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    return told.stdout


def write(folder: Path) -> None:
    """Write the page's game over the one that `new-game` has made."""
    for path, content in files().items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(content)
    for name in NEW:
        (folder / "croupier_sealed_bids" / name).unlink()


@pytest.mark.full
def test_the_game_of_the_page_passes_by_the_commands_of_the_page(tmp_path: Path) -> None:
    (commands,) = (text for language, text in blocks_of(PAGE) if language == "sh")
    new, enter, *others = commands.splitlines()
    ran(tmp_path, new)
    folder = tmp_path / enter.removeprefix("cd ")
    write(folder)
    *_, told = (ran(folder, line) for line in others)
    passed = PASSED.search(told)
    assert passed
    assert int(passed[1]) > 200


def test_each_block_is_a_file_of_the_game_or_a_command() -> None:
    texts = [text for language, text in blocks_of(PAGE) if language != "sh"]
    assert texts == [*files().values()]


def test_the_requests_of_the_page_are_in_the_contract() -> None:
    """With what they send, and what is to be read of the answers."""
    contract = json.loads(CONTRACT.read_text())
    told = REQUEST.findall(PAGE.read_text())
    assert len(told) == 8
    for method, path, body, answer in told:
        route = contract["paths"][path.replace("/ID", "/{match_id}")][method.lower()]
        if body:
            sent = members(contract, route["requestBody"])
            assert {*json.loads(body)} <= sent, (path, sent)
        (accepted,) = (each for code, each in route["responses"].items() if code.startswith("2"))
        assert {*re.findall(r"`([a-z]\w+)`", answer)} <= members(contract, accepted), path


def members(contract: Any, message: Any) -> set[str]:
    """All members of the JSON of a request or a response, and of what it is one of or a list of."""
    found: set[str] = set()
    ahead, seen = [message["content"]["application/json"]["schema"]], set()
    while ahead:
        schema = ahead.pop()
        if name := schema.get("$ref"):
            if name not in seen:
                seen.add(name)
                ahead.append(contract["components"]["schemas"][name.rpartition("/")[2]])
            continue
        inner = schema.get("properties", {})
        found |= {*inner}
        ahead += schema.get("oneOf", []) + schema.get("anyOf", [])
        ahead += [each["items"] for each in inner.values() if "items" in each]
    return found


def test_the_page_leads_from_where_agents_look() -> None:
    assert "(docs/agents.md)" in (ROOT / "llms.txt").read_text()
    assert "(docs/agents.md)" in (ROOT / "README.md").read_text()
