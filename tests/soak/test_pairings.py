"""The campaign of tournaments, in small, and that it finds a pairing that is another one."""

import pytest
from croupier_tournament import recipe
from croupier_tournament.pairing import swiss
from croupier_tournament.pairing.entrants import Entrant, Pairing

from tests.soak import pairings


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"CHANGED": 30, "PART": 100, "VERIFIED": 5, "PLAYERS": 100, "LARGE_ROUNDS": 2}
    for name, value in values.items():
        monkeypatch.setattr(pairings, name, value)


def test_all_agree(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["pairings", "--tournaments", "10", "--rounds", "150", "--seed", "1"]
    monkeypatch.setattr("sys.argv", arguments)
    assert pairings.main() == 0
    told = capsys.readouterr().out
    assert "rounds, all the same" in told
    assert "31 as they should be, 0 not" in told


def test_another_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Byes that go to the first in order, whoever had one."""

    def reversed_byes(order: list[Entrant]) -> Pairing:
        if len(order) % 2 == 0:
            return swiss.swiss(order)
        return swiss.swiss(order[1:])._replace(byes=(order[0].id,))

    monkeypatch.setattr(recipe, "swiss", reversed_byes)
    assert not pairings.fair(20, 1)
    assert not pairings.same_rounds(400, 1)
