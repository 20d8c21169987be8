"""The pictures of the pages: each is shown, each that is shown is there, and none is large."""

import re

from tools.stack import ROOT

FOLDER = ROOT / "docs/pictures"
NAMED = re.compile(r"\]\(pictures/([\w-]+\.(?:svg|webp))\)")
MOST_BYTES = 100_000


def test_pages_show_all_pictures_that_there_are() -> None:
    pages = (ROOT / "docs").glob("*.md")
    shown = {name for page in pages for name in NAMED.findall(page.read_text())}
    assert shown == {file.name for file in FOLDER.iterdir()}


def test_no_picture_is_large() -> None:
    sizes = {file.name: file.stat().st_size for file in FOLDER.iterdir()}
    assert [name for name, size in sizes.items() if size >= MOST_BYTES] == []
