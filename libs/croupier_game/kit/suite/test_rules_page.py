"""RULES.md says what is so: options, defaults, and moves in both forms."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from croupier_match.games import Game
from google.protobuf.descriptor import Descriptor
from google.protobuf.json_format import ParseDict

from croupier_game.kit.games import GAMES, chosen

Json = Any
ROW = re.compile(r"^\| (.+) \|$", re.MULTILINE)
LONGEST = 120
"""Characters of a line, but for those of tables."""


@pytest.fixture(params=chosen(), ids=str)
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


def test_the_page_begins_with_the_name_of_the_game(game: Game) -> None:
    assert game.page.startswith(f"# {game.rules.NAME}\n")


def test_every_option_is_named_with_its_default(game: Game) -> None:
    defaults = game.wire.options_json(game.rules.Options())
    shown = {cells[0].strip("`"): cells for cells in rows(game)}
    for name in options(game.wire.classes["Options"].DESCRIPTOR):
        assert name in shown, f"The page has no row for the option {name}"
        default, cell = at(defaults, name), shown[name][-2]
        written = "left out" if default is None else f"`{json.dumps(default, ensure_ascii=False)}`"
        assert cell.startswith(written), (
            f"The row of the option {name} has {cell} as its default, and must have {written}"
        )


def test_the_page_names_no_other_option(game: Game) -> None:
    names = set(options(game.wire.classes["Options"].DESCRIPTOR))
    for table in re.split(r"\n\n", game.page):
        if table.startswith("| option |"):
            listed = [row.split(" | ")[0].strip("`") for row in ROW.findall(table)]
            assert set(listed) - {"option", "---|---|---|---", "---|---|---"} <= names


def test_a_move_is_the_same_in_both_forms(game: Game) -> None:
    shown = list(moves(game))
    assert shown, "The page has no table of moves: | move | notation |"
    for move, notation in shown:
        message = ParseDict(move, game.wire.classes["Move"]())
        decoded = game.wire.read_move(message.SerializeToString())
        assert decoded == game.rules.parse(notation)
        assert game.rules.notation(decoded) == notation


def test_every_kind_of_move_is_shown(game: Game) -> None:
    message: Descriptor = game.wire.classes["Move"].DESCRIPTOR
    shown = {name for move, _ in moves(game) for name in move}
    assert shown == {field.json_name for field in message.fields}


def test_the_page_fits_into_a_terminal_but_for_its_tables(game: Game) -> None:
    for line in game.page.splitlines():
        assert len(line) <= LONGEST or line.startswith("|"), (
            f"RULES.md: a line has more than {LONGEST} characters and is no row of a table: {line}"
        )
