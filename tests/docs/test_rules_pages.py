"""The pages of rules say what is so: options, defaults, and moves in both forms."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from engine.domain.chance import SeededChance
from engine.domain.registry import GAMES, Game
from engine.games.livingstone import rules as livingstone
from google.protobuf.descriptor import Descriptor
from google.protobuf.json_format import ParseDict

from tests.support.live import Live
from tests.support.players import Client, Json, ok

pytestmark = pytest.mark.service

PAGES = Path(__file__).parents[2] / "services/engine/games"
ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)


@pytest.fixture(params=GAMES, ids=str)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def rows(game: Game) -> Iterator[list[str]]:
    """The cells of every row of a table in the page."""
    for row in ROW.findall(game.page):
        yield [cell.strip() for cell in row.split(" | ")]


def options(message: Descriptor, start: str = "") -> Iterator[str]:
    """The names of the options in JSON; those of a message within begin with its name and a dot."""
    for field in message.fields:
        name = start + field.json_name
        yield from options(field.message_type, f"{name}.") if field.message_type else [name]


def at(value: Json, path: str) -> Any:
    """What the path leads to in the value, or None."""
    for name in path.split("."):
        value = value.get(name, {})
    return None if value == {} else value


def moves(game: Game) -> Iterator[tuple[Json, str]]:
    """The moves that the page shows, as JSON and in writing."""
    for first, second, *_ in rows(game):
        if first.startswith("`{"):
            yield json.loads(first.strip("`")), second.strip("`")


def test_every_game_has_a_page_which_is_served(live: Live, game: Game) -> None:
    answer = Client(live.url).get(f"/v1/games/{game.rules.ID}/rules")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.text == (PAGES / game.arm / "RULES.md").read_text(encoding="utf-8")
    assert answer.text.startswith(f"# {game.rules.NAME}\n")


def test_a_game_without_a_page_has_what_its_module_says() -> None:
    rules = type("engine.games.rules_of_chess", (), {"__doc__": "Chess."})
    assert Game(rules, None, None).page == "Chess."  # type: ignore[arg-type]


def test_every_option_is_named_with_its_default(live: Live, game: Game) -> None:
    defaults = ok(Client(live.url).get(f"/v1/games/{game.rules.ID}"))["options"]["defaults"]
    shown = {cells[0].strip("`"): cells for cells in rows(game)}
    message: Descriptor = getattr(pb.Options(), game.arm).DESCRIPTOR
    for name in options(message):
        default, shown_default = at(defaults, name), shown[name][-2]
        if default is None:
            assert shown_default.startswith("left out"), name
        else:
            assert json.loads(shown_default.strip("`")) == default, name


def test_the_page_names_no_other_option(game: Game) -> None:
    names = set(options(getattr(pb.Options(), game.arm).DESCRIPTOR))
    tables = re.split(r"\n\n", game.page)
    for table in tables:
        if table.startswith("| option |"):
            listed = [row.split(" | ")[0].strip("`") for row in ROW.findall(table)]
            assert set(listed) - {"option", "---|---|---|---", "---|---|---"} <= names


def test_a_move_is_the_same_in_both_forms(game: Game) -> None:
    shown = list(moves(game))
    assert shown
    for move, notation in shown:
        message = ParseDict(move, getattr(pb.Move(), game.arm))
        decoded = game.wire.decode_move(message)
        assert decoded == game.rules.parse(notation)
        assert game.rules.notation(decoded) == notation


def test_every_kind_of_move_is_shown(game: Game) -> None:
    message: Descriptor = getattr(pb.Move(), game.arm).DESCRIPTOR
    shown = {name for move, _ in moves(game) for name in move}
    assert shown == {field.json_name for field in message.fields}


def test_legal_moves_of_livingstone_are_listed_as_the_page_shows() -> None:
    state, _ = livingstone.new_game(livingstone.Options(start_seat=0), 2, SeededChance(b"", 1))
    rich = replace(state, gems=((3, 0, 1), (0, 0, 0)), coins=(5, 3))
    listed = [livingstone.notation(move) for move in livingstone.legal_moves(rich, 0)]
    amounts = [move for move in listed if not move.startswith("die")]
    assert f"\n{', '.join(amounts)}\n" in GAMES["livingstone"].page
    for between in ("sell 2c 1r", "donate 2"):
        livingstone.check(rich, 0, livingstone.parse(between))


def test_the_original_board_is_drawn() -> None:
    board = GAMES["just4fun"].rules.ORIGINAL  # type: ignore[attr-defined]
    lines = [" ".join(f"{field:>2}" for field in board[row : row + 6]) for row in range(0, 36, 6)]
    assert "\n".join(lines) in GAMES["just4fun"].page


@pytest.mark.parametrize(
    "page", sorted(PAGES.glob("*/RULES.md")), ids=lambda page: str(page.parent.name)
)
def test_a_page_is_of_a_game_and_fits_into_a_terminal_but_for_its_tables(page: Path) -> None:
    assert page.parent.name in {game.arm for game in GAMES.values()}
    for line in page.read_text(encoding="utf-8").splitlines():
        assert len(line) <= 120 or line.startswith("|")
