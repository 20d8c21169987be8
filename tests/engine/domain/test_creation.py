"""New matches: their settings, and ids that follow from idempotency keys."""

import re
from dataclasses import replace
from typing import Any

import pytest
from croupier_game.errors import InvalidOptions
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from engine.domain.creation import (
    CODE_SYMBOLS,
    MatchSettings,
    derived_id,
    match_id_for_key,
    new_match,
    random_id,
    random_seed,
    ticket_id_for_key,
)
from engine.domain.errors import NotPlayedHere
from engine.domain.match import Access, ClockOptions, StartMode, Status
from engine.domain.terms import terms

SEED = "5eed" * 16
CODE = re.compile(f"[{CODE_SYMBOLS}]{{5}}-[{CODE_SYMBOLS}]{{5}}")
ID = re.compile(r"[\w-]{22}", re.ASCII)


def test_without_settings_a_match_has_those_of_its_game() -> None:
    match = new_match("id", SEED, MatchSettings(livingstone.ID))
    assert (match.id, match.seed, match.log_head) == ("id", SEED, terms(match))
    assert (match.version, match.status, match.state) == (0, Status.WAITING, None)
    assert match.options == livingstone.Options()
    assert len(match.seats) == livingstone.MIN_SEATS
    assert (match.access, match.invite_code, match.clock) == (Access.PUBLIC, "", None)


def test_settings_are_those_of_the_match() -> None:
    clock, options = ClockOptions(per_move_ms=5_000), lost_cities.Options(rounds=1)
    settings = MatchSettings(
        lost_cities.ID, options, 2, Access.PRIVATE, StartMode.MANUAL, clock=clock
    )
    match = new_match("id", SEED, settings)
    assert (match.options, match.clock, match.start) == (options, clock, StartMode.MANUAL)
    assert CODE.fullmatch(match.invite_code)
    assert match.invite_code != new_match("id", SEED, settings).invite_code


def test_a_match_of_an_unknown_game_is_not_played_here() -> None:
    with pytest.raises(NotPlayedHere):
        new_match("id", SEED, MatchSettings("chess"))


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
    with pytest.raises(InvalidOptions) as refused:
        new_match("id", SEED, replace(MatchSettings(lost_cities.ID), **wrong))
    assert str(refused.value).startswith(sentence)


def test_ids_and_seeds_are_random() -> None:
    assert ID.fullmatch(random_id())
    assert re.fullmatch("[0-9a-f]{64}", random_seed())
    assert len({random_id() for _ in range(100)}) == len({random_seed() for _ in range(100)}) == 100


def test_an_id_follows_from_player_and_key() -> None:
    """Stored matches and tickets are found by these ids, so they must never change."""
    assert match_id_for_key("key", "player", "secret") == "1MdOCF0QJYR9oA9YreTXtQ"
    assert ticket_id_for_key("key", "player", "secret") == "xlgE8V_81TXM9X3qJFWt0w"
    same = {derived_id("create", "ab", "c"), derived_id("create", "a", "bc")}
    assert len(same) == 2, "parts are kept apart"
