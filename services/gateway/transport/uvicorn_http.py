"""HTTP connections: uvicorn's protocol, with refusals as problems and a connection close."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gateway import context
from gateway.errors import Problem
from gateway.transport.responses import problem_response

SOCKET = ("GET", b"/v1/socket")


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's protocol, which refuses even what is not HTTP as a problem."""

    def on_message_begin(self) -> None:
        """Let the application cut off a client that does not read, see `croupier.abort`."""
        super().on_message_begin()
        self.scope["extensions"] = {"croupier.abort": {"abort": self.transport.abort}}

    def part(self) -> None:
        """Close the connection after the response that is being sent, if there is one."""
        if self.cycle and not self.cycle.response_complete:
            self.shutdown()

    def _should_upgrade(self) -> bool:
        """Ignore requests for another protocol, as RFC 9110 allows, except at the socket."""
        at = self.scope["method"], self.url.partition(b"?")[0]
        return at == SOCKET and super()._should_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: any client could fill the log with warnings."""

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
