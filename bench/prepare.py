"""Matches of Lost Cities for a load generator, which is all players at once.

It knows both hands, throws the oldest card of the hand away and draws from the deck, which
is always allowed. The answer to a move tells what was drawn, so that nothing has to be asked
between two moves. A match has one round, and ends with its 44th move.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bench.http import Caller, connect, get, post

MOVES = 44
"""The cards of the deck after the deal: how many moves a match has."""
OPTIONS = {"rounds": 1, "startSeat": 0}
FIRST = 2
"""The version that a match begins with: made is 1, joined and begun is 2."""
MAKERS = 32
"""How many matches are made at once."""

Job: TypeAlias = Callable[[Caller], Coroutine[Any, Any, None]]


@dataclass(slots=True)
class Match:
    """A match as the load generator knows it; seat 0 begins, and the seats take turns."""

    id: str
    pair: int
    tokens: tuple[str, str]
    hands: tuple[list[str], list[str]]
    version: int = FIRST

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.version % 2

    @property
    def left(self) -> int:
        """How many moves there are still to make."""
        return MOVES + FIRST - self.version

    @property
    def notation(self) -> str:
        """The next move."""
        return f"{self.hands[self.seat][0]}-*"

    def moved(self, answer: dict[str, Any]) -> None:
        """Take up what the answer to that move says; ValueError if it is not the next version."""
        if answer.get("version") != self.version + 1:
            raise ValueError(f"After version {self.version}: {answer}")
        hand = self.hands[self.seat]
        hand.pop(0)
        hand.append(_drawn(answer["events"]))
        self.version += 1


@dataclass(eq=False)
class Pair:
    """Two players, and their matches that nobody plays just now."""

    tokens: tuple[str, str]
    matches: deque[Match] = field(default_factory=deque)

    @property
    def left(self) -> int:
        return sum(match.left for match in self.matches)


class Room:
    """The pairs of players at one service; a pair plays on one connection at a time."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.pairs: list[Pair] = []

    async def register(self, pairs: int) -> None:
        """See to it that there are so many pairs."""
        await self._at_once([self._register] * (pairs - len(self.pairs)))

    async def fill(self, pairs: int, moves: int) -> None:
        """See to it that each of so many pairs has so many moves to make."""
        await self.register(pairs)
        short = [(pair, moves - pair.left) for pair in self.pairs[:pairs]]
        await self._at_once(
            [self._maker(pair) for pair, missing in short for _ in range(0, missing, MOVES)]
        )

    async def make(self, pairs: int, matches: int) -> None:
        """So many new matches for each of so many pairs, instead of those that they had."""
        await self.register(pairs)
        if matches:
            for pair in self.pairs:
                pair.matches.clear()
        await self._at_once([self._maker(pair) for pair in self.pairs[:pairs] * matches])

    def take(self, pair: int, or_any: bool = False) -> Match | None:
        """A match of the pair (or of any other) with moves to make; None if there is none."""
        matches = self.pairs[pair].matches
        if or_any and not matches:
            matches = max((each.matches for each in self.pairs), key=len)
        return matches.popleft() if matches else None

    def give_back(self, match: Match) -> None:
        if match.left:
            self.pairs[match.pair].matches.appendleft(match)

    async def _at_once(self, jobs: Iterable[Job]) -> None:
        """All of the jobs, some at a time, over connections that are closed afterwards."""
        todo = deque(jobs)

        async def work() -> None:
            caller = Caller(await connect(self.url))
            while todo:
                await todo.popleft()(caller)
            caller.close()

        await asyncio.gather(*(work() for _ in range(min(MAKERS, len(todo)))))

    async def _register(self, caller: Caller) -> None:
        names = ("Ann", "Bob")
        bodies = [{"displayName": name, "kind": "bot"} for name in names]
        told = [await caller.ask(post("/v1/players", "", body)) for body in bodies]
        ann, bob = (str(each["token"]) for each in told)
        self.pairs.append(Pair((ann, bob)))

    def _maker(self, pair: Pair) -> Job:
        async def make(caller: Caller) -> None:
            pair.matches.append(await _begin(caller, self.pairs.index(pair), pair.tokens))

        return make


async def _begin(caller: Caller, pair: int, tokens: tuple[str, str]) -> Match:
    """A new match that has begun, and both hands of it."""
    ann, bob = tokens
    wish = {"game": "lost-cities", "options": OPTIONS}
    made = await caller.ask(post("/v1/matches", ann, wish))
    path = f"/v1/matches/{made['id']}"
    bobs = await caller.ask(post(f"{path}/join", bob, {}))
    anns = await caller.ask(get(path, ann))
    assert anns["version"] == bobs["version"] == FIRST
    return Match(made["id"], pair, tokens, (anns["state"]["hand"], bobs["state"]["hand"]))


def _drawn(events: list[dict[str, Any]]) -> str:
    return next(str(event["cardDrawn"]["card"]) for event in events if "cardDrawn" in event)
