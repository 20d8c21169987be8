"""`croupier board`: a board in all its positions, which follows what its author saves."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browsing import chromium
from tools.stack import ROOT, free_port

BOARD = "croupier_masked_ball/board/board.js"
FRAME = "figure[data-frame*='position=0']"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of the example, which may be changed."""
    copied = Path(shutil.copytree(ROOT / "examples/masked-ball", tmp_path / "masked-ball"))
    command = [sys.executable, "-m", "croupier_game.kit.lock_wire", str(copied)]
    subprocess.run(command, check=True, capture_output=True)
    return copied


@pytest.fixture
def url(game: Path) -> Iterator[str]:
    """The address of `croupier board`, which Ctrl-C ends."""
    port = free_port()
    command = [sys.executable, "-m", "tools.preview", str(game), "--port", str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert f"http://localhost:{port}" in process.stdout.readline()
        yield f"http://localhost:{port}"
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def saved(game: Path, before: str, after: str) -> None:
    """Change the board, in which `before` is once."""
    path = game / BOARD
    text = path.read_text()
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, after))
    os.utime(path)


def test_a_board_is_seen_in_its_positions_and_follows_what_is_saved(
    game: Path, url: str, page: Page
) -> None:
    page.goto(f"{url}/#players=2&size=phone&theme=dark")
    expect(page.get_by_role("heading", name="1. 2 players, match 1, version 2")).to_be_visible()
    frame = page.frame_locator(f"{FRAME} iframe")
    expect(frame.locator("masked-ball-board")).to_be_visible()
    scheme = frame.locator("body").evaluate("body => getComputedStyle(body).colorScheme")
    assert scheme == "dark"
    expect(page.locator("figure[data-frame*='theme=light']")).to_have_count(0)
    frame.get_by_role("group", name="Your masks").get_by_role("button").last.click()
    frame.locator(".sides .lit").first.click()
    frame.get_by_role("group", name="Masks to name").get_by_role("button").first.click()
    expect(page.locator(FRAME).get_by_role("status")).to_contain_text("Chosen: ")
    page.get_by_label("eyes").select_option("watch")
    expect(page.locator("figcaption").first).to_contain_text("a spectator")
    page.get_by_label("still").select_option("yes")
    expect(frame.locator("masked-ball-board")).to_be_visible()

    saved(game, '"sides"', '"sides saved"')
    expect(page.frame_locator(f"{FRAME} iframe").locator(".sides.saved")).to_be_visible()
    expect(page.get_by_label("eyes")).to_have_value("watch")
    expect(page.locator(".wrong")).to_have_count(0)


def test_it_starts_without_what_a_service_needs() -> None:
    """Which takes longer to be imported than all else."""
    code = "import sys, tools.preview; print({'grpc', 'redis'} & {*sys.modules})"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout == "set()\n"


def checked(game: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `croupier board --check` says."""
    command = [sys.executable, "-m", "tools.preview", str(game), "--check"]
    environ = os.environ | {"CHROMIUM": chromium()} | environment
    return subprocess.run(
        command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )


@pytest.mark.full
def test_a_check_passes_a_board_without_faults_and_finds_what_is_planted(tmp_path: Path) -> None:
    passed = checked(ROOT / "examples/night-market")
    assert (passed.returncode, passed.stderr) == (0, "")
    assert "Nothing is wrong" in passed.stdout
    game = Path(shutil.copytree(ROOT / "examples/night-market", tmp_path / "night-market"))
    board = game / "croupier_night_market/board/board.js"
    text = board.read_text()
    for before, after in PLANTED.items():
        assert before in text
        text = text.replace(before, f"{after}{before}", 1)
    board.write_text(text)
    found = checked(game)
    assert found.returncode == 1
    first, *_ = what = found.stderr.splitlines()[::2]
    assert re.match(r"board/board.js:\d+:\d+: TypeError", first)
    assert what[1:] == [
        'Images must have alternative text (image-alt): <img src="data:,">',
        'Less than 44 px wide or high: <button class="tiny">x</button>',
    ]
    places = {*found.stderr.splitlines()[1::2]}
    assert places == {"  1. 2 players, match 1, version 2: Dealt; phone, light, de"}


PLANTED = {
    '<p class="unseen"': '<img src="data:,"><button class="tiny">x</button>',
    "  .unseen {": "  button.tiny { min-height: 20px; }\n",
    "    const { t, picked } = this;\n": "    queueMicrotask(() => null.nothing);\n",
}


@pytest.mark.full
def test_a_check_without_a_chromium_that_works_says_so() -> None:
    nobody = checked(ROOT / "examples/night-market", CHROMIUM="", PATH="")
    assert (nobody.returncode, nobody.stderr) == (0, "")
    assert "was not looked at" in nobody.stdout
    broken = checked(ROOT / "examples/night-market", CHROMIUM=shutil.which("false") or "")
    assert (broken.returncode, broken.stdout) == (1, "")
    assert "Chromium has told nothing" in broken.stderr


WRONG = {
    "cannot be read": ('"./steps.js";', '"./steps.js"; let a b;', "board/board.js:4:"),
    "throws": ("const RANKS =", "null.nothing; const RANKS =", "board/board.js:1"),
    "imports what is not there": ('./steps.js";', './stepz.js";', "board/board.js:4: ./stepz.js"),
    "throws as it draws": (
        "    const { t } = this;\n",
        "    this.no.x = 1;\n",
        "board/board.js:139:",
    ),
    "is not allowed": ('<div class="sides"', '<div style="color: red"', "no style="),
}


@pytest.mark.full
def test_what_is_wrong_is_said_with_file_and_line(game: Path, url: str, page: Page) -> None:
    page.goto(f"{url}/#players=2&size=phone&theme=light")
    original = (game / BOARD).read_text()
    for what, (before, after, told) in WRONG.items():
        (game / BOARD).write_text(original)
        saved(game, before, after)
        expect(page.locator(".wrong").first, what).to_contain_text(told)
    rules = game / "croupier_masked_ball/rules.py"
    (game / BOARD).write_text(original)
    rules.write_text(rules.read_text() + "\nthis is wrong\n")
    expect(page.locator(".wrong").first).to_contain_text("rules.py")
