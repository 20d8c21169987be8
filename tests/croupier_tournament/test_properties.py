"""Whatever players do: nobody meets anybody twice, nobody has a second bye, nothing gets stuck, and
the log alone leads to the same tournament."""

import json

import pytest
from croupier_game.kit.seeds import SEEDS
from croupier_tournament import POINT, Presence, Status, Tournament, commands, entry_of, fold
from croupier_tournament.entries import Paired
from croupier_tournament.sheets import annulled, sheets_of
from croupier_tournament.verify import verify

from tests.croupier_tournament.campaign import faults_of, random_tournament, swiss_with_leavers
from tests.croupier_tournament.playing import Playing, settings

MANY = 20
WITHIN = 2


@pytest.mark.parametrize("seed", SEEDS)
def test_a_swiss_with_leavers_is_fair_to_its_end(seed: int) -> None:
    for number in range(MANY):
        name = f"{seed} {number}"
        assert faults_of(swiss_with_leavers(name)) == [], f"seed {name!r}"


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_was_decided_is_verified(seed: int) -> None:
    for number in range(MANY):
        name = f"any {seed} {number}"
        it = random_tournament(name, 24)
        report = verify(it.lines, it.it.head)
        assert report.finding is None, f"seed {name!r}: {report.finding}"
        assert report.tournament == it.it, f"seed {name!r}"
        assert it.it.status in (Status.FINISHED, Status.ABORTED), f"seed {name!r}"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_log_alone_leads_to_the_same(seed: int) -> None:
    it = random_tournament(f"fold {seed}", 24)
    entries = (entry_of(json.loads(line)) for line in it.lines)
    again = fold(Tournament(it.id, it.settings), entries)
    assert again == it.it


@pytest.mark.parametrize("seed", SEEDS)
def test_points_are_those_of_the_sheets(seed: int) -> None:
    """What pairings go by is what the standings count, but for what is annulled."""
    for number in range(MANY):
        it = random_tournament(f"points {seed} {number}", 24).it
        sheets = sheets_of(it)
        if not annulled(it):
            assert {each: it.players[each].points for each in sheets} == {
                each: sheet.points for each, sheet in sheets.items()
            }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_round_gives_a_point_for_each_table_of_two(seed: int) -> None:
    it = Playing(settings(rounds=6), f"sum {seed}").started(20).play()
    assert sum(each.points for each in it.it.players.values()) == 6 * 10 * POINT


def test_players_of_near_points_meet() -> None:
    """In 11 rounds of 200 players, no two meet who are more than a point apart, and everybody sits
    first as often as second, or nearly so."""
    it = Playing(settings(rounds=11), "near").started(200)
    apart = 0
    while it.it.status is Status.RUNNING:
        for table in it.pair().tables:
            one, two = (it.it.players[each].points for each in table.players)
            apart = max(apart, abs(one - two))
        it.play_round()
    assert apart <= POINT
    assert max(abs(each.balance) for each in it.it.players.values()) <= WITHIN


def test_rounds_are_at_most_half_as_many_as_players() -> None:
    assert Playing(settings(rounds=7)).started(9).it.rounds_due == 4


def test_a_club_evening() -> None:
    """33 players, 6 rounds, of whom 3 leave."""
    it = Playing(settings(rounds=6), "club").started(33)
    for number in (3, 8, 20):
        it.pair()
        it.play_round()
        it.do(commands.Withdraw(f"player{number:016}"))
    it.play()
    assert faults_of(it) == []
    assert len([each for each in it.entries if isinstance(each, Paired)]) == 6
    assert sum(each.presence is Presence.WITHDRAWN for each in it.it.players.values()) == 3
