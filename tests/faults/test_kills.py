"""The campaign of kills itself, in small."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.kills import KINDS, campaign, report
from tests.support.patience import PATIENT
from tools.stack import Stack

SEED = 20261122
KILLS = 10
RATE, TABLES = 60.0, 8
LEAST = 100
"""Moves that must have been made for a verdict to mean anything."""


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    """Two of each: on a busy machine, more would take too long to start."""
    with Stack(tmp_path, engines=2, gateways=2, GATEWAY_RATE_LIMITS="off", **PATIENT) as stack:
        yield stack


def test_whatever_is_killed_no_answered_move_is_lost_or_made_twice(stack: Stack) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    killed, tally, verdict = asyncio.run(campaign(stack, KILLS, SEED, RATE, TABLES))
    assert report(killed, tally, verdict) == 0
    assert verdict.moves >= LEAST
    assert {each.kind for each in killed} == {*KINDS}
    assert tally.causes, "nobody noticed anything: that was no kill"
