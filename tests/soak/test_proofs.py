"""The comparison of the verifiers, in small, and that it finds what is wrong."""

import pytest

from tests.soak import agreement, proofs
from tests.vectors.forged import hashed, other_turn
from tests.vectors.tables import Table

pytestmark = pytest.mark.full


def test_honest_replays_of_every_game_are_accepted() -> None:
    some = proofs.kinds()[::11]
    assert {game for game, _, _ in some} == {"lost-cities", "livingstone", "just4fun"}
    found = proofs.verified((0, some), 1)
    assert found.wrong == []
    assert (found.honest, found.changed) == (len(some), proofs.CHANGES * len(some))


def test_what_players_take_back_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "UNDO", 1.0)
    seen, played = set[str](), proofs.played

    def noted(kind: proofs.Kind, name: str) -> Table:
        table = played(kind, name)
        seen.update(entry.kind for entry in table.log)
        return table

    monkeypatch.setattr(proofs, "played", noted)
    some = [kind for kind in proofs.kinds() if kind[0] == "livingstone"][::5]
    assert proofs.verified((0, some), 1).wrong == []
    assert {"asked", "agreed", "refused", "undone"} <= seen


def test_both_verifiers_judge_changed_replays_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "CHANGES", 150)
    found = proofs.verified((0, [("just4fun", 1, 3)]), 1)
    assert found.wrong == []
    assert 15 < found.possible < found.changed - 50


def test_a_replay_that_is_refused_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = Table.replay

    def false(table: Table, seat: int | None = None) -> dict[str, object]:
        told = replay(table, seat)
        return {**told, "log": told["log"][:-1]}

    monkeypatch.setattr(Table, "replay", false)
    monkeypatch.setattr(proofs, "CHANGES", 0)
    (told,) = proofs.verified((0, proofs.kinds()[:1]), 1).wrong
    assert "is honest, and was refused: match.version is" in told


@pytest.mark.parametrize(
    ("said", "different"),
    [
        (("", "Version 3: no."), []),
        (("", "log[2].seat is not as it should be: 9."), []),
        (("", "Version 4: no."), ["false"]),
        (("", "outcome is null."), ["false"]),
        (("", ""), ["false"]),
        (("state is null.", "Version 3: no."), ["true"]),
    ],
)
def test_what_verifiers_do_not_agree_about_is_told(
    said: tuple[str, str], different: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Table("agreed", "lost-cities").seated().played(3).resigned(0)
    forged = honest.replay(0)
    hashed(other_turn)(forged)
    cases = [agreement.judged("true", honest.replay(0)), agreement.judged("false", forged)]
    assert [case.version for case in cases] == [None, 3]
    monkeypatch.setattr(agreement, "verdicts", lambda _: [*said])
    assert [line.partition(":")[0] for line in agreement.differences(cases)] == different


def test_there_are_forgeries_of_open_and_of_sealed_deals() -> None:
    opened, sealed, count = proofs.forgeries()
    assert opened >= 107
    assert sealed >= 30
    assert count > opened + sealed
