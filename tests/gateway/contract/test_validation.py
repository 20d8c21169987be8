"""Validation of moves and options: what a schema accepts, and the first error of the rest."""

from collections.abc import Iterator
from typing import Any

import pytest
from engine.domain.registry import GAMES
from gateway.contract import validation
from gateway.contract.document import json_schema
from jsonschema import Draft202012Validator

from tests.gateway.contract.bundles import file_of, game_of
from tests.support.played_values import values_of
from tools.openapi import installed

COUNTED = "a whole number from 0 to 4294967295"


def part(kind: str, game_id: str) -> Any:
    """An empty message of the game."""
    return installed()[game_id].message(kind)


def fits(kind: str, game_id: str, value: Any) -> bool:
    """Whether the value is valid; its JSON Schema must say the same."""
    own = part(kind, game_id)
    schema = Draft202012Validator(json_schema.standalone(installed()[game_id], kind))
    valid = validation.fills(value, own)
    assert not valid or schema.is_valid(value)
    return valid


def detail(name: str, kind: str, game_id: str, value: Any) -> str:
    return validation.unlike_schema(name, value, part(kind, game_id).DESCRIPTOR).detail


# --- what is valid


@pytest.mark.parametrize(
    ("game_id", "move"),
    [
        ("lost-cities", {"card": "Y7", "place": "DISCARD", "draw": "DECK"}),
        ("lost-cities", {"card": "no such card"}),
        ("lost-cities", {}),
        ("livingstone", {"takeDie": {"value": 3}}),
        ("livingstone", {"takeDie": {"value": 3.0}}),
        ("livingstone", {"placeTent": {"row": 1, "fromField": "z9"}}),
        ("just4fun", {"play": {"cards": [5, 11]}}),
        ("just4fun", {"exchange": {}}),
    ],
)
def test_a_move_of_the_schema_is_parsed(game_id: str, move: Any) -> None:
    """Whether it exists and is legal is for the engine to say."""
    own = part("Move", game_id)
    assert validation.fills(move, own)
    assert own.ListFields() or not any(move.values())


@pytest.mark.parametrize("game_id", GAMES)
def test_every_move_that_is_shown_is_valid(game_id: str) -> None:
    for kind, value in values_of(game_id):
        if kind == "Move":
            assert validation.fills(value, part("Move", game_id)), value


# --- what is not


@pytest.mark.parametrize(
    "move",
    [
        "Y7+*",
        ["Y7"],
        {"card": "Y7", "place": "DISCARD", "draw": "DECK", "why": "because"},
        {"card": 7, "place": "DISCARD", "draw": "DECK"},
        {"card": None, "place": "DISCARD", "draw": "DECK"},
        {"card": "Y7", "place": 2, "draw": "DECK"},
        {"card": "Y7", "place": "2", "draw": "DECK"},
        {"card": "Y7", "place": "discard", "draw": "DECK"},
        {"card": "Y7", "place": "DISCARD", "draw": "ORANGE"},
        {"card": ["Y7"], "place": "DISCARD", "draw": "DECK"},
        {"play": {"cards": [5]}},
    ],
)
def test_another_move_does_not_fit_lost_cities(move: Any) -> None:
    assert not fits("Move", "lost-cities", move)
    assert detail("move", "Move", "lost-cities", move).startswith("move")


@pytest.mark.parametrize(
    "move",
    [
        {"play": {"cards": [5]}, "exchange": {}},
        {"play": {"cards": [5]}, "exchange": None},
        {"play": None},
        {"play": [5]},
        {"play": 5},
        {"play": {"cards": 5}},
        {"play": {"cards": "5"}},
        {"play": {"cards": ["5"]}},
        {"play": {"cards": [5.5]}},
        {"play": {"cards": [True]}},
        {"play": {"cards": [None]}},
        {"play": {"cards": [[5]]}},
        {"play": {"cards": [-1]}},
        {"play": {"cards": [2**32]}},
        {"play": {"cards": [2**63]}},
        {"play": {"cards": {"0": 5}}},
        {"play": {"cards": None}},
        {"play": {"cards": [5], "field": 5}},
        {"exchange": {"cards": [5]}},
        {"exchange": True},
        {"exchange": []},
        {"pass": {}},
        {"dig": {}},
        {"card": "Y7", "place": "DISCARD", "draw": "DECK"},
        [],
        "5+11",
    ],
)
def test_another_move_does_not_fit_just4fun(move: Any) -> None:
    assert not fits("Move", "just4fun", move)
    assert detail("move", "Move", "just4fun", move).startswith("move")


@pytest.mark.parametrize(
    "move",
    [
        {"dig": {}, "takeCoins": {}},
        {"dig": []},
        {"take_die": {"value": 3}},
        {"placeTent": {"row": 1, "noCost": 1}},
        {"placeTent": {"row": 1, "noCost": "true"}},
        {"placeTent": {"row": 1, "fromField": 12}},
        {"sellGems": {"black": 1}},
        {"sellGems": [1, 0, 0]},
        {"playCard": {"card": "vp2"}},
        {"playCard": {"card": 8}},
        {"playCard": {"card": None}},
        None,
    ],
)
def test_another_move_does_not_fit_livingstone(move: Any) -> None:
    """What is of a kind that Just4Fun has as well is left to the test above."""
    assert not fits("Move", "livingstone", move)
    assert detail("move", "Move", "livingstone", move).startswith("move")


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("just4fun", {"layout": "original"}),
        ("just4fun", {"layout": 1}),
        ("just4fun", {"layout": None}),
        ("just4fun", {"customLayout": "1"}),
        ("just4fun", {"customLayout": [1, "2"]}),
        ("just4fun", {"ownLocked": 1}),
        ("just4fun", {"own_locked": True}),
        ("livingstone", {"river": [1.5]}),
        ("livingstone", {"river": {"a": 1}}),
        ("livingstone", {"cardCounts": [3, 3]}),
        ("livingstone", {"cardCounts": {"vp5": 1}}),
        ("livingstone", {"cardCounts": {"vp2": "1"}}),
        ("livingstone", {"cardCounts": {"vp2": -1}}),
        ("livingstone", {"mineCrashDraw": "all"}),
        ("livingstone", {"mineCrashDraw": 1}),
        ("livingstone", {"allowPass": "true"}),
        ("livingstone", {"rounds": 3}),
        ("lost-cities", {"rounds": "3"}),
        ("lost-cities", {"rounds": 1.5}),
        ("lost-cities", {"rounds": True}),
        ("lost-cities", {"rounds": None}),
        ("lost-cities", {"rounds": -1}),
        ("lost-cities", {"rounds": 2**32}),
        ("lost-cities", {"start_seat": 0}),
        ("lost-cities", {"colours": 5}),
        ("lost-cities", {"carriedScores": 3}),
        ("lost-cities", {"carriedScores": [0, "1"]}),
        ("lost-cities", {"carriedScores": [0, None]}),
        ("lost-cities", {"carriedScores": {"0": 1}}),
        ("lost-cities", []),
        ("lost-cities", "defaults"),
    ],
)
def test_other_options_do_not_fit(game_id: str, options: Any) -> None:
    assert not fits("Options", game_id, options)
    assert detail("options", "Options", game_id, options).startswith("options")


# --- the first error


@pytest.mark.parametrize(
    ("game_id", "options", "error"),
    [
        ("lost-cities", {"rounds": "3"}, f"options.rounds: must be {COUNTED}."),
        ("lost-cities", {"rounds": 1.5}, f"options.rounds: must be {COUNTED}."),
        ("lost-cities", {"rounds": True}, f"options.rounds: must be {COUNTED}."),
        ("lost-cities", {"rounds": 2**32}, f"options.rounds: must be {COUNTED}."),
        ("lost-cities", {"colors": 5.0, "colours": 5}, "options.colours: unknown member."),
        ("lost-cities", {"carriedScores": 3}, "options.carriedScores: must be an array."),
        (
            "lost-cities",
            {"carriedScores": [0, 2**31]},
            "options.carriedScores[1]: must be a whole number from -2147483648 to 2147483647.",
        ),
        ("livingstone", {"river": ["1"]}, f"options.river[0]: must be {COUNTED}."),
        (
            "livingstone",
            {"cardCounts": {"vp9": 1}},
            "options.cardCounts.vp9: unknown member.",
        ),
        ("livingstone", {"cardCounts": 3}, "options.cardCounts: must be a JSON object."),
        ("livingstone", {"allowPass": 1}, "options.allowPass: must be true or false."),
        (
            "livingstone",
            {"mineCrashDraw": "NONE"},
            "options.mineCrashDraw: must be one of ALL, DRAWER, LOSERS.",
        ),
        ("just4fun", {"layout": 1}, "options.layout: must be one of ORIGINAL, RANDOM, CUSTOM."),
        ("just4fun", {"x" * 9000: 1}, f"options.{'x' * 60}: unknown member."),
        ("just4fun", {"ownLocked": None}, "options.ownLocked: must be true or false."),
    ],
)
def test_the_first_error_of_options_names_its_place(game_id: str, options: Any, error: str) -> None:
    assert detail("options", "Options", game_id, options) == error


@pytest.mark.parametrize(
    ("game_id", "move", "error"),
    [
        ("lost-cities", {"card": 7}, "move.card: must be a string."),
        ("lost-cities", {"die": 4}, "move.die: unknown member."),
        (
            "lost-cities",
            {"card": "Y7", "place": ["DISCARD"]},
            "move.place: must be one of EXPEDITION, DISCARD.",
        ),
        ("livingstone", {"takeDie": 4}, "move.takeDie: must be a JSON object."),
        ("livingstone", {"takeDie": {"value": -1}}, f"move.takeDie.value: must be {COUNTED}."),
        (
            "just4fun",
            {"play": {"cards": [1]}, "exchange": {}},
            "move: must have only one of the members play, exchange.",
        ),
        ("just4fun", {"play": {"cards": [[1]]}}, f"move.play.cards[0]: must be {COUNTED}."),
    ],
)
def test_the_first_error_of_a_move_names_its_place(game_id: str, move: Any, error: str) -> None:
    assert detail("move", "Move", game_id, move) == error


def test_versions_of_a_game_are_told_apart_though_their_messages_have_the_same_names() -> None:
    old, new = (game_of(file_of(Options=[], Move=[name], View=[], Event=[])) for name in "ab")
    assert old.messages["Move"].DESCRIPTOR.full_name == new.messages["Move"].DESCRIPTOR.full_name
    for game, value, other in ((old, {"a": 1}, {"b": 1}), (new, {"b": 1}, {"a": 1})) * 2:
        assert validation.fills(value, game.message("Move"))
        assert not validation.fills(other, game.message("Move"))


def test_without_a_game_the_refusal_says_where_the_schemas_are() -> None:
    refusal = validation.unlike_schema("move")
    assert refusal.code == "malformed"
    assert refusal.detail == "move does not match its schema; GET /v1/games has the schemas."


@pytest.mark.parametrize("game_id", GAMES)
def test_every_spoilt_move_has_an_error_that_says_why(game_id: str) -> None:
    """Moves of random matches, spoilt at one place each."""
    moves = [value for kind, value in values_of(game_id) if kind == "Move"]
    for move in moves[::100]:
        for spoilt in spoilt_values(move):
            own = part("Move", game_id)
            if not validation.fills(spoilt, own):
                error = validation.first_error("move", spoilt, own.DESCRIPTOR)
                assert error.startswith("move"), spoilt
                assert error.endswith("."), spoilt
                assert len(error) < 300


def spoilt_values(value: Any) -> Iterator[Any]:
    """The value with something odd in place of each of its parts, and one member more."""
    yield from (None, 1, -1, 1.5, 2**40, True, "1", "no such word", [], [None], {})
    if isinstance(value, dict):
        yield {**value, "what": 1}
        for name, part in value.items():
            yield from ({**value, name: other} for other in spoilt_values(part))
    if isinstance(value, list) and value:
        yield from ([other, *value[1:]] for other in spoilt_values(value[0]))
