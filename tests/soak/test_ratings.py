"""The campaign of ratings, in small, and that it finds a recipe that is another one."""

import pytest
from croupier_rating import recipe

from tests.soak import ratings


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SHARED": 200, "FORGED": 30, "SEEDS": 2, "TURNS": 1, "TIMED": 50}.items():
        monkeypatch.setattr(ratings, name, value)


def test_all_agree(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["ratings", "--matches", "300", "--seed", "1"])
    assert ratings.main() == 0
    told = capsys.readouterr().out
    assert "231 as they should be, 0 not" in told


def test_another_recipe_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "TAU_SQUARED", recipe.TAU_SQUARED * 1.001)
    assert not ratings.beside_openskill(100, 1)
    assert not ratings.in_javascript(1)
