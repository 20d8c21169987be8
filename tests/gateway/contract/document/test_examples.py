"""Examples come from the .proto files; the gateway has no code, and no name, of any one game."""

import re
from pathlib import Path

from engine.domain.registry import GAMES
from gateway.contract.document import examples

from tests.gateway.contract.bundles import ALL, file_of, game_of
from tests.support.players import Json
from tools.openapi import installed

GATEWAY = Path(examples.__file__).parents[2]


def shown(**gaps: object) -> Json:
    """The examples of a body, by the names of the games."""
    filled = examples.filled(gaps, installed().values())
    return {name: example["value"] for name, example in filled.items()}


def test_each_game_is_shown_as_its_proto_says() -> None:
    settings = shown(**examples.EACH_SETTINGS)
    assert settings == {
        "just4fun": {"game": "just4fun", "seats": 3, "options": {"layout": "RANDOM"}},
        "livingstone": {
            "game": "livingstone",
            "seats": 4,
            "options": {"cardCounts": {"mineCrash": 2}, "mineCrashDraw": "LOSERS"},
        },
        "lost cities": {"game": "lost-cities"},
    }


def test_each_move_is_shown_as_its_proto_says() -> None:
    moves = {name: body["move"] for name, body in shown(**examples.EACH_MOVE).items()}
    assert moves == {
        "just4fun": {"play": {"cards": [5, 11, 13]}},
        "livingstone": {"placeTent": {"row": 4}},
        "lost cities": {"card": "Y7", "place": "EXPEDITION", "draw": "DECK"},
    }


def test_what_shows_something_else_than_a_game_is_of_any() -> None:
    body = {"games": {examples.GAME: [examples.NOTATION, examples.MOVE, "x", 7]}}
    filled = shown(a_body={"value": body})
    assert filled["a_body"] == {
        "games": {"just4fun": ["5+11+13", {"placeTent": {"row": 4}}, "x", 7]}
    }


def test_a_game_without_examples_is_shown_by_its_id() -> None:
    bare = game_of(file_of(**ALL), game="heap-2")
    filled = examples.filled(
        {**examples.EACH_SETTINGS, **examples.EACH_MOVE, "a": [examples.MOVE, examples.NOTATION]},
        [bare],
    )
    assert filled == {"heap 2": {"value": {"game": "heap-2"}}, "a": [{}, ""]}


def test_the_gateway_names_no_game() -> None:
    """Neither by its id nor by its package, so that a new game needs no edit there."""
    ids = {game.rules.ID for game in GAMES.values()}
    names = ids | {game.replace("-", "_") for game in ids}
    named = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    sources = list(GATEWAY.rglob("*.py"))
    assert len(sources) > 40
    for source in sources:
        found = named.search(source.read_text())
        assert not found, f"{source.relative_to(GATEWAY)} names {found}"
