"""Frames of a socket: `{"id", "op", ...}` from the client, answers and pushes to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import orjson

from gateway.contract import models
from gateway.errors import Problem
from gateway.streaming.event_queue import StreamEvent
from gateway.transport import json_body

Id: TypeAlias = str | int | None
"""What the client calls its request; None if that could not be told."""
ID_LENGTH = 100
"""It is sent back: who does not read what is answered shall not make us hold much."""
ENVELOPE = ("id", "op")


class Hello(models.Body):
    token: str | None = None


class Subscribe(models.Body):
    match_id: str
    after: int | None = None


class Unsubscribe(models.Body):
    match_id: str


class LegalMoves(models.Body):
    match_id: str


class Move(models.MoveInMatch):
    view: str | None = None


class Ping(models.Body):
    pass


OPS: Mapping[str, type[models.Body]] = {
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
    """What a client has sent: one of the models in OPS, or why it is none."""

    id: Id
    wish: models.Body | Problem

    @property
    def op(self) -> str:
        """What is asked for, as OPS calls it; "malformed" if that makes no sense."""
        return NAMES.get(type(self.wish), "malformed")  # type: ignore[arg-type]

    @property
    def match_id(self) -> str | None:
        """The match that it is about, if it is about one."""
        return getattr(self.wish, "match_id", None)


def read(text: str) -> Frame:
    """The frame; one that makes no sense has a Problem malformed for a wish."""
    name: Id = None
    try:
        members = _object(text)
        name = _name(members.get("id"))
        return Frame(name, _wish(members))
    except Problem as refusal:
        return Frame(name, refusal)


def answer(name: Id, content: Any) -> bytes:
    return b'{"id":%s,"ok":%s}' % (orjson.dumps(name), _json(content))


def refusal(name: Id, problem: Problem, request_id: str) -> bytes:
    return b'{"id":%s,"error":%s}' % (orjson.dumps(name), _json(problem.body(request_id)))


def push(match_id: str, item: StreamEvent) -> bytes:
    """Something that has happened; its bytes are those that every stream sends."""
    return b'{"matchId":%s,"event":"%s","data":%s}' % (
        orjson.dumps(match_id),
        item.event.encode(),
        item.data,
    )


def _json(content: Any) -> bytes:
    return content if isinstance(content, bytes) else orjson.dumps(content)


def _object(text: str) -> dict[str, Any]:
    value = json_body.parse(text.encode())
    if not isinstance(value, dict):
        raise Problem("malformed", "The body: must be a JSON object.")
    return value


def _name(value: Any) -> str | int:
    fits = isinstance(value, str) and len(value) <= ID_LENGTH
    if not fits and (isinstance(value, bool) or not isinstance(value, int)):
        raise Problem("malformed", f"id must be an integer or up to {ID_LENGTH} characters.")
    name: str | int = value
    return name


def _wish(members: dict[str, Any]) -> models.Body:
    op = members.get("op")
    if not isinstance(op, str) or op not in OPS:
        raise Problem("malformed", f"op must be one of {', '.join(OPS)}.")
    rest = {name: value for name, value in members.items() if name not in ENVELOPE}
    return json_body.validate(rest, OPS[op])
