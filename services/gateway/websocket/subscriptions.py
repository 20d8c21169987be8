"""The matches that a socket has subscribed to, each pushed by a task of its own."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, AsyncExitStack, aclosing
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from redislink.tasks import cancel_and_wait

from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.players.player import Player
from gateway.streams.event_queue import EventQueue, StreamEvent, goodbye
from gateway.streams.match_feeds import Pace
from gateway.streams.shown_match import ShownMatch

MAX_SUBSCRIPTIONS = 1000
"""The most matches that one socket may follow."""
IDLE_S = 3600.0
"""How long to wait for an event at a time: the socket has pings of its own."""

Push: TypeAlias = Callable[[str, StreamEvent], Awaitable[None]]
"""Sends an event of a match. Raises Disconnected if the client does not take it."""


class Disconnected(Exception):
    """The client has closed the connection, or has taken no bytes for too long."""


class Subscription:
    """One match and the task that pushes its events, until it ends or is closed."""

    def __init__(
        self,
        match_id: str,
        viewer: Player | None,
        form: pb.Form.ValueType,
        deps: Dependencies,
        push: Push,
    ) -> None:
        self._match_id = match_id
        self._viewer = viewer
        self._form = form
        self._deps = deps
        self._push = push
        self._stack = AsyncExitStack()
        self._queue = EventQueue()
        self._begin: AsyncIterator[StreamEvent] | None = None
        self.task: asyncio.Task[None] | None = None

    async def open(
        self, after: int | None, pace: Pace, counted: AbstractContextManager[None]
    ) -> bytes:
        """Return the current match, or its outline, as JSON; from now on, no event is missed.

        The subscription is inside of `counted` until it ends. Raise what that raises, the
        Problems of a GET of the match, and malformed if there is no version `after` yet.
        """
        try:
            self._stack.enter_context(counted)
            self._queue = self._stack.enter_context(self._deps.event_streams.queue("subscription"))
            if after is None:
                return (await anext(await self._follow(None, pace))).data
            shown = await self._deps.match_source.see(self._match_id, self._viewer, self._form)
            await self._follow(max(after, 0), pace)
            return ShownMatch.of(shown).text
        except BaseException:  # a cancellation, too: the feed counts its users
            await self._stack.aclose()
            raise

    def start(self) -> asyncio.Task[None]:
        """Push events from now on: first the changes after `after`, if it was given."""
        self.task = asyncio.create_task(self._run())
        return self.task

    def dismiss(self, last: StreamEvent) -> None:
        """End with `last`, after the events that wait; one that catches up ends at once."""
        self._queue.cut(last)

    async def close(self) -> None:
        """End at once, and push no event any more."""
        if self.task is None:
            await self._stack.aclose()
        else:
            self._queue.hang_up()
            await cancel_and_wait(self.task)

    async def _follow(self, after: int | None, pace: Pace) -> AsyncIterator[StreamEvent]:
        self._begin = await self._stack.enter_async_context(
            self._deps.match_feeds.follow(
                self._match_id, self._viewer, after, self._queue, pace, self._form
            )
        )
        return self._begin

    async def _run(self) -> None:
        async with self._stack:
            try:
                async with aclosing(self._events()) as events:
                    async for event in events:
                        await self._push(self._match_id, event)
            except Disconnected:
                self._queue.hang_up()

    async def _events(self) -> AsyncGenerator[StreamEvent, None]:
        try:
            if self._begin:
                begin = self._queue.catch_up(self._begin, lambda: IDLE_S)
                async with aclosing(begin) as first:
                    async for event in first:
                        if event:
                            yield event
            while not self._queue.exhausted:
                if new := await self._queue.get(IDLE_S):
                    yield new
        except Problem as refusal:
            yield goodbye(refusal.code)


class Subscriptions:
    """All subscriptions of one socket, by match id."""

    def __init__(self, deps: Dependencies, push: Push) -> None:
        self._deps = deps
        self._push = push
        self._open: dict[str, Subscription] = {}

    async def open(
        self,
        match_id: str,
        viewer: Player | None,
        after: int | None,
        pace: Pace,
        counted: AbstractContextManager[None],
        form: pb.Form.ValueType = pb.FORM_MATCH,
    ) -> bytes:
        """Subscribe to a match, again if need be, and return what `Subscription.open` does.

        Events are pushed from `start` on. A refusal leaves an earlier subscription as it is.
        Raise the Problems of Subscription.open, and conflict if there are too many.
        """
        new = Subscription(match_id, viewer, form, self._deps, self._push)
        match = await new.open(after, pace, counted)
        # Counted after the await, during which the client may have subscribed to others.
        old = self._open.get(match_id)
        if old is None and len(self._open) >= MAX_SUBSCRIPTIONS:
            await new.close()
            raise Problem("conflict", f"A socket may follow up to {MAX_SUBSCRIPTIONS} matches.")
        self._open[match_id] = new
        if old:
            await old.close()
        return match

    def start(self, match_id: str) -> None:
        """Push the events of a match that was opened, once the client has had its answer."""
        opened = self._open.get(match_id)
        if opened and not opened.task:
            task = opened.start()
            task.add_done_callback(lambda _: self._forget(match_id, opened))

    async def close(self, match_id: str) -> None:
        """Unsubscribe from a match, if the subscription has not ended by itself."""
        if old := self._open.pop(match_id, None):
            await old.close()

    async def dismiss(self, last: StreamEvent) -> None:
        """Push `last` to all of them; return once it has been sent."""
        for subscription in self._open.values():
            subscription.dismiss(last)
        tasks = [each.task for each in self._open.values() if each.task]
        if tasks:
            await asyncio.wait(tasks)

    async def close_all(self) -> None:
        for match_id in [*self._open]:
            await self.close(match_id)

    def _forget(self, match_id: str, ended: Subscription) -> None:
        # The client may have subscribed to the match again since.
        if self._open.get(match_id) is ended:
            del self._open[match_id]
