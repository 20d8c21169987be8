"""Time runs out in real engines, whichever of them is alive."""

import sys
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import anyio
import pytest
from anyio import to_thread
from croupier_match import clock
from croupier_match.match import ClockOptions, Kind, OnTimeout
from engine.domain.registry import GAMES
from engine.service.matches import Matches
from engine.store.matches import MatchStore
from engine.store.types import Ttl
from redislink.client import connect

from tests.support.matches import Table, full_table
from tests.support.patience import PATIENT
from tests.support.waiting import Stopwatch, happens
from tools.stack import Stack

pytestmark = [pytest.mark.full, pytest.mark.anyio]

CLOCKS = 200
DEATHS = 3
"""At least so many engines are killed, also where the clocks run out before they are back."""
SHORT = ClockOptions(per_move_ms=4000)
TTL = Ttl.of(finished=timedelta(days=7), abandoned=timedelta(days=30))
PATIENT_S = 20.0
TIMED_OUT_S = 60.0


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path, engines=3, **PATIENT) as stack:
        yield stack


def kill_by_turns(stack: Stack, over: threading.Event) -> int:
    """Kill one engine after the other, the next one when the last is back; how many died."""
    died = 0
    while not over.is_set() or died < DEATHS:
        engine = stack.engines[died % len(stack.engines)]
        engine.kill()
        engine.start()
        engine.wait()
        died += 1
    return died


async def first_timeout(table: Table) -> datetime | None:
    match = await table.match()
    log = await table.matches.store.log(match, match.version)
    times = [datetime.fromisoformat(entry.time) for entry in log if entry.kind == Kind.TIMEOUT]
    return times[0] if times else None


async def late_s(table: Table) -> float:
    """How long after its first deadline the match timed out."""
    time = await first_timeout(table)
    (began,) = await table.matches.queries.past.versions(await table.match(), 2, 2)
    due = clock.deadline(GAMES.of(began.match), began.match)
    assert time
    assert due
    return (clock.epoch_ms(time) - due) / 1000


async def test_each_of_200_matches_times_out_once_while_engines_are_killed(stack: Stack) -> None:
    over, died = threading.Event(), 0

    async def kill() -> None:
        nonlocal died
        died = await to_thread.run_sync(kill_by_turns, stack, over)

    async with (
        connect(stack.redis_url, PATIENT_S) as redis,
        anyio.create_task_group() as group,
    ):
        watch = Stopwatch()
        matches = Matches(MatchStore(redis, TTL))
        group.start_soon(kill)
        forfeits = [await full_table(matches, clock=SHORT) for _ in range(CLOCKS // 2)]
        at_random = ClockOptions(SHORT.per_move_ms, on_timeout=OnTimeout.RANDOM)
        others = [await full_table(matches, clock=at_random) for _ in range(CLOCKS // 2)]
        try:
            for table in forfeits + others:
                await happens(partial(first_timeout, table), TIMED_OUT_S)
        finally:
            over.set()
        late = [await late_s(table) for table in forfeits + others]
        kinds = [
            [entry.kind for entry in await matches.store.log(await table.match(), 9)][2:4]
            for table in forfeits + others
        ]
    sys.stdout.write(f"{died} engines died; late by {max(late):.3f} s at most\n")
    # While they wait for a CPU, engines apply no deadlines; that is the machine's doing.
    assert max(late) < 1 + watch.waited_s()
    assert kinds == [[Kind.TIMEOUT]] * len(forfeits) + [[Kind.TIMEOUT, Kind.MOVE]] * len(others)
