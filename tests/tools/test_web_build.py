"""The built web table: all that its files name is there, under names that tell their content."""

import gzip
import json
import re
from pathlib import Path

import brotli
import pytest

from tools.web_build import NAMED_BY_CONTENT, WEB, build

pytestmark = pytest.mark.service
OWN_NAMES = {"index.html", "sw.js", "VENDOR.md"}
NAMED = re.compile(r'"\./([\w.-]+)"')
EARLIER = {"main-AAAAAAAA.js": "main", "main-AAAAAAAA.js.br": "packed", "index.html": "page"}


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("web")
    (folder / "earlier").mkdir()
    for name, text in EARLIER.items():
        (folder / "earlier" / name).write_text(text)
    build(folder / "dist", folder / "earlier")
    return folder / "dist"


def made(dist: Path) -> list[Path]:
    return [each for each in dist.iterdir() if each.suffix not in (".br", ".gz")]


def test_all_but_the_page_the_worker_and_licences_is_named_by_its_content(dist: Path) -> None:
    others = {each.name for each in made(dist) if not NAMED_BY_CONTENT.fullmatch(each.name)}
    assert others == OWN_NAMES
    assert (dist / "sw.js").read_bytes() == (WEB / "sw.js").read_bytes()


def test_whatever_a_file_names_is_there(dist: Path) -> None:
    missing = [
        f"{file.name} names {name}"
        for file in made(dist)
        if file.suffix in (".html", ".js", ".webmanifest")
        for name in NAMED.findall(file.read_text())
        if not (dist / name).exists()
    ]
    assert not missing
    named = NAMED.findall((dist / "index.html").read_text())
    assert len(named) == len(re.findall(r'"\./', (WEB / "index.html").read_text())) > 15


def test_the_element_for_other_pages_names_the_style_sheet_by_its_content(dist: Path) -> None:
    (sheet,) = dist.glob("app-*.css")
    assert [each for each in dist.glob("*.js") if f'"./{sheet.name}"' in each.read_text()]


def test_browsers_are_told_of_the_sources(dist: Path) -> None:
    (main,) = (each for each in dist.glob("main-*.js") if each.name not in EARLIER)
    found = json.loads((dist / f"{main.name}.map").read_text())
    assert any(name.endswith("../app/main.js") for name in found["sources"])


def test_each_file_has_shorter_ones_beside_it(dist: Path) -> None:
    (main,) = (each for each in dist.glob("main-*.js") if each.name not in EARLIER)
    body = main.read_bytes()
    packed = {suffix: main.with_name(main.name + suffix).read_bytes() for suffix in (".br", ".gz")}
    assert brotli.decompress(packed[".br"]) == gzip.decompress(packed[".gz"]) == body
    assert len(packed[".br"]) < len(packed[".gz"]) < len(body)


def test_files_of_an_earlier_version_go_along_but_for_its_page(dist: Path) -> None:
    assert (dist / "main-AAAAAAAA.js").read_text() == "main"
    assert (dist / "main-AAAAAAAA.js.br").read_text() == "packed"
    assert (dist / "index.html").read_text() != "page"
