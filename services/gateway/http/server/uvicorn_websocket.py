"""WebSocket connections: uvicorn's protocol, hardened against slow and hostile clients."""

from asyncio import BaseTransport
from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from gateway import context
from gateway.errors import Problem, internal
from gateway.http.responses import problem_response
from gateway.http.server.reading_gate import ReadingCredit, ReadingGate

MAX_BYTES = 64 * 1024
"""The longest message; a longer one closes the socket with 1009."""
PING_S = 20.0
"""How often a client is pinged, and how long its pong may take."""
MAX_CONTROL_FRAMES = 100
"""The most pings and pongs of a client within PING_S."""
CLOSE_S = 2.0
"""How long a client may take to close its side."""


class Handshake(ServerProtocol):
    """The server's side of the handshake, which refuses as a problem."""

    def reject(self, status: Any, text: str) -> Response:
        request_id = context.take_up({})
        refusal = problem_response(Problem("malformed", "This is not a valid WebSocket handshake."))
        if status >= 500:
            refusal = problem_response(internal())
        headers = Headers(refusal.headers.items())
        headers["X-Request-Id"] = request_id
        headers["Connection"] = "close"
        phrase = "Bad Request" if refusal.status_code == 400 else "Internal Server Error"
        return Response(refusal.status_code, phrase, headers, bytes(refusal.body))


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Uvicorn's protocol, with bounds on what a client can make the server hold.

    Sockets are closed by the application, which first answers the requests under way.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # `Connection: close`, sent to all while draining, would contradict the Upgrade.
        own = [each for each in self.default_headers if each[0] != b"connection"]
        self.default_headers = own
        self.conn = Handshake(max_size=MAX_BYTES, logger=self.logger)
        self.failed = False
        self._control_frames = 0
        self._control_until = 0.0
        self.on_lost: Callable[[], None] = lambda: None
        """Called once the connection has ended."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._gate.end()
        self.on_lost()

    def shutdown(self) -> None:
        """Close a connection that is not an open socket; those are the application's to close."""
        if self.close_sent or not self.handshake_complete:
            super().shutdown()

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.charge(None)

    def charge(self, credit: ReadingCredit | None) -> None:
        """Charge what is parsed from now on."""
        self._gate = ReadingGate(self, self.transport, self.loop, credit)

    def data_received(self, data: bytes) -> None:
        """Let what arrives be parsed, as far as it is paid for."""
        if not self.failed:
            self._gate.receive(data)

    @property
    def takes(self) -> bool:
        """Whether no message waits for the application, and no pong for the client to read."""
        return not self.read_paused and self.writable.is_set()

    @property
    def sender(self) -> str:
        """The client that a trusted proxy has told with the handshake, or the other end."""
        client = getattr(self, "scope", {}).get("client") or self.client
        return client[0] if client else ""

    def parse(self, part: bytes | memoryview) -> None:
        """Parse a part. Answer a failed handshake, where uvicorn would only close."""
        super().data_received(part)  # type: ignore[arg-type]
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.handshake_initiated = self.close_sent = True
            reply = b"".join(self.conn.data_to_send())
            self.transport.write(reply or self.conn.reject(400, "").serialize())
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        """Let the application cut off a client that does not read, see `croupier.abort`."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"]["croupier.abort"] = {"abort": self.transport.abort}

    def handle_ping(self) -> None:
        if self._may_control():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_control():
            super().handle_pong(event)

    def _may_control(self) -> bool:
        """Return whether a control frame is handled; close with 1008 on a flood of them.

        They are no messages, so no rate limit counts them, and cost their sender next to nothing.
        """
        now = self.loop.time()
        if now >= self._control_until:
            self._control_frames, self._control_until = 0, now + PING_S
        self._control_frames += 1
        if self._control_frames > MAX_CONTROL_FRAMES and not self.failed:
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many control frames")
            self.handle_parser_exception()
        return not self.failed

    def handle_cont(self, event: Frame) -> None:
        """Join fragments as they come: kept apart, each would take more memory than its bytes."""
        if isinstance(self.frames[0], bytes):
            self.frames[0] = bytearray(self.frames[0])  # type: ignore[call-overload]
        self.frames[0] += event.data
        if event.fin:
            self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """Close with 1007 for text that is not UTF-8; uvicorn would log a traceback."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: ASGISendEvent) -> None:
        """Send for the application; cut off a client that does not close within CLOSE_S."""
        await super().send(message)
        if self.initial_response and self.close_sent:  # a refused handshake is complete, too
            self.handshake_complete = True
        if self.close_timer and message["type"] == "websocket.close":
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(CLOSE_S, self.transport.abort)
            self._gate.wake()  # the client's close frame may be held

    async def receive(self) -> ASGIReceiveEvent:
        """Return what comes next for the application; then more of it may be parsed."""
        message = await super().receive()
        self._gate.wake()
        return message

    def keepalive_timeout(self) -> None:
        """Cut off a silent client, unless its pong may be waiting in data that is not read now."""
        if self.read_paused or self._gate.holds:
            self.schedule_ping()
            return
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Send the close frame with its reason, and let the client read it.

        What the client still sends is read and dropped: closing a connection that has
        unread data resets it, and the reset could overtake the close frame.
        """
        assert self.conn.close_sent is not None  # noqa: S101
        self.failed = self.close_sent = True
        self._gate.end()
        code, reason = self.conn.close_sent.code, self.conn.close_sent.reason
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_S, self.transport.abort)

    def pause_writing(self) -> None:
        """Stop reading from a client that does not read: every ping of it would add a pong."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
            self._gate.wake()
