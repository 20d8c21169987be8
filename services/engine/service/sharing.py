"""Share one piece of work between all callers that ask for the same at the same time."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Shared(Generic[T]):
    """Work under way, by what it is for."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, asyncio.Task[T]] = {}

    def get(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> Awaitable[T]:
        """The result, or the error, of the work for this key; it begins unless it is under way.

        It goes on when a caller is cancelled, since others may wait for it.
        """
        task = self._tasks.get(key)
        if task is None:
            task = self._tasks[key] = asyncio.create_task(work())
            task.add_done_callback(lambda done: self._forget(key, done))
        return asyncio.shield(task)

    def _forget(self, key: Hashable, task: asyncio.Task[T]) -> None:
        del self._tasks[key]
        if not task.cancelled():
            task.exception()  # retrieved, so that asyncio does not log it if nobody waits any more
