"""The count of deals, in small, and that it finds what is not fair."""

import pytest

from tests.soak import deals
from tests.soak.deals import COLUMNS, DECKS, Counted, Noting, main, survival


def test_a_thousand_deals_of_each_deck_are_fair(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--deals", "400"]) == 0
    _, head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == ["deck", *COLUMNS]
    assert len(rows) == len(DECKS)


def test_a_chance_that_favours_a_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that leaves the last card where it is, in one deal of ten."""
    add = Counted.add

    def unfair(counted: Counted, chance: Noting) -> None:
        order = chance.orders[-1]
        if counted.deals % 10 == 0:
            rest = [card for card in order if card != len(order) - 1]
            chance.orders[-1] = (*rest, len(order) - 1)
        add(counted, chance)

    monkeypatch.setattr(Counted, "add", unfair)
    found = deals.count("lost-cities, 5 colours", 1_000, 1).probabilities()
    assert found["last"] is not None
    assert found["last"] < deals.LEAST
    assert found["starter"] is not None
    assert found["starter"] > deals.LEAST


@pytest.mark.parametrize(("freedom", "printed"), [(10, 29.588), (30, 59.703), (100, 149.449)])
def test_probabilities_are_those_of_the_tables(freedom: int, printed: float) -> None:
    assert survival(printed, freedom) == pytest.approx(0.001, rel=0.1)
