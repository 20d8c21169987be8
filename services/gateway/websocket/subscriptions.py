"""The matches that are followed over a socket."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import TypeAlias

import orjson

from gateway.auth.players import Player
from gateway.contract import serializers
from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.streaming.event_queue import EventQueue, StreamEvent, goodbye
from gateway.tasks import cancel_and_wait

MOST = 1000
"""Matches that one socket may follow."""
IDLE_S = 3600.0
"""Nothing needs to be said to a silent subscription; it is looked at now and then all the same."""

Push: TypeAlias = Callable[[str, StreamEvent], Awaitable[None]]
"""Sends an item of a match. Raises Gone if nobody takes it any more."""


class Gone(Exception):
    """The peer has gone, or takes nothing any more."""


class Subscription:
    """What happens in one match, pushed until that ends or nobody wants it any more."""

    def __init__(
        self, match_id: str, player: Player | None, deps: Dependencies, push: Push
    ) -> None:
        self._match_id = match_id
        self._player = player
        self._deps = deps
        self._push = push
        self._stack = AsyncExitStack()
        self._inbox = EventQueue()
        self._begin: AsyncIterator[StreamEvent] | None = None
        self.task: asyncio.Task[None] | None = None

    async def open(self, after: int | None) -> bytes:
        """The match as it is now, in JSON; from now on, nothing that happens is missed.

        Raise Problem as a GET of the match does, and malformed if `after` is to
        come yet.
        """
        try:
            self._inbox = self._stack.enter_context(self._deps.event_streams.inbox("subscription"))
            if after is None:
                return (await anext(await self._follow(None))).data
            match = await self._deps.match_feeds.see(self._match_id, self._player)
            await self._follow(max(after, 0))
            return orjson.dumps(serializers.match(match))
        except BaseException:
            await self._stack.aclose()
            raise

    def start(self) -> asyncio.Task[None]:
        """Push what there is: first the changes after `after`, if it was given."""
        self.task = asyncio.create_task(self._run())
        return self.task

    def dismiss(self, last: StreamEvent) -> None:
        """Let `last` be the last that is pushed."""
        self._inbox.close(last)

    async def close(self) -> None:
        """Push nothing any more."""
        if self.task is None:
            await self._stack.aclose()
        else:
            self._inbox.hang_up()
            await cancel_and_wait(self.task)

    async def _follow(self, after: int | None) -> AsyncIterator[StreamEvent]:
        self._begin = await self._stack.enter_async_context(
            self._deps.match_feeds.follow(self._match_id, self._player, after, self._inbox)
        )
        return self._begin

    async def _run(self) -> None:
        async with self._stack:
            try:
                async for item in self._items():
                    await self._push(self._match_id, item)
            except Gone:
                self._inbox.hang_up()

    async def _items(self) -> AsyncIterator[StreamEvent]:
        try:
            if self._begin:
                async for item in self._begin:
                    yield item
            while not self._inbox.over:
                if new := await self._inbox.get(IDLE_S):
                    yield new
        except Problem as refusal:
            yield goodbye(refusal.code)


class Subscriptions:
    """All matches that one socket follows, by id."""

    def __init__(self, deps: Dependencies, push: Push) -> None:
        self._deps = deps
        self._push = push
        self._open: dict[str, Subscription] = {}

    async def open(self, match_id: str, player: Player | None, after: int | None) -> bytes:
        """Follow a match, anew if it is followed already; the match as it is now, in JSON.

        Nothing is pushed before `start`. What is refused changes nothing. Raise
        Problem as Subscription.open does, and conflict if there are too many.
        """
        new = Subscription(match_id, player, self._deps, self._push)
        shown = await new.open(after)
        old = self._open.get(match_id)
        if old is None and len(self._open) >= MOST:
            await new.close()
            raise Problem("conflict", f"A socket may follow up to {MOST} matches.")
        self._open[match_id] = new
        if old:
            await old.close()
        return shown

    def start(self, match_id: str) -> None:
        """Push what happens in a match that has just been opened."""
        opened = self._open.get(match_id)
        if opened and not opened.task:
            task = opened.start()
            task.add_done_callback(lambda _: self._forget(match_id, opened))

    async def close(self, match_id: str) -> None:
        """Push nothing of it any more. It may have ended by itself just now."""
        if old := self._open.pop(match_id, None):
            await old.close()

    async def dismiss(self, last: StreamEvent) -> None:
        """Push `last` to all of them; return once it has been sent."""
        for each in self._open.values():
            each.dismiss(last)
        tasks = [each.task for each in self._open.values() if each.task]
        if tasks:
            await asyncio.wait(tasks)

    async def close_all(self) -> None:
        for match_id in [*self._open]:
            await self.close(match_id)

    def _forget(self, match_id: str, ended: Subscription) -> None:
        if self._open.get(match_id) is ended:
            del self._open[match_id]
