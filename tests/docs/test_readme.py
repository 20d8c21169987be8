"""The README is true: its blocks are taken out as they stand and run, word for word but for
the address.

`bash` blocks are one session in one shell; the block of `json` or `text` after one is what it
prints. `...` stands for anything, and what is different every time may be different: ids,
hashes, cards. The `python` block is the bot. `sh` blocks are commands of make.
"""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live import Live
from tests.players import Client

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "docs/operations.md")
DECISIONS = sorted((ROOT / "docs/decisions").glob("*.md"))
README = (ROOT / "README.md").read_text()
ADDRESS = "http://127.0.0.1:8080"
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = FENCE.findall(README)
NEXT = "\n=== next block ===\n"
TIMEOUT_S = 60

CARD = r"[RWYBGP](?:x|10|[2-9])\b"
ALIKE = {
    "TOKEN": r"(?<=crp_)[\w-]{22}_[\w-]{43}",
    "HASH": r"\b[0-9a-f]{64}\b",
    "REQUEST": r"\b[0-9a-f]{32}\b",
    "ID": r"(?<![\w-])[\w-]{22}(?![\w-])",
    "TIME": r"\d{4}-\d\d-\d\dT[\d:.]+Z",
    "CARDS": rf"{CARD}(?: +{CARD})*",
}
"""What is different every time, and what is put in its place before texts are compared."""


def blocks(*kinds: str) -> list[str]:
    return [text for kind, text in BLOCKS if kind in kinds]


def session() -> Iterator[tuple[str, str]]:
    """Each `bash` block, and the output shown for it; "" if none is."""
    for (kind, text), (after, shown) in zip(BLOCKS, [*BLOCKS[1:], ("", "")], strict=True):
        if kind == "bash":
            yield text, shown if after in ("json", "text") else ""


def at(url: str, text: str) -> str:
    """The text with the address of the stack that is running."""
    return text.replace(ADDRESS, url)


def alike(text: str) -> str:
    """The text with what is different every time made the same, and no white space."""
    for name, pattern in ALIKE.items():
        text = re.sub(pattern, name, text)
    return "".join(text.split())


def expected(shown: str) -> str:
    """A pattern for what may be printed, where so much is shown of it."""
    return ".*".join(re.escape(alike(part)) for part in shown.split("..."))


def test_the_session_prints_what_is_shown(live: Live, tmp_path: Path) -> None:
    commands, shown = zip(*session(), strict=True)
    script = f"echo '{NEXT}'\n".join(at(live.url, text) for text in commands)
    ran = subprocess.run(
        ["bash", "-eu"], input=script, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    for command, wanted, printed in zip(commands, shown, ran.stdout.split(NEXT), strict=True):
        assert re.fullmatch(expected(wanted), alike(printed)), (command, printed)
    assert not list(tmp_path.iterdir())


def test_two_of_the_bots_play_a_match_to_its_end(live: Live, tmp_path: Path) -> None:
    (code,) = blocks("python")
    bot = tmp_path / "bot.py"
    bot.write_text(at(live.url, code))
    with start(bot) as first:
        assert first.stdout
        match_id = first.stdout.readline().split()[-1]
        with start(bot, match_id) as second:
            outcomes = [each.communicate(timeout=TIMEOUT_S)[0] for each in (first, second)]
        assert (first.returncode, second.returncode) == (0, 0)
    match = Client(live.url).see(match_id)
    assert (match["status"], match["outcome"]["reason"]) == ("finished", "completed")
    assert outcomes == [f"{match['outcome']}\n"] * 2


def test_the_bot_fits_what_is_said_of_it() -> None:
    (code,) = blocks("python")
    assert len([line for line in code.splitlines() if line]) <= 35


def start(bot: Path, *arguments: str) -> "subprocess.Popen[str]":
    """The bot in an interpreter with nothing installed."""
    command = [sys.executable, "-I", "-S", str(bot), *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_the_demo_plays_and_its_replay_is_verified(tmp_path: Path) -> None:
    replay = tmp_path / "replay.json"
    demo = run_module("tools.demo", REPLAY=str(replay))
    assert demo.returncode == 0, demo.stderr
    assert demo.stdout.count(" is over, ") == 3
    assert demo.stdout.count("\ndiscards ") == 3
    assert "make verify FILE=" in demo.stdout.splitlines()[-1]
    assert run_module("engine.verify", str(replay)).returncode == 0


def test_the_demo_is_stopped_by_ctrl_c(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tools.demo"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(DELAY="0.1", TMPDIR=str(tmp_path)),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as demo:
        assert demo.stdout
        while not re.match(r" +3  ", demo.stdout.readline()):
            assert demo.poll() is None
        demo.send_signal(signal.SIGINT)
        _, error = demo.communicate(timeout=TIMEOUT_S)
    assert (demo.returncode, error) == (0, "Stopped.\n")
    assert not list(tmp_path.iterdir()), "the stack's folders are gone, so its processes are"


def run_module(
    module: str, *arguments: str, **variables: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


def environment(**variables: str) -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{ROOT / 'services'}:{ROOT}", **variables}


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_is_there(page: str) -> None:
    """Links to files, folders in the layout, and targets of make."""
    text = (ROOT / page).read_text()
    targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in re.findall(r"(?:`|^)make ([a-z]+)", text, re.MULTILINE):
        assert target in targets, target
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (ROOT / page).parent.joinpath(link).exists(), link
    for path in re.findall(r"^((?:[\w.-]+/)+[\w.-]*) {2,}", text, re.MULTILINE):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: str(page.stem))
def test_a_decision_names_files_that_are_there(page: Path) -> None:
    text = page.read_text()
    assert text.startswith(f"# {int(page.stem[:4])}. ")
    for path in re.findall(r"`((?:docs|services|tests|tools)/[\w./]+)`", text):
        assert (ROOT / path).exists(), path
