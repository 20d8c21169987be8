"""Frames of a socket: `{"id", "op", ...}` from the client, answers and pushes to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

import orjson

from gateway.contract import move_requests, request_models
from gateway.errors import Problem
from gateway.http import json_body
from gateway.limits.limit_table import Bucket
from gateway.streams.event_queue import StreamEvent

Id: TypeAlias = str | int | None
"""The client's name for its request; None if the frame has no valid one."""
ID_LENGTH = 100
"""The id is sent back, so it must be short: answers wait for clients that do not read them."""
ENVELOPE = ("id", "op")


class SocketRequest(request_models.Body):
    """A request of a socket, and the bucket of the rate limits that it is taken from."""

    bucket: ClassVar[Bucket] = "reads"


class Hello(SocketRequest):
    bucket = "streams"
    token: str | None = None


class Subscribe(SocketRequest):
    match_id: str
    after: int | None = None
    view: str | None = None
    include: str | None = None


class Unsubscribe(SocketRequest):
    match_id: str


class LegalMoves(SocketRequest):
    match_id: str


class Move(move_requests.MoveInMatch, SocketRequest):
    bucket = "moves"
    view: str | None = None


class Ping(SocketRequest):
    pass


OPS: Mapping[str, type[SocketRequest]] = {
    "hello": Hello,
    "subscribe": Subscribe,
    "unsubscribe": Unsubscribe,
    "move": Move,
    "legalMoves": LegalMoves,
    "ping": Ping,
}


NAMES = {model: op for op, model in OPS.items()}


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame from a client: one of the models in OPS, or the Problem of a malformed one."""

    id: Id
    request: SocketRequest | Problem

    @property
    def op(self) -> str:
        """The name in OPS; "malformed" if the frame is."""
        return NAMES.get(type(self.request), "malformed")  # type: ignore[arg-type]

    @property
    def match_id(self) -> str | None:
        """The id of the match that the request is about, if it is about one."""
        return getattr(self.request, "match_id", None)


def parse(text: str) -> Frame:
    """Return the frame; a malformed one has a Problem as its request."""
    frame_id: Id = None
    try:
        members = _object(text)
        frame_id = _id(members.get("id"))
        return Frame(frame_id, _request(members))
    except Problem as refusal:
        return Frame(frame_id, refusal)


def ok(frame_id: Id, content: Any) -> bytes:
    """Return the answer to a request that succeeded; `content` is JSON, or becomes JSON."""
    return b'{"id":%s,"ok":%s}' % (orjson.dumps(frame_id), _json(content))


def error(frame_id: Id, problem: Problem, request_id: str) -> bytes:
    """Return the answer to a request that was refused."""
    return b'{"id":%s,"error":%s}' % (orjson.dumps(frame_id), _json(problem.body(request_id)))


def push(match_id: str, event: StreamEvent) -> bytes:
    """Return the frame of an event of a match; its data are the bytes that every stream sends."""
    return b'{"matchId":%s,"event":"%s","data":%s}' % (
        orjson.dumps(match_id),
        event.event.encode(),
        event.data,
    )


def _json(content: Any) -> bytes:
    return content if isinstance(content, bytes) else orjson.dumps(content)


def _object(text: str) -> dict[str, Any]:
    value = json_body.parse(text.encode())
    if not isinstance(value, dict):
        raise Problem("malformed", "A frame must be a JSON object.")
    return value


def _id(value: Any) -> str | int:
    short = isinstance(value, str) and len(value) <= ID_LENGTH
    # In Python, True and False are integers.
    if not short and (isinstance(value, bool) or not isinstance(value, int)):
        raise Problem(
            "malformed", f"id must be an integer or a string of up to {ID_LENGTH} characters."
        )
    frame_id: str | int = value
    return frame_id


def _request(members: dict[str, Any]) -> SocketRequest:
    op = members.get("op")
    if not isinstance(op, str) or op not in OPS:
        raise Problem("malformed", f"op must be one of {', '.join(OPS)}.")
    rest = {name: value for name, value in members.items() if name not in ENVELOPE}
    return json_body.validate(rest, OPS[op])
