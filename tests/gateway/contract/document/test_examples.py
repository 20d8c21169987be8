"""Examples come from the .proto files; the gateway has no code, and no name, of any one game."""

import re
from pathlib import Path

from engine.domain.registry import GAMES
from gateway.contract.document import examples

GATEWAY = Path(examples.__file__).parents[2]


def test_each_game_is_shown_as_its_proto_says() -> None:
    shown = examples.settings()
    assert shown["lost_cities"] == {"game": "lost-cities"}
    assert shown["livingstone"] == {
        "game": "livingstone",
        "seats": 4,
        "options": {"cardCounts": {"mineCrash": 2}, "mineCrashDraw": "LOSERS"},
    }
    assert shown["just4fun"] == {"game": "just4fun", "seats": 3, "options": {"layout": "RANDOM"}}
    assert shown.keys() == {game.arm for game in GAMES.values()}


def test_each_move_is_shown_as_its_proto_says() -> None:
    shown = examples.moves()
    assert shown["lost_cities"] == {"card": "Y7", "place": "EXPEDITION", "draw": "DECK"}
    assert shown["livingstone"] == {"placeTent": {"row": 4}}
    assert shown["just4fun"] == {"play": {"cards": [5, 11, 13]}}
    assert examples.notation() == "Y7+*"


def test_the_gateway_names_no_game() -> None:
    """Neither by its id nor by its arm, so that a new game needs no edit there."""
    names = {name for game in GAMES.values() for name in (game.rules.ID, game.arm)}
    named = re.compile(rf"\b({'|'.join(sorted(names))})\b")
    sources = list(GATEWAY.rglob("*.py"))
    assert len(sources) > 40
    for source in sources:
        found = named.search(source.read_text())
        assert not found, f"{source.relative_to(GATEWAY)} names {found}"
