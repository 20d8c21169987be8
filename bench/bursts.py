"""Bursts: many players do the same at once, while the service has nothing else to do."""

import asyncio
import json
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter

from bench.http import Exchange, connect
from tests.support.raw_http import post

SLOWEST_S = 2.5
"""The goal: nobody is refused, and nobody waits for longer."""
GIVE_UP_S = 30.0
IDLE_S = 0.5
"""Between two bursts."""


@dataclass(frozen=True)
class Burst:
    """What came of one burst: all answers by their status, 0 for none."""

    what: str
    players: int
    statuses: Counter[int]
    slowest_s: float

    @property
    def answered(self) -> int:
        return self.statuses[200] + self.statuses[201]

    @property
    def met(self) -> bool:
        return self.answered == self.players and self.slowest_s < SLOWEST_S


class Player:
    """A player with a connection of its own, which it opens when it registers."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._exchange: Exchange | None = None
        self.token = self.match_id = ""

    async def register(self) -> int:
        body = {"displayName": "Ann", "kind": "bot"}
        status, answer = await self._ask(post("/v1/players", "", body))
        self.token = answer.get("token", "")
        return status

    async def create(self) -> int:
        status, answer = await self._ask(post("/v1/matches", self.token, {"game": "lost-cities"}))
        self.match_id = answer.get("id", "")
        return status

    async def join(self, match_id: str) -> int:
        return (await self._ask(post(f"/v1/matches/{match_id}/join", self.token, {})))[0]

    def close(self) -> None:
        if self._exchange:
            self._exchange.close()

    async def _ask(self, request: bytes) -> tuple[int, dict[str, str]]:
        self._exchange = self._exchange or await connect(self._url)
        answer = self._exchange.next_answer()
        self._exchange.send(request)
        try:
            status, body = await asyncio.wait_for(answer, GIVE_UP_S)
        except TimeoutError:
            return 0, {}
        return status, json.loads(body) if status else {}


async def bursts(url: str, sizes: Sequence[int], when: str) -> list[Burst]:
    """Let so many players register, create and join, each of these all at once."""
    return [burst for size in sizes for burst in await _of(url, size, when)]


async def _of(url: str, size: int, when: str) -> list[Burst]:
    players = [Player(url) for _ in range(size)]
    others = [*players[1:], *players[:1]]
    pairs = [*zip(players, others, strict=True)]
    made = [
        await _at_once(f"register, {when}", [player.register() for player in players]),
        await _at_once(f"create, {when}", [player.create() for player in players]),
        await _at_once(f"join, {when}", [player.join(other.match_id) for player, other in pairs]),
    ]
    for player in players:
        player.close()
    return made


async def _at_once(what: str, asking: Sequence[Coroutine[None, None, int]]) -> Burst:
    await asyncio.sleep(IDLE_S)
    start = perf_counter()
    statuses = Counter(await asyncio.gather(*asking))
    return Burst(what, len(asking), statuses, perf_counter() - start)


def rows(made: Sequence[Burst]) -> Iterator[str]:
    """Return a table of the bursts, with a heading."""
    yield "players  burst                       refused  other  slowest s"
    for burst in made:
        refused = burst.statuses[429] + burst.statuses[503]
        other = burst.players - burst.answered - refused
        yield (
            f"{burst.players:7}  {burst.what:26} {refused:8} {other:6} {burst.slowest_s:10.2f}"
            f"   {'pass' if burst.met else 'FAIL'}"
        )
