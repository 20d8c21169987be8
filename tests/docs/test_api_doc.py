"""`docs/api.md` is true: its blocks are run as they stand, but for address, token and match.

How the session of `bash` blocks is run is told in `session.py`. Each `python` and `javascript`
block is a program of its own. JavaScript is run by deno, which `make test-all` installs, or by
node; without either those tests, which are of full size, fail.
"""

import re
import shutil
import sys
from pathlib import Path

import pytest
from gateway.errors import KINDS
from gateway.websocket.frames import OPS

from tests.docs.session import Session, at, blocks_of
from tests.support.live import Live
from tests.support.players import Client, start_match
from tests.support.programs import running
from tests.support.waiting import until

PAGE = Path(__file__).parents[2] / "docs/api.md"
TEXT = PAGE.read_text()
BLOCKS = blocks_of(PAGE)
PYTHON = [text for kind, text in BLOCKS if kind == "python"]
JAVASCRIPT = [text for kind, text in BLOCKS if kind == "javascript"]
TOKEN, MATCH = '"crp_..."', "d5LFDyEcnLoO6VlhyUnknQ"
DENO = shutil.which("deno", path=str(Path(sys.executable).parent)) or shutil.which("deno")
NODE = ("node", "--experimental-websocket", "--no-warnings", "--input-type=module", "-e")
CLIENT = PAGE.parents[1] / "sdk/javascript/src/index.js"
HOW = {"python": (sys.executable, "-c"), "javascript": (DENO, "eval") if DENO else NODE}
TIMEOUT_S = 60


def test_the_session_prints_what_is_shown(live: Live, tmp_path: Path) -> None:
    with Session(live.url, tmp_path) as session:
        session.play(BLOCKS)
        assert len(session.terminals) == 1
    assert not list(tmp_path.iterdir())


PROGRAMS = {"python": PYTHON[:3], "javascript": JAVASCRIPT[:3]}
"""Those that play against themselves, follow a match, and move wherever it is their turn."""


LANGUAGES = pytest.mark.parametrize(
    "kind", ["python", pytest.param("javascript", marks=pytest.mark.full)]
)


@LANGUAGES
def test_the_program_plays_a_match_against_itself(live: Live, kind: str) -> None:
    with running([*HOW[kind], imported(at(live.url, PROGRAMS[kind][0]))]) as program:
        assert program.end(TIMEOUT_S) == 0
        assert re.fullmatch(r"completed [\[(] ?\d+, \d+ ?[\])]\n", "".join(program.printed))


FOLLOWERS = {
    "Python": ("python", PYTHON[1], ["change 1", "change 2"], []),
    "JavaScript": ("javascript", JAVASCRIPT[1], ["change 1", "change 2"], []),
    "WebSocket": ("javascript", JAVASCRIPT[3], ["snapshot 2"], ["finished 4"]),
}
"""Of each program what it prints before the first move, and at the end."""


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.full] * (kind == "javascript"))
        for name, (kind, *_) in FOLLOWERS.items()
    ],
)
def test_a_program_follows_a_match_to_its_end(live: Live, name: str) -> None:
    kind, code, before, after = FOLLOWERS[name]
    match_id, seats = start_match(live.url, options={"startSeat": 0})
    with running([*HOW[kind], filled_in(code, seats[1], match_id)]) as program:
        until(lambda: len(program.printed) == len(before), TIMEOUT_S)
        seats[0].move(match_id, seats[0].legal_moves(match_id)[0]["notation"])
        seats[1].act(match_id, "resign")
        assert program.end(TIMEOUT_S) == 0
    told = [line.strip() for line in program.printed]
    assert told == [*before, "change 3", "change 4", *after]


@LANGUAGES
def test_a_program_moves_wherever_it_is_its_turn(live: Live, kind: str) -> None:
    match_id, seats = start_match(live.url, options={"startSeat": 0})
    with running([*HOW[kind], filled_in(PROGRAMS[kind][2], seats[0], match_id)]) as program:
        until(lambda: seats[1].legal_moves(match_id), TIMEOUT_S)
        seats[1].move(match_id, seats[1].legal_moves(match_id)[0]["notation"])
        until(lambda: seats[1].legal_moves(match_id), TIMEOUT_S)
        seats[1].act(match_id, "resign")
        assert program.end(TIMEOUT_S) == 0
    told = [line.strip() for line in program.printed]
    assert told == ["yourTurn 2", "yourTurn 4", "matchFinished 6"]


def test_a_program_does_all_that_the_page_tells_of(live: Live) -> None:
    with running([*HOW["python"], at(live.url, PYTHON[3])]) as program:
        assert program.end(TIMEOUT_S) == 0
    told = "".join(program.printed)
    assert "not_your_turn" in told
    assert "(2, 'joined'), (3, 'move'), (4, 'move')" in told


def filled_in(code: str, player: Client, match_id: str) -> str:
    """The program with a token and a match that there are."""
    own = code.replace(TOKEN, f'"{player.token}"').replace(MATCH, match_id)
    socket = player.url.replace("http", "ws")
    return imported(at(player.url, own).replace("ws://localhost:8080", socket))


def imported(code: str) -> str:
    """The program with the client of this clone."""
    return code.replace('"@croupier/client"', f'"{CLIENT}"')


def test_every_refusal_and_every_op_is_listed() -> None:
    rows = [row.split("|")[1:3] for row in TEXT.splitlines() if re.match(r"\| \d{3}[ ,]", row)]
    listed = {
        (code, status)
        for statuses, codes in rows
        for code in re.findall("`([a-z_]+)`", codes)
        for status in re.findall(r"\d{3}", statuses)
    }
    assert {(code, str(kind.status)) for code, kind in KINDS.items()} <= listed
    assert {code for code, _ in listed} == set(KINDS)
    ops = re.findall(r"^\| `(\w+)` \|", TEXT[TEXT.index("| op |") :], re.MULTILINE)
    assert ops == list(OPS)
