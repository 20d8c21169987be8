"""Tickets in Redis: who looks for others to play with.

    {tickets}:ticket:ID          hash  a ticket
    {tickets}:wish:WISH          set   the players who wait for others with this wish
    {tickets}:wish:WISH:PLAYER   list  the ids of their tickets, oldest first
    {tickets}:unmade             zset  ticket id -> when to see to its match, ms since the epoch

WISH is a hash of the wish, so equal wishes meet however they were written. It is
players who wait, and not tickets: nobody is paired with themself, and however many
tickets somebody has, the others need not be looked for behind them. All keys lie in
one cluster slot: a ticket is found by its id alone, and matched by its wish.

Of the tickets of a match, the one that made the wish complete is in the sorted set
until the match is noted as made: its engine may have died before.

The channel ticket:ID carries the new status, as a hint to look.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from redis.asyncio import Redis
from redislink.channels import TICKET_CHANNELS, ticket_channel
from redislink.script import Script

from engine.domain.match import Player
from engine.domain.reducer import AnyMatch
from engine.domain.registry import GAMES
from engine.store.errors import outage
from engine.store.scripts import SCRIPTS

TICKET = "{tickets}:ticket:"
WISH = "{tickets}:wish:"
UNMADE = "{tickets}:unmade"
KEPT_MS = timedelta(days=1) // timedelta(milliseconds=1)
"""How long a ticket can be read after it has expired."""
MAKING_MS = 3_000
"""How long an engine has to make the match of tickets before another one sees to it."""
BATCH = 20


class TicketStatus(StrEnum):
    SEARCHING = "searching"
    MATCHED = "matched"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Ticket:
    """A wish of a player, and what has become of it.

    `wish` is the match that is wished for, without id and seed. The last block is
    set once the ticket is matched: `match_id` with the `players` and `ticket_ids` that
    it is for, in no order; `at_once` if this ticket was the one that made the wish
    complete; `made` once the match is known to have been stored.
    """

    id: str
    player_id: str
    game: str
    wish: bytes
    fingerprint: str
    status: TicketStatus
    expires_ms: int
    match_id: str = ""
    players: tuple[Player, ...] = ()
    ticket_ids: tuple[str, ...] = ()
    at_once: bool = False
    made: bool = False

    @property
    def wished(self) -> AnyMatch:
        """A match before its first entry, which has no id and no seed yet."""
        return GAMES[self.game].match_json.validate_json(self.wish)


class TicketStore:
    """The only place where tickets are read and written. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis, search_ms: int) -> None:
        """A ticket searches for `search_ms` milliseconds."""
        self._redis = redis
        self._search_ms = search_ms
        self._enter = Script(redis, SCRIPTS / "enter_ticket.lua")
        self._settle = Script(redis, SCRIPTS / "settle_ticket.lua")
        self._made = Script(redis, SCRIPTS / "mark_match_made.lua")
        self._claim = Script(redis, SCRIPTS / "claim_due.lua")

    async def find(self, ticket_id: str) -> Ticket | None:
        with outage():
            fields: Any = await self._redis.hgetall(_key(ticket_id))
        return _ticket(ticket_id, fields)

    async def enter(
        self,
        ticket_id: str,
        player: Player,
        wished: AnyMatch,
        fingerprint: str,
        match_id: str,
        now_ms: int,
    ) -> tuple[Ticket, bool]:
        """Let a new ticket search, and whether it was new; if not, it is left as it is.

        It is matched at once if the wish is complete with it, by the name of `match_id`.
        """
        # Without defaults, what a later release can wish for besides does not keep its
        # tickets from meeting those of this one.
        wish = GAMES[wished.game].match_json.dump_json(wished, exclude_defaults=True)
        waiting = f"{WISH}{hashlib.sha256(wish).hexdigest()}"
        keys = [_key(ticket_id), waiting, f"{waiting}:{player.id}", UNMADE]
        args: list[Any] = [
            *(ticket_id, player.id, json.dumps(asdict(player)), wished.game, wish, fingerprint),
            *(len(wished.seats), match_id, now_ms, now_ms + self._search_ms),
            *(self._search_ms + KEPT_MS, TICKET, TICKET_CHANNELS, now_ms + MAKING_MS),
        ]
        with outage():
            told, *fields = await self._enter.one(keys=keys, args=args)
        ticket = _ticket(ticket_id, _pairs(fields))
        assert ticket  # noqa: S101 - the script has just seen it
        return ticket, told == b"entered"

    async def settle(self, ticket_id: str, status: TicketStatus) -> Ticket | None:
        """End the search so, unless it has ended; the ticket, None if it has been forgotten."""
        with outage():
            fields = await self._settle.one(
                keys=[_key(ticket_id)], args=[status.value, ticket_channel(ticket_id)]
            )
        return _ticket(ticket_id, _pairs(fields))

    async def note_made(self, ticket_ids: Sequence[str]) -> None:
        """Note that the match of these tickets is stored, and tell who waits for it."""
        with outage():
            await self._made.one(
                keys=[UNMADE, *(_key(ticket_id) for ticket_id in ticket_ids)],
                args=[TICKET_CHANNELS, *ticket_ids],
            )

    async def claim_unmade(self, now_ms: int) -> list[str]:
        """Up to BATCH tickets whose match was not made in time, for MAKING_MS nobody else's."""
        with outage():
            found = await self._claim.one(keys=[UNMADE], args=[now_ms, MAKING_MS, BATCH])
        return [ticket_id.decode() for ticket_id in found]

    async def forget_unmade(self, ticket_id: str) -> None:
        """See to its match no more."""
        with outage():
            await self._redis.zrem(UNMADE, ticket_id)


def _ticket(ticket_id: str, fields: dict[bytes, bytes]) -> Ticket | None:
    if not fields:
        return None
    players = json.loads(fields.get(b"players", b"[]"))
    return Ticket(
        id=ticket_id,
        player_id=fields[b"player_id"].decode(),
        game=fields[b"game"].decode(),
        wish=fields[b"wish"],
        fingerprint=fields[b"fingerprint"].decode(),
        status=TicketStatus(fields[b"status"].decode()),
        expires_ms=int(fields[b"expires"]),
        match_id=fields.get(b"match", b"").decode(),
        players=tuple(Player(**player) for player in players),
        ticket_ids=tuple(fields.get(b"tickets", b"").decode().split()),
        at_once=b"at_once" in fields,
        made=b"made" in fields,
    )


def _pairs(flat: Sequence[bytes]) -> dict[bytes, bytes]:
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _key(ticket_id: str) -> str:
    return f"{TICKET}{ticket_id}"
