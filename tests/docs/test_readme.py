"""The README and its first match are true: blocks are run as they stand, at the test's service.

`session.py` runs the `bash` blocks. The `python` block is the bot. `sh` blocks are commands of
make, and of the installed bot.
"""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.test_house import house
from tests.docs.session import Session, at, blocks_of
from tests.support.live import Live
from tests.support.players import Client, ok
from tests.support.waiting import until
from tools.house import key_file, new_key
from tools.stack import Stack

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[2]
OPERATIONS = [str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs/operations").glob("*"))]
GAMES = ("docs/adding-a-game.md", "docs/publishing-a-game.md")
FRONT = (
    "README.md",
    *(f"docs/{name}.md" for name in ("README", "code", "first-match", "home-server")),
)
PAGES = (*FRONT, "CONTRIBUTING.md", *OPERATIONS, *GAMES)
INDEX = ROOT / "docs/decisions/README.md"
DECISIONS = sorted({*INDEX.parent.glob("*.md")} - {INDEX})
BLOCKS = blocks_of(ROOT / "README.md")
FIRST_MATCH = blocks_of(ROOT / "docs/first-match.md")
MOST_LINES = 200
"""Two screens or so: what is longer is a page of its own."""
TIMEOUT_S = 600


def blocks(*kinds: str) -> list[str]:
    return [text for kind, text in BLOCKS if kind in kinds]


def test_the_session_prints_what_is_shown(live: Live, tmp_path: Path) -> None:
    with Session(live.url, tmp_path) as session:
        session.play(FIRST_MATCH)
        last = re.compile(r"^id: 4\ndata: .*\n", re.MULTILINE)
        until(lambda: all(last.search(terminal.shown) for terminal in session.terminals))
        hers, his = (terminal.shown for terminal in session.terminals)
    assert [re.findall("^id: .*", shown, re.MULTILINE) for shown in (hers, his)] == [
        ["id: 3", "id: 4"]
    ] * 2
    drawn = re.compile(r'"cardDrawn":{"seat":1,"pile":"DECK","card":"(.*?)"')
    assert [set(drawn.findall(shown)) == {""} for shown in (hers, his)] == [True, False]
    assert not list(tmp_path.iterdir())


def test_the_bot_plays_against_the_house(stack: Stack, tmp_path: Path) -> None:
    (code,) = blocks("python")
    bot = tmp_path / "bot.py"
    bot.write_text(at(stack.url, code))
    key = {"BOTS_HOUSE_KEY_FILE": str(key_file(tmp_path / "stack"))}
    with house(stack.url, tmp_path, **key), start(bot, subprocess.PIPE) as process:
        assert process.stderr
        assert any(line.endswith(" against Hugo\n") for line in process.stderr)
        process.send_signal(signal.SIGINT)


def test_two_of_the_bots_find_each_other_and_play(stack: Stack, tmp_path: Path) -> None:
    """As they wait for others: without what names an opponent."""
    (code,) = blocks("python")
    bot = tmp_path / "bot.py"
    bot.write_text(at(stack.url, code.replace(', against="Hugo", matches=20', "")))
    spectator = Client(stack.url)
    with start(bot) as first, start(bot) as second:
        until(lambda: ok(spectator.get("/v1/matches", status="finished"))["matches"], TIMEOUT_S)
        for each in (first, second):
            each.send_signal(signal.SIGINT)
        assert (first.wait(TIMEOUT_S), second.wait(TIMEOUT_S)) == (0, 0)
    (match, *_) = ok(spectator.get("/v1/matches", status="finished"))["matches"]
    assert match["outcome"]["reason"] == "completed"
    assert [seat["player"]["displayName"] for seat in match["seats"]] == ["Percy", "Percy"]


def test_the_bot_is_as_short_as_the_page_says() -> None:
    (code,) = blocks("python")
    assert "A bot takes ten lines of Python" in (ROOT / "README.md").read_text()
    assert len([line for line in code.splitlines() if line]) <= 10


def start(bot: Path, stderr: int = subprocess.DEVNULL) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, str(bot)], stderr=stderr, text=True)


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    (tmp_path / "stack").mkdir()
    new_key(tmp_path / "stack")
    with Stack(tmp_path / "stack") as stack:
        yield stack


def test_the_demo_plays_and_its_replay_is_verified(tmp_path: Path) -> None:
    replay = tmp_path / "replay.json"
    demo = run_module("tools.demo", REPLAY=str(replay))
    assert demo.returncode == 0, demo.stderr
    assert demo.stdout.count(" is over, ") == 3
    assert demo.stdout.count("\ndiscards ") == 3
    assert "The replay is of the match that was promised" in demo.stdout
    assert "make verify FILE=" in demo.stdout.splitlines()[-1]
    assert run_module("engine.verify", str(replay)).returncode == 0


@pytest.mark.parametrize(
    ("game", "seats", "name", "rounds"),
    [("livingstone", 3, "Livingstone", 10), ("just4fun", 4, "Just4Fun", 0)],
)
def test_the_demo_plays_other_games_as_well(
    tmp_path: Path, game: str, seats: int, name: str, rounds: int
) -> None:
    replay = tmp_path / "replay.json"
    demo = run_module("tools.demo", GAME=game, SEATS=str(seats), REPLAY=str(replay))
    assert demo.returncode == 0, demo.stderr
    moves = re.findall(r"^ +\d+  (\w+) +(.+)$", demo.stdout, re.MULTILINE)
    assert len({player for player, _ in moves}) == seats
    assert max(len(move) for _, move in moves) <= 40
    ended = demo.stdout.count(" is over, ")
    assert ended >= rounds, "with the card BOAT_BACK there is one more"
    assert demo.stdout.count(f"\n{name} ") == max(ended, 1), "a table per round, or one at the end"
    assert run_module("engine.verify", str(replay)).returncode == 0


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        (
            {"GAME": "chess"},
            "GAME=chess is not a game. GAME is ..., ... or lost-cities....",
        ),
        ({"SEATS": "3"}, "SEATS=3 is not possible for Lost Cities. SEATS is 2."),
        (
            {"GAME": "livingstone", "SEATS": "six"},
            "SEATS=six is not possible for Livingstone. SEATS is 2, 3, 4 or 5.",
        ),
        ({"DELAY": "long"}, "DELAY=long is not a number of seconds up to 60, such as 0.5."),
    ],
)
def test_the_demo_refuses_invalid_variables_before_it_starts_anything(
    variables: dict[str, str], said: str
) -> None:
    demo = run_module("tools.demo", **variables)
    assert (demo.returncode, demo.stdout) == (2, "")
    assert re.fullmatch(".*".join(map(re.escape, said.split("..."))) + "\n", demo.stderr)


def test_the_demo_refuses_seats_that_a_running_croupier_does_not_allow(live: Live) -> None:
    demo = run_module("tools.demo", URL=live.url, SEATS="7")
    assert demo.returncode == 2
    assert demo.stderr == "SEATS=7 is not possible for Lost Cities. SEATS is 2.\n"


def test_the_demo_names_the_file_that_it_cannot_write(live: Live, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    replay = tmp_path / "file" / "replay.json"
    demo = run_module("tools.demo", URL=live.url, REPLAY=str(replay))
    assert demo.returncode == 1
    assert demo.stderr.startswith(f"Cannot write {replay}: ")
    assert "REPLAY names another file" in demo.stderr


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
        while not re.match(r" +5  ", demo.stdout.readline()):
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
    return {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": f"{ROOT}/libs:{ROOT}/services:{ROOT}",
        **variables,
    }


@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_names_exists(page: str) -> None:
    """Links to files, folders in the layout, and targets of make."""
    text = (ROOT / page).read_text()
    targets = re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in re.findall(r"(?:`|^)make ([a-z0-9-]+)", text, re.MULTILINE):
        assert target in targets, target
    for link in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (ROOT / page).parent.joinpath(link).exists(), link
    for path in re.findall(r"^((?:[\w.-]+/)+[\w.-]*) {2,}", text, re.MULTILINE):
        assert (ROOT / path).exists(), path


def test_the_front_page_is_short_and_says_how_to_run_and_test_it() -> None:
    text = (ROOT / "README.md").read_text()
    assert len(text.splitlines()) <= MOST_LINES
    assert "make run " in text
    assert "make test " in text


def test_the_index_has_every_page() -> None:
    text = (ROOT / "docs/README.md").read_text()
    pages = {page.name for page in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert {page for page in pages if f"]({page})" not in text} == set()


@pytest.mark.parametrize("page", DECISIONS, ids=lambda page: str(page.stem))
def test_a_decision_has_the_form_and_a_line_of_the_index(page: Path) -> None:
    headings = re.findall("^#+ .+$", page.read_text(), re.MULTILINE)
    assert headings[0].startswith("# ")
    assert headings[1:] == ["## What holds", "## Why", "## Rejected"]
    assert INDEX.read_text().count(f"]({page.name})") == 1
