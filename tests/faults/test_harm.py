"""The campaign of outages itself, in small."""

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults.checking import Verdict
from tests.faults.harm import Outcome, campaign
from tests.faults.outages import OUTAGES, Outage

SEED = 20261122
BY_NAME = {outage.name: outage for outage in OUTAGES}
WELL = Outcome(BY_NAME["full"], {"503 unavailable": 3}, 1.0, Verdict(), 0, 9, True, True)


def test_what_a_full_redis_refuses_is_neither_lost_nor_a_failure(tmp_path: Path) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    outcome = asyncio.run(campaign(BY_NAME["full"], SEED, tmp_path))
    sys.stdout.write(f"{outcome}\n")
    assert outcome.verdict.good, outcome.verdict
    assert outcome.verdict.reads
    assert {*outcome.causes} == {"503 unavailable"}
    assert (outcome.corrupt, outcome.back) == (0, True)


@pytest.mark.parametrize(
    ("outcome", "fault"),
    [
        (replace(WELL, causes={"503 nameless": 2}), "2 503 nameless"),
        (replace(WELL, verdict=Verdict(lost=1)), "1 lost"),
        (replace(WELL, verdict=Verdict(doubled=1)), "1 doubled"),
        (replace(WELL, verdict=Verdict(wrong=["500 internal"])), "500 internal"),
        (replace(WELL, corrupt=1), "1 corrupt"),
        (replace(WELL, named=False), "not named"),
        (replace(WELL, back=False), "no recovery"),
    ],
)
def test_what_must_not_be_is_a_fault(outcome: Outcome, fault: str) -> None:
    assert outcome.faults == [fault]


def test_what_was_evicted_is_no_fault_unless_it_is_half_a_match() -> None:
    lossy: Outage = BY_NAME["evicting"]
    gone = Verdict(lost=4, wrong=["404 not_found", "401 unauthenticated"])
    outcome = replace(WELL, outage=lossy, verdict=gone)
    assert outcome.faults == []
    failed = replace(outcome, corrupt=1, verdict=Verdict(wrong=["500 internal"]))
    assert failed.faults == ["1 corrupt", "500 internal"]
