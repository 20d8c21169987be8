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


def test_what_cannot_be_joined_is_left_as_it_is() -> None:
    circle = {**FILES, "web/said.js": b'import "./app/base.js";\nexport const said = [];\n'}
    pattern = {**FILES, "web/said.js": b"export const { said } = { said: [] };\n"}
    unknown = {**FILES, "web/said.js": b"export const said = ;\n"}
    plain = {**FILES, "web/index.html": b"<html>"}
    for files in (circle, pattern, unknown, plain):
        assert joined(files) == files
