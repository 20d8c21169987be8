"""Matches that have ended, put into Redis as engines store them, without playing them."""

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from croupier_match import clock
from engine.store import keys
from engine.store.compression import pack, unpack
from redis.asyncio import Redis
from redislink.ratings import TALLY_DUE

from tests.support.matches import fresh_id

BEGIN = clock.ms("2026-03-01T12:00:00.000Z")
LIVE = {"per_move_ms": 0, "bank_ms": 300_000, "increment_ms": 5_000, "on_timeout": "forfeit"}
DAILY = {"per_move_ms": 86_400_000, "bank_ms": 0, "increment_ms": 0, "on_timeout": "forfeit"}


@dataclass(frozen=True, kw_only=True)
class Over:
    """A match that has ended `after` the first of all, in milliseconds, in this order of `ranks`.

    Each seat has made `moves` moves; `leaves` are the seats that resigned then, in their order.
    """

    players: Sequence[str]
    ranks: Sequence[int]
    after: int = 0
    id: str = field(default_factory=fresh_id)
    game: str = "nim"
    kinds: Sequence[str] = ()
    rated: bool = True
    clock: Any = field(default_factory=LIVE.copy)
    moves: int = 2
    leaves: Sequence[int] = ()
    status: str = "finished"
    access: str = "public"
    log_head: str = field(default_factory=lambda: secrets.token_hex(32))

    @property
    def ended(self) -> str:
        return clock.rfc3339_of(BEGIN + self.after)

    @property
    def log(self) -> list[dict[str, Any]]:
        seats = range(len(self.players))
        kinds = [
            ("created", 0),
            *(("joined", seat) for seat in seats[1:]),
            *(("move", seat) for _ in range(self.moves) for seat in seats),
            *(("resigned", seat) for seat in self.leaves),
        ]
        return [
            {"version": version, "kind": kind, "seat": seat, "time": self.ended}
            for version, (kind, seat) in enumerate(kinds, 1)
        ]

    @property
    def match(self) -> dict[str, Any]:
        kinds = self.kinds or ["human"] * len(self.players)
        ranking = [
            [seat for seat, rank in enumerate(self.ranks) if rank == each]
            for each in sorted({*self.ranks})
        ]
        reason = "resigned" if self.leaves else "completed"
        return {
            "id": self.id,
            "game": self.game,
            "rules_version": 1,
            "options": {},
            "access": self.access,
            "version": len(self.log),
            "status": self.status,
            "create_time": self.ended,
            "update_time": self.ended,
            "seats": [
                {
                    "player": {"id": player, "display_name": "Ada", "kind": kind},
                    "entropy": "",
                    "resigned": seat in self.leaves,
                }
                for seat, (player, kind) in enumerate(zip(self.players, kinds, strict=True))
            ],
            "state": {"over": True},
            "outcome": {
                "reason": reason,
                "ranking": ranking,
                "scores": [0] * len(self.players),
                "winners": ranking[0],
            },
            "log_head": self.log_head,
            "clock": self.clock,
            "rated": self.rated,
        }


def fields_of(over: Over) -> dict[str, Any]:
    """What the match's hash has."""
    return {
        "version": len(over.log),
        "head": over.log_head[:16],
        "game": over.game,
        "match": pack(orjson.dumps(over.match)),
    }


async def put(redis: Redis, *matches: Over, due: bool = True, anew: bool = False) -> None:
    """Store these matches; unless told otherwise, they are due to be tallied.

    With `anew`, that may be for another time: whether they were stored before is not known.
    """
    pipeline: Any = redis.pipeline(transaction=True)
    for over in matches:
        pipeline.hset(keys.match(over.id), mapping=fields_of(over))
        if anew:
            pipeline.delete(keys.log(over.id))
        pipeline.rpush(keys.log(over.id), *(pack(orjson.dumps(each)) for each in over.log))
        if due:
            pipeline.zadd(TALLY_DUE, {over.id: BEGIN + over.after})
    await pipeline.execute()


async def rated(redis: Redis, match_id: str) -> None:
    """Make a stored match a rated one, whatever it takes to be that; no engine has seen it yet."""
    client: Any = redis
    stored = await client.hget(keys.match(match_id), "match")
    match = orjson.loads(unpack(stored)) | {
        "rated": True,
        "clock": LIVE,
        "left_ms": [LIVE["bank_ms"]] * 2,
    }
    await client.hset(keys.match(match_id), "match", pack(orjson.dumps(match)))


def random_matches(
    dice: random.Random, players: Sequence[str], number: int, apart_ms: int = 600_000, **more: Any
) -> list[Over]:
    """Matches of 2 to 5 seats, some with ties, some too short, each later than the one before."""
    found = []
    for place in range(number):
        seats = dice.choice((2, 2, 2, 3, 4, 5))
        short = dice.random() < 0.1
        found.append(
            Over(
                players=dice.sample(players, seats),
                ranks=[0, *(dice.randrange(seats) for _ in range(seats - 1))],
                after=place * apart_ms + dice.randrange(apart_ms),
                moves=1 if short else 2,
                leaves=[dice.randrange(seats)] if short else [],
                **more,
            )
        )
    return found
