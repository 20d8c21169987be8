"""New matches: their settings, and what cannot be played."""

from dataclasses import replace
from typing import Any

import pytest
from croupier_game.errors import InvalidOptions
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import Access, ClockOptions, StartMode, Status
from croupier_match.settings import MatchSettings, new_match
from croupier_match.terms import terms
from engine.domain.registry import GAMES

SEED = "5eed" * 16


def test_without_settings_a_match_has_those_of_its_game() -> None:
    game = GAMES[livingstone.ID]
    match = new_match(game, MatchSettings(livingstone.ID), "id", SEED)
    assert (match.id, match.seed, match.log_head) == ("id", SEED, terms(game, match))
    assert (match.version, match.status, match.state) == (0, Status.WAITING, None)
    assert match.options == livingstone.Options()
    assert len(match.seats) == livingstone.MIN_SEATS
    assert (match.access, match.invite_code, match.clock) == (Access.PUBLIC, "", None)


def test_settings_are_those_of_the_match() -> None:
    clock, options = ClockOptions(per_move_ms=5_000), lost_cities.Options(rounds=1)
    settings = MatchSettings(
        lost_cities.ID, options, 2, Access.PRIVATE, StartMode.MANUAL, clock=clock
    )
    match = new_match(GAMES[lost_cities.ID], settings, "id", SEED, "CODE")
    assert match.invite_code == "CODE"
    assert (match.options, match.clock, match.start) == (options, clock, StartMode.MANUAL)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seats": 3}, "seats must be 2 in Lost Cities."),
        ({"seats": 1}, "seats must be 2 in Lost Cities."),
        ({"game": livingstone.ID, "seats": 6}, "seats must be 2 to 5 in Livingstone."),
        ({"options": lost_cities.Options(rounds=0)}, "rounds must be"),
        ({"clock": ClockOptions()}, "clock: perMove or bank must be"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(wrong: dict[str, Any], sentence: str) -> None:
    settings = replace(MatchSettings(lost_cities.ID), **wrong)
    with pytest.raises(InvalidOptions) as refused:
        new_match(GAMES[settings.game], settings, "id", SEED)
    assert str(refused.value).startswith(sentence)
