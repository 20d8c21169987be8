"""The benchmark of the rules runs; how fast they are is not tested here."""

import json
from dataclasses import replace
from random import Random

import pytest

from bench import rules
from bench.rules import Contender, Speed


@pytest.mark.parametrize(
    "contender", rules.our_games(), ids=lambda each: f"{each.name}-{each.seats}"
)
def test_the_same_dice_play_the_same_game(contender: Contender) -> None:
    choices = list(contender.playout(Random(1)))
    assert choices == list(contender.playout(Random(1)))
    assert choices != list(contender.playout(Random(2)))
    assert min(choices) >= 1


def test_a_short_run_makes_a_table_and_a_report() -> None:
    games = rules.our_games()[1::2]
    speeds = rules.measure(games, rounds=2, round_s=0.001, warm_up_s=0.0)
    for each, game in zip(speeds, games, strict=True):
        assert each.contender == game
        assert len(each.moves_per_s) == 2
        assert each.quartiles[0] <= each.middle <= each.quartiles[1]
        assert game.name in rules.table(speeds)
    report = json.loads(json.dumps(rules.report(speeds, quick=True)))
    assert report["yardstick"] is None
    assert [each["ratio"] for each in report["contenders"]] == [None] * len(games)


def test_a_ratio_is_to_the_yardstick_in_the_same_round() -> None:
    (game, *_, peer) = rules.our_games()
    fast = Speed(game, [10.0, 100.0, 30.0], choices=1, moves_per_game=1)
    slow = Speed(replace(peer, name=rules.YARDSTICK), [5.0, 10.0, 10.0], 1, 1)
    report = rules.report([fast, slow], quick=True)
    assert [each["ratio"] for each in report["contenders"]] == [3, 1]
    assert report["yardstick"] == rules.YARDSTICK
    assert "   3.0         30" in rules.table([fast, slow])
    own = replace(fast, contender=replace(game, name=rules.MEASURED))
    assert rules.goal([own, slow]).endswith("at least 5  3.00  NOT MET")
    assert rules.goal([own]).endswith("-  not there")
