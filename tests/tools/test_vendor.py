"""What the web table has of others is of the versions that its page names."""

import re

import pytest

from tools.stack import ROOT

ROW = re.compile(r"^\| `([\w.]+)` \| [^|]+ \| ([\d.]+) \|", re.MULTILINE)
VERSION = re.compile(r"npm:[\w-]+@([\d.]+)")
TOLD = dict(ROW.findall((ROOT / "web/vendor/VENDOR.md").read_text()))


def test_the_page_names_every_file() -> None:
    assert TOLD.keys() == {path.name for path in (ROOT / "web/vendor").glob("*.js")}


@pytest.mark.parametrize("name", TOLD)
def test_a_file_is_bundled_of_the_version_that_is_told(name: str) -> None:
    assert {*VERSION.findall((ROOT / "tools/vendor" / name).read_text())} == {TOLD[name]}
