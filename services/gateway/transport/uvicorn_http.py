"""HTTP connections: uvicorn's protocol, with refusals as problems and a connection close."""

from collections.abc import Mapping
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from gateway import context
from gateway.errors import Problem
from gateway.transport.busy import busy_answer
from gateway.transport.middleware import IN_TURN
from gateway.transport.responses import problem_response
from gateway.turns import Turns

SOCKET = ("GET", b"/v1/socket")
CLOSE = (b"connection", b"close")


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's protocol, which refuses even what is not HTTP as a problem."""

    def __init__(self, *args: Any, turns: Turns, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._turns = turns

    def on_message_begin(self) -> None:
        """Let the application cut off a client that does not read, see `croupier.abort`."""
        super().on_message_begin()
        # `transport.abort` drops what is still to be sent; closing would wait for the client.
        self.scope["extensions"] = {
            "croupier.abort": {"abort": self.transport.abort},
            # Whether there is nobody left to answer, without a look at what was sent.
            "croupier.gone": {"gone": self.transport.is_closing},
        }

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

    def part(self) -> None:
        """Close the connection after the response that is being sent, if there is one."""
        if self.cycle and not self.cycle.response_complete:
            self.shutdown()

    def _should_upgrade(self) -> bool:
        """Ignore requests for another protocol, as RFC 9110 allows, except at the socket."""
        at = self.scope["method"], self.url.partition(b"?")[0]
        return at == SOCKET and super()._should_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """Skip the warning of uvicorn: any client could fill the log with it."""

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP as a problem. There is no request yet, so no middleware."""
        request_id = context.take_up({})
        refusal = problem_response(Problem("malformed", "This is not a valid HTTP request."))
        headers = (
            *self.server_state.default_headers,
            *refusal.raw_headers,
            (b"x-request-id", request_id.encode()),
            (b"connection", b"close"),
        )
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + lines + b"\r\n" + refusal.body)
        self.transport.close()


def _needs_turn(scope: Mapping[str, Any]) -> bool:
    return scope["path"].startswith(IN_TURN) and scope["method"] not in ("HEAD", "OPTIONS")
