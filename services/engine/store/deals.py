"""Deals in Redis, and their boards: see redislink.deals for the keys."""

import logging
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from croupier_match.match import CREATOR, AnyMatch, Reason, Status
from redis.asyncio import Redis
from redislink import deals
from redislink.commands import run
from redislink.deals import DAY_MS, FINGERPRINT, GAME, KEPT_MS, MADE, TEMPLATE, Result
from redislink.durability import Durability
from redislink.script import Script, named

from engine.store.errors import outage, unavailable
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

    async def made_since(self, player_id: str, since_ms: int) -> Sequence[str]:
        """The ids of the deals that a player has made since a time."""
        with outage():
            found = await self._redis.zrangebyscore(deals.of_player(player_id), since_ms, "+inf")
        return [each.decode() for each in found]

    async def note_made(self, player_id: str, deal_id: str, now_ms: int) -> None:
        """Let the deal be one of those of its maker, of which old ones are forgotten."""
        own = deals.of_player(player_id)
        await self._write(
            [
                ("ZADD", own, "NX", now_ms, deal_id),
                ("ZREMRANGEBYSCORE", own, "-inf", now_ms - 2 * (KEPT_MS + DAY_MS)),
            ]
        )

    async def has_tried(self, deal_id: str, player_id: str) -> bool:
        """Whether a try of the player was noted, whose match may be gone by now."""
        with outage():
            (match_id,) = await self._redis.hmget(deals.tries(deal_id), [player_id])
        return match_id is not None

    async def note_try(self, deal_id: str, player_id: str, match_id: str, end_ms: int) -> None:
        """Let it be known in which match a player tries a deal."""
        tries = deals.tries(deal_id)
        await self._write(
            [
                ("HSET", tries, player_id, match_id),
                ("PEXPIREAT", tries, end_ms + KEPT_MS),
            ]
        )

    async def _write(self, commands: Sequence[Sequence[Any]]) -> None:
        with outage():
            answers = await run(self._redis, commands, self._durability)
        for each in answers:
            if isinstance(each, Exception):
                raise unavailable(each)


class DealBoards:
    """Puts tries that have ended on the boards of their deals, each as often as it is told."""

    def __init__(self, redis: Redis, durability: Durability | None = None) -> None:
        self._redis = redis
        self._durability = durability

    async def count(self, matches: Sequence[Ended]) -> Collection[str]:
        """Put these on their boards; return the ids of those that could not be.

        Raise StoreUnavailable.
        """
        placing = {each.id: _placing(each) for each in matches if each.match.get("deal_of")}
        counting = [match_id for match_id, each in placing.items() if each]
        commands = [each for match_id in counting for each in placing[match_id]]
        if not commands:
            return ()
        with outage():
            answers = await run(self._redis, commands, self._durability)
        return {
            match_id
            for match_id, *placed in zip(counting, answers[::2], answers[1::2], strict=True)
            if any(isinstance(each, Exception) for each in placed)
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


def _placing(ended: Ended) -> Sequence[Sequence[Any]]:
    """The commands that put a try on its board; none if it does not count.

    Nor does one that cannot be read: to repeat that would change nothing.
    """
    try:
        return _commands(ended) if _counts(ended) else ()
    except (LookupError, TypeError, ValueError, StopIteration) as error:
        extra = {"match_id": ended.id}
        log.error("a try cannot be put on its board: %s", type(error).__name__, extra=extra)
        return ()


def _commands(ended: Ended) -> Sequence[Sequence[Any]]:
    deal = ended.match["deal_of"]
    board = deals.board(deal["id"])
    return (
        ("ZADD", board, result_of(ended).score(), ended.players[CREATOR]["id"]),
        ("PEXPIREAT", board, deal["over_ms"] + KEPT_MS),
    )


def _kept(fields: Sequence[bytes | None]) -> Kept | None:
    made, game, template, fingerprint = fields
    if made is None or game is None or template is None:
        return None
    return Kept(made, game, template, (fingerprint or b"").decode())
