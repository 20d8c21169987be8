"""Work that takes long, each in a thread with an event loop and connections of its own.

So it holds up nobody: verifying a match alone can take a processor for a second.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeAlias

from engine.admin.console.desk import Desk, Seat
from engine.admin.console.problems import Refused, refused_as
from engine.config import Settings

MOST = 4
"""So much may be under way at once."""
BEGUN: Any = {"begun": True}

Tell: TypeAlias = Callable[[Any], None]
"""Takes a value that is sent as a line of JSON."""
Work: TypeAlias = Callable[[Seat, Tell], Awaitable[Any]]
Item: TypeAlias = "Any | Exception"


class Slow:
    """Runs slow work, and hands on what it tells."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._threads = ThreadPoolExecutor(MOST, "console")
        self._running = 0

    async def begin(self, work: Work, by: str, *, ends_with_client: bool) -> AsyncIterator[bytes]:
        """Begin; return its lines, of which the last one has `done` or `problem`.

        Raise Refused if there is too much under way, and what keeps it from beginning.
        """
        if self._running >= MOST:
            told = f"{MOST} long tasks are under way; try again when one has ended."
            raise Refused("unavailable", told, {"Retry-After": "10"})
        running = _Running(self._settings, work, by)
        self._running += 1
        future = asyncio.get_running_loop().run_in_executor(self._threads, running.run)
        future.add_done_callback(lambda ended: self._end(running, ended.result()))
        first = await running.told.get()
        if isinstance(first, Exception):
            raise first
        return running.lines(ends_with_client)

    def _end(self, running: "_Running", last: Item) -> None:
        """Make room before the last line is told: who has read it may begin the next."""
        self._running -= 1
        running.told.put_nowait(last)


class _Running:
    """One work: what it tells goes from its thread to the loop that has begun it."""

    def __init__(self, settings: Settings, work: Work, by: str) -> None:
        self._settings, self._work, self._by = settings, work, by
        self._outer = asyncio.get_running_loop()
        self._inner: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self.told = asyncio.Queue[Item]()

    def run(self) -> Item:
        """Work to the end, in this thread; return what is to be told last."""
        return asyncio.run(self._main())

    async def lines(self, ends_with_client: bool) -> AsyncIterator[bytes]:
        """The lines; closing this ends the work, if it is one that ends with its client."""
        has_ended = False
        try:
            while not has_ended:
                item = await self.told.get()
                if isinstance(item, Exception):
                    told = refused_as(item)
                    item = {"problem": {"code": told.code, "detail": told.detail}}
                has_ended = bool({"done", "problem"} & item.keys())
                yield json.dumps(item).encode() + b"\n"
        finally:
            if ends_with_client and not has_ended and self._inner and self._task:
                with suppress(RuntimeError):  # its loop is closed: it has just ended
                    self._inner.call_soon_threadsafe(self._task.cancel)

    def _tell(self, item: Item) -> None:
        self._outer.call_soon_threadsafe(self.told.put_nowait, item)

    async def _main(self) -> Item:
        self._inner, self._task = asyncio.get_running_loop(), asyncio.current_task()
        desk = Desk(self._settings)
        try:
            async with desk.seat(self._by) as seat:
                self._tell(BEGUN)
                return {"done": await self._work(seat, self._tell)}
        except asyncio.CancelledError:
            return None  # nobody reads on
        except Exception as error:
            return error
        finally:
            await desk.close()
