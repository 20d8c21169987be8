"""The campaign of large tournaments, in small, and that it sees what is wrong."""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.tournaments import MOST_S, soak
from tests.support.patience import PATIENT
from tools.stack import Stack

SEED = 20261130
BOTS, ROUNDS, LEAVERS = 12, 2, 3


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path, engines=2, gateways=1, **PATIENT) as stack:
        yield stack


def test_bots_play_all_rounds_and_the_log_is_as_it_should_be(stack: Stack) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    found = asyncio.run(soak(stack, BOTS, ROUNDS, LEAVERS, SEED, check_in_ms=4_000))
    sys.stdout.write(f"{found}\n")
    assert found.good
    assert found.rounds.tables == {1: 6, 2: 6}
    assert all(rate > 0 for rate in found.rates.values())
    late = {number: at - MOST_S for number, at in found.rounds.paired.items()}
    assert not replace(found, rounds=replace(found.rounds, paired=late)).good
    assert not replace(found, finding="Entry 1: it is not there").good
