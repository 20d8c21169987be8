"""Waiting for something to happen, and not a moment longer."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

LOOK_S = 0.01


def until(happens: Callable[[], object], seconds: float = 10.0) -> float:
    """Look again and again, until it has happened; how many seconds that took.

    AssertionError if it does not happen in time.
    """
    started = time.monotonic()
    while not happens():
        assert time.monotonic() < started + seconds, f"not within {seconds} s"
        time.sleep(LOOK_S)
    return time.monotonic() - started


async def happens(check: Callable[[], Awaitable[object]], seconds: float = 15.0) -> float:
    """As `until`, for who has to ask for it. TimeoutError if it does not happen in time."""
    started = time.monotonic()
    async with asyncio.timeout(seconds):
        while not await check():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(LOOK_S)
    return time.monotonic() - started


@asynccontextmanager
async def standing_still() -> AsyncIterator[Callable[[], float]]:
    """Tells how long the loop stood still at most, in seconds: a busy machine is nobody's fault."""
    longest_s = 0.0

    async def watch() -> None:
        nonlocal longest_s
        while True:
            before = time.monotonic()
            await asyncio.sleep(LOOK_S)
            longest_s = max(longest_s, time.monotonic() - before - LOOK_S)

    watching = asyncio.create_task(watch())
    try:
        yield lambda: longest_s
    finally:
        watching.cancel()
