"""Many tables that play at a steady rate, while a campaign does what it does."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from tests.faults.caller import Caller, Tally
from tests.faults.tables import CARELESS, WISH, Pace, Table
from tests.faults.watching import Watcher
from tests.support.players import Json
from tests.support.waiting import happens

TABLES = 24
WATCHING = 0.5
"""Reads by others for each move."""
BEGIN_S = 300.0


@asynccontextmanager
async def under_load(
    urls: Sequence[str],
    rate: float,
    dice: random.Random,
    tally: Tally,
    count: int = TABLES,
    wish: Json = WISH,
    watching: float = WATCHING,
    careless: float = CARELESS,
) -> AsyncIterator[list[Table]]:
    """So many tables, which make `rate` moves a second all together, to the end of the block.

    All have begun. `careless` is the share of their moves that are sent once only. Each is watched
    by somebody who reads `watching` times for each move; by nobody if that is 0. The tables'
    connections are closed by whoever has checked them.
    """
    tables = [Table(Caller(urls, dice, tally), dice, wish, careless) for _ in range(count)]
    watched = tables if watching else []
    watchers = [Watcher(table, Caller(urls, dice, tally), dice) for table in watched]
    for table in tables:
        await table.sit_down()
    enough, each = asyncio.Event(), rate / count
    playing = [
        *(t.play(steady(each, n / count), enough) for n, t in enumerate(tables)),
        *(w.watch(steady(each * watching, n / count), enough) for n, w in enumerate(watchers)),
    ]
    tasks = [asyncio.create_task(each) for each in playing]
    try:
        await happens(partial(_all_play, tables), BEGIN_S)
        tally.waits.clear()
        yield tables
    finally:
        enough.set()
        await asyncio.gather(*tasks)
        for watcher in watchers:
            await watcher.caller.close()


async def _all_play(tables: Sequence[Table]) -> bool:
    """Whether each table has begun; raise AssertionError if one has been told what is wrong."""
    wrong = [table.wrong for table in tables if table.wrong]
    assert not wrong, wrong
    return all(table.journals and table.journals[0].made for table in tables)


def steady(rate: float, phase: float) -> Pace:
    """Comes back `rate` times a second, whether or not some of the times were late.

    `phase` is a part of one: when, between two moves of others, its own come.
    """
    loop = asyncio.get_running_loop()
    due = loop.time() + phase / rate

    async def pace() -> None:
        nonlocal due
        await asyncio.sleep(due - loop.time())
        due += 1 / rate

    return pace


async def close(tables: Sequence[Table]) -> None:
    for table in tables:
        await table.caller.close()
