"""Tickets in Redis: players that search for others to play with.

    {tickets}:ticket:ID          hash  a ticket
    {tickets}:wish:WISH          set   the players that search with these settings
    {tickets}:wish:WISH:PLAYER   list  the ids of their tickets, oldest first
    {tickets}:player:PLAYER      zset  their tickets that search -> when each expires, ms
    {tickets}:unwanted:PLAYER    set   whom they do not want to meet, while they search
    {tickets}:listed             zset  tickets that search and that all may see -> when each expires
    {tickets}:unmade             zset  ticket id -> when its match is due, ms since the epoch
    {tickets}:again              zset  ticket id -> when it is to search again, ms since the epoch

WISH is a hash of the settings, and in a rated match of the kind of player, so equal settings meet
however they were written. The set has players, not tickets: no player is paired with themself,
and a player's many tickets do not hide those of others. Players who search for the same and are
not matched do not fit: one has blocked the other, or their ratings are too far apart for now. All
keys lie in one cluster slot: a ticket is found by its id alone, and matched by its settings.

Of the tickets of a match, the one that completed it is in the sorted set until the match
is marked as made: its engine may have died before it was.

The channel ticket:ID carries the new status, as a hint to read the ticket.
"""

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from croupier_match.match import AnyMatch, Player
from croupier_match.refusals import Conflict
from croupier_match.sealing import NOTHING, Given
from croupier_match.stored import match_type
from redis.asyncio import Redis
from redislink.channels import TICKET_CHANNELS, ticket_channel
from redislink.script import Script, named

from engine.domain.errors import Malformed
from engine.domain.registry import GAMES
from engine.store.errors import outage
from engine.store.indexes.due_queue import Claims, DueQueue
from engine.store.match_types import read_json
from engine.store.scripts import SCRIPTS

TICKET = "{tickets}:ticket:"
SEARCHING = "{tickets}:wish:"
UNMADE = "{tickets}:unmade"
LISTED = "{tickets}:listed"
OF_PLAYER = "{tickets}:player:"
AGAIN = "{tickets}:again"
UNWANTED = "{tickets}:unwanted:"
WINDOW, WIDER = 200, 100
"""How far the rating of others may be from that of a player who searches, in points: at first, and
how much further whenever its ticket searches again."""
AGAIN_MS = 5_000
"""How long until it does."""
MAX_SEARCHING = 50
"""How many tickets of a player may search."""
KEPT_MS = timedelta(days=1) // timedelta(milliseconds=1)
"""How long a ticket can be read after it has expired."""
CLOCKS_MS = 60_000
"""How far clocks of engines and Redis may be apart."""
MAKING_MS = 3_000
"""How long an engine has to create the match of tickets before another one does."""
BATCH = 20
MOST_LOOKED_AT = 200
"""How many tickets a page of those listed is looked for among."""
PLACE = re.compile(r"[0-9]{1,15}\.[0-9]{1,9}", re.ASCII)


class TicketStatus(StrEnum):
    SEARCHING = "searching"
    MATCHED = "matched"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Ticket:
    """A player's search for a match, and what has become of it.

    `settings` are the match that is searched for, without id and seed, as JSON. `wish` is the
    key of those who search for the same, if the ticket is to search again, and `since_ms` is since
    when it searches, in a rated match. The last block
    is set once the ticket is matched: `match_id` with the `players` and `ticket_ids` that
    it is for, in one order, and what each player has `given` to the deal; `at_once` if this
    ticket completed the match; `made` once the match is known to be stored. It has no `players`
    and nothing `given` from then on: a name is kept where it is needed only.
    """

    id: str
    player_id: str
    game: str
    settings: bytes
    fingerprint: str
    status: TicketStatus
    expires_ms: int
    wish: str = ""
    since_ms: int | None = None
    match_id: str = ""
    players: tuple[Player, ...] = ()
    given: tuple[Given, ...] = ()
    ticket_ids: tuple[str, ...] = ()
    at_once: bool = False
    made: bool = False

    @property
    def template(self) -> AnyMatch:
        """The match before its first entry, still without id and seed."""
        return read_json(self.game, self.settings)

    def window(self, now_ms: int) -> int | None:
        """How far the ratings of others may be from the player's by now; None while any may be."""
        if self.since_ms is None or self.status != TicketStatus.SEARCHING:
            return None
        return WINDOW + WIDER * max(0, (now_ms - self.since_ms) // AGAIN_MS)


class TicketStore:
    """The only place where tickets are read and written. Every call may raise StoreUnavailable."""

    def __init__(self, redis: Redis, search_ms: int) -> None:
        """A ticket searches for `search_ms` milliseconds."""
        self._redis = redis
        self._search_ms = search_ms
        self._blocked_ms = search_ms + CLOCKS_MS
        self._enter = Script(redis, SCRIPTS / "enter_ticket.lua")
        self._settle = Script(redis, SCRIPTS / "settle_ticket.lua")
        self._avoid = Script(redis, SCRIPTS / "avoid_players.lua")
        self._made = Script(redis, SCRIPTS / "mark_match_made.lua")
        self._unmade = DueQueue(redis, UNMADE, MAKING_MS, BATCH)
        self._again = DueQueue(redis, AGAIN, AGAIN_MS, BATCH)

    async def find(self, ticket_id: str) -> Ticket | None:
        """The ticket; None if there is none, or it has expired."""
        with outage():
            fields: Any = await self._redis.hgetall(_key(ticket_id))
        return _ticket(ticket_id, fields)

    async def exists(self, ticket_id: str) -> bool:
        """Return whether there is such a ticket."""
        with outage():
            return bool(await self._redis.exists(_key(ticket_id)))

    async def enter(
        self,
        ticket_id: str,
        player: Player,
        template: AnyMatch,
        fingerprint: str,
        match_id: str,
        now_ms: int,
        given: Given = NOTHING,
        shown: Mapping[str, Any] | None = None,
        blocked: Collection[str] = (),
        rating: int = 0,
    ) -> tuple[Ticket, bool]:
        """Store a searching ticket; return it, and whether it was new.

        `shown` is what all may see of it while it searches; None if that is nothing. `blocked` are
        the ids of those whom the player does not want to meet, and `rating` is the player's, which
        counts in a rated match only.

        A ticket that exists is returned as it is. A new one that completes a match is matched
        at once, and `match_id` is the match's id. Raise Conflict beyond MAX_SEARCHING, and for the
        seal of another player's ticket that searches for the same.
        """
        # Without defaults, so that tickets of a later release, which may have more settings,
        # meet those of this one.
        settings = match_type(GAMES.of(template)).dump_json(template, exclude_defaults=True)
        kind = player.kind.encode() if template.rated else b""
        wish = f"{SEARCHING}{hashlib.sha256(settings + kind).hexdigest()}"
        entered = named(
            **_search(ticket_id, player.id, template, match_id, now_ms),
            **({"blocked": [*blocked]} if blocked else {}),
            **({"rating": rating} if template.rated else {}),
            player=json.dumps(asdict(player)),
            game=template.game,
            settings=settings.decode(),
            fingerprint=fingerprint,
            expires=now_ms + self._search_ms,
            life_ms=self._search_ms + KEPT_MS,
            blocked_ms=self._blocked_ms,
            most=MAX_SEARCHING,
            given=json.dumps(asdict(given)),
            shown="" if shown is None else json.dumps(shown),
        )
        keys = _keys(ticket_id, wish, player.id)
        with outage():
            outcome, *fields = await self._enter.one(keys=keys, args=[entered])
        if outcome == b"full":
            raise Conflict(f"A player can search with {MAX_SEARCHING} tickets; cancel one first.")
        if outcome == b"sealed":
            raise Conflict("Another player searches for the same with the same seal.")
        ticket = _ticket(ticket_id, _pairs(fields))
        assert ticket  # noqa: S101 - the script has just read it
        return ticket, outcome == b"entered"

    async def settle(self, ticket_id: str, status: TicketStatus) -> Ticket | None:
        """End the search with `status`, unless it has ended; the ticket, None if it has expired."""
        with outage():
            fields = await self._settle.one(
                keys=[_key(ticket_id), LISTED],
                args=[status.value, ticket_channel(ticket_id), OF_PLAYER, ticket_id],
            )
        return _ticket(ticket_id, _pairs(fields))

    async def avoid(self, player_id: str, blocked: Collection[str]) -> None:
        """Have the player's tickets that search meet none of those whom it has `blocked`."""
        with outage():
            await self._avoid.one([f"{UNWANTED}{player_id}"], [self._blocked_ms, *blocked])

    async def cancel_all(self, player_id: str) -> None:
        """End the search of all tickets of a player."""
        for ticket_id in await self.searching(player_id):
            await self.settle(ticket_id, TicketStatus.CANCELLED)
        await self.avoid(player_id, ())

    async def searching(self, player_id: str) -> list[str]:
        """The ids of the player's tickets that search; some may have expired."""
        with outage():
            found: Any = await self._redis.zrange(f"{OF_PLAYER}{player_id}", 0, -1)
        return [ticket_id.decode() for ticket_id in found]

    async def listed(
        self, game: str, size: int, place: str, now_ms: int
    ) -> tuple[list[dict[str, Any]], str]:
        """What all may see of up to `size` tickets that search, newest first, and where to go on.

        Those of a `game`, if it is not "". A page may have fewer before the last one, which goes on
        nowhere: at "". Raise Malformed for a place that no answer had.
        """
        below, seen = _place(place)
        with outage():
            # One more than is looked at, which tells whether there is another page.
            found: Any = await self._redis.zrange(
                *(LISTED, below, f"({now_ms}"),
                desc=True,
                byscore=True,
                offset=seen,
                num=MOST_LOOKED_AT + 1,
                withscores=True,
            )
            pairs = [(ticket_id, int(expires)) for ticket_id, expires in found]
            pipeline = self._redis.pipeline(transaction=False)
            for ticket_id, _ in pairs[:MOST_LOOKED_AT]:
                pipeline.hmget(_key(ticket_id.decode()), "status", "game", "shown")
            tickets = await pipeline.execute()
        shown = list[dict[str, Any]]()
        for looked_at, (status, of_game, text) in enumerate(tickets):
            if len(shown) == size:
                return shown, _place_after(pairs[:looked_at], below, seen)
            if status == b"searching" and text and (not game or of_game.decode() == game):
                shown.append(json.loads(text))
        more = len(pairs) > MOST_LOOKED_AT
        return shown, _place_after(pairs[:-1], below, seen) if more else ""

    async def mark_made(self, ticket_ids: Sequence[str]) -> None:
        """Mark the match of these tickets as stored, and notify their players."""
        with outage():
            await self._made.one(
                keys=[UNMADE, *(_key(ticket_id) for ticket_id in ticket_ids)],
                args=[TICKET_CHANNELS, *ticket_ids],
            )

    async def claim_waiting(self, now_ms: int) -> Claims:
        """Up to BATCH tickets that are to search again now; others leave them for AGAIN_MS."""
        with outage():
            return await self._again.claim(now_ms)

    async def search_again(self, ticket: Ticket, match_id: str, now_ms: int) -> Ticket | None:
        """Have a claimed ticket search once more, or the next one of its player if it has ended.

        Return the ticket that has completed a match, whose id is `match_id` then; None if none has.
        """
        searching = _search(ticket.id, ticket.player_id, ticket.template, match_id, now_ms)
        keys = _keys(ticket.id, ticket.wish, ticket.player_id)
        with outage():
            outcome, *ids = await self._enter.one(keys, [named(**searching, again=True)])
        return await self.find(ids[0].decode()) if outcome == b"matched" else None

    async def forget_waiting(self, ticket_id: str) -> None:
        """Remove the ticket from those that are to search again."""
        with outage():
            await self._redis.zrem(AGAIN, ticket_id)

    async def claim_unmade(self, now_ms: int) -> Claims:
        """Up to BATCH tickets without their match in time; a claim lasts MAKING_MS."""
        with outage():
            return await self._unmade.claim(now_ms)

    async def forget_unmade(self, ticket_id: str) -> None:
        """Remove the ticket from those that may lack their match."""
        with outage():
            await self._redis.zrem(UNMADE, ticket_id)


def _search(
    ticket_id: str, player_id: str, template: AnyMatch, match_id: str, now_ms: int
) -> dict[str, Any]:
    """What enter_ticket.lua has to know of each search."""
    windows = {"window": WINDOW, "wider": WIDER} if template.rated else {}
    return {
        "id": ticket_id,
        "player_id": player_id,
        "seats": len(template.seats),
        "match": match_id,
        "now": now_ms,
        "tickets": TICKET,
        "channels": TICKET_CHANNELS,
        "due": now_ms + MAKING_MS,
        "of_player": OF_PLAYER,
        "unwanted": UNWANTED,
        "every_ms": AGAIN_MS,
        **windows,
    }


def _keys(ticket_id: str, wish: str, player_id: str) -> list[str]:
    """The keys of enter_ticket.lua."""
    own = [_key(ticket_id), wish, f"{wish}:{player_id}"]
    return [*own, UNMADE, f"{OF_PLAYER}{player_id}", LISTED, AGAIN, f"{UNWANTED}{player_id}"]


def _ticket(ticket_id: str, fields: dict[bytes, bytes]) -> Ticket | None:
    if not fields:
        return None
    players = json.loads(fields.get(b"players", b"[]"))
    given = json.loads(fields.get(b"given_by", b"[]"))
    return Ticket(
        id=ticket_id,
        player_id=fields[b"player_id"].decode(),
        game=fields[b"game"].decode(),
        settings=fields[b"settings"],
        fingerprint=fields[b"fingerprint"].decode(),
        status=TicketStatus(fields[b"status"].decode()),
        expires_ms=int(fields[b"expires"]),
        wish=fields.get(b"wish", b"").decode(),
        since_ms=int(fields[b"since"]) if b"since" in fields else None,
        match_id=fields.get(b"match", b"").decode(),
        players=tuple(Player(**player) for player in players),
        given=tuple(Given(**each) for each in given),
        ticket_ids=tuple(fields.get(b"tickets", b"").decode().split()),
        at_once=b"at_once" in fields,
        made=b"made" in fields,
    )


def _place(text: str) -> tuple[str, int]:
    """The highest time to list from, and how many tickets of just that time were listed before.

    The id of a ticket is for its player, so a place cannot name one.
    """
    if not text:
        return "+inf", 0
    if not PLACE.fullmatch(text):
        raise Malformed("This is not the place of a page.")
    below, _, seen = text.partition(".")
    return below, int(seen)


def _place_after(listed: Sequence[tuple[bytes, int]], below: str, seen: int) -> str:
    """The place behind these tickets, which began at the place (`below`, `seen`)."""
    last = listed[-1][1]
    equal = sum(expires == last for _, expires in listed)
    return f"{last}.{equal + seen if str(last) == below else equal}"


def _pairs(flat: Sequence[bytes]) -> dict[bytes, bytes]:
    """The fields of a hash, given names and values in turn."""
    return dict(zip(flat[::2], flat[1::2], strict=True))


def _key(ticket_id: str) -> str:
    return f"{TICKET}{ticket_id}"
