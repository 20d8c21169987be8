"""The conditions of rated matches: each that fails is named, and what to do."""

from dataclasses import replace
from typing import Any

import pytest
from croupier_game.errors import InvalidOptions
from croupier_livingstone import rules as livingstone
from croupier_lost_cities import rules as lost_cities
from croupier_match.match import (
    Access,
    AnyMatch,
    ClockOptions,
    Deal,
    OnTimeout,
    Player,
    StartMode,
    UndoMode,
)
from croupier_match.settings import MatchSettings
from engine.domain.creation import new_match
from engine.domain.errors import Suspended
from engine.domain.rated import AGE_MS, Standing, check_joining, check_new
from engine.domain.registry import GAMES

from tests.support.matches import seated

NOW_MS = 1_800_000_000_000
OLD = Standing(since_ms=NOW_MS - AGE_MS)
ANN, BOB, BOT = Player("a", "Ann", "human"), Player("b", "Bob", "human"), Player("c", "C", "bot")
LIVE = ClockOptions(bank_ms=600_000, increment_ms=5_000)
DAILY = ClockOptions(per_move_ms=86_400_000)
SETTINGS = MatchSettings(
    lost_cities.ID,
    clock=LIVE,
    deal=Deal.SEALED,
    reveal_ms=20_000,
    undo=UndoMode.NEVER,
    rated=True,
)


def match_of(**others: Any) -> AnyMatch:
    return new_match("m" * 22, "5eed" * 16, replace(SETTINGS, **others))


def why_not(
    match: AnyMatch, player: Player = ANN, standing: Standing = OLD, own_game: bool = True
) -> str:
    """What the refusal says; "" if there is none."""
    try:
        check_new(GAMES.of(match), match, own_game, player, standing, lambda: NOW_MS)
    except InvalidOptions as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize(
    "preset", [(game, each) for game in GAMES.values() for each in game.rules.RATED]
)
def test_what_fulfils_each_condition_is_rated(preset: Any) -> None:
    game, table = preset
    match = match_of(game=game.rules.ID, options=table.options, seats=table.seats)
    assert why_not(match) == why_not(match, BOT) == ""
    assert why_not(match_of(clock=DAILY)) == ""


@pytest.mark.parametrize(
    ("others", "named"),
    [
        ({"options": lost_cities.Options(rounds=2)}, "options and seats"),
        ({"options": lost_cities.Options(start_seat=0)}, "options and seats"),
        ({"clock": None}, "clock"),
        ({"clock": replace(LIVE, on_timeout=OnTimeout.RANDOM)}, "clock"),
        ({"deal": Deal.OPEN, "reveal_ms": 0}, "deal"),
        ({"undo": UndoMode.CONSENT}, "undo"),
        ({"access": Access.PRIVATE}, "access"),
        ({"start": StartMode.MANUAL}, "start"),
    ],
)
def test_each_setting_that_fails_is_named(others: dict[str, Any], named: str) -> None:
    said = why_not(match_of(**others))
    assert said.startswith(f"This cannot be rated: {named} must be")
    assert said.count(".") == 1 + said.count("docs/")
    assert why_not(match_of(**others, rated=False)) == ""


def test_all_that_fail_are_named_at_once() -> None:
    match = new_match("m" * 22, "5eed" * 16, MatchSettings(livingstone.ID, rated=True))
    said = why_not(match, standing=Standing(NOW_MS, listed=False), own_game=False)
    for each in ("not rated here", "clock", "deal", "undo", "10 minutes", "leaderboards"):
        assert each in said
    assert "at 2027-01-15T08:10:00.000Z" in said


def test_a_game_that_is_not_the_operators_own_is_not_rated() -> None:
    assert "Lost Cities is not rated here" in why_not(match_of(), own_game=False)


@pytest.mark.parametrize("since_ms", [0, NOW_MS - AGE_MS + 1, NOW_MS, NOW_MS + 1_000])
def test_an_account_that_is_too_young_or_of_no_known_age_waits(since_ms: int) -> None:
    assert "10 minutes" in why_not(match_of(), standing=Standing(since_ms))


def test_who_joins_is_of_the_same_kind_and_as_fit() -> None:
    match, _ = seated(match_of(), 0, ANN)
    check_joining(match, BOB, OLD, lambda: NOW_MS)
    for player, standing, said in [
        (BOT, OLD, "only people play in this match, and you are a bot"),
        (BOB, Standing(NOW_MS), "10 minutes"),
        (BOB, replace(OLD, listed=False), "leaderboards"),
    ]:
        with pytest.raises(InvalidOptions, match=said):
            check_joining(match, player, standing, lambda: NOW_MS)
        check_joining(replace(match, rated=False), player, standing, lambda: NOW_MS)
    with pytest.raises(InvalidOptions, match="only bots play in this match, and you are a person"):
        check_joining(seated(match_of(), 0, BOT)[0], BOB, OLD, lambda: NOW_MS)


def test_who_left_too_many_waits_for_live_matches_only() -> None:
    waits = replace(OLD, waits_until_ms=NOW_MS + 1)
    assert why_not(match_of(clock=DAILY), standing=waits) == ""
    check_joining(match_of(clock=DAILY), ANN, waits, lambda: NOW_MS)
    until = r"again from 2027-01-15T08:00:00\.001Z on\."
    with pytest.raises(Suspended, match=until):
        why_not(match_of(), standing=waits)
    with pytest.raises(Suspended, match=until):
        check_joining(match_of(), ANN, waits, lambda: NOW_MS)
    check_joining(match_of(), ANN, replace(OLD, waits_until_ms=NOW_MS), lambda: NOW_MS)
