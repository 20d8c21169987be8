"""Clients behind a load balancer: any gateway will do, and when one fails, another is asked.

They do what docs/api.md tells them: whatever got no answer, or 503, is sent again under the
same Idempotency-Key.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.support.raw_http import Connection, Reply

PAUSE_S = 0.1
"""At most, before the third and each further try; the second comes at once."""
STUCK_S = 300.0


class Stuck(AssertionError):
    """A request got no answer for so long that something must be broken for good."""


@dataclass
class Tally:
    """What all the clients of a campaign have met so far.

    `tries` counts requests by how often they had to be sent, `causes` why they were sent
    again, `answers` the statuses of those that were not; `stories` has all the causes of each
    that needed more than two tries. `waits` has the seconds from the first sending to the
    answer. `replayed` are answers to what had been done before, and nobody had been told.
    """

    sent: int = 0
    tries: Counter[int] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    answers: Counter[int] = field(default_factory=Counter)
    stories: list[str] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    replayed: int = 0
    _answered_at: float = field(default_factory=time.monotonic)
    _silence_s: float = 0.0

    def answered(self, request: bytes, reply: Reply, causes: Sequence[str], seconds: float) -> None:
        self.tries[len(causes) + 1] += 1
        self.answers[reply.status] += 1
        if len(causes) > 1:
            self.stories.append(f"{_name(request)}: {', '.join(causes)}")
        self.waits.append(seconds)
        self.replayed += "idempotency-replayed" in reply.headers
        now = time.monotonic()
        self._silence_s = max(self._silence_s, now - self._answered_at)
        self._answered_at = now

    @property
    def repeated(self) -> int:
        """How often anything was sent once more."""
        return self.causes.total()

    def failed(self, tries: int) -> int:
        """How many requests had no answer after so many tries."""
        return sum(count for each, count in self.tries.items() if each > tries)

    def silence_s(self) -> float:
        """For how long no caller had an answer, at most, since this was asked last."""
        longest = max(self._silence_s, time.monotonic() - self._answered_at)
        self._silence_s, self._answered_at = 0.0, time.monotonic()
        return longest


class Caller:
    """A client with one connection, which is kept while it can be used."""

    def __init__(
        self, urls: Sequence[str], dice: random.Random, tally: Tally, source: str = ""
    ) -> None:
        """`source` is the address of this machine that requests come from."""
        self.sent_at = 0.0
        """When the last request was sent, for the last time: monotonic seconds."""
        self._urls = urls
        self._dice = dice
        self._tally = tally
        self._source = source
        self._url = dice.choice(urls)
        self._connection = Connection(self._url, source)

    async def ask(self, request: bytes) -> Reply:
        """The answer, which is not 503. What changes something must come under a key."""
        began, causes = time.monotonic(), list[str]()
        while isinstance(told := await self.try_once(request), str):
            self._tally.causes[told] += 1
            causes.append(f"{told} after {time.monotonic() - began:.2f} s")
            if time.monotonic() > began + STUCK_S:
                raise Stuck(", ".join(causes))
            await self._turn_to_another()
            if len(causes) > 1:
                await asyncio.sleep(self._dice.uniform(0, PAUSE_S))
        self._tally.answered(request, told, causes, time.monotonic() - began)
        return told

    async def close(self) -> None:
        await self._connection.close()

    async def try_once(self, request: bytes) -> Reply | str:
        """The answer to a request that is sent once, or why there is none."""
        self._tally.sent += 1
        self.sent_at = time.monotonic()
        try:
            reply = await self._connection.ask(request)
        except (OSError, EOFError, TimeoutError) as error:
            await self._connection.close()
            return type(error).__name__
        return _refusal(reply) if reply.status == 503 else reply

    async def _turn_to_another(self) -> None:
        await self._connection.close()
        others = [url for url in self._urls if url != self._url]
        self._url = self._dice.choice(others or self._urls)
        self._connection = Connection(self._url, self._source)


def _name(request: bytes) -> str:
    """Method and path of a request."""
    return request.split(b" HTTP/1.1", 1)[0].decode()


def _refusal(reply: Reply) -> str:
    """Status and code of a refusal, such as `503 unavailable`; a nameless one has no code."""
    if reply.headers.get("content-type") != "application/problem+json":
        return f"{reply.status} nameless"
    return f"{reply.status} {reply.json()['code']}"
