"""The campaign of streams on a tournament, in small, and that it sees what is missed."""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.soak.tournament_streams import MOST_BYTES, soak, stack_of
from tools.stack import Stack

SEED = 20261130
STREAMS = 20


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with stack_of(tmp_path, gateways=2) as stack:
        yield stack


def test_each_stream_hears_of_its_own_table_and_of_the_end(stack: Stack) -> None:
    sys.stdout.write(f"seed {SEED}\n")
    found = asyncio.run(soak(stack, STREAMS, SEED, check_in_ms=4_000))
    sys.stdout.write(f"{found}\n")
    assert found.good
    assert len(found.delays) == STREAMS
    assert not replace(found, missed=1).good
    assert not replace(found, strange=1).good
    assert not replace(found, most=MOST_BYTES + 1).good
