"""A socket's connection: reads requests, answers them, and closes with a reason."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass
from functools import partial

from redislink.tasks import cancel_and_wait
from starlette.websockets import WebSocket, WebSocketDisconnect
from telemetry.redaction import error_location

from gateway import context
from gateway.dependencies import Dependencies
from gateway.errors import KINDS, Problem
from gateway.streams.event_queue import EventQueue, StreamEvent, goodbye
from gateway.streams.event_stream import PING_S, STUCK_S
from gateway.websocket import frames
from gateway.websocket.message_slots import MessageSlots
from gateway.websocket.session import Session
from gateway.websocket.subscriptions import Disconnected, Subscriptions

HELLO_S = 10.0
"""How long a client may take until its hello has been accepted."""
IN_FLIGHT = 64
"""Requests that are handled at the same time; no more is read until one has been answered."""
REFUSED_S = 1.0
"""How long a request that was refused by a rate limit goes on to count as in flight."""
ID_LENGTH = 100
"""How much of the connection's request id is part of the ids of its requests."""

RATE_LIMITED = KINDS["rate_limited"].status

log = logging.getLogger("gateway")


@dataclass(frozen=True, slots=True)
class CloseReason:
    """Why a connection ends: the code that closes it; None if the client has closed it."""

    code: int | None
    reason: str = ""


GONE = CloseReason(None)
BINARY = CloseReason(1003, "binary")
FAILED = CloseReason(1011, "internal")
DRAIN = CloseReason(1012, "drain")
REVOKED = CloseReason(4401, "unauthenticated")
NO_HELLO = CloseReason(4408, "no_hello")


class Connection:
    """One connection. Requests about the same match are handled in the order they came in."""

    def __init__(
        self,
        websocket: WebSocket,
        deps: Dependencies,
        control: EventQueue,
        message_slots: MessageSlots,
    ) -> None:
        """`control` is closed when the process is about to stop."""
        self._websocket = websocket
        self._control = control
        self._observer = deps.observer
        self._subscriptions = Subscriptions(deps, self._push)
        self._session = Session(websocket, deps, self._subscriptions, control.wake)
        self._message_slots = message_slots
        self._slots = asyncio.Semaphore(IN_FLIGHT)
        self._count = 0
        self._requests: set[asyncio.Task[bool]] = set()
        self._latest: dict[str, asyncio.Task[bool]] = {}
        self._closing: asyncio.Future[CloseReason] = asyncio.get_running_loop().create_future()

    async def run(self) -> None:
        """Serve the client until either side closes the connection."""
        hello_timer = asyncio.get_running_loop().call_later(HELLO_S, self._require_hello)
        work = [
            asyncio.create_task(self._guard(each)) for each in (self._read(), self._check_token())
        ]
        try:
            reason = await self._closing
            await cancel_and_wait(*work)
            await self._finish(reason)
        finally:
            hello_timer.cancel()
            await cancel_and_wait(*work, *self._requests)
            await self._subscriptions.close_all()
            await self._session.close()

    async def _read(self) -> None:
        """Start a request for each frame, no more than IN_FLIGHT at the same time."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return self._close(GONE)
            text = message.get("text")
            if text is None:
                return self._close(BINARY)
            # No further frame is read meanwhile: TCP passes the pressure on to the client.
            await self._slots.acquire()
            await self._message_slots.begin()
            task = self._start(frames.parse(text))
            if not self._session.greeted:
                # It may be hello, and what follows depends on it.
                await asyncio.wait([task])

    async def _check_token(self) -> None:
        """Verify the token every PING_S and when woken, until the process stops."""
        while not await self._control.get(PING_S):
            try:
                await self._session.verify()
            except Problem as refusal:
                if refusal.status == 401:
                    return self._close(REVOKED)
        return self._close(DRAIN)

    def _require_hello(self) -> None:
        if not self._session.greeted:
            self._close(NO_HELLO)

    async def _guard(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except Exception as error:
            log.error("a socket failed: %s", error_location(error))
            self._close(FAILED)

    def _close(self, reason: CloseReason) -> None:
        """Have `run` close the connection; the first reason counts."""
        if not self._closing.done():
            self._closing.set_result(reason)

    async def _finish(self, reason: CloseReason) -> None:
        """Answer the requests that were started; then say goodbye, unless the client has gone."""
        if self._requests:
            await asyncio.wait(self._requests)
        if reason.code is None:
            return
        await self._subscriptions.dismiss(goodbye(reason.reason))
        try:
            async with asyncio.timeout(STUCK_S):
                await self._websocket.close(reason.code, reason.reason)
        except (WebSocketDisconnect, RuntimeError, TimeoutError):
            self._cut()

    def _start(self, frame: frames.Frame) -> asyncio.Task[bool]:
        """Handle a request in a task, after the one before it about the same match."""
        match_id = frame.match_id
        before = self._latest.get(match_id) if match_id else None
        task = asyncio.create_task(self._handle(frame, before))
        self._requests.add(task)
        if match_id:
            self._latest[match_id] = task
        task.add_done_callback(partial(self._done, match_id))
        return task

    def _done(self, match_id: str | None, task: asyncio.Task[bool]) -> None:
        self._requests.discard(task)
        if not task.cancelled() and task.result():
            # Else a client that ignores refusals would have them as fast as it can ask.
            asyncio.get_running_loop().call_later(REFUSED_S, self._slots.release)
        else:
            self._slots.release()
        if match_id and self._latest.get(match_id) is task:
            del self._latest[match_id]

    async def _handle(self, frame: frames.Frame, before: asyncio.Task[bool] | None) -> bool:
        """Answer a request; return whether a rate limit refused it."""
        # The task has a context of its own, copied from the connection's.
        self._count += 1
        context.request_id.set(f"{context.request_id.get()[:ID_LENGTH]}.{self._count}")
        context.rate_limit.set(None)
        if before:
            await asyncio.wait([before])
        observed = self._observer.begin_frame(frame.op, frame.match_id)
        answer, refusal = await self._answer(frame)
        observed.end(refusal.status, refusal.label) if refusal else observed.end(200)
        try:
            await self._send(answer)
        except Disconnected:
            return False
        # Pushes begin after the answer, which has the match that they go on from.
        if isinstance(frame.request, frames.Subscribe):
            self._subscriptions.start(frame.request.match_id)
        return refusal is not None and refusal.status == RATE_LIMITED

    async def _answer(self, frame: frames.Frame) -> tuple[bytes, Problem | None]:
        """Return the frame to answer with, and the refusal in it, if it has one."""
        try:
            return frames.ok(frame.id, await self._session.handle(frame.request)), None
        except Problem as refusal:
            if refusal.status == 401:
                self._control.wake()  # the token may not be valid any more
            return frames.error(frame.id, refusal, context.request_id.get()), refusal
        except Exception as error:
            log.error("a socket failed: %s", error_location(error))
            broken = Problem("internal", "Something is broken here.")
            return frames.error(frame.id, broken, context.request_id.get()), broken

    async def _push(self, match_id: str, event: StreamEvent) -> None:
        await self._send(frames.push(match_id, event))

    async def _send(self, frame: bytes) -> None:
        """Send a frame. Raise Disconnected if the client has gone; cut off one that is stuck."""
        try:
            async with asyncio.timeout(STUCK_S):
                await self._websocket.send({"type": "websocket.send", "text": frame.decode()})
        except (WebSocketDisconnect, RuntimeError):
            raise Disconnected from None
        except TimeoutError:
            self._cut()
            raise Disconnected from None

    def _cut(self) -> None:
        self._websocket.scope["extensions"]["croupier.abort"]["abort"]()
