"""The campaign of kills at the steps of sealed deals, in small; and what its checker finds."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from engine.verify import verify

from tests.faults.linear import Read
from tests.faults.sealed import campaign, report
from tests.faults.sealed_checking import faults, opened_at
from tests.faults.sealed_deal import Deal, Sight
from tests.support.patience import PATIENT
from tests.support.players import Json
from tests.support.sealed import seal_of
from tests.vectors.honest import Wish, started, withheld
from tests.vectors.tables import Table
from tools.stack import Stack

SEED = 20261123
KILLS, GROUPS = 6, 5


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path, engines=2, gateways=2, GATEWAY_RATE_LIMITS="off", **PATIENT) as stack:
        yield stack


def test_whatever_is_killed_a_sealed_deal_begins_once_or_is_aborted_once(stack: Stack) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    outcome = asyncio.run(campaign(stack, KILLS, SEED, GROUPS))
    assert report(outcome) == 0
    assert len(outcome.killed) == KILLS
    assert outcome.verdict.begun
    assert outcome.verdict.revealed
    assert outcome.verdict.reads


def known(table: Table) -> tuple[Deal, Json]:
    """A match of three or more as its players were told of it, and its replay."""
    replay = table.replay(0)
    verify(replay)
    seats = [seat["player"]["id"] for seat in replay["match"]["seats"]]
    kept = [table.secrets[seat] for seat in range(len(seats))]
    deal = Deal(replay["match"]["id"], table.match.start == "manual", [""], seats, kept)
    for entry in replay["log"]:
        if entry["kind"] == "revealed":
            deal.revealed[entry["seat"]] = entry["version"]
    return deal, replay


def blamed() -> tuple[Deal, Json]:
    """Of four seats, 0 and 2 have not revealed, at versions 5 and 6 the others have."""
    return known(withheld(Wish("just4fun", sealed=True)))


def begun() -> tuple[Deal, Json]:
    table = Table("begun", "just4fun", 3, sealed=True).seated().played(2)
    return known(table.resigned(0, 1))


def sight(version: int, status: str, to_reveal: list[int], deal: Deal, replay: Json) -> Sight:
    seals: list[str | None] = [*map(seal_of, deal.kept)]
    fairness = replay["match"]["fairness"]
    return Sight(version, status, to_reveal, fairness["commitment"], seals)


@pytest.mark.parametrize("made", [blamed, begun])
def test_what_was_told_as_it_is_has_no_fault(made: Callable[[], tuple[Deal, Json]]) -> None:
    deal, replay = made()
    assert [*faults(deal, replay)] == []


def test_reads_of_each_phase_have_no_fault() -> None:
    deal, replay = blamed()
    deal.sights += [
        sight(4, "waiting", [0, 1, 2, 3], deal, replay),
        sight(5, "waiting", [0, 2, 3], deal, replay)
        if replay["log"][4]["seat"] == 1
        else sight(5, "waiting", [0, 1, 2], deal, replay),
        sight(6, "waiting", [0, 2], deal, replay),
        sight(7, "aborted", [], deal, replay),
    ]
    assert [*faults(deal, replay)] == []
    deal, replay = begun()
    version = len(replay["log"])
    deal.sights.append(sight(version, "finished", [], deal, replay))
    assert [*faults(deal, replay)] == []


def test_who_was_told_that_it_revealed_is_not_to_be_blamed() -> None:
    deal, replay = blamed()
    deal.revealed[0] = 5
    assert [*faults(deal, replay)] == [
        "seat 0 was told that it revealed at 5, and did at None",
        "it was aborted for [[0, 2]], and not for [[2]]",
        "2 reveals are there, and 3 were answered",
    ]


def test_what_everybody_revealed_is_not_to_be_aborted() -> None:
    deal, replay = blamed()
    deal.revealed |= {0: 7, 2: 8}
    assert "it was aborted for [[0, 2]], and not for []" in [*faults(deal, replay)]


def test_who_was_refused_has_not_revealed() -> None:
    deal, replay = blamed()
    del deal.revealed[1]
    deal.refused.add(1)
    assert "seat 1 was told that it was too late, and has revealed" in [*faults(deal, replay)]


def test_who_never_revealed_has_not_revealed() -> None:
    deal, replay = begun()
    del deal.revealed[1]
    assert "seat 1 has revealed, which it never did" in [*faults(deal, replay)]


def test_a_second_end_is_found() -> None:
    deal, replay = blamed()
    replay["log"].append(replay["log"][-1])
    assert next(faults(deal, replay)) == "it was aborted for [[0, 2], [0, 2]], and not for [[0, 2]]"


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"to_reveal": [0, 1, 2]}, "version 6 was waiting, [0, 1, 2], and is ('waiting', [0, 2])"),
        ({"status": "active"}, "version 6 was active, [0, 2], and is ('waiting', [0, 2])"),
        ({"commitment": "00" * 32}, "another commitment was shown at version 6"),
        ({"seals": [None] * 4}, "other seals were shown at version 6"),
    ],
)
def test_a_read_of_what_never_was_is_found(change: Json, fault: str) -> None:
    deal, replay = blamed()
    right = sight(6, "waiting", [0, 2], deal, replay)
    deal.sights.append(replace(right, **change))
    assert [*faults(deal, replay)] == [fault]


def test_a_read_that_shows_other_cards_is_found() -> None:
    deal, replay = begun()
    deal.reads.append(Read(1.0, 2.0, 6, 0, "{}"))
    (fault,) = faults(deal, replay)
    assert fault.startswith("version 6 was shown to 0 as {}, not ")


def test_another_player_and_another_seal_are_found() -> None:
    deal, replay = begun()
    deal.players.reverse()
    deal.kept[0] = deal.kept[1]
    seats, seal = faults(deal, replay)
    assert seats.startswith("the players were")
    assert seal == "a seal is not that of its player"


def test_the_revealing_began_with_the_last_seat_or_with_the_start() -> None:
    _, replay = blamed()
    assert opened_at(replay).isoformat() == "2026-03-01T12:00:04"
    replay = started(Wish("just4fun", sealed=True)).replay(0)
    began = next(entry["time"] for entry in replay["log"] if entry["kind"] == "started")
    assert opened_at(replay).isoformat() == began[:-5]
