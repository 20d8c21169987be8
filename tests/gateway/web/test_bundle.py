"""Modules in one script do what they do in files, and what cannot be there is refused by name."""

import json
import subprocess
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import pytest
from croupier_game.board_modules import NotBundled
from croupier_game.javascript import tokens
from gateway.web.bundle import FIRST, MOST_BYTES, Parts, script_of

from tests.sdk.javascript.runtimes import deno
from tools.stack import ROOT

GUEST = """
import { own } from "./own.js";
export const html = "Lit";
export { own as mine } from "./own.js";
export default async function begin({ game, language, load }) {
  try {
    const board = await load("board.js");
    const told = await board.told();
    const none = await load("guide.js");
    console.log(JSON.stringify([own(), game, language, none ?? null, globalThis.guarded, told]));
  } catch (error) {
    console.log(JSON.stringify(String(error)));
  }
}
"""
OWN = "export function own() { return this === undefined; }"
BOARD = r"""import { html, mine } from "../../../web/board.js"
import plain, { a as b, kindOf } from './part.js'; import * as all from "./part.js";
import "./side.js"
const held = /[/"'`]import x from "y"/g, half = 4 / 2 / 1;
const text = `import "z" ${`export ${"}"}`} </script> <!-- x`; // </SCRIPT> <!--
if (half) /import/.test("");
const method = { import: 1, export() { return 2; }, import() { return 3; } };
export const early = new all.Kind().x, other = kindOf();
export async function told() {
  const late = await import("./late.js");
  const named = [all.star, all.space.star, all.default === plain, all["a name"]];
  return [html, mine(), plain(), b, early, other, globalThis.side, late.default, text, half,
    held.test("x"), Object.keys(all).sort(), named, method.import(), method.export()];
}
export default class Board {}
"""
PART = """
import Board, { told } from "./board.js"; // each imports the other
export const a = 1, list = [1, 2], { length } = 3
  ? "" : "";
export * from "./star.js"; export * as space from "./star.js"
export { told as shown } from "./board.js";
function kindOf() { return [typeof told, typeof a]; }
export { kindOf, a as "a name" }
export default function () { return "without a name"; }
export class Kind { x = 5; }
"""
FILES = {
    "board.js": BOARD,
    "part.js": PART.replace(', { length } = 3\n  ? "" : ""', ""),
    "star.js": "export const star = 'star';\nexport default 1",
    "side.js": "globalThis.side = this === undefined;",
    "late.js": "export default {\r\n  late: 1,\r\n}\n//# sourceMappingURL=late.js.map",
}
TOLD = [
    "Lit",
    True,
    "without a name",
    1,
    5,
    ["function", "number"],
    True,
    {"late": 1},
    'import "z" export } </script> <!-- x',
    2,
    False,
    ["Kind", "a", "a name", "default", "kindOf", "list", "shown", "space", "star"],
    ["star", "star", True, 1],
    3,
    2,
]

RUN = """
import { runInThisContext } from "node:vm";
const text = Deno.readTextFileSync(new URL("script.txt", import.meta.url));
try {
  runInThisContext(text);
} catch (error) {
  console.log(JSON.stringify(String(error)));
}
"""


def script(files: Mapping[str, str], guard: str = "globalThis.guarded = true;") -> str:
    texts = {f"games/beans/{name}": text for name, text in files.items()}
    texts |= {"web/boards/guest.js": GUEST, "web/boards/own.js": OWN}
    names = {"board.js": "games/beans/board.js"}
    return script_of(Parts("beans", "de", guard, "web/boards/guest.js", names, texts.get))


def ran(text: str, folder: Path) -> object:
    """What the script has printed, as a classic script."""
    (folder / "script.txt").write_text(text)
    path = folder / "run.mjs"
    path.write_text(RUN)
    command = [deno(), "run", "--quiet", f"--allow-read={folder}", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.service
def test_modules_do_in_one_script_what_they_do_in_files(tmp_path: Path) -> None:
    made = script(FILES)
    assert ran(made, tmp_path) == [True, "beans", "de", None, True, TOLD]
    assert "</script" not in made.lower()
    assert "<!--" not in made
    assert "sourceMappingURL" not in made


@pytest.mark.service
def test_a_board_that_throws_lets_the_guest_go_on(tmp_path: Path) -> None:
    assert ran(script({"board.js": "throw new Error('no');"}), tmp_path) == "Error: no"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\nimport(`./${1}.js`);", "board.js: line 2 has an import() of what is no name in quotes"),
        ("if (1) { import(x); }", "board.js: line 1 has an import() of what is no name in quotes"),
        ("import.meta.url", "board.js: line 1 has import.meta: a board has no address"),
        ('import lit from "lit";', 'board.js: line 1 imports "lit", which is no file beside it'),
        ("import('https://x/y.js')", 'imports "https://x/y.js", which is no file beside it'),
        ("\n\nexport let a = 1;", "line 3 has `export let`: export a constant or a function"),
        ("export const { a } = b;", "line 1 exports what it takes apart: name each export"),
        ('import { no } from "./part.js";', "board.js imports no, which ./part.js does not export"),
        ('import no from "./part.js";', "board.js imports default, which ./part.js does not"),
        ('export { no } from "./part.js";', "board.js imports no, which ./part.js does not export"),
        ('import { no } from "../../web/board.js";', "imports no, which ../../web/board.js does"),
        ('import "./gone.js";', "games/beans/gone.js is imported and is not there"),
        ('import "../other/board.js";', "games/other/board.js is imported and is not there"),
        ('import "../../web/boards/own.js"', "own.js, which is none of its own files"),
        ('import "/v1/x";', 'imports "/v1/x", which is no file'),
        ("const a = {", "board.js: line 1 cannot be read"),
        ("\nconst a = 'b", "board.js: line 2 cannot be read"),
        ("a = `${", "board.js: line 1 cannot be read"),
        ("import { a", "board.js: line 1 cannot be read"),
        (f"// {'x' * MOST_BYTES}", "its modules are more than 2,000,000 bytes"),
    ],
)
def test_what_can_be_no_part_of_a_script_is_refused_by_name(text: str, why: str) -> None:
    with pytest.raises(NotBundled) as refused:
        script({"board.js": text, "part.js": "export const yes = 1;"})
    assert why in str(refused.value)


END = "}]}); function %s() {} ({ x: [[], {}, async function* () { 1"
"""What ends the function of a module, and declares one for the whole script."""
MISREAD = {
    "an arrow is a comment": f"--> ( {{ [ {{\n{END}\n--> }} ] }} )",
    "a line ends": f"// \u2028{END}",
    "a block is divided": f"let a = {{}} / 2 {END}/1",
    "a method is named as a statement": f"let a = {{ if() {{}} }}.if() / 2 {END}/1",
    "a member is named as a word": f"let a = {{}}.return / 2 {END}/1",
    "a number ends with a dot": f"1. / 2 {END}/1",
}


@pytest.mark.service
@pytest.mark.parametrize("text", MISREAD.values(), ids=MISREAD)
def test_what_a_board_declares_for_the_whole_script_is_not_what_the_guard_uses(
    text: str, tmp_path: Path
) -> None:
    guard = "console.log('null');"
    assert ran(script({"board.js": text % "Object"}, guard), tmp_path) == (
        "SyntaxError: Identifier 'Object' has already been declared"
    )


def test_all_that_the_guard_names_of_the_browser_is_declared_before_it() -> None:
    found = tokens((ROOT / "web/boards/guard.js").read_text())
    words = {
        each.text for before, each in pairwise(found) if each.kind == "word" and before.text != "."
    }
    own = {"GONE", "GONE_OF_NAVIGATOR", "take", "name", "of", "preventDefault", "apply", "event"}
    syntax = {"const", "for", "function", "if", "in", "try", "catch"}
    syntax |= {"value", "configurable", "writable"}
    values = {"undefined", "false", "true"}  # which cannot be declared
    assert words - own - syntax - values == {
        each.text for each in tokens(FIRST) if each.kind == "word"
    } - {"const", "this"}
