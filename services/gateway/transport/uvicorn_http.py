"""HTTP connections: uvicorn's protocol within bounds, with refusals as problems."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from gateway import context
from gateway.errors import Problem, unavailable
from gateway.transport.admission import Admission, Connections
from gateway.transport.busy import busy_answer
from gateway.transport.middleware import IN_TURN, NOSNIFF
from gateway.transport.responses import problem_response
from gateway.transport.uvicorn_websocket import WebSocketProtocol
from gateway.turns import Turns

SOCKET = ("GET", b"/v1/socket")
CLOSE = (b"connection", b"close")
PROBES = (b"/healthz", b"/readyz")
MAX_HEAD_BYTES = 32 * 1024
MAX_FIELDS = 100
MAX_TARGET_BYTES = 8 * 1024
MAX_FRAMING_BYTES = 2 * 1024 * 1024
"""What may come besides a body until it is complete: sizes of chunks, and trailers."""
MAX_IGNORED_BYTES = 1024 * 1024
"""What is read and dropped after a refusal, so that the refusal reaches the client."""
HEAD_S = 10.0
"""How long a head may take, from the beginning of the connection or from its first byte."""
PROBE_HEAD_S = 1.0
"""The same where all places but those for probes are taken."""
REST_S = 10.0
"""How long the rest of a body may take that was answered without it."""
STUCK_S = 30.0
"""How long a client may take for each READ_BYTES of what fills the write buffer."""
READ_BYTES = 48 * 1024
CLOSE_S = 1.0
"""How long a client may take to read a refusal before its connection is cut."""


class BadHead(Exception):
    """Stops the parser: the head is answered with a refusal only."""


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's protocol, with bounds on what a client can make the server hold.

    The parser keeps a field until it has ended, however long that is, so bytes are counted as
    they arrive. One timer closes a connection that neither completes a head nor reads answers.
    """

    def __init__(self, *args: Any, connections: Connections, turns: Turns, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turns = turns
        self._admissions = connections
        self._admission = Admission.OPEN
        self._address = ""
        self._problem: Problem | None = None
        self._refused = False
        self._ignored_bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._stuck_timer: asyncio.TimerHandle | None = None
        self._begin_head()
        self._completed = False
        self._framing_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._admission = self._admissions.enter(self._address)
        if self._admission is Admission.CUT:
            transport.abort()
        elif self._admission is Admission.CROWDED:
            self._refuse(_crowded())
        elif self._admission is Admission.FULL:
            self._refuse(unavailable())
        else:
            self._set_timer(self._head_s, self._on_late_head)

    def connection_lost(self, exc: Exception | None) -> None:
        self._cancel_timer()
        self._cancel_stuck_timer()
        self._admissions.leave(self._address, self._admission)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what arrives, and count what the parser keeps of it."""
        if self._refused:
            self._ignore(data)
            return
        self._completed = False
        super().data_received(data)
        if self._refused or self.transport.is_closing():
            return
        if self._in_head:
            self._count_head(len(data))
        else:
            self._count_framing(len(data))

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and tell `Connections` when the socket has ended."""
        super().handle_websocket_upgrade()
        self._cancel_timer()  # sockets have bounds of their own
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocketProtocol):
            protocol.on_lost = lambda: self._admissions.leave(self._address, self._admission)

    def on_message_begin(self) -> None:
        """Let the application cut off a client that does not read, see `croupier.abort`."""
        super().on_message_begin()
        if self._idle:
            self._cancel_timer()
        self._begin_head()
        self._begun = True
        # `transport.abort` drops what is still to be sent; closing would wait for the client.
        self.scope["extensions"] = {
            "croupier.abort": {"abort": self.transport.abort},
            # Whether there is nobody left to answer, without a look at what was sent.
            "croupier.gone": {"gone": self.transport.is_closing},
            "croupier.write": {"write": partial(self._write_part, self.scope)},
        }

    def _write_part(self, scope: Mapping[str, Any], part: bytes) -> bool:
        """Write a part of a response under way, as `send` would, if it need not wait for that.

        Return whether it was written. It is not unless the length of the response is open, and
        the client reads.
        """
        cycle = self.cycle
        if cycle.scope is not scope or not cycle.chunked_encoding or scope["method"] == "HEAD":
            return False
        if cycle.disconnected or cycle.response_complete or cycle.flow.write_paused:
            return False
        self.transport.write(b"%x\r\n%b\r\n" % (len(part), part))
        return True

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Refuse at once what would have no turn in time, before anything is done for it."""
        # One of several that were sent together waits for its turn like the others before it.
        if self._turns.full and not self.pipeline and _needs_turn(cycle.scope):
            self._refuse_busy(cycle)
        else:
            super()._start_asgi_task(cycle, app)

    def _refuse_busy(self, cycle: RequestResponseCycle) -> None:
        self._turns.count("busy")
        request_id = context.take_up(dict(cycle.scope["headers"]))
        more = () if cycle.keep_alive else (CLOSE,)
        self.transport.write(busy_answer(request_id, (*self.server_state.default_headers, *more)))
        cycle.response_started = cycle.response_complete = True
        if not cycle.keep_alive:
            self.transport.close()
        self.on_response_complete()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > MAX_TARGET_BYTES:
            self._stop(_target_too_long())

    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields += 1
        self._field_bytes += len(name) + len(value)
        if self._fields > MAX_FIELDS or self._field_bytes > MAX_HEAD_BYTES:
            self._stop(_head_too_large())
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._framing_bytes = False, 0
        self._cancel_timer()
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() == "1.1"):
            self._stop(Problem("malformed", "A request must have one Host."))
        if self._admission is Admission.PROBE:
            self._check_probe()
        super().on_headers_complete()
        if self._admission is Admission.PROBE:
            self.part()

    def on_body(self, body: bytes) -> None:
        self._framing_bytes -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._begin_head()
        self._completed = True
        if self.transport.is_closing():
            return
        self._cancel_timer()  # that for the rest of a body that was answered without it
        if self.cycle and self.cycle.response_complete and not self.pipeline:
            # Uvicorn's own timer has ended with the rest of the body.
            self._set_timer(self.timeout_keep_alive, self._hang_up)
            self._idle = True

    def on_response_complete(self) -> None:
        """Bound the time for the rest of the body, and for reading a last answer."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._set_timer(STUCK_S, partial(self._close_if_read, self._unsent))
        elif not self._in_head and self.cycle.response_complete:
            self._set_timer(REST_S, self._hang_up)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cancel_stuck_timer()
        self._stuck_timer = self.loop.call_later(STUCK_S, self._cut_if_stuck, self._unsent)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel_stuck_timer()

    @property
    def _unsent(self) -> int:
        return self.transport.get_write_buffer_size()

    def _cut_if_stuck(self, before: int) -> None:
        """Cut off a client that has not read enough; give one that reads slowly more time."""
        if self._unsent > before - READ_BYTES:
            self.transport.abort()
        else:
            self._stuck_timer = self.loop.call_later(STUCK_S, self._cut_if_stuck, self._unsent)

    def _close_if_read(self, before: int) -> None:
        """The same for what is left of the last answer."""
        if self._unsent > before - READ_BYTES:
            self.transport.abort()
        else:
            self._set_timer(STUCK_S, partial(self._close_if_read, self._unsent))

    def timeout_keep_alive_handler(self) -> None:
        self._hang_up()

    def part(self) -> None:
        """Close the connection after the response that is being sent, if there is one."""
        if self.cycle and not self.cycle.response_complete:
            self.shutdown()

    def send_400_response(self, msg: str) -> None:
        """Refuse what stopped the parser: a bound of ours, or what is not HTTP."""
        self._refuse(self._problem or Problem("malformed", "This is not a valid HTTP request."))

    def _should_upgrade(self) -> bool:
        """Ignore requests for another protocol, as RFC 9110 allows, except at the socket."""
        at = self.scope["method"], self.url.partition(b"?")[0]
        return at == SOCKET and super()._should_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """Skip the warning of uvicorn: any client could fill the log with it."""

    @property
    def _head_s(self) -> float:
        return PROBE_HEAD_S if self._admission is Admission.PROBE else HEAD_S

    def _begin_head(self) -> None:
        """Wait for the next head. It is counted twice: as it arrives, and by complete fields."""
        self._in_head = True
        self._begun = self._idle = False
        self._head_bytes = self._field_bytes = self._fields = 0

    def _count_head(self, received: int) -> None:
        """Count bytes of a head that is not complete, and start its time."""
        # A read that has completed an earlier request holds bytes of both; on_header still
        # counts the fields of the later one.
        if not self._completed:
            self._head_bytes += received
        if self._head_bytes > MAX_HEAD_BYTES:
            self._refuse(_head_too_large())
        elif self._timer is None and (self._begun or not self._completed):
            self._set_timer(self._head_s, self._on_late_head)

    def _count_framing(self, received: int) -> None:
        self._framing_bytes += received  # less those of the body, see on_body
        if self._framing_bytes > MAX_FRAMING_BYTES:
            self._refuse(_head_too_large())

    def _check_probe(self) -> None:
        if self.url.partition(b"?")[0] not in PROBES:
            self._admission = self._admissions.refuse_probe()
            self._stop(unavailable())

    def _stop(self, problem: Problem) -> None:
        self._problem = problem
        raise BadHead

    def _on_late_head(self) -> None:
        """Refuse an incomplete head; close a connection that has sent none without an answer."""
        self._timer = None
        if self._head_bytes or self._begun:
            self._refuse(Problem("timeout", f"The head did not arrive within {self._head_s:g} s."))
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        """Close, and cut a client that does not read what is still to be sent."""
        self.transport.close()
        self._set_timer(STUCK_S, self.transport.abort)

    def _refuse(self, problem: Problem) -> None:
        """Answer with the problem, and close once the client has had time to read it.

        If an answer is under way, the connection ends with that instead. There may be no
        request yet, so no middleware: the headers that it adds are added here.
        """
        self._cancel_timer()
        self._refused = True
        if self._admission is Admission.CUT:
            self.transport.abort()
            return
        if self.cycle and not self.cycle.response_complete:
            self.shutdown()
            return
        request_id = context.take_up({})
        refusal = problem_response(problem)
        headers = (
            *self.server_state.default_headers,
            *refusal.raw_headers,
            NOSNIFF,
            (b"x-request-id", request_id.encode()),
            CLOSE,
        )
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(STATUS_LINE[refusal.status_code] + lines + b"\r\n" + refusal.body)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        self._set_timer(CLOSE_S, self.transport.abort)

    def _ignore(self, data: bytes) -> None:
        """Drop what arrives: to close with something unread would reset the connection, and
        the reset could overtake the refusal."""
        self._ignored_bytes += len(data)
        if self._ignored_bytes > MAX_IGNORED_BYTES:
            self.transport.abort()

    def _set_timer(self, seconds: float, then: Callable[[], object]) -> None:
        self._cancel_timer()
        self._timer = self.loop.call_later(seconds, then)

    def _cancel_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = None

    def _cancel_stuck_timer(self) -> None:
        if self._stuck_timer:
            self._stuck_timer.cancel()
        self._stuck_timer = None


def _head_too_large() -> Problem:
    most = f"{MAX_HEAD_BYTES // 1024} KiB and {MAX_FIELDS} fields"
    return Problem("headers_too_large", f"The head of a request may have up to {most}.")


def _target_too_long() -> Problem:
    return Problem("target_too_long", f"The target may have up to {MAX_TARGET_BYTES} bytes.")


def _crowded() -> Problem:
    sentence = "There are too many connections from this address."
    return Problem("rate_limited", sentence, {"Retry-After": "10"}, per="address", retryAfter=10)


def _needs_turn(scope: Mapping[str, Any]) -> bool:
    return scope["path"].startswith(IN_TURN) and scope["method"] not in ("HEAD", "OPTIONS")
