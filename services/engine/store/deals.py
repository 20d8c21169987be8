"""Deals in Redis, and their boards: see redislink.deals for the keys."""

import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from croupier_match.match import CREATOR, AnyMatch, Reason, Status
from croupier_match.refusals import Conflict
from redis.asyncio import Redis
from redislink import deals
from redislink.commands import Command, run, run_all
from redislink.deals import DAY_MS, FINGERPRINT, GAME, KEPT_MS, MADE, TEMPLATE, Result
from redislink.durability import Durability
from redislink.script import Script, named

from engine.domain.deals import MOST_A_DAY
from engine.store.daily_counts import DailyCounts
from engine.store.errors import outage
from engine.store.match_json import packed, read_match
from engine.store.scripts import SCRIPTS
from engine.store.tally.ended_matches import Ended

log = logging.getLogger("engine")

FIELDS = (MADE, GAME, TEMPLATE, FINGERPRINT)


class Kept(NamedTuple):
    """A deal as it is stored: its JSON, and the match of its tries before the first entry."""

    made: bytes
    game: bytes
    template: bytes
    fingerprint: str

    @property
    def told(self) -> Mapping[str, Any]:
        """Its JSON, read."""
        told: Mapping[str, Any] = orjson.loads(self.made)
        return told

    def match(self) -> AnyMatch:
        """The match of its tries. Of a game that is not played here, the rules are missing."""
        match = read_match(self.game, self.template)
        if match is None:
            raise ValueError("A deal without a template.")
        return match


class DealStore:
    """The deals of a Redis. Every method may raise StoreUnavailable."""

    def __init__(self, redis: Redis, durability: Durability | None = None) -> None:
        self._redis: Any = redis
        self._durability = durability
        self._make = Script(redis, SCRIPTS / "make_deal.lua", durability)
        self._made = DailyCounts(redis, MOST_A_DAY, 2 * (KEPT_MS + DAY_MS), durability)

    async def find(self, deal_id: str) -> Kept | None:
        with outage():
            return _kept(await self._redis.hmget(deals.deal(deal_id), FIELDS))

    async def make(
        self, told: Mapping[str, Any], template: AnyMatch, fingerprint: str = ""
    ) -> Kept:
        """Store a deal, of which `told` is the JSON; return the one that was first of its id."""
        fields = {
            MADE: orjson.dumps(told),
            GAME: template.game,
            TEMPLATE: packed(template),
            FINGERPRINT: fingerprint,
        }
        given = [each for pair in fields.items() for each in pair]
        until = named(until=told["endMs"] + KEPT_MS)
        with outage():
            kept = _kept(await self._make.one([deals.deal(told["id"])], [until, *given]))
        if kept is None:
            raise ValueError("A deal that was not stored.")
        return kept

    async def note_made(self, player_id: str, deal_id: str, now_ms: int) -> None:
        """Let the deal be one of those of its maker, of which old ones are forgotten.

        Raise Conflict beyond MOST_A_DAY; the deal itself was counted if an engine has died.
        """
        if not await self._made.count(deals.of_player(player_id), deal_id, now_ms):
            raise Conflict(f"A player can make {MOST_A_DAY} deals in a day.")

    async def has_ended(self, deal_id: str, player_id: str) -> bool:
        """Whether the match in which the player has tried a deal has ended; it may be gone."""
        with outage():
            (match_id,) = await self._redis.hmget(deals.ended(deal_id), [player_id])
        return match_id is not None

    async def note_try(self, deal_id: str, player_id: str, match_id: str, end_ms: int) -> None:
        """Let it be known in which match a player tries a deal."""
        await self._write(_noting(deals.tries(deal_id), player_id, match_id, end_ms))

    async def _write(self, commands: Sequence[Command]) -> None:
        with outage():
            await run_all(self._redis, commands, self._durability)


class DealBoards:
    """Notes tries that have ended, and puts those that count on the boards of their deals, each as
    often as it is told."""

    def __init__(self, redis: Redis, durability: Durability | None = None) -> None:
        self._redis = redis
        self._durability = durability

    async def count(self, matches: Sequence[Ended]) -> Collection[str]:
        """Do so with these; return the ids of those that it could not be done with.

        Raise StoreUnavailable.
        """
        told = [(each.id, row) for each in matches for row in _telling(each)]
        if not told:
            return ()
        with outage():
            answers = await run(self._redis, [row for _, row in told], self._durability)
        return {
            match_id
            for (match_id, _), answer in zip(told, answers, strict=True)
            if isinstance(answer, Exception)
        }


def result_of(ended: Ended) -> Result:
    """How the try has ended for who has made it."""
    outcome = ended.match["outcome"]
    place = sum(len(tied) for tied in _before(outcome["ranking"]))
    moves = ended.match["version"] - len(ended.players)
    return Result(place, outcome["scores"][CREATOR], moves)


def _before(ranking: Sequence[Sequence[int]]) -> Sequence[Sequence[int]]:
    """The places before that of who has made the try."""
    own = next(place for place, tied in enumerate(ranking) if CREATOR in tied)
    return ranking[:own]


def _counts(ended: Ended) -> bool:
    """Whether it was a try that was played to its end in time."""
    match = ended.match
    if match["status"] != Status.FINISHED or ended.ended_ms > match["deal_of"]["over_ms"]:
        return False
    return bool(match["outcome"]["reason"] == Reason.COMPLETED)


def _telling(ended: Ended) -> Sequence[Command]:
    """The commands that note the end of a try, and put it on its board if it counts.

    What cannot be read of one is not noted: to repeat that would change nothing.
    """
    if not ended.match.get("deal_of"):
        return ()
    commands: list[Command] = []
    try:
        commands += _ending(ended)
        commands += _placing(ended) if _counts(ended) else ()
    except (LookupError, TypeError, ValueError, StopIteration) as error:
        extra = {"match_id": ended.id}
        log.error("a try cannot be put on its board: %s", type(error).__name__, extra=extra)
    return commands


def _ending(ended: Ended) -> Sequence[Command]:
    """Note the try as well: an engine may have died before it did."""
    deal, player_id = ended.match["deal_of"], ended.players[CREATOR]["id"]
    return [
        command
        for key in (deals.tries(deal["id"]), deals.ended(deal["id"]))
        for command in _noting(key, player_id, ended.id, deal["over_ms"])
    ]


def _placing(ended: Ended) -> Sequence[Command]:
    deal = ended.match["deal_of"]
    board = deals.board(deal["id"])
    return (
        ("ZADD", board, result_of(ended).score(), ended.players[CREATOR]["id"]),
        ("PEXPIREAT", board, deal["over_ms"] + KEPT_MS),
    )


def _noting(key: str, player_id: str, match_id: str, end_ms: int) -> Sequence[Command]:
    """The commands that note the match of a player in a hash of a deal that ends then."""
    return (("HSET", key, player_id, match_id), ("PEXPIREAT", key, end_ms + KEPT_MS))


def _kept(fields: Sequence[bytes | None]) -> Kept | None:
    made, game, template, fingerprint = fields
    if made is None or game is None or template is None:
        return None
    return Kept(made, game, template, (fingerprint or b"").decode())
