"""The campaign of odd requests itself, in small, and that it sees what twins betray."""

import asyncio
import random
from pathlib import Path

import pytest
from croupier_game.kit.twins import Position, twin

from tests.fuzz import left_behind
from tests.fuzz.campaign import campaign, raised
from tests.fuzz.left_behind import compare, elsewhere
from tests.support.players import play_some, start_match
from tools.stack import Stack

SEED = 20261122
REQUESTS, LAP = 600, 300


def test_odd_requests_break_and_betray_nothing(tmp_path: Path) -> None:
    with raised(tmp_path / "stack") as stack:
        report = asyncio.run(campaign(stack, REQUESTS, SEED, tmp_path, LAP))
    assert report.wrong == []
    assert report.requests >= LAP
    assert report.twins


def test_twins_that_differ_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stranger(position: Position, viewer: int | None, dice: random.Random) -> Position:
        """A twin for another viewer, which this one can tell from the match."""
        return twin(position, 0 if viewer != 0 else 1, dice)

    monkeypatch.setattr(left_behind, "twin", stranger)
    monkeypatch.setattr(left_behind, "ROLES", (0, 1))
    with raised(tmp_path / "stack") as stack:
        found = asyncio.run(_compared(stack, tmp_path))
    assert found.pairs == 1
    assert found.leaks


async def _compared(stack: Stack, folder: Path) -> left_behind.Compared:
    dice = random.Random(SEED)
    match_id, seats = await asyncio.to_thread(start_match, stack.url)
    await asyncio.to_thread(play_some, match_id, seats, 12, dice)
    async with elsewhere(folder) as table:
        return await compare(stack.redis_url, [match_id], table, 1, dice)
