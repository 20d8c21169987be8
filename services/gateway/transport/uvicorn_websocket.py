"""WebSocket on a connection: uvicorn's, where it must be more careful."""

from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from gateway import context
from gateway.errors import Problem
from gateway.transport.responses import problem_response

MAX_BYTES = 64 * 1024
"""How long a message may be; a longer one closes the socket with 1009."""
PING_S = 20.0
"""How often a silent peer is asked whether it is there, and how long it may take to answer."""
CLOSE_S = 2.0
"""How long a peer may take to close its side."""


class Handshake(ServerProtocol):
    """What cannot become a WebSocket is refused in the same form as everything else."""

    def reject(self, status: Any, text: str) -> Response:
        request_id = context.take_up({})
        refusal = problem_response(Problem("malformed", "This is no handshake of a WebSocket."))
        if status >= 500:
            refusal = problem_response(Problem("internal", "Something is broken here."))
        headers = Headers(refusal.headers.items())
        headers["X-Request-Id"] = request_id
        headers["Connection"] = "close"
        phrase = "Bad Request" if refusal.status_code == 400 else "Internal Server Error"
        return Response(refusal.status_code, phrase, headers, bytes(refusal.body))


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """The application closes its sockets itself, and nobody can make it hold much for them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = [each for each in self.default_headers if each[0] != b"connection"]
        self.default_headers = own  # without what closes a connection that only asks
        self.conn = Handshake(max_size=MAX_BYTES, logger=self.logger)
        self.failed = False

    def shutdown(self) -> None:
        """Leave an open socket to the application, which answers first what is under way."""
        if self.close_sent or not self.handshake_complete:
            super().shutdown()

    def data_received(self, data: bytes) -> None:
        if not self.failed:
            super().data_received(data)
        if self.conn.handshake_exc and not self.handshake_initiated:
            self.handshake_initiated = self.close_sent = True
            said = b"".join(self.conn.data_to_send())
            self.transport.write(said or self.conn.reject(400, "").serialize())
            self.transport.close()

    def handle_connect(self, event: Request) -> None:
        """An application may cut a connection whose reader takes nothing any more."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"]["croupier.abort"] = {"abort": self.transport.abort}

    def handle_cont(self, event: Frame) -> None:
        """Parts without anything in them do not count towards the length of a message."""
        if event.data or event.fin:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Text that is none is the peer's mistake, and nothing for our log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: ASGISendEvent) -> None:
        """A refusal completes the handshake; whoever does not take our goodbye is cut off."""
        await super().send(message)
        if self.initial_response and self.close_sent:
            self.handshake_complete = True
        if self.close_timer and message["type"] == "websocket.close":
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(CLOSE_S, self.transport.abort)

    def keepalive_timeout(self) -> None:
        """Who is not read now, since so much of it is under way, cannot be heard to answer."""
        if self.read_paused:
            self.schedule_ping()
            return
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        """Tell the peer why, and let it read that before the connection is closed.

        What it still sends is thrown away: closing a connection with something
        unread in it could take back what was sent last.
        """
        assert self.conn.close_sent is not None  # noqa: S101
        self.failed = self.close_sent = True
        code, reason = self.conn.close_sent.code, self.conn.close_sent.reason
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(CLOSE_S, self.transport.abort)

    def pause_writing(self) -> None:
        """Whoever does not take what we answer is not read any more: its pings are answered too."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
