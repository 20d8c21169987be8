"""What takes traces over OTLP, as a collector does, and keeps them."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

Fields = dict[str, Any]


@dataclass(frozen=True)
class Span:
    """One span; ids are hex, `rest` is whatever it has besides that a span of ours never has."""

    service: str
    trace: str
    id: str
    parent: str
    name: str
    fields: Fields
    resource: Fields
    rest: tuple[Any, ...]


class Collector:
    """Where to send traces, and what has come."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self.bodies))
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    @property
    def spans(self) -> list[Span]:
        return [span for body in self.bodies for span in _spans(body)]

    @contextmanager
    def serving(self) -> Iterator["Collector"]:
        thread = threading.Thread(target=self._server.serve_forever)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            thread.join()
            self._server.server_close()


def _handler(bodies: list[bytes]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Keep silent."""

    return Handler


def _spans(body: bytes) -> Iterator[Span]:
    for program in ExportTraceServiceRequest.FromString(body).resource_spans:
        resource = _fields(program.resource.attributes)
        for scope in program.scope_spans:
            for each in scope.spans:
                yield Span(
                    service=resource["service.name"],
                    trace=each.trace_id.hex(),
                    id=each.span_id.hex(),
                    parent=each.parent_span_id.hex(),
                    name=each.name,
                    fields=_fields(each.attributes),
                    resource=resource,
                    rest=(*each.events, *each.links, each.trace_state, each.status.message),
                )


def _fields(attributes: Any) -> Fields:
    return {each.key: getattr(each.value, each.value.WhichOneof("value")) for each in attributes}
