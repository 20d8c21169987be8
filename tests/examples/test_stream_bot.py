"""A bot that follows its match, while gateway and engine are killed, stopped and started."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.live import Live
from tests.support.players import Client, register, start_match
from tests.support.programs import Program, running
from tests.support.waiting import until
from tools.stack import ROOT, Process, Stack

BOT = ROOT / "examples/stream-bot/stream_bot.py"
TIMEOUT_S = 600.0
LINES = 25
"""The greatest length of the bot, without imports and docstrings."""


@dataclass(frozen=True)
class Playing:
    """A bot in a process of its own."""

    program: Program

    @property
    def match_id(self) -> str:
        until(lambda: self.program.printed or self.program.process.poll() is not None)
        return self.program.printed[0].split()[-1]

    @property
    def versions(self) -> list[int]:
        printed = "".join(self.program.printed)
        return [int(n) for n in re.findall(r"^version (\d+)", printed, re.MULTILINE)]

    def has_seen(self, version: int) -> None:
        until(lambda: self.versions[-1:] >= [version], TIMEOUT_S)


@contextmanager
def playing(url: str, goal: str) -> Iterator[Playing]:
    """A bot that makes a match of the game `goal`, or joins the match of that id."""
    with running([sys.executable, str(BOT), goal, url]) as program:
        yield Playing(program)


def finish(*bots: Playing) -> list[int]:
    """Wait until they have played to the end; return their exit codes."""
    return [bot.program.end(TIMEOUT_S) for bot in bots]


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path) as stack:
        yield stack


def test_a_restart_in_the_middle_of_the_match_is_survived(stack: Stack) -> None:
    """First by kill, then by stop; the bots see every version once."""
    with playing(stack.url, "livingstone") as first:
        with playing(stack.url, first.match_id) as second:
            for version, end in ((10, Process.kill), (25, Process.stop)):
                first.has_seen(version)
                restart(stack, end)
                assert Client(stack.url).see(first.match_id)["status"] == "active"
            assert finish(first, second) == [0, 0]
        match = Client(stack.url).see(first.match_id)
        assert (match["status"], match["outcome"]["reason"]) == ("finished", "completed")
        everything = [*range(1, match["version"] + 1)]
        assert [first.versions, second.versions] == [everything, everything]


def restart(stack: Stack, end: Callable[[Process], object]) -> None:
    for process in stack.processes:
        end(process)
    assert len([*stack.failures()]) == len(stack.processes)
    for process in reversed(stack.processes):
        process.start()
    for process in reversed(stack.processes):
        process.wait()


def test_it_plays_other_games_as_well(live: Live) -> None:
    with playing(live.url, "just4fun") as first, playing(live.url, first.match_id) as second:
        assert finish(first, second) == [0, 0]
        assert Client(live.url).see(first.match_id)["status"] == "finished"


@pytest.mark.parametrize("goal", ["chess", "A" * 22])
def test_it_says_why_it_cannot_play(live: Live, goal: str) -> None:
    with playing(live.url, goal) as bot:
        assert finish(bot) == [1]
        assert bot.program.printed == []


def test_it_says_that_there_is_no_seat_for_it(live: Live) -> None:
    match_id, _ = start_match(live.url)
    command = [sys.executable, str(BOT), match_id, live.url]
    bot = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    said = register(live.url).post(f"/v1/matches/{match_id}/join").json()["detail"]
    assert (bot.returncode, bot.stdout, bot.stderr) == (1, "", f"{said}\n")


def test_it_is_as_short_as_docs_say() -> None:
    tree = ast.parse(BOT.read_text())
    said = (ast.Import, ast.ImportFrom, ast.Expr)
    statements = [node for node in tree.body if not isinstance(node, said)]
    code = ast.unparse(ast.Module(statements, [])).splitlines()
    assert len([line for line in code if line and '"""' not in line]) <= LINES
