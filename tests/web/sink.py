"""A sink: another origin that notes whatever reaches it, by HTTP, TCP or UDP."""

import re
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

HEARD = re.compile(r"/heard/([\w-]+)")
FRAMED = (
    '<!doctype html><title>Control</title><link rel="icon" href="data:,">'
    '<iframe sandbox="allow-scripts" src="/attack"></iframe>'
)
ATTACK = '<!doctype html><title>Control</title><body><script type="module">{}</script>'


def _own_address() -> str:
    """Return that by which this machine sends: from it, Firefox's peers reach no loopback."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # which sends nothing
        except OSError:
            return "127.0.0.1"
        return str(asked.getsockname()[0])


class Sink:
    """Listens while it is entered; `heard` has the names by which requests came, and how."""

    def __init__(self) -> None:
        self.heard: set[str] = set()
        self.attack = ""
        """The module that the page at `/` runs in a frame, without a policy."""
        self._stack = ExitStack()

    def __enter__(self) -> "Sink":
        server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        server.daemon_threads = True
        self._stack.callback(server.server_close)
        self._run(server.serve_forever, server.shutdown)
        self.url = f"http://localhost:{server.server_port}"
        tcp = self._stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        udp = self._stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        udp.bind((_own_address(), 0))
        self.tcp = tcp.getsockname()[1]
        self.udp = "{}:{}".format(*udp.getsockname())
        self._run(lambda: self._hear(tcp, "tcp"), lambda: tcp.shutdown(socket.SHUT_RDWR))
        self._run(lambda: self._hear(udp, "udp"), lambda: udp.sendto(b"", udp.getsockname()))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._over = True
        self._stack.close()

    _over = False

    def _run(self, work: Callable[[], object], stop: Callable[[], object]) -> None:
        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        self._stack.callback(thread.join)
        self._stack.callback(stop)

    def _hear(self, listener: socket.socket, name: str) -> None:
        while True:
            try:
                if name == "tcp":
                    listener.accept()[0].close()
                else:
                    listener.recvfrom(2000)
            except OSError:
                return
            if self._over:
                return
            self.heard.add(name)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        sink = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer()

            def do_POST(self) -> None:
                self._answer()

            def _answer(self) -> None:
                if found := HEARD.match(self.path):
                    sink.heard.add(found[1])
                page = {"/": FRAMED, "/attack": ATTACK.format(sink.attack)}.get(self.path, "")
                self.send_response(200 if page or found else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Access-Control-Allow-Origin", "*")
                self.end_headers()
                self.wfile.write(page.encode())

            def log_message(self, *_: object) -> None:
                """Keep silent."""

        return Handler
