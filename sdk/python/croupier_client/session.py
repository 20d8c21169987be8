"""What all calls of one client share: its token, its patience, the server's clock, its notes."""

import logging
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from croupier_client.clock import ServerClock, seconds_asked
from croupier_client.effects import (
    Answer,
    Connect,
    Emit,
    Flow,
    Open,
    Reply,
    Request,
    Send,
    Sleep,
    Steps,
)
from croupier_client.errors import Decodes, Refused, Unreachable, decoded, reason_of, refusal_of
from croupier_client.notes import Notes
from croupier_client.pacing import Pace
from croupier_client.pause import Pause

log = logging.getLogger("croupier_client")
T = TypeVar("T")
AGAIN = frozenset({408, 429, 502, 503, 504})
"""The statuses after which the same request may succeed; 502 and 504 are of proxies between."""
NDJSON = "application/x-ndjson, application/json"
SPEAKS = {"Accept": "application/json", "User-Agent": "croupier-client"}


class Session:
    """One client's state. Requests are repeated for up to `patience_s`, with the same key.

    A stream in which nothing comes for `silence_s` is opened again.
    """

    def __init__(
        self,
        token: str = "",
        patience_s: float = 30.0,
        silence_s: float = 30.0,
        notes: str = "",
        url: str = "",
    ) -> None:
        self.token = token
        self.patience_s = patience_s
        self.silence_s = silence_s
        self.notes = Notes(notes)
        self.url = url
        self.clock = ServerClock()
        self.pace = Pace()
        self._away = False

    def request(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        query: Mapping[str, object] | None = None,
        **headers: str,
    ) -> Request:
        """A request of this player. POSTs and DELETEs have an Idempotency-Key of their own."""
        said = SPEAKS | {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            said["Authorization"] = f"Bearer {self.token}"
        if method in ("POST", "DELETE"):
            said["Idempotency-Key"] = uuid.uuid4().hex
        content = None
        if body is not None:
            said["Content-Type"] = "application/json"
            given = {name: value for name, value in body.items() if value is not None}
            content = msgspec.json.encode(given)
        asked = {name: str(value) for name, value in (query or {}).items() if value is not None}
        return Request(method, path, asked, said, content)

    def answer(self, request: Request) -> Steps[Answer]:
        """The answer, after as many attempts as it takes.

        Raise Refused for an answer that another attempt does not change, or if the patience ends
        with one; Unreachable if it ends without.
        """
        pause, until = Pause(), time.monotonic() + self.patience_s
        while True:
            if turn := self.pace.wait(request.method, request.path, time.monotonic()):
                yield Sleep(turn)
            sent = time.time()
            reply = yield Send(request)
            answer = self._heard(reply, sent)
            if answer:
                self.pace.note(request.method, request.path, answer.headers)
            if answer and answer.status not in AGAIN:
                break
            wait = pause.after(self._asked(answer))
            if time.monotonic() + wait > until:
                break
            yield Sleep(wait)
        if not answer:
            raise self._unreachable(request, reply)
        if answer.status >= 400:
            raise refusal_of(answer)
        return answer

    def call(self, decoder: Decodes[T], request: Request) -> Steps[T]:
        """The answer, decoded."""
        return decoded(decoder, (yield from self.answer(request)).body)

    def pages(
        self,
        path: str,
        query: Mapping[str, object],
        decoder: Decodes[Any],
        items: Callable[[Any], Iterable[T]],
    ) -> Flow[T]:
        """What is on all pages of a list, one page after the other."""
        asked = dict(query)
        while True:
            page = yield from self.call(decoder, self.request("GET", path, query=asked))
            for item in items(page):
                yield Emit(item)
            if page.next_page_token is None:
                return
            asked["pageToken"] = page.next_page_token

    def stream(self, path: str, query: Mapping[str, object] | None = None) -> Request:
        """A request for a stream, which is lost after a silence."""
        request = self.request("GET", path, query=query, Accept=NDJSON)
        return replace(request, timeout_s=self.silence_s)

    def opened(self, open_it: Open | Connect, pause: Pause) -> Steps[Refused | None]:
        """Open a stream, however long it takes; None, or the refusal that says that it never will.

        Unlike a call, a stream waits for its service without an end.
        """
        while True:
            sent = time.time()
            head = self._heard((yield open_it), sent)
            if head:
                if head.status < 400:
                    return None
                if head.status not in AGAIN:
                    return refusal_of(head)
            yield Sleep(pause.after(self._asked(head)))

    def _heard(self, reply: Reply, sent: float) -> Answer | None:
        """The answer, if one came. That none comes is logged once, until one does."""
        if isinstance(reply, Answer):
            self.clock.note(reply, sent, time.time())
            self._away = False
            return reply
        if not self._away:
            log.info("%s does not answer; trying again", self.url)
        self._away = True
        return None

    def _asked(self, answer: Answer | None) -> float | None:
        return seconds_asked(answer, self.clock.now()) if answer else None

    def _unreachable(self, request: Request, reply: Reply) -> Unreachable:
        what = f"No answer from {self.url} to {request.method} {request.path}"
        error = Unreachable(f"{what} in {self.patience_s:g} s: {reason_of(reply)}")
        error.__cause__ = reply if isinstance(reply, Exception) else None
        return error
