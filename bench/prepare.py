"""Matches of Lost Cities for a load generator, which plays all seats.

It knows both hands, discards the oldest card of the hand and draws from the deck, which is
always legal. The answer to a move names the drawn card, so no other request is needed between
two moves of a round. Most matches have one round, and end with their 44th move.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bench.http import Exchange, connect
from tests.support.raw_http import get, post

MOVES = 44
"""The cards of the deck after the deal: how many moves a match has."""
LONG = 9
"""The rounds of a match that is to last."""
FIRST = 2
"""The version that a match begins with: made is 1, joined and begun is 2."""
MAKERS = 32
"""How many matches are made at once."""

Job: TypeAlias = Callable[[Exchange], Coroutine[Any, Any, None]]


@dataclass(slots=True)
class Match:
    """A match as the load generator knows it; seat 0 begins, and the seats take turns."""

    id: str
    pair: int
    tokens: tuple[str, str]
    hands: tuple[list[str], list[str]]
    version: int = FIRST
    rounds: int = 1

    @property
    def seat(self) -> int:
        """The seat that is to move, in the first round."""
        return self.version % 2

    @property
    def left(self) -> int:
        """The number of moves until the end of the match."""
        return MOVES * self.rounds + FIRST - self.version

    @property
    def notation(self) -> str:
        """The next move, in notation."""
        return f"{self.hands[self.seat][0]}-*"

    def moved(self, answer: dict[str, Any]) -> None:
        """Apply the answer to that move. Raise ValueError if it is not the next version."""
        if answer.get("version") != self.version + 1:
            raise ValueError(f"After version {self.version}: {answer}")
        hand = self.hands[self.seat]
        hand.pop(0)
        hand.append(_drawn(answer["events"]))
        self.version += 1


@dataclass(eq=False)
class Pair:
    """Two players, and their matches that no client is playing at the moment."""

    tokens: tuple[str, str]
    matches: deque[Match] = field(default_factory=deque)

    @property
    def left(self) -> int:
        return sum(match.left for match in self.matches)


class Room:
    """The pairs of players of one service; a pair uses one connection at a time."""

    def __init__(self, url: str, rounds: int = 1) -> None:
        """`rounds` is how many its matches have."""
        self.url = url
        self.rounds = rounds
        self.pairs: list[Pair] = []

    async def register(self, pairs: int) -> None:
        """Register players until there are `pairs` pairs."""
        await self._at_once([self._register] * (pairs - len(self.pairs)))

    async def fill(self, pairs: int, moves: int) -> None:
        """Make matches until each of these pairs has at least that many moves to make."""
        await self.register(pairs)
        short = [(pair, moves - pair.left) for pair in self.pairs[:pairs]]
        each = MOVES * self.rounds
        await self._at_once(
            [self._maker(pair) for pair, missing in short for _ in range(0, missing, each)]
        )

    async def renew(self, pairs: int, moves: int) -> None:
        """Give each of these pairs one match that has as many moves to make, or else a new one."""
        for pair in self.pairs[:pairs]:
            longest = max(pair.matches, key=lambda match: match.left, default=None)
            pair.matches.clear()
            if longest and longest.left >= moves:
                pair.matches.append(longest)
        await self.fill(pairs, 1)

    def take(self, pair: int, or_any: bool = False) -> Match | None:
        """Take a match with moves to make, of this pair or another; None if all are used up."""
        matches = self.pairs[pair].matches
        if or_any and not matches:
            matches = max((each.matches for each in self.pairs), key=len)
        return matches.popleft() if matches else None

    def give_back(self, match: Match) -> None:
        if match.left:
            self.pairs[match.pair].matches.appendleft(match)

    async def _at_once(self, jobs: Iterable[Job]) -> None:
        """Run all jobs, a few at a time, over connections that are closed afterwards."""
        todo = deque(jobs)

        async def work() -> None:
            caller = await connect(self.url)
            while todo:
                await todo.popleft()(caller)
            caller.close()

        await asyncio.gather(*(work() for _ in range(min(MAKERS, len(todo)))))

    async def _register(self, caller: Exchange) -> None:
        names = ("Ann", "Bob")
        bodies = [{"displayName": name, "kind": "bot"} for name in names]
        told = [await caller.ask(post("/v1/players", "", body)) for body in bodies]
        ann, bob = (str(each["token"]) for each in told)
        self.pairs.append(Pair((ann, bob)))

    def _maker(self, pair: Pair) -> Job:
        async def make(caller: Exchange) -> None:
            place = self.pairs.index(pair)
            pair.matches.append(await _begin(caller, place, pair.tokens, self.rounds))

        return make


async def _begin(caller: Exchange, pair: int, tokens: tuple[str, str], rounds: int) -> Match:
    """Start a new match, and read both hands."""
    ann, bob = tokens
    wish = {"game": "lost-cities", "options": {"rounds": rounds, "startSeat": 0}}
    made = await caller.ask(post("/v1/matches", ann, wish))
    path = f"/v1/matches/{made['id']}"
    bobs = await caller.ask(post(f"{path}/join", bob, {}))
    anns = await caller.ask(get(path, ann))
    assert anns["version"] == bobs["version"] == FIRST
    hands = (anns["state"]["hand"], bobs["state"]["hand"])
    return Match(made["id"], pair, tokens, hands, rounds=rounds)


def _drawn(events: list[dict[str, Any]]) -> str:
    return next(str(event["cardDrawn"]["card"]) for event in events if "cardDrawn" in event)
