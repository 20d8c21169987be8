"""What belongs to the request being answered."""

import re
import uuid
from collections.abc import Mapping
from contextvars import ContextVar

REQUEST_ID = re.compile(r"[!-~]{1,128}")
TRACEPARENT = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}")

request_id: ContextVar[str] = ContextVar("request_id", default="")
traceparent: ContextVar[str] = ContextVar("traceparent", default="")
rate_limit: ContextVar[Mapping[str, str] | None] = ContextVar("rate_limit", default=None)
"""The headers that tell what the caller may still ask for; None until it was charged."""


def take_up(headers: Mapping[str, str]) -> str:
    """Use the caller's request id and trace, if they are well-formed; the request id."""
    given = headers.get("x-request-id", "")
    chosen = given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
    request_id.set(chosen)
    trace = headers.get("traceparent", "")
    traceparent.set(trace if TRACEPARENT.fullmatch(trace) else "")
    rate_limit.set(None)  # a pipelined request starts in the context of the one before
    return chosen


def grpc_metadata() -> tuple[tuple[str, str], ...]:
    """What a call to the engine carries along."""
    pairs = (("x-request-id", request_id.get()), ("traceparent", traceparent.get()))
    return tuple((name, value) for name, value in pairs if value)
