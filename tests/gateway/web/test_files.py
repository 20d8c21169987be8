"""Which files of a folder are served, in which form, and what the page says of them."""

from pathlib import Path

import pytest
from gateway.web.files import WebFiles
from gateway.web.page import WebPage, hints

from tests.support.asgi import request_with

PAGE = """<!doctype html>
<head>
<meta name="croupier-version" content="">
<link rel="stylesheet" href="./app.css">
<link rel="modulepreload" href="./app/late.js" data-at="/p /m/">
<script type="module" src="./app/main.js"></script>
</head>
<a href="https://example.org/x">elsewhere</a>
"""
MAIN = """
import "./plain.js";
import {
  a,
  b,
} from "../text/many.js";
import * as c from '../text/quoted.js';
export { d } from "../../sdk/javascript/src/again.js";
/** @import { E } from "./types_only.js" */
/** @type {import("./type.js").T} */
const later = () => import("./later.js");
import "./not_there.js";
const text = "import x from './a_text.js'";
"""
SHORT = 'import"./deep.js";import{a}from"./late.js";x(import("./later.js"));export*from"./type.js";'
"""Another module, as a bundler writes it."""
CONTENTS = {
    "web/index.html": PAGE,
    "web/app.css": "a{}" * 1000,
    "web/app/main.js": MAIN,
    "web/app/plain.js": 'import "./main.js";\nimport "./deep.js";\n',
    "web/app/late.js": SHORT,
    **dict.fromkeys(
        (
            "web/app/deep.js",
            "web/app/types_only.js",
            "web/app/type.js",
            "web/app/later.js",
            "web/app/a_text.js",
            "web/text/many.js",
            "web/text/quoted.js",
            "sdk/javascript/src/again.js",
        ),
        "",
    ),
}
EARLY = {
    "sdk/javascript/src/again.js",
    "web/app/deep.js",
    "web/app/plain.js",
    "web/text/many.js",
    "web/text/quoted.js",
}


def written(folder: Path, contents: dict[str, str]) -> WebFiles:
    for name, text in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return WebFiles(folder / "web")


@pytest.mark.parametrize(
    ("path", "more"), [("/", set()), ("/p", {"late", "type"}), ("/m/abc", {"late", "type"})]
)
def test_the_page_points_to_the_files_and_names_all_modules_it_needs(
    tmp_path: Path, path: str, more: set[str]
) -> None:
    files = written(tmp_path, CONTENTS)
    web = WebPage(files)
    page = bytes(web.response(request_with(path=path)).body).decode()
    assert 'href="/t/web/app.css"' in page
    assert 'src="/t/web/app/main.js"' in page
    assert 'href="https://example.org/x"' in page
    assert f'content="{web.version()}"' in page
    head = page.partition("</head>")[0].splitlines()
    assert sorted(line for line in head if "modulepreload" in line) == [
        f'<link rel="modulepreload" href="/t/{name}">'
        for name in sorted(EARLY | {f"web/app/{name}.js" for name in more})
    ]


KNOWN = [
    ("a.js", "", ""),
    ("en.js", "", "en"),
    ("de.js", "", "de"),
    ("home.js", "/", ""),
    ("table.js", "/m/", ""),
    ("table.de.js", "/m/", "de"),
]


@pytest.mark.parametrize(
    ("path", "accepted", "named"),
    [
        ("/", "", ["a", "en", "home"]),
        ("/", "fr, de-CH;q=0.7, en;q=0.3", ["a", "de", "home"]),
        ("/lobby", "de;q=0", ["a", "en"]),
        ("/lobby", "DE", ["a", "de"]),
        ("/m/abc", "en-GB,en;q=0.9,de;q=0.8", ["a", "en", "table"]),
        ("/m/abc/replay", "de", ["a", "de", "table", "table.de"]),
        ("/m", "fr;q=.9.9.9, \xff; q=x, ,;,de;q=2", ["a", "en"]),
    ],
)
def test_what_is_named_depends_on_the_address_and_the_language(
    path: str, accepted: str, named: list[str]
) -> None:
    assert hints(KNOWN, path, accepted) == tuple(f"{name}.js" for name in named)


@pytest.mark.parametrize(
    "changed",
    [
        {**CONTENTS, "web/index.html": f"{PAGE}\n"},
        {**CONTENTS, "web/app.css": "b{}"},
        {**CONTENTS, "web/app2.css": CONTENTS["web/app.css"]},
        {name: CONTENTS[name] for name in CONTENTS if name != "web/app/later.js"},
        {**CONTENTS, "web/app.css": CONTENTS["web/app/main.js"], "web/app/main.js": "a{}" * 1000},
    ],
)
def test_the_version_is_that_of_all_names_and_contents(
    tmp_path: Path, changed: dict[str, str]
) -> None:
    first = written(tmp_path / "first", CONTENTS).version
    assert written(tmp_path / "other", changed).version != first
    assert written(tmp_path / "again", dict(reversed([*CONTENTS.items()]))).version == first


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip", "gzip"),
        ("*", "br"),
        ("identity", None),
        ("", None),
    ],
)
def test_the_shortest_form_is_sent_that_the_caller_takes_and_that_there_is(
    tmp_path: Path, accepted: str, coding: str | None
) -> None:
    packed = {"web/app.css.br": "brotli", "web/app.css.gz": "zipped"}
    files = written(tmp_path, {**CONTENTS, **packed})
    takes = request_with(("Accept-Encoding", accepted))
    sent = files.response("web/app.css", takes, {"X": "y"})
    assert bytes(sent.body).decode() == {
        "br": "brotli",
        "gzip": "zipped",
        None: CONTENTS["web/app.css"],
    }.get(coding)
    assert sent.headers.get("content-encoding") == coding
    assert sent.headers["content-type"] == "text/css; charset=utf-8"
    assert (sent.headers["vary"], sent.headers["x"]) == ("Accept-Encoding", "y")
    assert "content-encoding" not in files.response("web/app/late.js", takes).headers


def test_only_files_for_browsers_are_served_and_the_client_beside_the_folder(
    tmp_path: Path,
) -> None:
    names = (
        "web/index.html",
        "web/icons/a.svg",
        "web/app/a.js",
        "web/app/a.test.js",
        "web/app/types.d.ts",
        "web/README.md",
        "web/deno.json",
        "web/.git/a.js",
        "web/app/.hidden.js",
        "web/main-ABCD2345.js.map",
        "web/main-ABCD2345.js.br",
        "sdk/javascript/src/index.js",
        "sdk/javascript/verify/sha256.js",
        "sdk/javascript/test/driver.js",
        "games/beans/croupier_beans/verify.js",
        "games/beans/croupier_beans/rules.py",
        "games/beans/croupier_beans/tests/verify.js",
        "secret.js",
    )
    assert sorted(written(tmp_path, dict.fromkeys(names, ""))) == [
        "sdk/javascript/src/index.js",
        "sdk/javascript/verify/sha256.js",
        "web/app/a.js",
        "web/icons/a.svg",
        "web/main-ABCD2345.js.map",
    ]


@pytest.mark.parametrize(
    ("name", "forever"),
    [
        ("main-ABCD2345.js", True),
        ("lost-cities.en-ABCD2345.js", True),
        ("main-ABCD2345.js.map", True),
        ("main.js", False),
        ("lost-cities.js", False),
        ("lost-abcd2345.js", False),
    ],
)
def test_what_is_named_by_its_content_is_kept_forever(
    tmp_path: Path, name: str, forever: bool
) -> None:
    files = written(tmp_path, {"web/index.html": "", f"web/{name}": ""})
    sent = files.response(f"web/{name}", request_with())
    assert ("immutable" in sent.headers["cache-control"]) is forever
    assert ("etag" in sent.headers) is not forever


def test_a_folder_of_another_name_is_served_under_the_same_paths(tmp_path: Path) -> None:
    written(tmp_path, {"web/index.html": "", "table/index.html": "", "table/a.js": ""})
    assert [*WebFiles(tmp_path / "table")] == ["web/a.js"]
