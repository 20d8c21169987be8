"""A herald inside a test, a receiver that it reaches, and hooks of players."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import trustme
from herald.config import Settings
from herald.metrics import Metrics
from herald.outgoing import Outgoing, Place
from herald.runner import Herald
from herald.traces import Traces
from redislink.client import connect

from tests.support import shipped_users
from tests.support.live import Live
from tests.support.players import Client, Json, key, ok
from tests.support.receivers import OK, Receiver, receiving, trusting

NAME = "hooks.example.com"
PATIENCE_S = 60.0


@dataclass
class Called:
    """A receiver, and what it was told."""

    receiver: Receiver

    @property
    def messages(self) -> list[Json]:
        return [json.loads(each.body) for each in self.receiver.received]

    def told(self, player: str = "") -> list[tuple[str, Any]]:
        """The types of what came, each with the match; of one hook if its path is given."""
        return [
            (body["type"], body["data"].get("matchId"))
            for each, body in zip(self.receiver.received, self.messages, strict=True)
            if not player or f"/{player} " in each.line
        ]

    async def until(self, holds: Callable[["Called"], Any]) -> None:
        """Wait until it holds of what came."""
        async with asyncio.timeout(PATIENCE_S):
            while not holds(self):
                self.receiver.came.clear()
                await self.receiver.came.wait()


@asynccontextmanager
async def receiver(authority: trustme.CA, answer: bytes = OK) -> AsyncIterator[Called]:
    async with receiving(authority, NAME, answer=answer) as found:
        yield Called(found)


@asynccontextmanager
async def herald(
    live: Live,
    authority: trustme.CA,
    called: Called,
    traces: Traces | None = None,
    others: Mapping[str, Place] = MappingProxyType({}),
    **settings: Any,
) -> AsyncIterator[Herald]:
    """A herald of the service for which the receiver, and others, are places that all may reach."""
    login = shipped_users.login(live.redis_url, "herald")
    redis = connect(live.redis_url, PATIENCE_S, *login)
    given = {"players_reach_places": True, "public_url": "https://cards.example.org", **settings}
    outgoing = Outgoing(
        trusting(authority), own={NAME: Place("127.0.0.1", called.receiver.port), **others}
    )
    found = Herald(
        Settings(redis_url=live.redis_url, engines=live.engines, engine_timeout_s=60, **given),
        redis,
        Metrics(),
        outgoing,
        traces,
    )
    found.start()
    try:
        yield found
    finally:
        await found.stop()
        await redis.aclose()


async def hook_of(player: Client, *events: str, **given: Any) -> Json:
    """Make a hook of a player, whose path is the player's id."""
    body = {"url": f"https://{NAME}/{player.id}", "events": events, **given}
    return await asyncio.to_thread(
        lambda: ok(player.post("/v1/players/me/webhooks", body, key()), 201)
    )
