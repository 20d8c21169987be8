"""Tables at which one match after another is played, and what their players were told.

Lost Cities: everybody throws the oldest card of the hand away and draws from the deck, which
is always allowed. A match has one round, and ends with its 44th move.

Now and then a player is careless: the move is sent once, without a key. Without an answer, nobody
knows whether it was made, or will be; the player looks, and goes on with what is there.
"""

import asyncio
import json
import random
import time
import uuid
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tests.faults.caller import Caller, Stuck
from tests.faults.linear import NEVER, Read, Write
from tests.faults.truth import move_of, text_of
from tests.support.players import Json
from tests.support.raw_http import Reply, encode, get, post
from tests.support.sealed import seal_of

MOVES = 44
HAND = 8
FIRST = 2
"""The version that a match begins with: made is 1, joined and begun is 2."""
SEALED = 0.3
"""Of all matches, those with a sealed deal, which begin two versions later."""
LOOKS = 0.2
"""Of all moves, those after which somebody looks whether they are there."""
CARELESS = 0.1
"""Of all moves, those that are sent once only."""
OVERTAKEN = (409, 412, 422)
"""How a move is refused after one that nobody knew of."""
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
    first: int = FIRST
    made: list[Made] = field(default_factory=list)
    writes: list[Write] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)
    loose: list[Made] = field(default_factory=list)
    """Moves without an answer, and the versions that they would have made."""

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"

    @property
    def version(self) -> int:
        return self.first + len(self.made)

    @property
    def seat(self) -> int:
        """The seat to move."""
        return len(self.made) % 2

    @property
    def ended(self) -> bool:
        return len(self.made) == MOVES

    def wish(self) -> Json:
        """The next move."""
        return {"card": self.hands[self.seat][0], "place": "DISCARD", "draw": "DECK"}

    def note(self, move: Json, reply: Reply, began: float) -> None:
        """Take up the answer to that move, which was sent for the first time at `began`."""
        told = body_of(reply)
        what = move_of(self.seat, move)
        self.writes.append(Write(began, time.monotonic(), told["version"], what))
        if told["version"] != self.version + 1:
            raise Wrong(f"{told['version']} follows version {self.version}")
        hand = self.hands[self.seat]
        hand.remove(move["card"])
        hand.append(_drawn(told["events"]))
        self.made.append((told["version"], self.seat, move))

    def doubt(self, move: Json, began: float) -> None:
        """Remember a move that was sent at `began`, and got no answer."""
        self.writes.append(Write(began, NEVER, None, move_of(self.seat, move)))
        self.loose.append((self.version + 1, self.seat, move))

    def look(self, match: Json, began: float) -> None:
        """Remember what a read has shown, which was sent at `began`."""
        seen, eyes = text_of(match["state"]), match["yourSeat"]
        self.reads.append(Read(began, time.monotonic(), match["version"], eyes, seen))

    def catch_up(self, version: int, hands: tuple[list[str], list[str]]) -> None:
        """Take up what is there, which a move without an answer may have changed."""
        late = [
            each
            for each in self.loose
            if each[0] == self.version + 1 == version and self._played(each, hands[each[1]])
        ]
        self.made += late[-1:]
        if version != self.version:
            raise Wrong(f"{version} follows version {self.version} by itself")
        self.hands = hands

    def _played(self, made: Made, hand: list[str]) -> bool:
        """Whether the hand is what the move makes of it: a wager may be there once more."""
        _, seat, move = made
        kept = Counter(self.hands[seat]) - Counter([move["card"]])
        return len(hand) == HAND and kept <= Counter(hand)


class Table:
    """Two players and their matches; each of their requests comes under a key of its own.

    `wrong` is an answer that must not be, if there was one; it ends all playing here.
    """

    def __init__(
        self, caller: Caller, dice: random.Random, wish: Json = WISH, careless: float = CARELESS
    ) -> None:
        """`wish` is the match to play, `careless` the share of moves that are sent once only."""
        self.caller = caller
        self.wish = wish
        self.careless = careless
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
        except Stuck as stuck:
            # A match that is never answered again must end what waits for this table.
            self.wrong = f"no answer: {stuck!s:.100}"

    async def _play_one(self, pace: Pace, enough: asyncio.Event) -> None:
        journal = await self._begin()
        self.journals.append(journal)
        while not journal.ended and not enough.is_set():
            await pace()
            await self._move(journal)

    async def _begin(self) -> Journal:
        return await (self._begin_sealed if self._dice.random() < SEALED else self._begin_open)()

    async def _begin_sealed(self) -> Journal:
        """As an open one; each reveal is answered with exactly the seats to wait for."""
        kept = [self._dice.randbytes(32).hex() for _ in self.tokens]
        ann, bob = map(seal_of, kept)
        # So long that no fault outlasts it.
        wish = {**self.wish, "deal": "sealed", "seal": ann, "reveal": "86400s"}
        made = body_of(await self._post("/v1/matches", self.tokens[0], wish))
        path = f"/v1/matches/{made['id']}"
        opened = body_of(await self._post(f"{path}/join", self.tokens[1], {"seal": bob}))
        _expect(opened, 2, [0, 1])
        for version, seat in enumerate(self._dice.sample((0, 1), 2), 3):
            token, body = self.tokens[seat], {"entropy": kept[seat]}
            told = body_of(await self._post(f"{path}/entropy", token, body))
            _expect(told, version, [1 - seat] if version == 3 else [])
        seen = [body_of(await self.caller.ask(get(path, token))) for token in self.tokens]
        hands = (seen[0]["state"]["hand"], seen[1]["state"]["hand"])
        return Journal(made["id"], self.tokens, hands, FIRST + 2)

    async def _begin_open(self) -> Journal:
        ann, bob = self.tokens
        made = body_of(await self._post("/v1/matches", ann, self.wish))
        path = f"/v1/matches/{made['id']}"
        bobs = body_of(await self._post(f"{path}/join", bob, {}))
        anns = body_of(await self.caller.ask(get(path, ann)))
        return Journal(made["id"], self.tokens, (anns["state"]["hand"], bobs["state"]["hand"]))

    async def _move(self, journal: Journal) -> None:
        move, began = journal.wish(), time.monotonic()
        told = await self._send(journal, move)
        if isinstance(told, str):
            journal.doubt(move, began)
            await self._look_again(journal)
        elif journal.loose and told.status in OVERTAKEN:
            await self._look_again(journal)
        else:
            journal.note(move, told, began)
            if self._dice.random() < LOOKS:
                await self._look(journal)

    async def _send(self, journal: Journal, move: Json) -> Reply | str:
        """The answer to a move, or why there is none to a careless one."""
        path, token = f"{journal.path}/moves?view=none", journal.tokens[journal.seat]
        body: Json = {"move": move}
        if journal.loose or self._dice.random() < 0.5:
            body["expectedVersion"] = journal.version
        if self._dice.random() < self.careless:
            return await self.caller.try_once(post(path, token, body))
        return await self._post(path, token, body)

    async def _look(self, journal: Journal) -> None:
        seen = await self._see(journal, self._dice.choice(journal.tokens))
        if seen["version"] != journal.version:
            raise Wrong(f"version {journal.version} was answered, then {seen['version']} was there")

    async def _look_again(self, journal: Journal) -> None:
        """What both players have now, whatever became of moves without an answer."""
        while True:
            ann, bob = [await self._see(journal, token) for token in journal.tokens]
            if ann["version"] == bob["version"]:
                hands = (ann["state"]["hand"], bob["state"]["hand"])
                return journal.catch_up(ann["version"], hands)

    async def _see(self, journal: Journal, token: str) -> Json:
        seen = body_of(await self.caller.ask(get(journal.path, token)))
        journal.look(seen, self.caller.sent_at)
        return seen

    async def _post(self, path: str, token: str, body: Json) -> Reply:
        return await self.caller.ask(post(path, token, body, Idempotency_Key=uuid.uuid4().hex))


def body_of(reply: Reply) -> Json:
    """What a success says; raise Wrong for anything else."""
    if reply.status not in (200, 201):
        raise Wrong(f"{reply.status} {reply.body.decode().strip()}")
    body: Json = reply.json()
    return body


def _expect(match: Json, version: int, to_reveal: list[int]) -> None:
    """Raise Wrong unless the sealed deal is at this version, with these seats to reveal."""
    if (match["version"], match["fairness"]["toReveal"]) != (version, to_reveal):
        raise Wrong(f"version {match['version']} waits for {match['fairness']['toReveal']}")


def _drawn(events: list[Json]) -> str:
    return next(str(event["cardDrawn"]["card"]) for event in events if "cardDrawn" in event)
