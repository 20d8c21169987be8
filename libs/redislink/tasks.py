"""Tasks of the event loop: cancelling them for certain, and running several until one ends."""

import asyncio
from collections.abc import Coroutine
from typing import Any

AGAIN_S = 1.0
"""When to cancel a task once more; its cleanup takes less than that."""


async def cancel_and_wait(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel these tasks and return once all have ended, even if the caller is cancelled too.

    In Python 3.11, a cancellation may get lost when it meets the end of a timeout on its way
    to Redis. Therefore a task that has not ended after AGAIN_S is cancelled again.
    """
    await asyncio.shield(_cancel({task for task in tasks if task}))


async def first_to_end(*work: Coroutine[None, None, None]) -> None:
    """Run these at the same time until one ends, cancel the others, and raise what it raised."""
    tasks = [asyncio.create_task(each) for each in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await cancel_and_wait(*tasks)
        # Retrieves what the others raised meanwhile, which asyncio would log as never retrieved.
        await asyncio.gather(*tasks, return_exceptions=True)


async def _cancel(pending: set[asyncio.Task[Any]]) -> None:
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=AGAIN_S)
