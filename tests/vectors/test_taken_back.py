"""The verifiers agree about matches in which moves are taken back, true ones and forged ones."""

import json
from functools import cache
from pathlib import Path

import pytest
from croupier_game.kit.games import tables
from croupier_match.match import ClockOptions
from croupier_match.verify.errors import Refuted
from engine.verify import verify

from tests.croupier_match.verify.replays import rehash
from tests.vectors import taken_back
from tests.vectors.tables import Table
from tests.vectors.test_javascript import RUNTIMES, run

CLOCKS = (
    None,
    ClockOptions(per_move_ms=3_600_000),
    ClockOptions(bank_ms=3_600_000, increment_ms=2_000),
)


@cache
def honest() -> list[Table]:
    return [
        taken_back.strolled(
            taken_back.table(f"back {game} {seats}", game, seats, clock=CLOCKS[seats % 3]), 60
        )
        for game, seats in tables()
    ]


def test_what_could_be_taken_back_is_verified() -> None:
    tables = honest()
    for table in tables:
        assert verify(table.replay(0))[-1] == "verified"
    kinds = {entry.kind for table in tables for entry in table.log}
    assert {"asked", "agreed", "refused", "undone"} <= kinds


@pytest.mark.parametrize(
    ("name", "table"), [*taken_back.forgeries()], ids=lambda each: str(each)[:40]
)
def test_what_could_not_is_refuted(name: str, table: Table) -> None:
    with pytest.raises(Refuted, match=r"^Version "):
        verify(table.replay(0))


def test_where_nothing_is_taken_back_it_is_refuted() -> None:
    (table,) = [each for each in honest() if each.name == "back livingstone 2"]
    replay = table.replay(0)
    replay["match"]["undoMode"] = "never"
    rehash(replay)
    with pytest.raises(Refuted, match="nothing is taken back"):
        verify(replay)


@pytest.mark.full
def test_the_verifier_in_javascript_agrees(tmp_path: Path) -> None:
    true = [{"name": table.name, "replay": table.replay(0)} for table in honest()]
    false = [{"name": name, "replay": table.replay(0)} for name, table in taken_back.forgeries()]
    for name, listed, expected in (("true", true, len(true)), ("false", false, 0)):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps({"honest": listed, "forged": []}))
        said = run(RUNTIMES[0], [path])
        assert f"{expected} as they should be, {len(listed) - expected} not" in said, said
