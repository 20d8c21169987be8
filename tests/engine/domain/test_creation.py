"""New matches of what is played here, and their codes."""

import re

import pytest
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import Access
from croupier_match.refusals import NotPlayedHere
from croupier_match.settings import MatchSettings
from engine.domain.creation import new_match
from engine.domain.ids import CODE_SYMBOLS

SEED = "5eed" * 16
CODE = re.compile(f"[{CODE_SYMBOLS}]{{5}}-[{CODE_SYMBOLS}]{{5}}")


def test_a_match_of_an_unknown_game_is_not_played_here() -> None:
    with pytest.raises(NotPlayedHere):
        new_match("id", SEED, MatchSettings("chess"))


def test_a_private_match_has_a_code_that_nobody_knows_unless_one_is_given() -> None:
    settings = MatchSettings(lost_cities.ID, access=Access.PRIVATE)
    match = new_match("id", SEED, settings)
    assert CODE.fullmatch(match.invite_code)
    assert match.invite_code != new_match("id", SEED, settings).invite_code
    assert new_match("id", SEED, settings, "GIVEN").invite_code == "GIVEN"
    assert new_match("id", SEED, MatchSettings(lost_cities.ID), "GIVEN").invite_code == ""
