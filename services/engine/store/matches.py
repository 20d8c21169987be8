"""Matches in Redis.

Everything about a match lies in one cluster slot:

    match:{ID}          hash   version, head (of the log, 16 digits), game, match (packed JSON),
                               until (ms since the epoch: when it was last said to expire),
                               audit (what operators did, see engine.store.audit)
    match:{ID}:log      list   one entry per version (packed JSON)
    match:{ID}:keys     hash   digest of player and key -> idempotency record
    match:{ID}:rematch  hash   seat -> "1" keeps the score, "0" does not

The channel match:{ID} carries nothing but new version numbers. What has changed for a
player, the channel player:{ID}:notices tells: "MATCH VERSION", and "MATCH VERSION rematch"
when somebody else wishes one.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

import orjson
from redis.asyncio import Redis
from redislink.channels import player_channel
from redislink.durability import Durability
from redislink.script import Script

from engine.domain import clock
from engine.domain.errors import IdempotencyMismatch, NotFound, StoreUnavailable, VersionMismatch
from engine.domain.match import Status
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES
from engine.store import keys
from engine.store.audit import Audit
from engine.store.cache import MatchCache
from engine.store.compression import pack, unpack
from engine.store.deadlines import Deadlines
from engine.store.errors import outage, unavailable
from engine.store.index import Index
from engine.store.maintenance import Maintenance
from engine.store.scripts import SCRIPTS
from engine.store.tickets import TicketStore
from engine.store.types import AlreadyDone, Answer, Key, RematchRequests, Saving, Ttl

SOME = 200
"""Matches read at once when all of them are read."""


class MatchStore:
    """The only place where matches are read and written."""

    def __init__(
        self,
        redis: Redis,
        ttl: Ttl,
        cached_matches: int = 0,
        durability: Durability | None = None,
    ) -> None:
        """Up to `cached_matches` are remembered as they were last seen.

        With a `durability`, StoreUnavailable is raised for a change that is not known to be
        as durable. It may have been stored all the same: a repeat will find it then.
        """
        self._redis = redis
        self._ttl = ttl
        self._durability = durability
        self.recent = MatchCache(cached_matches)
        self._save = Script(redis, SCRIPTS / "save_matches.lua", durability)
        self._ask = Script(redis, SCRIPTS / "request_rematch.lua")
        self._repeat = Script(redis, SCRIPTS / "rewrite_record.lua", durability)
        self._index = Index(redis)
        self._deadlines = Deadlines(redis)
        self.tickets = TicketStore(redis, ttl.ticket)
        self.audit = Audit(redis, durability)
        self.maintenance = Maintenance(redis)

    async def load(self, match_id: str, key: Key | None = None) -> AnyMatch:
        """The match. Raise NotFound, AlreadyDone or IdempotencyMismatch."""
        with outage():
            pipeline = self._redis.pipeline(transaction=False)
            pipeline.hmget(keys.match(match_id), ["game", "match"])
            if key:
                pipeline.hget(keys.records(match_id), key.field)
            (game, match), *records = await pipeline.execute()
        found = _parse(game, match)
        if found is None:
            raise NotFound("There is no such match.")
        if key and records[0]:
            await self._settle(match_id, key)
            raise _known(records[0], key)
        return found

    async def _settle(self, match_id: str, key: Key) -> None:
        """What was done under the key is as durable as it must be, or StoreUnavailable."""
        if self._durability:
            with outage():
                await self._repeat.one([keys.records(match_id)], [key.field])

    async def load_many(self, match_ids: Sequence[str]) -> list[AnyMatch | None]:
        """The matches in the same order; None where there is none."""
        with outage():
            return await _load_all(self._redis, map(keys.match, match_ids))

    async def versions(self, match_ids: Sequence[str]) -> list[int]:
        """The versions that are stored, in the same order; 0 where there is no such match."""
        with outage():
            pipeline = self._redis.pipeline(transaction=False)
            for match_id in match_ids:
                pipeline.hget(keys.match(match_id), "version")
            return [int(version or 0) for version in await pipeline.execute()]

    async def asked_before(self, match_id: str, key: Key | None) -> bool:
        """Whether the key was used for this request; raise IdempotencyMismatch if for another."""
        if not key:
            return False
        with outage():
            record = await self._redis.hget(keys.records(match_id), key.field)
        if record:
            _remembered(record, key)
        return bool(record)

    async def save(self, saving: Saving) -> None:
        """Store it.

        Raise VersionMismatch when someone else has written since, AlreadyDone
        or IdempotencyMismatch when its key is taken. The index hears of the match
        before it is stored and is tidied afterwards, so an engine that dies
        in between leaves an entry too many there, never one too few.
        """
        before, after = saving.before, saving.after
        with outage():
            await self._index.add(before, after)
            await self._deadlines.add(before, after)
        (failure,) = await self._save_each([saving])
        if failure:
            raise failure
        with outage():
            await self._index.tidy(before, after)
            await self._deadlines.tidy(after)

    async def save_all(self, savings: Sequence[Saving]) -> list[Exception | None]:
        """What `save` raises for each, or None, in one round trip but for those that move house.

        No two may be of the same match.
        """
        staying = [saving for saving in savings if not saving.changes_indexes]
        moving = [saving for saving in savings if saving.changes_indexes]
        both, ends = await asyncio.gather(
            self._save_each(staying),
            asyncio.gather(*map(self.save, moving), return_exceptions=True),
        )
        results: dict[str, Any] = dict(zip((each.after.id for each in staying), both, strict=True))
        results.update(zip((each.after.id for each in moving), ends, strict=True))
        return [results[saving.after.id] for saving in savings]

    async def _save_each(self, savings: Sequence[Saving]) -> list[Exception | None]:
        calls = [(keys.all_of(each.after.id), self._save_args(each)) for each in savings]
        try:
            with outage():
                answers = await self._save.all(calls)
        except StoreUnavailable as failure:
            return [failure] * len(savings)
        return [self._saved(each, told) for each, told in zip(savings, answers, strict=True)]

    def _saved(self, saving: Saving, told: Any) -> Exception | None:
        """What the script's answer means; and what is known of the match from now on."""
        if isinstance(told, Exception):
            return unavailable(told)
        if told[0] == b"saved":
            self.recent.put(saving.after)
            return None
        self.recent.drop(saving.after.id)
        if told[0] == b"known" and saving.key:
            return _known(told[1], saving.key)
        return VersionMismatch(int(told[1]))

    async def log(self, match: AnyMatch, last: int) -> list[AnyEntry]:
        """The log entries of the versions 1 to `last`, as far as there are any."""
        with outage():
            rows = await self._redis.lrange(keys.log(match.id), 0, last - 1)
        return [GAMES[match.game].entry_json.validate_json(unpack(row)) for row in rows]  # type: ignore[arg-type]

    async def ask_rematch(
        self, match: AnyMatch, seat: int, keep_score: bool, key: Key | None
    ) -> RematchRequests:
        """Note the wish of a seat, and tell the others. Raise NotFound or IdempotencyMismatch."""
        names = [keys.match(match.id), keys.records(match.id), keys.wishes(match.id)]
        others = [place.player for place in match.seats if place is not match.seats[seat]]
        args: list[Any] = [
            seat,
            int(keep_score),
            key.field if key else "",
            key.mark if key else "",
            f"{match.id} {match.version} rematch",
            *(player_channel(player.id) for player in others if player),
        ]
        with outage():
            told, *details = await self._ask.one(names, args)
        if told == b"gone":
            raise NotFound("There is no such match.")
        wishes = {
            int(each): wish == b"1" for each, wish in zip(details[1::2], details[2::2], strict=True)
        }
        if told == b"known" and key:
            return RematchRequests(_asked_before(details[0], key), wishes, replayed=True)
        return RematchRequests(tuple(sorted(wishes)), wishes, replayed=False)

    async def page(
        self, scopes: Sequence[str], game: str, status: Status | None, before: str, size: int
    ) -> list[str]:
        """A page of the index; see `Index.page`."""
        with outage():
            return await self._index.page(scopes, game, status, before, size)

    async def unlist(self, scopes: Sequence[str], match_ids: Sequence[str]) -> None:
        """Take expired matches out of the index."""
        with outage():
            await self._index.remove(scopes, match_ids)

    async def claim_due(self, now_ms: int) -> list[str]:
        """Matches in which somebody's time may have run out; see `Deadlines.claim`."""
        with outage():
            return await self._deadlines.claim(now_ms)

    async def look_again(self, looks: Mapping[str, int | None]) -> None:
        """When such matches must be looked at again, in ms since the epoch; None is never."""
        with outage():
            await self._deadlines.put(looks)

    def _life_ms(self, match: AnyMatch) -> int:
        """How long the match is kept unless it changes; nobody loses time to think by it."""
        if match.ended:
            return self._ttl.finished
        return self._ttl.abandoned + clock.thinking_ms(match)

    def _save_args(self, saving: Saving) -> list[Any]:
        before, after, key, answer = saving.before, saving.after, saving.key, saving.answer
        game = GAMES[after.game]
        record = ""
        if key:
            record = json.dumps([key.mark, answer.after, answer.version, answer.seat])
        players = [player_channel(seat.player.id) for seat in after.seats if seat.player]
        return [
            before.version if before else 0,
            _head(before) if before else "",
            after.version,
            _head(after),
            after.game,
            pack(orjson.dumps(after)),  # as match_json would, in half the time
            self._life_ms(after),
            key.field if key else "",
            record,
            f"{after.id} {after.version}",
            len(players),
            *players,
            *(
                pack(game.entry_json.dump_json(entry, exclude_defaults=True))
                for entry in saving.log
            ),
        ]


async def all_matches(redis: Redis) -> AsyncIterator[list[AnyMatch]]:
    """All matches in no order, some at a time; one may come twice.

    Those that are made meanwhile may be left out.
    """
    some: list[bytes] = []
    async for key in redis.scan_iter(match=keys.match("*"), count=1000):
        some.append(key)
        if len(some) == SOME:
            yield [*filter(None, await _load_all(redis, some))]
            some = []
    yield [*filter(None, await _load_all(redis, some))]


async def _load_all(redis: Redis, names: Iterable[str | bytes]) -> list[AnyMatch | None]:
    pipeline = redis.pipeline(transaction=False)
    for name in names:
        pipeline.hmget(name, ["game", "match"])
    return [_parse(game, match) for game, match in await pipeline.execute()]


def _parse(game: bytes | None, match: bytes | None) -> AnyMatch | None:
    """The stored match; None if there is none, or of a game that only a later engine knows."""
    if game is None or match is None or game.decode() not in GAMES:
        return None
    return GAMES[game.decode()].match_json.validate_json(unpack(match))


def _known(record: bytes, key: Key) -> Exception:
    try:
        after, version, seat = _remembered(record, key)
    except IdempotencyMismatch as mismatch:
        return mismatch
    return AlreadyDone(Answer(after, version, seat))


def _asked_before(record: bytes, key: Key) -> tuple[int, ...]:
    (seats,) = _remembered(record, key)
    return tuple(sorted(map(int, seats)))


def _remembered(record: bytes | str, key: Key) -> list[Any]:
    """What the record says besides the fingerprint, which must be that of `key`."""
    rest: list[Any]
    fingerprint, *rest = json.loads(record)
    if fingerprint != key.mark:
        raise IdempotencyMismatch("This Idempotency-Key was used for another request.")
    return rest


def _head(match: AnyMatch) -> str:
    """Tells the match from every other one of the same version, should Redis have lost some."""
    return match.log_head[:16]
