"""What tests of more than one module of the gateway need."""

import asyncio
from collections.abc import AsyncIterator

import pytest

LATE_S = 1


@pytest.fixture(scope="module")
async def one_loop() -> AsyncIterator[None]:
    """One event loop for all of a module.

    Of calls that were broken off gRPC tells later on; to a loop that is closed by then, it
    would be an error of whoever runs next. Nothing says when it has told everything.
    """
    yield
    await asyncio.sleep(LATE_S)
