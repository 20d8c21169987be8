"""The files of games over HTTP: where they are, what they import, and what there is not."""

import html
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gateway.web.files import WebFiles
from gateway.web.games import WebGame, ordered, web_game
from gateway.web.page import WebPage

from tests.support.live import Live
from tests.support.players import Client, Json, ok
from tests.support.requests import exchange
from tools.openapi import installed
from tools.stack import ROOT

FOREVER = "public, max-age=31536000, immutable"
PAGE = """<head>
<meta name="croupier-version" content="">
<meta name="croupier-games" content="">
<script type="module" src="./main-ABCD2345.js"></script>
<link rel="modulepreload" href="./de.js" hreflang="de">
<link rel="modulepreload" href="./en.js" hreflang="en">
</head>"""
BOARD = "import { html } from '../../../web/board.js';\nimport './part.js';\n"
FILES = {
    "game.json": b'{"board": 1, "order": 1, "minutes": [20, 30], "difficulty": 2,'
    b' "lines": {"en": "Beans & \\"hats\\""}}',
    "board.js": BOARD.encode(),
    "part.js": b"",
    "late.js": b"",
    "en.js": b"export default {};",
    "rules.en.md": b"# Beans",
    "options.json": b'{"fields": {}, "words": {"en": {"labels": {}}}}',
    "tile.svg": b"<svg/>",
    "steps.test.js": b"",
    "notes.txt": b"",
}
BEANS = WebGame("beans", "Beans", (2, 5), "b" * 32, FILES)
GUEST = WebGame("guest", "Guest", (2, 2), "a" * 32, FILES)
PLAIN = WebGame("plain", "Plain", (2, 2), "c" * 32, {})


@pytest.fixture(scope="module")
def shown(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("pages") / "web"
    folder.mkdir()
    (folder / "index.html").write_text(PAGE)
    for name in ("main-ABCD2345.js", "board-EFGH2345.js", "de.js", "en.js"):
        (folder / name).write_text("")
    with Live(redis_url, web=str(folder)) as live:
        assert live.app
        games = (PLAIN, BEANS, GUEST)
        live.app.state.web = WebPage(WebFiles(folder), lambda: games, ["beans"])
        yield live


@pytest.fixture(scope="module")
def told(shown: Live) -> list[Json]:
    """What the page says of the games."""
    return games_at(shown, "/lobby")


def games_at(shown: Live, path: str, language: str = "en") -> list[Json]:
    page = Client(shown.url).get(path, {"Accept-Language": language}).text
    found = re.search(r'croupier-games" content="([^"]*)"', page)
    assert found
    games: list[Json] = json.loads(html.unescape(found[1]))
    return games


@pytest.fixture(scope="module")
def place(told: list[Json]) -> str:
    """The path below which the files of Beans are."""
    return str(told[0]["web"]["files"])


def test_the_page_tells_of_all_games_in_their_order(told: list[Json], place: str) -> None:
    beans, guest, plain = told
    assert not guest["web"]["own"]
    assert plain == {"id": "plain", "name": "Plain", "seats": {"min": 2, "max": 2}, "web": None}
    assert re.fullmatch(r"/t/[0-9a-f]{32}/games/b{32}/", place)
    frame = beans["web"]["frame"]
    assert re.fullmatch(r"/board-frame/[0-9a-f]{32}/games/b{32}/", frame)
    assert beans["web"] == {
        "files": place,
        "frame": frame,
        "own": True,
        "board": 1,
        "keepScore": False,
        "lines": {"en": 'Beans & "hats"'},
        "minutes": [20, 30],
        "difficulty": 2,
        "score": False,
        "options": True,
        "guide": False,
        "pictures": False,
        "tile": True,
        "verify": False,
        "texts": ["en"],
        "rules": ["en"],
    }


def test_a_table_and_home_are_told_what_each_game_begins_with(
    shown: Live, told: list[Json]
) -> None:
    for path, language in (("/m/x", "en"), ("/m/x", "de"), ("/", "de")):  # it has but one
        beans, guest, plain = games_at(shown, path, language)
        assert beans["early"] == ["board.js", "part.js", "en.js"]
        assert guest["early"] == plain["early"] == []
    assert not any("early" in game for game in told)


def test_a_file_of_a_game_may_be_kept_for_ever(shown: Live, place: str) -> None:
    kinds = {
        "part.js": "text/javascript; charset=utf-8",
        "tile.svg": "image/svg+xml",
        "rules.en.md": "text/markdown; charset=utf-8",
        "options.json": "application/json",
    }
    for name, kind in kinds.items():
        file = Client(shown.url).get(place + name)
        assert (file.status_code, file.content) == (200, FILES[name])
        assert file.headers["content-type"] == kind
        assert file.headers["cache-control"] == FOREVER
        assert file.headers["x-content-type-options"] == "nosniff"
        assert file.headers["content-security-policy"] == "sandbox"
        assert file.headers["access-control-allow-origin"] == "*"


def test_of_a_guest_the_page_has_data_and_no_module(shown: Live, place: str) -> None:
    guest = place.replace("b" * 32, "a" * 32)
    for name in FILES:
        status = Client(shown.url).get(guest + name).status_code
        wanted = name.endswith((".json", ".md", ".svg"))
        assert status == (200 if wanted else 404), name


def test_a_board_imports_the_module_of_the_page_by_its_name(shown: Live, place: str) -> None:
    board = Client(shown.url).get(f"{place}board.js").text
    assert board == BOARD.replace("web/board.js", "web/board-EFGH2345.js")
    assert Client(shown.url).get("/t/web/board-EFGH2345.js").status_code == 200


def test_a_page_of_before_has_the_board_as_well(shown: Live, place: str) -> None:
    earlier = re.sub("^/t/[0-9a-f]{32}", f"/t/{'0' * 32}", place)
    assert Client(shown.url).get(f"{earlier}board.js").status_code == 200


@pytest.mark.parametrize(
    "name",
    [
        "steps.test.js",
        "notes.txt",
        "nothing.js",
        "",
        "../board.js",
        "%2e%2e/board.js",
        "..%2f" + "b" * 32 + "%2fboard.js",
        "board.js/",
        "board.js%00",
        "../" + "d" * 32 + "/board.js",
        "../" + "c" * 32 + "/board.js",
    ],
)
def test_there_is_nothing_else(shown: Live, place: str, name: str) -> None:
    asked = f"GET {place}{name} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    head, _, body = exchange(shown.url, asked.encode()).partition(b"\r\n\r\n")
    assert b" 404 " in head.partition(b"\r\n")[0]
    assert b"cache-control: no-store" in head.lower()
    assert json.loads(body)["code"] == "not_found"


def test_another_game_is_another_page(tmp_path: Path) -> None:
    """So that open pages are loaded again, and learn of it."""
    (tmp_path / "index.html").write_text(PAGE)
    games = [BEANS]
    page = WebPage(WebFiles(tmp_path), lambda: games)
    before = page.version()
    assert page.version() == before
    games.append(PLAIN)
    assert page.version() != before


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"{}",
        b'{"board": "x"}',
        b'{"board": 1, "lines": 1}',
        b"\xff",
        b'{"board": 1, "minutes": [0]}',
        b'{"board": 1, "minutes": 20}',
        b'{"board": 1, "difficulty": 4}',
    ],
)
def test_a_wrong_manifest_is_no_board(text: bytes) -> None:
    game = replace(BEANS, files={**FILES, "game.json": text})
    assert game.manifest is None
    assert game.web("/", "/", own=True) is None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b'{"fields": {}}',
        b'{"fields": {}, "words": {}}',
        b'{"fields": {"heap": {}}, "words": {"en": {"labels": {}}}}',
        b'{"fields": {}, "words": {"en": {}}}',
        b'{"fields": {"heap": {"usual": 1.5}}, "words": {"en": {"labels": {}}}}',
    ],
)
def test_what_a_page_could_not_draw_is_no_form_of_options(text: bytes) -> None:
    """So the home page of everybody does not fail by the options of one game."""
    web = replace(BEANS, files={**FILES, "options.json": text}).web("/", "/", own=False)
    assert web
    assert not web["options"]


def test_the_games_of_this_clone_have_all_that_a_page_can_have() -> None:
    games = ordered(map(web_game, installed().values()))
    assert [each.id for each in games] == ["lost-cities", "livingstone", "just4fun"]
    for game in games:
        web = game.web("/", "/", own=True)
        assert web
        assert web["texts"] == web["rules"] == sorted(web["lines"]) == ["de", "en"]
        assert all(web[name] for name in ("score", "options", "tile"))
        assert game.file("board.js")


def test_the_api_tells_whoever_brings_a_board(live: Live, redis_url: str) -> None:
    for each in ok(Client(live.url).get("/v1/games"))["games"]:
        assert each["web"] is None, "without a page, there are no files"
    with Live(redis_url, web=str(ROOT / "web")) as shown:
        game = ok(Client(shown.url).get("/v1/games/lost-cities"))
        assert Client(shown.url).get(f"{game['web']['files']}board.js").status_code == 200
        assert game["web"]["keepScore"]
