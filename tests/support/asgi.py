"""Requests and applications without a server: ASGI scopes and messages, made by hand."""

from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Scope

from tests.support.raw_http import Reply

Header = tuple[str, str]


def scope_of(method: str = "GET", path: str = "/", *headers: Header, query: str = "") -> Scope:
    """Return the scope of a request; each header is a line of its own."""
    lines = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "headers": lines,
        "client": ("192.0.2.7", 1),
    }


def request_with(
    *headers: Header, method: str = "GET", path: str = "/", body: Iterable[bytes] = ()
) -> Request:
    """Return a request with a body that arrives in these chunks."""
    chunks = iter([*body, b""])

    async def receive() -> Message:
        chunk = next(chunks)
        return {"type": "http.request", "body": chunk, "more_body": bool(chunk)}

    return Request(scope_of(method, path, *headers), receive)


async def answer_of(app: ASGIApp, scope: Scope) -> Reply:
    """Return the application's answer to a request without a body; status 0 without one."""
    start: Message = {"status": 0, "headers": []}
    body = b""

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        nonlocal body
        if message["type"] == "http.response.start":
            start.update(message)
        else:
            body += message["body"]

    await app(scope, receive, send)
    headers: dict[str, Any] = {name.decode(): value.decode() for name, value in start["headers"]}
    return Reply(start["status"], headers, body)
