"""`croupier board --types`: a board outside of this repository is checked as strictly as ours."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sdk.javascript.runtimes import deno
from tools import preview
from tools.stack import ROOT

OPTIONS = {
    "strict": True,
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "target": "ES2022",
    "lib": ["ES2023", "DOM", "DOM.Iterable"],
    "module": "ESNext",
    "moduleResolution": "bundler",
    "types": [],
}
pytestmark = pytest.mark.full
OURS = re.compile(r'import\("[./]*/sdk/javascript/types/api\.d\.ts"\)\.(\w+)<"[\w-]+">')
OWN = {"StateOf": "View", "LegalMove": "Entry", "EventOf": "Event"}
WRONG = "\n/** @param {View} view */ export const wrong = (view) => view.nothingOfTheKind;\n"
SAME = """
import * as page from "%s/web/board.js";
import * as told from "nowhere/web/board.js";
type Symbols = "nothing" | "noChange"; // each is one of a kind
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
export const names: Same<keyof typeof page, keyof typeof told> = true;
export const all: Omit<typeof told, Symbols> = page;
export const drop: Same<page.Drop, told.Drop> = true;
export const who: Same<page.Who, told.Who> = true;
export const event: Same<page.Event, told.Event> = true;
export const text: Same<page.GameText, told.GameText> = true;
export const guide: Same<page.Guide, told.Guide> = true;
export const position: Same<page.Position, told.Position> = true;
"""


def checked(folder: Path, *files: str) -> str:
    """Return what TypeScript says of the files."""
    config = {"compilerOptions": OPTIONS, "files": files}
    (folder / "tsconfig.json").write_text(json.dumps(config))
    command = (deno(), "run", "-A", "--config", str(ROOT / "web/deno.json"))
    run = (*command, "npm:typescript@5.9.3/tsc", "-p", str(folder))
    return subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False).stdout


@pytest.fixture
def board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The board of the example, elsewhere, with the types that the command writes."""
    game = Path(shutil.copytree(ROOT / "examples/masked-ball", tmp_path / "game"))
    command = [sys.executable, "-m", "croupier_game.kit.lock_wire", str(game)]
    subprocess.run(command, check=True, capture_output=True)
    assert preview.main([str(game), "--types"]) == 0
    assert "types.d.ts" in capsys.readouterr().out
    found = game / "croupier_masked_ball/board"
    for module in found.glob("*.js"):
        own = OURS.sub(lambda each: f'import("./types.d.ts").{OWN[each[1]]}', module.read_text())
        module.write_text(own)
    return found


def test_a_board_elsewhere_is_checked(board: Path) -> None:
    (board / "steps.js").write_text((board / "steps.js").read_text() + WRONG)
    [wrong] = checked(board, "board.js", "en.js", "guide.js").splitlines()
    assert wrong.startswith("steps.js(")
    assert "nothingOfTheKind" in wrong


def test_what_is_told_of_the_page_is_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "same.ts").write_text(SAME % ROOT)
    assert checked(tmp_path, "same.ts", str(preview.PAGE_TYPES)) == ""
