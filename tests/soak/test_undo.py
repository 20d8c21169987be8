"""The soak itself, in small, and that it finds rules that tell too much."""

import pytest
from croupier_game.kit.games import tables
from croupier_match.undo import trial

from tests.soak.undo import Failed, soak

SEED = 7


def test_twins_are_treated_alike() -> None:
    counts = soak(6 * len(tables()), SEED)
    assert sum(counts.values()) == 6 * len(tables())
    assert {outcome for *_, outcome in counts} == {"chance", "hidden", "allowed"}


def test_what_tells_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "at_once", lambda _: False)
    with pytest.raises(Failed, match="learned"):
        soak(6 * len(tables()), SEED)
