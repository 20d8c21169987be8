"""Many matches over one connection: the state machine of a socket."""

import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec

from croupier_client.changes import Change, Seen
from croupier_client.effects import Connect, Emit, Flow, Read, Say, Sleep, Steps
from croupier_client.errors import refusal
from croupier_client.pause import Pause
from croupier_client.session import Session
from croupier_client.stream import Line, OnEmoteIn, OnRatingsIn, hear
from croupier_client.table import TableCore
from croupier_client.types import Malformed, RateLimited, Unavailable


class Message(msgspec.Struct, rename="camel"):
    """An answer, which has the id of its request, or a push, which has a match."""

    id: str = ""
    ok: dict[str, msgspec.Raw] = {}
    error: dict[str, Any] | None = None
    match_id: str = ""
    event: str = ""
    data: msgspec.Raw = msgspec.Raw(b"{}")


MESSAGE = msgspec.json.Decoder(Message)


class Watched:
    """A match on the socket. Its subscription has its id as the id of the request."""

    def __init__(self, session: Session, match_id: str) -> None:
        self._session, self.id = session, match_id
        self.seen = Seen(None)
        self._table: TableCore | None = None

    def asked(self, include: str | None) -> Say:
        """The request to subscribe, from the version that is known."""
        said = {"matchId": self.id, "after": self.seen.version, "include": include}
        return Say(_request(self.id, "subscribe", **said))

    def change(self, message: Message, include_legal_moves: bool) -> Steps[Change | None]:
        """The version that the message tells of, if it is the next one."""
        known = self.seen.version is not None
        if message.match_id:
            change = self.seen.change(Line(message.event, message.data))
        elif known or "match" not in message.ok:  # what is known goes on with pushes
            return None
        else:
            change = self.seen.change(Line("snapshot", message.ok["match"]))
        if change:
            self._table = self._table or TableCore(self._session, change.match)
            yield from self._table.take(change, include_legal_moves)
        return change


def watch(
    session: Session,
    match_ids: Sequence[str],
    include_legal_moves: bool,
    on_emote: OnEmoteIn | None = None,
    on_ratings: OnRatingsIn | None = None,
) -> Flow[Change]:
    """Each version of each match once and in order, until all of them have ended."""
    watched = {each: Watched(session, each) for each in match_ids}
    include, pause = "legalMoves" if include_legal_moves else None, Pause()
    while watched:
        request = session.request("GET", "/v1/socket")
        if refused := (yield from session.opened(Connect(request), pause)):
            raise refused
        yield Say(_request("hello", "hello", token=session.token))
        for each in watched.values():
            yield each.asked(include)
        wait = None
        while watched and wait is None and (message := (yield from _next())):
            _hear(session, message, on_emote, on_ratings)
            about = watched.get(message.match_id or message.id)
            wait = _ending(message, about, pause)
            if about and message.event == "finished":
                del watched[about.id]
            elif about and (change := (yield from about.change(message, include_legal_moves))):
                pause.reset()
                yield Emit(change)
        if watched:
            yield Sleep(pause.after(wait))


def _hear(
    session: Session,
    message: Message,
    on_emote: OnEmoteIn | None,
    on_ratings: OnRatingsIn | None,
) -> None:
    """Take the time of the service, if the message tells it, and pass on what is no version."""
    if told := message.ok.get("time"):
        session.clock.told(msgspec.json.decode(told, type=str), time.time())
    hear(
        message.event,
        message.data,
        partial(on_emote, message.match_id) if on_emote else None,
        partial(on_ratings, message.match_id) if on_ratings else None,
    )


def _ending(message: Message, about: Watched | None, pause: Pause) -> float | None:
    """After how many seconds to open another socket, if the message ends this one."""
    if message.error:
        return _refused(message.error, about, pause)
    if about and message.event == "goodbye":
        return about.seen.goodbye(Line("goodbye", message.data))
    return None


def _refused(problem: dict[str, Any], about: Watched | None, pause: Pause) -> float:
    """After how long to come again. Raise Refused if there is no use in it."""
    refused = refusal(problem["status"], problem)
    if isinstance(refused, Malformed) and about and about.seen.version is not None:
        about.seen.lose()
    elif not isinstance(refused, (RateLimited, Unavailable)):
        raise refused
    return pause.after(problem.get("retryAfter"))


def _next() -> Steps[Message | None]:
    """The next message; None when the socket is closed or cut."""
    text = yield Read()
    return MESSAGE.decode(text) if isinstance(text, bytes) else None


def _request(request_id: str, op: str, **members: object) -> str:
    given = {name: value for name, value in members.items() if value not in (None, "")}
    return msgspec.json.encode({"id": request_id, "op": op, **given}).decode()
