"""The built web table: all that its files name is there, under names that tell their content."""

import gzip
import json
import re
from pathlib import Path

import brotli
import pytest
from gateway.web.modules import reached

from tools.web_build import (
    BOARDS,
    NAMED_BY_CONTENT,
    ROOT,
    WEB,
    add_earlier,
    build,
    join_board,
    named_from,
)

pytestmark = pytest.mark.service
whole = pytest.mark.full
"""Marks those for which the whole page is built, as it also is for browsers (tests/web)."""
OWN_NAMES = {"index.html", "preview.html", "sw.js", "VENDOR.md"}
NAMED = re.compile(r'"\./([\w.-]+)"')
EARLIER = {
    "index.html": '"./main-AAAAAAAA.js"',
    "main-AAAAAAAA.js": 'import("./part-AAAAAAAA.js")',
    "main-AAAAAAAA.js.br": "packed",
    "part-AAAAAAAA.js": "part",
    "main-00000000.js": "of a release before",
}


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


@whole
def test_all_but_the_page_the_worker_and_licences_is_named_by_its_content(dist: Path) -> None:
    others = {each.name for each in made(dist) if not NAMED_BY_CONTENT.fullmatch(each.name)}
    assert others == OWN_NAMES
    assert (dist / "sw.js").read_bytes() == (WEB / "sw.js").read_bytes()


@whole
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


@whole
def test_the_element_for_other_pages_names_the_style_sheet_by_its_content(dist: Path) -> None:
    (sheet,) = dist.glob("app-*.css")
    assert [each for each in dist.glob("*.js") if f'"./{sheet.name}"' in each.read_text()]


@whole
def test_what_frames_have_of_the_page_is_whole_and_nothing_of_it_is_loaded_by_pages(
    dist: Path,
) -> None:
    """So a frame has no file of the page in it that it does not need, and the page none of it."""
    (guard,), (guest,) = (dist.glob(f"{name}-*.js") for name in ("guard", "guest"))
    texts = [
        reached([each.name], lambda name: (dist / name).read_text()) for each in (guard, guest)
    ]
    assert texts == [[guard.name], [guest.name]]
    for file in dist.glob("*.js"):
        assert not re.search(rf'"\./({guard.name}|{guest.name})"', file.read_text()), file.name


@whole
def test_browsers_are_told_of_the_sources(dist: Path) -> None:
    (main,) = (each for each in dist.glob("main-*.js") if each.name not in EARLIER)
    found = json.loads((dist / f"{main.name}.map").read_text())
    assert any(name.endswith("../app/main.js") for name in found["sources"])


@whole
def test_each_file_has_shorter_ones_beside_it(dist: Path) -> None:
    (main,) = (each for each in dist.glob("main-*.js") if each.name not in EARLIER)
    body = main.read_bytes()
    packed = {suffix: main.with_name(main.name + suffix).read_bytes() for suffix in (".br", ".gz")}
    assert brotli.decompress(packed[".br"]) == gzip.decompress(packed[".gz"]) == body
    assert len(packed[".br"]) < len(packed[".gz"]) < len(body)


@whole
def test_files_of_an_earlier_page_go_along_but_not_the_page_or_what_it_took_along(
    dist: Path,
) -> None:
    taken = {name for name in EARLIER if (dist / name).exists()}
    assert taken == EARLIER.keys() - {"main-00000000.js"}
    assert (dist / "main-AAAAAAAA.js.br").read_text() == "packed"
    assert (dist / "index.html").read_text() != EARLIER["index.html"]


@whole
def test_of_a_built_page_all_but_what_has_one_name_for_ever_goes_along(
    dist: Path, tmp_path: Path
) -> None:
    add_earlier(dist, tmp_path)
    named = {each.name for each in dist.iterdir() if NAMED_BY_CONTENT.fullmatch(each.name)}
    preview = named_from(dist, "preview.html") - named_from(dist, "index.html")
    kept = {each for each in named if not each.startswith(tuple(preview))}
    assert {each.name for each in tmp_path.iterdir()} == kept - EARLIER.keys()


@pytest.mark.parametrize("board", [*ROOT.glob(BOARDS)], ids=lambda board: board.parent.name)
def test_a_board_is_joined_but_for_what_the_page_has(board: Path, tmp_path: Path) -> None:
    (tmp_path / "left.js").write_text("of before")
    join_board(board, tmp_path)
    made = {each.name for each in tmp_path.iterdir()}
    asked_for = {"game.json", "tile.svg", "board.js", "score.js", "options.json"}
    asked_for |= {name for name in ("guide.js", "pictures.js") if (board / name).exists()}
    asked_for |= {name for each in ("de", "en") for name in (f"{each}.js", f"rules.{each}.md")}
    chunks = {name for name in made if re.fullmatch(r"chunk-[A-Z0-9]{8}\.js", name)}
    assert made == asked_for | chunks
    imported = {
        name
        for each in tmp_path.glob("*.js")
        for name in re.findall(r'(?:from|import)"([^"]+)"', each.read_text())
    }
    assert "../../../web/board.js" in imported
    assert imported - {"../../../web/board.js"} <= {f"./{name}" for name in chunks}
