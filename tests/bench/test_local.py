"""The benchmark of matches in one process plays them all; how fast is not tested here."""

import pytest
from croupier_game.arrays import NUMPY

from bench import local, rivals
from bench.local import ONE, SINGLE, batched, goals, open_spiel, rows
from bench.steps.step import GAMES


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SINGLE)
def test_a_match_is_played(game: str, name: str) -> None:
    play = SINGLE[name](game)
    assert play() > 10
    assert rivals.measured(play, 0.01) > 0


@pytest.mark.parametrize("name", ["gin_rummy", "hearts"])
def test_a_match_of_openspiel_is_played(name: str) -> None:
    assert open_spiel(name)() > 10


def test_a_step_counts_for_each_table() -> None:
    play = batched("lost-cities", 7, NUMPY)
    assert [play() for _ in range(300)] == [7] * 300


def test_steps_are_compiled_into_one_call() -> None:
    assert int(rivals.scanned(lambda now: now + 2, 5)(1)) == 11
    assert [rivals.steps_of(tables) for tables in (64, 1000, 10**6)] == [312, 20, 1]


def test_ratios_are_of_the_same_round() -> None:
    rates = {ONE: [100.0, 200.0, 400.0], "twice": [200.0, 400.0, 400.0]}
    assert [*rows(rates)][1:] == [
        [ONE, "1.00", "1.00 to 1.00", "200"],
        ["twice", "2.00", "1.00 to 2.00", "400"],
    ]


def test_the_slower_of_many_tables_has_to_reach_the_goal() -> None:
    rates = {
        "lost-cities: NumPy, 64 tables": [1.0],
        "lost-cities: NumPy, 1,000 tables": [90_000.0],
        "lost-cities: NumPy, 10,000 tables": [79_000.0],
    }
    verdicts = [each.verdict for each in goals(rates, ["lost-cities"])]
    assert verdicts == ["NOT MET", "not there"]


def test_a_game_is_measured_in_all_ways() -> None:
    names = [name for name, _ in local.ours("just4fun")]
    assert names[0] == "just4fun: bare rules, no observation"
    assert len(names) == len(SINGLE) + 2 * len(rivals.SIZES)
