"""A page of another origin, which has a table of the service."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PAGE = """<!doctype html>
<html lang="de"><meta charset="utf-8"><title>Elsewhere</title><link rel="icon" href="data:,">
<script type="module" src="{service}/croupier-table.js"></script>
<croupier-table match="{match}"></croupier-table></html>
"""
POLICY = "default-src 'none'; img-src data:; script-src {service}; connect-src {service}"
"""What docs/embedding.md tells a page to allow, and nothing else."""


class Elsewhere(ThreadingHTTPServer):
    """A web server of another site; `page` is what it answers."""

    page = policy = ""

    @property
    def url(self) -> str:
        return f"http://localhost:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        assert isinstance(self.server, Elsewhere)
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Security-Policy", self.server.policy)
        self.end_headers()
        self.wfile.write(self.server.page.encode())

    def log_message(self, *_: object) -> None:
        """Keep silent."""


@contextmanager
def another_site() -> Iterator[Elsewhere]:
    with Elsewhere(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()
