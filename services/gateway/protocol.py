"""HTTP on a connection, before there is a request that a route could answer."""

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from gateway import context
from gateway.answers import problem
from gateway.errors import Problem


class Protocol(HttpToolsProtocol):
    """Uvicorn's, but what is not HTTP is refused in the same form as everything else."""

    def send_400_response(self, msg: str) -> None:
        request_id = context.take_up({})
        refusal = problem(Problem("malformed", "This is not an HTTP request."))
        headers = (
            *self.server_state.default_headers,
            *refusal.raw_headers,
            (b"x-request-id", request_id.encode()),
            (b"connection", b"close"),
        )
        lines = b"".join(b"%s: %s\r\n" % header for header in headers)
        self.transport.write(b"HTTP/1.1 400 Bad Request\r\n" + lines + b"\r\n" + refusal.body)
        self.transport.close()
