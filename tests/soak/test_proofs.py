"""The verification of random replays in JavaScript, in small, and that it finds what is wrong."""

import pytest

from tests.soak import proofs
from tests.vectors.tables import Table

pytestmark = pytest.mark.full


def test_honest_replays_of_every_game_are_accepted() -> None:
    some = proofs.kinds()[::11]
    assert {game for game, _, _ in some} == {"lost-cities", "livingstone", "just4fun"}
    assert proofs.verified((0, some), 1) == (len(some), "")


def test_what_players_take_back_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "UNDO", 1.0)
    seen, played = set[str](), proofs.played

    def noted(kind: proofs.Kind, name: str) -> Table:
        table = played(kind, name)
        seen.update(entry.kind for entry in table.log)
        return table

    monkeypatch.setattr(proofs, "played", noted)
    some = [kind for kind in proofs.kinds() if kind[0] == "livingstone"][::5]
    assert proofs.verified((0, some), 1) == (len(some), "")
    assert {"asked", "agreed", "refused", "undone"} <= seen


def test_a_replay_that_is_refused_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Table.replay

    def false(table: Table, seat: int | None = None) -> dict[str, object]:
        told = replay(table, seat)
        return {**told, "log": told["log"][:-1]}

    monkeypatch.setattr(Table, "replay", false)
    assert (
        "is honest, and was refused: The match has"
        in proofs.verified((0, proofs.kinds()[:1]), 1)[1]
    )


def test_there_are_forgeries_of_open_and_of_sealed_deals() -> None:
    opened, sealed, count = proofs.forgeries()
    assert opened >= 107
    assert sealed >= 30
    assert count > opened + sealed
