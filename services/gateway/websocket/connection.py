"""A socket: requests that are answered, and matches that are followed, over one connection."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import partial

from starlette.websockets import WebSocket, WebSocketDisconnect
from telemetry.redaction import error_location

from gateway import context
from gateway.dependencies import Dependencies
from gateway.errors import Problem
from gateway.streaming.event_queue import EventQueue, StreamEvent, goodbye
from gateway.streaming.event_stream import PING_S, STUCK_S
from gateway.tasks import cancel_and_wait
from gateway.websocket import frames
from gateway.websocket.session import Session
from gateway.websocket.subscriptions import Gone, Subscriptions

HELLO_S = 10.0
"""How long a client may take to say who it is."""
IN_FLIGHT = 64
"""Requests that are under way at once; further ones are not read until one is answered."""
ID_LENGTH = 100

log = logging.getLogger("gateway")


@dataclass(frozen=True, slots=True)
class CloseReason:
    """Why a socket ends: the code that it is closed with, or None if the peer has gone itself."""

    code: int | None
    reason: str = ""


GONE = CloseReason(None)
BINARY = CloseReason(1003, "binary")
FAILED = CloseReason(1011, "internal")
DRAIN = CloseReason(1012, "drain")
REVOKED = CloseReason(4401, "unauthenticated")
NO_HELLO = CloseReason(4408, "no_hello")


class Connection:
    """One connection. Requests about one match are carried out in the order they came in."""

    def __init__(self, websocket: WebSocket, deps: Dependencies, control: EventQueue) -> None:
        """`control` is closed when the process is about to stop."""
        self._websocket = websocket
        self._control = control
        self._seeing = deps.observer
        self._follows = Subscriptions(deps, self._push)
        self._session = Session(websocket, deps, self._follows, self._heard)
        self._room = asyncio.Semaphore(IN_FLIGHT)
        self._count = 0
        self._requests: set[asyncio.Task[None]] = set()
        self._latest: dict[str, asyncio.Task[None]] = {}
        self._ending: asyncio.Future[CloseReason] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Until the peer leaves or is sent away."""
        hurry = asyncio.get_running_loop().call_later(HELLO_S, self._expect_hello)
        work = [asyncio.create_task(self._guard(each)) for each in (self._read(), self._keep())]
        try:
            ending = await self._ending
            await cancel_and_wait(*work)
            await self._finish(ending)
        finally:
            hurry.cancel()
            await cancel_and_wait(*work, *self._requests)
            await self._follows.close_all()
            await self._session.close()

    async def _read(self) -> None:
        """Take what comes in, and no more than can be worked on."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return self._end(GONE)
            text = message.get("text")
            if text is None:
                return self._end(BINARY)
            await self._room.acquire()
            task = self._begin(frames.read(text))
            if not self._session.greeted:
                await asyncio.wait([task])

    async def _keep(self) -> None:
        """Look at the token now and then, until the process stops or it is not valid any more."""
        while not await self._control.get(PING_S):
            try:
                await self._session.verify()
            except Problem as refusal:
                if refusal.status == 401:
                    return self._end(REVOKED)
        return self._end(DRAIN)

    def _heard(self, notice: str | None) -> None:
        """A token of the player was revoked, or may have been."""
        if notice in ("revoked", None):
            self._control.nudge()

    def _expect_hello(self) -> None:
        if not self._session.greeted:
            self._end(NO_HELLO)

    async def _guard(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except Exception as error:
            log.error("a socket failed: %s", error_location(error))
            self._end(FAILED)

    def _end(self, ending: CloseReason) -> None:
        if not self._ending.done():
            self._ending.set_result(ending)

    async def _finish(self, ending: CloseReason) -> None:
        """Answer what was begun; then say goodbye, if anybody is there."""
        if self._requests:
            await asyncio.wait(self._requests)
        if ending.code is None:
            return
        await self._follows.dismiss(goodbye(ending.reason))
        try:
            async with asyncio.timeout(STUCK_S):
                await self._websocket.close(ending.code, ending.reason)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            self._cut()

    def _begin(self, frame: frames.Frame) -> asyncio.Task[None]:
        """Carry a request out, after the one before it about the same match."""
        match_id = frame.match_id
        before = self._latest.get(match_id) if match_id else None
        task = asyncio.create_task(self._perform(frame, before))
        self._requests.add(task)
        if match_id:
            self._latest[match_id] = task
        task.add_done_callback(partial(self._done, match_id))
        return task

    def _done(self, match_id: str | None, task: asyncio.Task[None]) -> None:
        self._requests.discard(task)
        self._room.release()
        if match_id and self._latest.get(match_id) is task:
            del self._latest[match_id]

    async def _perform(self, frame: frames.Frame, before: asyncio.Task[None] | None) -> None:
        self._count += 1
        context.request_id.set(f"{context.request_id.get()[:ID_LENGTH]}.{self._count}")
        context.rate_limit.set(None)
        if before:
            await asyncio.wait([before])
        seen = self._seeing.begin_frame(frame.op, frame.match_id)
        answer, status = await self._answer(frame)
        seen.end(status)
        try:
            await self._send(answer)
        except Gone:
            return
        if isinstance(frame.wish, frames.Subscribe):
            self._follows.start(frame.wish.match_id)

    async def _answer(self, frame: frames.Frame) -> tuple[bytes, int]:
        """The frame, and the status that HTTP would have."""
        try:
            return frames.answer(frame.id, await self._session.do(frame.wish)), 200
        except Problem as refusal:
            if refusal.status == 401:
                self._control.nudge()  # the token may not be valid any more
            return frames.refusal(frame.id, refusal, context.request_id.get()), refusal.status
        except Exception as error:
            log.error("a socket failed: %s", error_location(error))
            broken = Problem("internal", "Something is broken here.")
            return frames.refusal(frame.id, broken, context.request_id.get()), broken.status

    async def _push(self, match_id: str, item: StreamEvent) -> None:
        await self._send(frames.push(match_id, item))

    async def _send(self, frame: bytes) -> None:
        """Raise Gone if nobody takes it; who takes nothing for too long is cut off."""
        try:
            async with asyncio.timeout(STUCK_S):
                await self._websocket.send({"type": "websocket.send", "text": frame.decode()})
        except (WebSocketDisconnect, RuntimeError):
            raise Gone from None
        except TimeoutError:
            self._cut()
            raise Gone from None

    def _cut(self) -> None:
        self._websocket.scope["extensions"]["croupier.abort"]["abort"]()
