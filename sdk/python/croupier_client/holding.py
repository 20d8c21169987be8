"""Contexts that one task enters, and another may leave."""

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Generic, TypeVar

T = TypeVar("T")


class InOwnTask(Generic[T]):
    """A context that a task of its own enters, holds, and leaves.

    A loop over a stream that is broken out of is closed later, by any task; but a context that has
    a cancel scope, as that of a socket, is to be left by the task that has entered it.
    """

    def __init__(self, context: AbstractAsyncContextManager[T]) -> None:
        self._context = context
        self._entered: asyncio.Future[T]
        self._task: asyncio.Task[None]

    async def __aenter__(self) -> T:
        self._entered = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._hold())
        try:
            return await self._entered
        except BaseException:
            await self._leave()
            raise

    async def __aexit__(self, *error: object) -> None:
        await self._leave()

    async def _leave(self) -> None:
        self._task.cancel()
        await asyncio.wait([self._task])

    async def _hold(self) -> None:
        try:
            async with self._context as entered:
                self._entered.set_result(entered)
                await asyncio.Event().wait()  # until it is cancelled
        except Exception as error:  # once it is entered, who uses it is told by what is closed
            if not self._entered.done():
                self._entered.set_exception(error)
