"""The context of the current request: its id, its trace, its rate limit."""

import re
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from random import getrandbits

REQUEST_ID = re.compile(r"[!-~]{1,128}")
TRACEPARENT = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")

# Context variables, not arguments: they are needed below many calls, such as for the metadata
# of a call to the engine.
request_id: ContextVar[str] = ContextVar("request_id", default="")
traceparent: ContextVar[str] = ContextVar("traceparent", default="")
rate_limit: ContextVar[Mapping[str, str] | None] = ContextVar("rate_limit", default=None)
"""The RateLimit headers of the response; None until the request has been charged."""
first_change: ContextVar[Callable[[], Awaitable[None]] | None] = ContextVar(
    "first_change", default=None
)
"""What to await once a change of the caller has been stored; None unless it may be its first."""
root: ContextVar[str] = ContextVar("root", default="")
"""The path of its host below which the service is, such as "/cards"."""
verified: ContextVar[bool] = ContextVar("verified", default=False)
"""Whether the token of the request has been looked up, and is valid."""


def take_up(fields: Mapping[bytes, bytes]) -> str:
    """Begin a request: adopt the caller's X-Request-Id and traceparent if they are well-formed.

    Return the request id, a new one if the caller sent none.
    """
    given = fields.get(b"x-request-id", b"").decode("latin-1")
    chosen = given if given and REQUEST_ID.fullmatch(given) else f"{getrandbits(128):032x}"
    request_id.set(chosen)
    trace = fields.get(b"traceparent", b"").decode("latin-1")
    trace = trace if trace and TRACEPARENT.fullmatch(trace) else ""
    if trace != traceparent.get():
        traceparent.set(trace)
    # A pipelined request inherits the context of the one before it; all others have a fresh one.
    if rate_limit.get() is not None:
        rate_limit.set(None)
    if first_change.get():
        first_change.set(None)
    if verified.get():
        verified.set(False)
    return chosen


async def changed() -> None:
    """Note that a change of the caller has been stored."""
    if note := first_change.get():
        await note()


def grpc_metadata() -> tuple[tuple[str, str], ...]:
    """Return the metadata of a call to the engine."""
    pairs = (("x-request-id", request_id.get()), ("traceparent", traceparent.get()))
    return tuple((name, value) for name, value in pairs if value)
