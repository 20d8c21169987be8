"""Many tables that play at a steady rate, while a campaign does what it does."""

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial

from tests.faults.caller import Caller, Tally
from tests.faults.tables import Pace, Table
from tests.support.waiting import happens

TABLES = 24
BEGIN_S = 300.0


@asynccontextmanager
async def under_load(
    urls: Sequence[str], rate: float, dice: random.Random, tally: Tally, count: int = TABLES
) -> AsyncIterator[list[Table]]:
    """So many tables, which make `rate` moves a second all together, to the end of the block.

    All have begun. Their connections are closed by whoever has checked them.
    """
    tables = [Table(Caller(urls, dice, tally), dice) for _ in range(count)]
    for table in tables:
        await table.sit_down()
    enough = asyncio.Event()
    playing = [
        asyncio.create_task(table.play(steady(rate / count, place / count), enough))
        for place, table in enumerate(tables)
    ]
    try:
        await happens(partial(_all_play, tables), BEGIN_S)
        tally.waits.clear()
        yield tables
    finally:
        enough.set()
        await asyncio.gather(*playing)


async def _all_play(tables: Sequence[Table]) -> bool:
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
