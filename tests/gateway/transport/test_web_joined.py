"""Modules that are joined do what they did alone, once each, whoever imports them."""

import subprocess
from pathlib import Path

import pytest
from gateway.transport.web_joined import joined
from gateway.transport.web_page import STUB

from tests.sdk.javascript.runtimes import deno

PAGE = b"""<link href="./app/late.js" data-join="page">
<link href="./other.js" data-join="other">
<script type="module" src="./app/main.js" data-join="page"></script>
"""
FILES = {
    "web/index.html": PAGE,
    "web/app/main.js": b"""import { said as told } from "../said.js";
import base, { counted, later as after, Thing } from "./base.js";
import * as all from "./base.js";
const { last } = await import("../last.js");
const { once } = await import("./late.js");
told.push(base, counted, new Thing().name, all.two, await after(), last, once);
console.log(JSON.stringify(told));
""",
    "web/said.js": b'export const said = [];\nsaid.push("first");\n',
    "web/app/base.js": b"""import { said } from "../said.js";
export default 7;
export let counted = 0;
export class Thing { static { counted += 1; } name = "thing"; }
const two = 2, own = new URL("./base.js", import.meta.url).href === import.meta.url;
export { two, own as alone };
export async function later() { return (await import("./late.js")).once + String(own); }
said.push("base");
""",
    "web/app/late.js": b"""import { said } from "../said.js";
import { Thing } from "./base.js";
export const once = "late" + Thing.name, twice = once;
said.push("late");
""",
    "web/other.js": b"""import { said } from "./said.js";
export { said };
export { once } from "./app/late.js";
""",
    "web/last.js": b'export { twice as last } from "./app/late.js";\n',
    "web/leaf.js": b"export default 1;\nexport const leaf = 2;\n",
    "web/page.js": b"export const page = 1;\n",
}
SAID = '["first","base","late",7,1,"thing",2,"lateThingtrue","lateThing","lateThing"]'


def written(files: dict[str, bytes], folder: Path) -> Path:
    for name, body in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(body)
    return folder


def run(folder: Path, name: str) -> str:
    command = [deno(), "run", "--no-check", "--allow-read", str(folder / name)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.mark.full
def test_they_do_what_they_did_alone(tmp_path: Path) -> None:
    made = joined(FILES)
    assert run(written(FILES, tmp_path / "alone"), "web/app/main.js") == SAID
    assert run(written(made, tmp_path / "joined"), "web/app/main.js") == SAID


def test_whatever_the_same_entries_need_is_one_file() -> None:
    made = joined(FILES)
    stubs = {name for name, body in made.items() if body.startswith(STUB)}
    assert stubs == {"web/said.js", "web/app/base.js", "web/app/late.js"}
    assert {*made} - {*FILES} == {"web/joined/other-page.js"}
    entries = FILES["web/index.html"].replace(b'"other"', b'"page"')
    assert "web/joined/page.js" in joined({**FILES, "web/index.html": entries})


@pytest.mark.parametrize(
    "said",
    [
        "export const { said } = { said: [] };",  # a pattern
        "export const said = ;",  # no grammar
        'import "./app/base.js"; export const said = [];',  # a circle
        'export * from "./leaf.js"; export const said = [];',
        'export * as all from "./leaf.js"; export const said = [];',
        "const said = []; export { said, said as default };",
        'const said = []; export { said, said as "two words" };',
        'import all, * as both from "./leaf.js"; export const said = [];',
        'import { default as leaf } from "./leaf.js"; export const said = [];',
        'import leaf from "./leaf.json" with { type: "json" }; export const said = [];',
        'import leaf from "leaf"; export const said = [];',
        'import leaf from "https://example.com/leaf.js"; export const said = [];',
        'import { leaf } from "./leaf.js?1"; export const said = [];',
        'import { leaf } from "./l\\x65af.js"; export const said = [];',
        'export const said = []; import { leaf } from "./leaf.js";',
        "export const said = [], later = (path) => import(path);",
        "export const said = [], later = () => import(`./leaf.js`);",
        'export const said = [], later = () => import("./leaf.js", {});',
        'export const said = [], there = import.meta.resolve("./leaf.js");',
        "export const said = [], meta = import.meta;",
        "export let said = []; export function later() { said = [1]; }",
        "export let said = []; export const later = () => { [said] = [[1]]; };",
        'export const said = []; await import("./leaf.js");',
        "export const said = [], joined_0 = 1;",
        "export const said = []\nexport default class {}\n[1].pop();",
        "const said = []\nexport { said }\n(() => 1)();",
        "export let said = []; export class Late { one = (said = [1]); }",
        "export let said = []; export class Late { static one = () => { said = [1]; }; }",
        "export const said = []; export class Late { async [await 0]() {} }",
        "export let \\u0073aid = []; export function later() { said = [1]; }",
        "export let said = []; export function later() { ({ \\u0073aid } = { said: [1] }); }",
        "const said = []; export { said, said as await };",
        "export const said = [], joined_URL = 1;",
        'import { missing } from "./leaf.js"; export const said = [];',
        'import missing from "./page.js"; export const said = [];',
        'export { missing } from "./leaf.js"; export const said = [];',
        'import { missing } from "./missing.js"; export const said = [];',
        "#!/usr/bin/env node\nexport const said = [];",
    ],
)
def test_what_is_not_sure_to_do_the_same_is_left_as_it_is(
    said: str, caplog: pytest.LogCaptureFixture
) -> None:
    files = {**FILES, "web/said.js": said.encode()}
    assert joined(files) == files
    (line,) = caplog.messages
    assert "web/said.js" in line


@pytest.mark.parametrize("name", ["web/last.js", "web/app/main.js"])
def test_a_missing_name_is_found_outside_of_joined_files_too(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    files = {**FILES, name: FILES[name].replace(b"{ twice", b"{ no").replace(b"counted", b"no")}
    assert joined(files) == files
    (line,) = caplog.messages
    assert name in line


def test_what_nobody_thought_of_leaves_all_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    chain = {f"web/{at}.js": f'import "./{at + 1}.js";'.encode() for at in range(1500)}
    files = {"web/index.html": b'<script src="./0.js" data-join="page"></script>', **chain}
    assert joined(files) == files
    (line,) = caplog.messages
    assert "web/0.js" in line
    assert "RecursionError" in line


def test_without_entries_nothing_is_joined() -> None:
    plain = {**FILES, "web/index.html": b"<html>"}
    assert joined(plain) == plain


@pytest.mark.parametrize(
    ("module", "taken"),
    [
        ("export default function it() { return 1; }", "[all.default()]"),
        ("export default class It { static one = 1; }", "[all.default.one]"),
        ("export default function () { return 1; }\nvar told;", "[all.default()]"),
        ("export async function* it() { yield 1; }", "[(await all.it().next()).value]"),
        ("export let a = 1, b = 2; a = 3;", "[all.a, all.b]"),
        ("const a = 1; export { a as b };", "[all.a, all.b]"),
        ('const a = 1; export { a };\nexport { told as b } from "./told.js";', "[all.a, all.b]"),
        ('const told = 1; export { told as a };\nexport { told } from "./told.js";', "[all.told]"),
        ('import { told as a } from "./told.js"; export { a };', "[all.a]"),
        ("export const a = this === undefined;", "[all.a]"),
        ("export const a = b(); function b() { return 1; }", "[all.a]"),
        ("const text = 'import.meta.url'; export const a = text;", "[all.a]"),
        ("export const a = `export ${1}\nimport.meta.url\nimport`;", "[all.a]"),
        ('// export const b = 1;\nexport const a = /import "x"/.source;', "[all.a, all.b]"),
        ("var told = 1; export const a = told;", "[all.a]"),
        ("const a = 1, b = 2; export { a, // one\nb /* two */ as /* c */ c, };", "[all.a, all.c]"),
        ('import { /* a, */ told /* b:c */ as a, } from "./told.js"; export { a };', "[all.a]"),
        ('import /* a */ * as /* b */ it from "./told.js"; export const a = it.told;', "[all.a]"),
        ('export { told /* a */, told as /* , */ b } from "./told.js";', "[all.told, all.b]"),
        ("export let a = 1; class It { static { a += 1; } }", "[all.a]"),
        ("const URL = class {}; export const a = import.meta.url.slice(0, 4), b = URL;", "[all.a]"),
        ("export const Object = 7;", "[all.Object]"),
        ("function Object() {}\nvar URL; export const a = import.meta.url.slice(-5);", "[all.a]"),
        ("export const a = { \\u0061: 1 }.a + '\\u0061';", "[all.a]"),
    ],
)
@pytest.mark.full
def test_a_form_does_the_same_in_a_block(module: str, taken: str, tmp_path: Path) -> None:
    files = {
        "web/index.html": b'<script src="./main.js" data-join="page"></script>',
        "web/main.js": f"""import * as all from "./it.js";
import {{ told }} from "./told.js";
console.log(JSON.stringify([{taken}, told]));
""".encode(),
        "web/it.js": module.encode(),
        "web/told.js": b"var more = 5; export const told = more;\n",
    }
    made = joined(files)
    assert made["web/it.js"].startswith(STUB)
    alone = run(written(files, tmp_path / "alone"), "web/main.js")
    assert run(written(made, tmp_path / "joined"), "web/main.js") == alone
