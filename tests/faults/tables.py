"""Tables at which one match after another is played, and what their players were told.

Lost Cities: everybody throws the oldest card of the hand away and draws from the deck, which
is always allowed. A match has one round, and ends with its 44th move.
"""

import asyncio
import json
import random
import uuid
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.faults.caller import Caller
from tests.support.players import Json
from tests.support.raw_http import Reply, encode, get, post

MOVES = 44
FIRST = 2
"""The version that a match begins with: made is 1, joined and begun is 2."""
LOOKS = 0.2
"""Of all moves, those after which somebody looks whether they are there."""
WISH = {"game": "lost-cities", "options": {"rounds": 1, "startSeat": 0}}

Made: TypeAlias = tuple[int, int, Json]
"""A move that was answered: the version that it made, its seat, and itself."""
Pace: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class Wrong(Exception):
    """An answer that must not be; the text says which."""


@dataclass
class Journal:
    """A match as its players know it."""

    id: str
    tokens: tuple[str, str]
    hands: tuple[list[str], list[str]]
    made: list[Made] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"

    @property
    def version(self) -> int:
        return FIRST + len(self.made)

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return len(self.made) % 2

    @property
    def ended(self) -> bool:
        return len(self.made) == MOVES

    def wish(self) -> Json:
        """The next move."""
        return {"card": self.hands[self.seat][0], "place": "DISCARD", "draw": "DECK"}

    def note(self, move: Json, reply: Reply) -> None:
        """Take up the answer to that move."""
        told = body_of(reply)
        if told["version"] != self.version + 1:
            raise Wrong(f"{told['version']} follows version {self.version}")
        hand = self.hands[self.seat]
        hand.remove(move["card"])
        hand.append(_drawn(told["events"]))
        self.made.append((told["version"], self.seat, move))


class Table:
    """Two players and their matches; each of their requests comes under a key of its own.

    `wrong` is an answer that must not be, if there was one; it ends all playing here.
    """

    def __init__(self, caller: Caller, dice: random.Random) -> None:
        self.caller = caller
        self.tokens = ("", "")
        self.journals: list[Journal] = []
        self.wrong = ""
        self._dice = dice

    async def sit_down(self) -> None:
        """Two new players."""
        self.tokens = (await self._register("Ann"), await self._register("Bob"))

    async def _register(self, name: str) -> str:
        body = json.dumps({"displayName": name, "kind": "bot"}).encode()
        made = body_of(await self.caller.ask(encode("POST", "/v1/players", body=body)))
        return str(made["token"])

    async def play(self, pace: Pace, enough: asyncio.Event) -> None:
        """One match after another, until it is enough."""
        try:
            while not enough.is_set():
                await self._play_one(pace, enough)
        except Wrong as wrong:
            self.wrong = str(wrong)

    async def _play_one(self, pace: Pace, enough: asyncio.Event) -> None:
        journal = await self._begin()
        self.journals.append(journal)
        while not journal.ended and not enough.is_set():
            await pace()
            await self._move(journal)

    async def _begin(self) -> Journal:
        ann, bob = self.tokens
        made = body_of(await self._post("/v1/matches", ann, WISH))
        path = f"/v1/matches/{made['id']}"
        bobs = body_of(await self._post(f"{path}/join", bob, {}))
        anns = body_of(await self.caller.ask(get(path, ann)))
        return Journal(made["id"], self.tokens, (anns["state"]["hand"], bobs["state"]["hand"]))

    async def _move(self, journal: Journal) -> None:
        move, token = journal.wish(), journal.tokens[journal.seat]
        body: Json = {"move": move}
        if self._dice.random() < 0.5:
            body["expectedVersion"] = journal.version
        journal.note(move, await self._post(f"{journal.path}/moves?view=none", token, body))
        if self._dice.random() < LOOKS:
            seen = body_of(await self.caller.ask(get(journal.path, token)))["version"]
            if seen != journal.version:
                raise Wrong(f"version {journal.version} was answered, then {seen} was there")

    async def _post(self, path: str, token: str, body: Json) -> Reply:
        return await self.caller.ask(post(path, token, body, Idempotency_Key=uuid.uuid4().hex))


def body_of(reply: Reply) -> Json:
    """What a success says; raise Wrong for anything else."""
    if reply.status not in (200, 201):
        raise Wrong(f"{reply.status} {reply.body.decode()}")
    body: Json = reply.json()
    return body


def _drawn(events: list[Json]) -> str:
    return next(str(event["cardDrawn"]["card"]) for event in events if "cardDrawn" in event)
