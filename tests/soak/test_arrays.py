"""The campaign itself, in small."""

import pytest
from croupier_game.kit.games import ORACLES

from tests.soak import arrays


def test_each_game_is_played_both_ways(capsys: pytest.CaptureFixture[str]) -> None:
    arrays.main(["--moves", "60", "--seed", "7"])
    said = capsys.readouterr().out
    for game in ORACLES:
        assert f"{game} " in said
    assert said.count("0 differences") == len(ORACLES)
