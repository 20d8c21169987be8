"""TLS in front of a server that has none, as the load balancers of managed Redis have it."""

import socket
import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import trustme

BLOCK = 65536


class Terminator(socketserver.ThreadingTCPServer):
    """Ends TLS before a server at a port of this machine."""

    daemon_threads = False  # they are waited for, so clients must have gone before it ends

    def __init__(self, port: int, authority: trustme.CA, **certificate: Any) -> None:
        """`certificate` is as for `show`."""
        self.show(authority, **certificate)
        self._port = port
        super().__init__(("127.0.0.1", 0), socketserver.BaseRequestHandler)

    def show(self, authority: trustme.CA, name: str = "localhost", **more: Any) -> None:
        """Show a certificate for `name` from the next connection on; `more` is for its issue."""
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority.issue_cert(name, **more).configure_cert(self._context)

    def finish_request(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        with suppress(OSError), ExitStack() as stack:
            outside = stack.enter_context(self._context.wrap_socket(request, server_side=True))
            inside = stack.enter_context(socket.create_connection(("127.0.0.1", self._port)))
            back = threading.Thread(target=_pass, args=(inside, outside), daemon=True)
            back.start()
            _pass(outside, inside)
            back.join()


@contextmanager
def terminating(port: int, authority: trustme.CA, **certificate: Any) -> Iterator[Terminator]:
    """A Terminator that serves until the end of the block."""
    with Terminator(port, authority, **certificate) as terminator:
        threading.Thread(target=terminator.serve_forever, args=(0.05,), daemon=True).start()
        try:
            yield terminator
        finally:
            terminator.shutdown()


def _pass(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(BLOCK):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_RDWR)
