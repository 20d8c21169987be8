"""What all calls of one client share: its token, its patience, the server's clock, its notes."""

import logging
import random
import time
import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeVar

import msgspec

from croupier_client.effects import Answer, Connect, Open, Reply, Request, Send, Sleep, Steps
from croupier_client.errors import Decodes, Refused, Unreachable, decoded, reason_of, refusal_of
from croupier_client.notes import Notes
from croupier_client.pacing import Pace

log = logging.getLogger("croupier_client")
T = TypeVar("T")
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.1, 5.0
AGAIN = frozenset({408, 429, 502, 503, 504})
"""The statuses after which the same request may succeed; 502 and 504 are of proxies between."""
NDJSON = "application/x-ndjson, application/json"
LATE_S = 1.0
"""A ping may come so much later than another without a clock having been set."""
DRIFT_S = 0.001
"""So far may clocks drift apart from one ping to the next."""
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
            wait = pause.after(answer)
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

    def stream(self, path: str, query: Mapping[str, object] | None = None) -> Request:
        """A request for a stream, which is lost after a silence."""
        request = self.request("GET", path, query=query, Accept=NDJSON)
        return replace(request, timeout_s=self.silence_s)

    def opened(self, open_it: Open | Connect, pause: "Pause") -> Steps[Refused | None]:
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
            yield Sleep(pause.after(head))

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

    def _unreachable(self, request: Request, reply: Reply) -> Unreachable:
        what = f"No answer from {self.url} to {request.method} {request.path}"
        error = Unreachable(f"{what} in {self.patience_s:g} s: {reason_of(reply)}")
        error.__cause__ = reply if isinstance(reply, Exception) else None
        return error


class Pause:
    """How long to wait before the next attempt: longer each time, and by chance, so that
    clients that have lost their service at once do not come back at once."""

    def __init__(self) -> None:
        self._next = FIRST_PAUSE_S

    def after(self, answer: Answer | None = None) -> float:
        """Seconds; those of Retry-After, if the answer has them."""
        pause, self._next = self._next, min(2 * self._next, LONGEST_PAUSE_S)
        said = answer.headers.get("retry-after", "") if answer else ""
        return float(said) if said.isdigit() else pause * (0.5 + random.random() / 2)  # noqa: S311

    def reset(self) -> None:
        """Begin anew, after a success."""
        self._next = FIRST_PAUSE_S


class ServerClock:
    """The server's time, from the pings of its streams; before one has come, from its answers.

    The header Date of an answer is in whole seconds, and may be a second old: what all of them
    say together is right to half a second. A ping is right to the time that it took to come.
    """

    def __init__(self) -> None:
        self._low, self._high = float("-inf"), float("inf")
        self._told: float | None = None

    def now(self) -> float:
        """The server's time, in seconds since 1970."""
        return time.time() + self.ahead

    @property
    def ahead(self) -> float:
        """How far it is ahead of this machine's; 0 until an answer has come."""
        if self._told is not None:
            return self._told
        return (self._low + self._high) / 2 if self._low > float("-inf") else 0.0

    def note(self, answer: Answer, sent: float, received: float) -> None:
        """Learn from an answer that came between two times of this machine."""
        if date := answer.headers.get("date"):
            told = parsedate_to_datetime(date).timestamp()
            low, high = max(told - received, self._low), min(told + 2 - sent, self._high)
            # One of the clocks has been set, if both cannot be.
            self._low, self._high = (
                (low, high) if low <= high else (told - received, told + 2 - sent)
            )

    def told(self, at: str, received: float) -> None:
        """Learn from a time that has come just now; "" is none."""
        if not at:
            return
        ahead = datetime.fromisoformat(at).timestamp() - received
        before = ahead if self._told is None else self._told
        self._told = max(ahead, before - DRIFT_S) if before - ahead < LATE_S else ahead
