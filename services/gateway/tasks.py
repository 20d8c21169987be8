"""Tasks: cancel them for certain, and run some of which the first to end stops the others."""

import asyncio
from collections.abc import Coroutine
from typing import Any

AGAIN_S = 1.0
"""When to cancel a task once more: what it still has to tidy up takes less than that."""


async def cancel_and_wait(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel these tasks; return once they have ended, even if the caller is cancelled too.

    In Python 3.11, a cancellation that meets the end of a timeout on its way to Redis may
    get lost. So a task that has not ended is cancelled again.
    """
    await asyncio.shield(_cancel({task for task in tasks if task}))


async def first_to_end(*work: Coroutine[None, None, None]) -> None:
    """Run these until one of them ends; the others end with it. Raise what it has raised."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await cancel_and_wait(*tasks)
        await asyncio.gather(*tasks, return_exceptions=True)


async def _cancel(left: set[asyncio.Task[Any]]) -> None:
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=AGAIN_S)
