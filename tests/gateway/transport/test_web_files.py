"""Which files of a folder are served, and what the page says that the browser shall load."""

import gzip
from pathlib import Path

import brotli
import pytest
from gateway.transport import web_files
from gateway.transport.web_files import WebFiles, digest_of
from gateway.transport.web_page import hints, modules

from tests.support.asgi import request_with

PAGE = """<!doctype html>
<head>
<link rel="stylesheet" href="./app.css">
<script type="module" src="./app/main.js"></script>
</head>
<a href="https://example.org/x">elsewhere</a>
"""
CONTENTS = {
    "web/index.html": PAGE.encode(),
    "web/app.css": b"a{}" * 1000,
    "web/app/main.js": b"""
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
""",
    "web/app/plain.js": b'import "./main.js";\nimport "./deep.js";\n',
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
        b"",
    ),
}
EARLY = [
    "sdk/javascript/src/again.js",
    "web/app/deep.js",
    "web/app/plain.js",
    "web/text/many.js",
    "web/text/quoted.js",
]


def test_what_a_module_imports_statically_is_found_with_what_that_imports() -> None:
    assert sorted(modules(CONTENTS, "web/app/main.js")) == EARLY


def test_the_page_points_to_the_files_and_names_all_modules_it_needs() -> None:
    web = WebFiles(CONTENTS)
    page, root = web.page("/", "").file.body.decode(), f"/t/{web.digest}/"
    assert f'href="{root}web/app.css"' in page
    assert f'src="{root}web/app/main.js"' in page
    assert 'href="https://example.org/x"' in page
    links = [f'<link rel="modulepreload" href="{root}{name}">' for name in EARLY]
    head = page.partition("</head>")[0].splitlines()
    assert sorted(line for line in head if "modulepreload" in line) == links


HINTS = """
<link rel="modulepreload" href="./a.js">
<link rel="modulepreload" href="./en.js" hreflang="en">
  <link rel="modulepreload" href="./de.js" hreflang="de">
<link rel="modulepreload" href="./home.js" data-at="/">
<link rel="modulepreload" href="./table.js" data-at="/m/">
<link rel="modulepreload" href="./table.de.js" hreflang="de" data-at="/m/">
"""


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
    assert hints(HINTS, path, accepted) == tuple(f"{name}.js" for name in named)


def test_the_page_names_what_its_hints_need() -> None:
    hint = '<link rel="modulepreload" href="./app/late.js" data-at="/m/">\n</head>'
    contents = {
        **CONTENTS,
        "web/index.html": PAGE.replace("</head>", hint).encode(),
        "web/app/late.js": b"import './later.js';\nimport './deep.js';\n",
    }
    web = WebFiles(contents)
    home, table = (web.page(path, "en") for path in ("/", "/m/abc"))
    root = f"/t/{web.digest}/web/app"
    assert "late" not in home.file.body.decode()
    links = [line for line in table.file.body.decode().splitlines() if "modulepreload" in line]
    assert len(links) == len({*links}) == len(EARLY) + 2
    assert links[-2:] == [
        f'<link rel="modulepreload" href="{root}/{name}.js">' for name in ("late", "later")
    ]
    assert home.tag != table.tag == web.page("/m/other", "").tag


@pytest.mark.parametrize(
    "changed",
    [
        {**CONTENTS, "web/app.css": b"b{}"},
        {**CONTENTS, "web/app2.css": CONTENTS["web/app.css"]},
        {name: CONTENTS[name] for name in CONTENTS if name != "web/app/later.js"},
        {**CONTENTS, "web/app.css": CONTENTS["web/app/main.js"], "web/app/main.js": b"a{}" * 1000},
    ],
)
def test_the_digest_covers_all_names_and_contents(changed: dict[str, bytes]) -> None:
    assert digest_of(changed) != digest_of(CONTENTS)
    assert digest_of(dict(reversed([*CONTENTS.items()]))) == digest_of(CONTENTS)


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
def test_a_file_is_compressed_where_that_makes_it_shorter(
    accepted: str, coding: str | None
) -> None:
    files = WebFiles(CONTENTS).files
    takes = request_with(("Accept-Encoding", accepted))
    unpacked = {"gzip": gzip.decompress, "br": brotli.decompress, None: bytes}[coding]
    long = files["web/app.css"].response(takes, {"X": "y"})
    assert unpacked(bytes(long.body)) == CONTENTS["web/app.css"]
    assert long.headers.get("content-encoding") == coding
    assert (long.headers["vary"], long.headers["x"]) == ("Accept-Encoding", "y")
    short = files["web/app/later.js"].response(takes, {})
    assert "content-encoding" not in short.headers


def test_only_files_for_browsers_are_read_and_the_client_beside_the_folder(tmp_path: Path) -> None:
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
        "sdk/javascript/src/index.js",
        "sdk/javascript/verify/sha256.js",
        "sdk/javascript/test/driver.js",
        "secret.js",
    )
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    read = web_files.read(tmp_path / "web")
    assert sorted(read.files) == [
        "sdk/javascript/src/index.js",
        "sdk/javascript/verify/sha256.js",
        "web/app/a.js",
        "web/icons/a.svg",
    ]
    assert {*read.contents} - {*read.files} == {"web/index.html"}
    assert read.files["web/icons/a.svg"].media_type == "image/svg+xml"
    assert read.files["web/app/a.js"].media_type == "text/javascript; charset=utf-8"


def test_modules_are_served_without_their_comments(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(PAGE.encode())
    (tmp_path / "a.js").write_bytes(b"// for readers\n  a;\n")
    (tmp_path / "a.css").write_bytes(b"/* for readers */\n  a {}\n")
    files = web_files.read(tmp_path).files
    assert files["web/a.js"].body == b"\na;\n"
    assert files["web/a.css"].body == b"\na{}\n"


def test_a_folder_of_another_name_is_served_under_the_same_paths(tmp_path: Path) -> None:
    (tmp_path / "table").mkdir()
    (tmp_path / "table/index.html").write_bytes(PAGE.encode())
    assert [*web_files.read(tmp_path / "table").contents] == ["web/index.html"]
