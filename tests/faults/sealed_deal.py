"""A sealed match as its players know it: what they gave, what they were told, what they saw."""

import json
import time
import uuid
from dataclasses import dataclass, field

from tests.faults.caller import Caller
from tests.faults.linear import Read
from tests.faults.tables import body_of
from tests.faults.truth import text_of
from tests.support.players import Json
from tests.support.raw_http import Reply, encode, get, post


@dataclass(frozen=True)
class Sight:
    """What a read of a match showed: its version, the phase of its deal, and what was promised."""

    version: int
    status: str
    to_reveal: list[int]
    commitment: str
    seals: list[str | None]


@dataclass
class Deal:
    """A sealed match as its players know it; whatever is by seat is in their order.

    `revealed` has the version that each seat was told when it revealed, `refused` the seats
    that were told that it was too late.
    """

    id: str
    manual: bool
    tokens: list[str]
    players: list[str]
    kept: list[str]
    revealed: dict[int, int] = field(default_factory=dict)
    refused: set[int] = field(default_factory=set)
    sights: list[Sight] = field(default_factory=list)
    reads: list[Read] = field(default_factory=list)

    @property
    def path(self) -> str:
        return f"/v1/matches/{self.id}"

    def look(self, match: Json, began: float) -> None:
        """Remember what a read has shown, which was sent at `began`."""
        fairness = match["fairness"]
        self.sights.append(
            Sight(
                *(match["version"], match["status"], fairness["toReveal"]),
                *(fairness["commitment"], fairness["seals"]),
            )
        )
        seen, eyes = text_of(match["state"]), match["yourSeat"]
        self.reads.append(Read(began, time.monotonic(), match["version"], eyes, seen))


@dataclass
class Player:
    """A player in all matches of a group, over a connection of its own."""

    caller: Caller
    id: str = ""
    token: str = ""
    kept: str = ""
    """The entropy for the next match."""

    async def register(self, name: str) -> None:
        body = json.dumps({"displayName": name, "kind": "bot"}).encode()
        made = body_of(await self.caller.ask(encode("POST", "/v1/players", body=body)))
        self.id, self.token = made["player"]["id"], made["token"]

    async def post(self, path: str, body: Json) -> Reply:
        request = post(path, self.token, body, Idempotency_Key=uuid.uuid4().hex)
        return await self.caller.ask(request)

    async def see(self, path: str) -> Json:
        return body_of(await self.caller.ask(get(path, self.token)))
