"""HTTP connections: uvicorn's protocol within bounds, with refusals as problems."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from gateway import context
from gateway.errors import Problem, overloaded
from gateway.http.middleware import NOSNIFF
from gateway.http.overload_answer import busy_answer, needs_slot
from gateway.http.request_slots import RequestSlots
from gateway.http.responses import problem_response
from gateway.http.server import head_bounds, reading_timer
from gateway.http.server.behind_head import parser_behind
from gateway.http.server.connection_limit import Admission, Connections, crowded
from gateway.http.server.exchange import CLOSE, Receiving, Sending
from gateway.http.server.head_bounds import BadHead, HeadBounds
from gateway.http.server.reading_gate import ReadingCredit, ReadingGate
from gateway.http.server.reading_timer import ReadingFlow, Timer
from gateway.http.server.uvicorn_websocket import WebSocketProtocol

SOCKET = ("GET", b"/v1/socket")
PROBES = (b"/healthz", b"/readyz")
STUCK_S = 30.0
"""How long a client may take for each READ_BYTES of what fills the write buffer."""
READ_BYTES = 48 * 1024
MAX_IGNORED_BYTES = 1024 * 1024
"""What is read and dropped after the last answer, so that it reaches the client."""
CLOSE_S = 1.0
"""How long a client may take to read the last answer before its connection is cut."""


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's protocol, with bounds on what a client can make the server hold.

    One timer closes a connection that neither completes a head nor reads answers.
    """

    def __init__(
        self,
        *args: Any,
        connections: Connections,
        slots: RequestSlots,
        credit: ReadingCredit | None,
        root: str = "",
        **kwargs: Any,
    ) -> None:
        """Without credit, a client may send as fast as it can. Paths may begin with `root`."""
        super().__init__(*args, **kwargs)
        self._slots = slots
        self._credit = credit
        self._root = root
        self._admissions = connections
        self._admission = Admission.OPEN
        self._address = ""
        self._problem: Problem | None = None
        self._timer = Timer(self.loop)
        self._last = LastAnswer()
        self._head = HeadBounds()
        self._idle = self._completed = self._ignored_upgrade = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.flow = ReadingFlow(transport, self._on_resumed)
        self._gate = ReadingGate(self, transport, self.loop, self._credit)
        self._unread = UnreadAnswers(transport, self.loop)
        self._unread_last = UnreadAnswers(transport, self.loop)
        self._address = self.client[0] if self.client else ""
        self._admission = self._admissions.enter(self._address)
        if self._admission is Admission.CUT:
            transport.abort()
        elif self._admission is Admission.CROWDED:
            self._refuse(crowded())
        elif self._admission is Admission.FULL:
            self._refuse(overloaded())
        else:
            self._timer.set(self._head_s, self._on_late_head)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        self._unread.end()
        self._unread_last.end()
        self._gate.end()
        self._admissions.leave(self._address, self._admission)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Let what arrives be parsed, as far as it is paid for."""
        if self._last.begun:
            self._last.ignore(data, self.transport)
        else:
            self._gate.receive(data)

    @property
    def takes(self) -> bool:
        """Whether no request waits for another; uvicorn would read on with each answer."""
        return not (self.flow.read_paused or self.pipeline)

    @property
    def sender(self) -> str:
        """The client that a trusted proxy has told with the head, or who is at the other end."""
        client = None if self._head.in_head else self.scope["client"]
        return client[0] if client else self._address

    def parse(self, part: bytes | memoryview) -> None:
        """Parse a part of what has arrived, and count what the parser keeps of it."""
        self._completed = False
        self._unset_keepalive_if_required()
        self._feed(part)
        if self._last.begun or self.transport.is_closing():
            return
        if self._head.in_head:
            self._count_head(len(part))
        elif problem := self._head.add_framing(len(part)):
            self._refuse(problem)

    def _feed(self, part: bytes | memoryview) -> None:
        try:
            self.parser.feed_data(part)
        except httptools.HttpParserError:
            self._refuse(self._problem or Problem("malformed", "This is not a valid HTTP request."))
        except httptools.HttpParserUpgrade as upgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            else:
                self._ignored_upgrade = False
                self.parser = parser_behind(self, self.headers)
                self._feed(part[upgrade.args[0] :])

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over, and tell `Connections` when the socket has ended."""
        self._gate.end()
        super().handle_websocket_upgrade()
        self._timer.cancel()  # sockets have bounds of their own
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocketProtocol):
            protocol.charge(self._credit)
            protocol.on_lost = lambda: self._admissions.leave(self._address, self._admission)

    def on_message_begin(self) -> None:
        """Let the application cut off a client that does not read, see `croupier.abort`."""
        super().on_message_begin()
        if self._idle:
            self._timer.cancel()
        self._await_head()
        self._head.begun = True
        write = partial(self._write_part, self.scope)
        self.scope["extensions"] = extensions(self.transport) | {"croupier.write": {"write": write}}

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
        """Refuse at once a request that would have no slot in time, before any work for it."""
        if cycle.disconnected and self._problem:  # what came of its body was refused meanwhile
            self._answer(self._problem)
            return
        # One of several that were sent together waits for its slot like the others before it.
        if self._slots.full and not self.pipeline and needs_slot(cycle.scope, self._root):
            self._refuse_busy(cycle)
        else:
            # The cycle stays out of the scope, which it has: they would keep each other.
            super()._start_asgi_task(
                cycle, lambda scope, *_: app(scope, Receiving(cycle), Sending(cycle))
            )

    def _refuse_busy(self, cycle: RequestResponseCycle) -> None:
        self._slots.refuse("busy")
        request_id = context.take_up(dict(cycle.scope["headers"]))
        more = () if cycle.keep_alive else (CLOSE,)
        self.transport.write(busy_answer(request_id, (*self.server_state.default_headers, *more)))
        cycle.response_started = cycle.response_complete = True
        self.on_response_complete()
        if not cycle.keep_alive:
            self._last.linger(self.transport, self._timer)

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        self._stop_for(head_bounds.check_target(self.url))

    def on_header(self, name: bytes, value: bytes) -> None:
        if problem := self._head.add_field(name, value):
            self._stop_for(problem)
        if self._head.in_head:  # what comes behind the body, in a trailer, is no header
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._head.end()
        self._timer.cancel()
        version = self.parser.get_http_version()
        self._stop_for(head_bounds.check_head(self.url, self.headers, version))
        head_bounds.name_host(self.url, self.headers)
        if self._admission is Admission.PROBE:
            self._check_probe()
        super().on_headers_complete()
        self._ignored_upgrade = self.parser.should_upgrade() and not self._should_upgrade()
        if self._admission is Admission.PROBE:
            self.part()

    def on_body(self, body: bytes) -> None:
        self._head.take_body(len(body))
        super().on_body(body)

    def on_message_complete(self) -> None:
        if self._ignored_upgrade:
            return  # the parser has only skipped the body
        super().on_message_complete()
        self._await_head()
        self._completed = True
        if self._last.begun or self.transport.is_closing():
            return
        self._timer.cancel()  # that for the rest of a body that was answered without it
        if self.cycle and self.cycle.response_complete and not self.pipeline:
            # Uvicorn's own timer has ended with the rest of the body.
            self._timer.set(self.timeout_keep_alive, self._hang_up)
            self._idle = True

    def on_response_complete(self) -> None:
        """Bound the time for the rest of the body, and for reading a last answer."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._timer.cancel()
            self._unread_last.watch()
            return
        if not self._head.in_head and self.cycle.response_complete:
            self._timer.set(reading_timer.REST_S, self._hang_up)
        self._on_resumed()  # the last request that waited may have begun

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread.watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread.end()

    def timeout_keep_alive_handler(self) -> None:
        self._hang_up()

    def part(self) -> None:
        """Close the connection after the response that is being sent, if there is one."""
        if self.cycle and not self.cycle.response_complete:
            self.shutdown()

    def _should_upgrade(self) -> bool:
        """Ignore requests for another protocol, as RFC 9110 allows, except at the socket."""
        at = self.scope["method"], self._path
        return at == SOCKET and super()._should_upgrade()

    @property
    def _path(self) -> bytes:
        """The path of the request below that of the gateway."""
        return self.url.partition(b"?")[0].removeprefix(self._root.encode())

    @property
    def _head_s(self) -> float:
        is_probe = self._admission is Admission.PROBE
        return reading_timer.PROBE_HEAD_S if is_probe else reading_timer.HEAD_S

    def _await_head(self) -> None:
        self._head.begin()
        self._idle = False

    def _count_head(self, received: int) -> None:
        """Count bytes of a head that is not complete, and start its time."""
        # A read that has completed an earlier request holds bytes of both; on_header still
        # counts the fields of the later one.
        if problem := self._head.add_bytes(0 if self._completed else received):
            self._refuse(problem)
        elif self._head.begun or not self._completed:
            self._limit_head()

    def _limit_head(self) -> None:
        """Start the time of a head, unless it runs or the rest of the head is not read now."""
        if not self._timer.is_set and self.takes:
            self._timer.set(self._head_s, self._on_late_head)

    def _on_resumed(self) -> None:
        """Go on with what has arrived, if it may be parsed now."""
        if self._head.in_head and self._head.begun and not self._last.begun:
            self._limit_head()
        self._gate.wake()

    def _check_probe(self) -> None:
        if self._path not in PROBES:
            self._admission = self._admissions.refuse_probe()
            self._stop_for(overloaded())

    def _stop_for(self, problem: Problem | None) -> None:
        """Stop the parser if there is a problem."""
        if problem:
            self._problem = problem
            raise BadHead

    def _on_late_head(self) -> None:
        """Refuse an incomplete head; close a connection that has sent none without an answer."""
        if self._head.bytes or self._head.begun:
            self._refuse(Problem("timeout", f"The head did not arrive within {self._head_s:g} s."))
        else:
            self._hang_up()

    def _hang_up(self) -> None:
        """Close, and cut a client that does not read what is still to be sent."""
        self.transport.close()
        self._timer.set(STUCK_S, self.transport.abort)

    def _refuse(self, problem: Problem) -> None:
        """Answer with the problem, and close once the client has had time to read it.

        If an answer to what came before is under way, the connection ends with that instead.
        """
        self._timer.cancel()
        self._last.begun = True
        self._gate.end()
        if self._admission is Admission.CUT:
            self.transport.abort()
        elif not self.cycle or self.cycle.response_complete:
            self._answer(problem)
        elif self._head.in_head or self.cycle.response_started:
            self.shutdown()
        else:
            self._refuse_body(self.cycle, problem)

    def _refuse_body(self, cycle: RequestResponseCycle, problem: Problem) -> None:
        """Answer a request of which no more is read, once those before it have their answers."""
        cycle.disconnected = True  # for the application, if that has begun
        cycle.message_event.set()
        if self.pipeline:
            self._problem = problem
        else:
            self._answer(problem)

    def _answer(self, problem: Problem) -> None:
        self.transport.write(refusal_answer(problem, self.server_state.default_headers))
        self._last.linger(self.transport, self._timer)


class UnreadAnswers:
    """Cuts off a client that does not read its answers; it may go on for as long as it reads."""

    __slots__ = ("_timer", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._timer = Timer(loop)

    def watch(self) -> None:
        """From now on, the client must read READ_BYTES within STUCK_S, again and again."""
        self._timer.set(STUCK_S, partial(self._check, self._unsent))

    def end(self) -> None:
        self._timer.cancel()

    @property
    def _unsent(self) -> int:
        return self._transport.get_write_buffer_size()

    def _check(self, before: int) -> None:
        if self._unsent > before - READ_BYTES:
            self._transport.abort()
        else:
            self.watch()


class LastAnswer:
    """Ends one connection after its last answer; `begun` once no request is read any more.

    To close a connection with something unread resets it, and the reset could overtake the answer.
    So the server's side is closed first, and what still comes is read and dropped for a moment.
    """

    __slots__ = ("_ignored_bytes", "begun")

    def __init__(self) -> None:
        self.begun = False
        self._ignored_bytes = 0

    def linger(self, transport: asyncio.Transport, timer: Timer) -> None:
        """End the connection when the client has had time to read what was written."""
        self.begun = True
        if transport.can_write_eof():
            transport.write_eof()
        timer.set(CLOSE_S, transport.abort)

    def ignore(self, data: bytes, transport: asyncio.Transport) -> None:
        """Drop what comes after the last answer; cut the connection if that is too much."""
        self._ignored_bytes += len(data)
        if self._ignored_bytes > MAX_IGNORED_BYTES:
            transport.abort()


def extensions(transport: asyncio.Transport) -> dict[str, Any]:
    """Return the extensions of a request's scope: to cut its connection, to see if that is gone."""
    return {
        # Drops what is still to be sent; closing would wait for the client.
        "croupier.abort": {"abort": transport.abort},
        # Whether there is nobody left to answer, without a look at what was sent.
        "croupier.gone": {"gone": transport.is_closing},
    }


def refusal_answer(problem: Problem, more_headers: Iterable[tuple[bytes, bytes]]) -> bytes:
    """Return the bytes of a refusal that closes the connection.

    There may be no request yet, so no middleware: the headers that it adds are added here.
    """
    request_id = context.take_up({})
    refusal = problem_response(problem)
    own = (NOSNIFF, (b"x-request-id", request_id.encode()), CLOSE)
    headers = (*more_headers, *refusal.raw_headers, *own)
    lines = b"".join(b"%s: %s\r\n" % header for header in headers)
    return STATUS_LINE[refusal.status_code] + lines + b"\r\n" + bytes(refusal.body)
