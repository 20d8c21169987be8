"""The folders of web/app are layers, as web/README.md lists them: each imports from those above it.

That counts calls of `import` and the types of comments as well. What tests import does not count.
"""

import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tools.stack import ROOT

WEB = ROOT / "web"
APP = WEB / "app"
LISTED = re.compile(r"^  (\w+)/ ", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
TYPE = re.compile(r'import\("(\.[^"]+)"\)')
RUN = re.compile(r'\b(?:from|import)\s*\(?\s*"(\.[^"]+)"')
FIRST, LAST = ("boot.js",), ("embed.js", "main.js")
"""Files beside the folders: what is below all of them, and what is above."""


def layers() -> tuple[str, ...]:
    return *FIRST, *LISTED.findall((WEB / "README.md").read_text()), *LAST


def layer_of(module: Path) -> str:
    return module.relative_to(APP).parts[0]


def modules(folder: Path) -> list[Path]:
    found = (each for each in folder.rglob("*.js") if not each.name.endswith(".test.js"))
    return sorted(each for each in found if not {"dist", "vendor"} & {*each.parts})


def imports(module: Path, text: str, *, types: bool) -> Iterator[Path]:
    """What a module of this text imports to run, with `types` also what its comments name."""
    found = RUN.findall(COMMENT.sub("", text))
    if types:
        found += [name for comment in COMMENT.findall(text) for name in TYPE.findall(comment)]
    for name in found:
        yield Path(*_normal((module.parent / name).parts))


def _normal(parts: tuple[str, ...]) -> list[str]:
    found: list[str] = []
    for each in parts:
        if each == "..":
            found.pop()
        else:
            found.append(each)
    return found


def upward(module: Path, text: str) -> list[str]:
    """The imports of a module that lead to a layer that is not below its own."""
    order = layers()
    own = layer_of(module)
    others = [each for each in imports(module, text, types=True) if each.is_relative_to(APP)]
    return [
        f"{module.relative_to(APP)} imports {each.relative_to(APP)}"
        for each in others
        if layer_of(each) != own and order.index(layer_of(each)) > order.index(own)
    ]


def test_each_folder_and_file_is_listed_once() -> None:
    assert sorted(layers()) == sorted({layer_of(each) for each in modules(APP)})


def test_nothing_imports_upward() -> None:
    assert not [each for module in modules(APP) for each in upward(module, module.read_text())]


@pytest.mark.parametrize(
    "text",
    [
        'import { lists } from "../lobby/lists.js";',
        'import "../lobby/lists.js";',
        'const late = () => import("../lobby/lists.js");',
        '/** @typedef {import("../lobby/lists.js").Lists} Lists */',
        'import { App } from "../main.js";',
    ],
)
def test_an_import_that_leads_upward_is_found(text: str) -> None:
    module = APP / "board/clock.js"
    assert upward(module, text)
    assert not upward(module, re.sub('"[^"]*"', '"../shell/page.js"', text))


def test_modules_import_each_other_in_no_circle() -> None:
    """A type may be of whoever imports it: a shell hands itself to what it loads."""
    graph = {each: {*imports(each, each.read_text(), types=False)} for each in modules(WEB)}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(" < ".join(str(each.relative_to(WEB)) for each in circle.args[1]))


def test_what_boards_and_texts_run_is_nothing_of_the_page() -> None:
    others = [each for each in modules(WEB) if not each.is_relative_to(APP) and each.parent != WEB]
    for module in others:
        found = imports(module, module.read_text(), types=False)
        assert not [each for each in found if each.is_relative_to(APP)], module


def test_boards_are_made_in_one_folder_alone() -> None:
    """What a board may do on a page can then be decided in one place."""
    made = [each for each in modules(APP) if "boardOf" in each.read_text()]
    assert [each.name for each in made] == ["board-host.js", "still-board.js"]
    assert {each.parent for each in made} == {APP / "board"}
