"""Which tournaments there can be."""

from typing import Any

import pytest
from croupier_tournament import System, settings_of
from croupier_tournament.refusals import InvalidSettings
from croupier_tournament.settings import MOST_MS, check

from tests.croupier_tournament.playing import MINUTE, settings


@pytest.mark.parametrize("system", System)
def test_they_are_read_as_they_are_shown(system: System) -> None:
    wish = settings(system, match={"clock": {"bank": 60}})
    assert settings_of(wish.json) == wish


def test_there_is_a_key_for_each_draw() -> None:
    """Of the longest arena the start, a pairing each three seconds, and the standings."""
    assert settings(System.ARENA, minutes=1).draws == 1 + 20 + 1
    assert settings(rounds=100).draws == 1 + 100 + 100


@pytest.mark.parametrize("name", ["start", "rulesVersion"])
def test_numbers_are_safe_in_any_language(name: str) -> None:
    """Also with all spans of time added to them."""
    most = 2**53 - 1 - (MOST_MS if name == "start" else 0)
    shown = settings().json
    settings_of(shown | {name: most})
    with pytest.raises(InvalidSettings):
        settings_of(shown | {name: most + 1})


@pytest.mark.parametrize(
    ("system", "members"),
    [
        (System.SWISS, {"rounds": 0}),
        (System.SWISS, {"rounds": 101}),
        (System.SWISS, {"rounds": True}),
        (System.SWISS, {"minutes": 5}),
        (System.SWISS, {"seats": 6}),
        (System.SWISS, {"seats": 1}),
        (System.SWISS, {"seats": 3, "least_seats": 4}),
        (System.SWISS, {"seats": 3, "legs": 2}),
        (System.SWISS, {"legs": 3}),
        (System.SWISS, {"least_players": 1}),
        (System.SWISS, {"most_players": 1}),
        (System.SWISS, {"most_players": 10_001}),
        (System.SWISS, {"least_players": 9, "most_players": 8}),
        (System.SWISS, {"start": None}),
        (System.SWISS, {"start": -1}),
        (System.SWISS, {"start": 2**53}),
        (System.SWISS, {"check_in_ms": 0}),
        (System.SWISS, {"break_ms": -1}),
        (System.SWISS, {"match_ms": 0}),
        (System.SWISS, {"match_ms": 367 * 24 * 60 * MINUTE}),
        (System.SWISS, {"rules_version": 0}),
        (System.SWISS, {"game": "\u0130"}),
        (System.SWISS, {"game": 7}),
        (System.SWISS, {"match": [1]}),
        (System.SWISS, {"all_at_once": True}),
        (System.SWISS, {"all_at_once": 1}),
        (System.ROUND_ROBIN, {"rounds": 5}),
        (System.ROUND_ROBIN, {"seats": 3}),
        (System.ROUND_ROBIN, {"most_players": 101}),
        (System.KNOCKOUT, {"seats": 4}),
        (System.ARENA, {"minutes": 0}),
        (System.ARENA, {"minutes": 1_441}),
        (System.ARENA, {"legs": 2}),
    ],
)
def test_others_are_refused(system: System, members: dict[str, Any]) -> None:
    with pytest.raises(InvalidSettings):
        check(settings(system, **members))


@pytest.mark.parametrize(
    "members", [{"system": "monrad"}, {"prize": 100}, {"system": None}, {"legs": "1"}]
)
def test_others_are_not_read(members: dict[str, Any]) -> None:
    with pytest.raises(InvalidSettings):
        settings_of(settings().json | members)


def test_a_member_too_few_is_not_read() -> None:
    shown = settings().json
    del shown["legs"]
    with pytest.raises(InvalidSettings):
        settings_of(shown)
