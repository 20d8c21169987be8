"""HTTP on a connection, before there is a request that a route could answer."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gateway import context
from gateway.errors import Problem
from gateway.transport.responses import problem_response

SOCKET = ("GET", b"/v1/socket")


class HttpProtocol(HttpToolsProtocol):
    """Uvicorn's, but what is not HTTP is refused in the same form as everything else."""

    def on_message_begin(self) -> None:
        """An application may cut a connection whose reader takes nothing any more."""
        super().on_message_begin()
        self.scope["extensions"] = {"croupier.abort": {"abort": self.transport.abort}}

    def part(self) -> None:
        """Close the connection with the answer that is under way, if one is."""
        if self.cycle and not self.cycle.response_complete:
            self.shutdown()

    def _should_upgrade(self) -> bool:
        """Elsewhere than at the socket, a wish for another protocol is ignored."""
        at = self.scope["method"], self.url.partition(b"?")[0]
        return at == SOCKET and super()._should_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """Nothing that a request asks for is for our log."""

    def send_400_response(self, msg: str) -> None:
        request_id = context.take_up({})
        refusal = problem_response(Problem("malformed", "This is not an HTTP request."))
        headers = (
            *self.server_state.default_headers,
            *refusal.raw_headers,
            (b"x-request-id", request_id.encode()),
            (b"connection", b"close"),
        )
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + lines + b"\r\n" + refusal.body)
        self.transport.close()
