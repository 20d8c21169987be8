"""Matches in Redis: loading, listing, and storing a change with all that belongs to it.

Everything about a match lies in one cluster slot:

    match:{ID}          hash   version, head (of the log, 16 digits), game, match (packed JSON),
                               until (ms since the epoch: when it was last said to expire),
                               audit (what operators did, see engine.store.audit)
    match:{ID}:log      list   one entry per version (packed JSON)
    match:{ID}:keys     hash   digest of player and key -> idempotency record
    match:{ID}:rematch  hash   seat -> "1" keeps the score, "0" does not
    match:{ID}:snapshots  list  earlier versions, see engine.store.snapshots

The channel match:{ID} carries nothing but new version numbers, and match:{ID}:heads the new
version and head with those before, see redislink.channels. The channel
player:{ID}:notices carries what has changed for a player: "MATCH VERSION", and "MATCH VERSION
rematch" when another player requests a rematch.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

import orjson
from cachetools import TTLCache
from redis.asyncio import Redis
from redislink.channels import player_channel
from redislink.durability import Durability
from redislink.script import Script

from engine.domain import clock
from engine.domain.errors import DamagedMatch, NotFound, StoreUnavailable, VersionMismatch
from engine.domain.match import Status
from engine.domain.reducer import AnyEntry, AnyMatch
from engine.domain.registry import GAMES
from engine.store import keys
from engine.store.audit import Audit
from engine.store.cache import MatchCache
from engine.store.compression import pack, unpack
from engine.store.deadlines import Deadlines
from engine.store.errors import outage, unavailable
from engine.store.idempotency import (
    IdempotencyKey,
    outcome_of_change,
    record_of_change,
    recorded,
    seats_recorded,
)
from engine.store.index import Index, match_id, scope_of
from engine.store.installation import InstallationStore
from engine.store.maintenance import Maintenance
from engine.store.observer import StoreObserver
from engine.store.scripts import SCRIPTS
from engine.store.snapshots import EVERY, Snapshots, packed
from engine.store.tickets import TicketStore
from engine.store.types import RematchRequests, Saving, Stamp, Ttl

VISITS, VISIT_S = 10_000, 3600.0
"""How many visits of waiting matches are remembered, and for how long none is noted again."""
CHUNK = 200
"""How many matches are read at once when all of them are read."""


class MatchStore:
    """The only place where matches are read and written."""

    def __init__(
        self,
        redis: Redis,
        ttl: Ttl,
        cached_matches: int = 0,
        durability: Durability | None = None,
        observer: StoreObserver | None = None,
    ) -> None:
        """Up to `cached_matches` are kept in this process as they were last seen.

        With a `durability`, StoreUnavailable is raised for a change that is not known to be
        as durable. It may have been stored all the same: a repeat will find it then.
        """
        self._observer = observer or StoreObserver()
        self._redis = redis
        self._ttl = ttl
        self._durability = durability
        self.cache = MatchCache(cached_matches, self._observer.looked_up)
        self._save = Script(redis, SCRIPTS / "save_matches.lua", durability)
        self._request_rematch = Script(redis, SCRIPTS / "request_rematch.lua")
        self._stamps = Script(redis, SCRIPTS / "stamps.lua")
        self._renew = Script(redis, SCRIPTS / "renew_match.lua")
        self._visited: TTLCache[str, bool] = TTLCache(VISITS, VISIT_S)
        self._rewrite_record = Script(redis, SCRIPTS / "rewrite_record.lua", durability)
        self._index = Index(redis)
        self._deadlines = Deadlines(redis)
        self._last_read: tuple[bytes | None, bytes | None] = None, None
        self.tickets = TicketStore(redis, ttl.ticket)
        self.audit = Audit(redis, durability)
        self.snapshots = Snapshots(redis, self._observer)
        self.maintenance = Maintenance(redis)
        self.installation = InstallationStore(redis, durability)

    async def load(self, match_id: str, key: IdempotencyKey | None = None) -> AnyMatch:
        """The match. With a key, raise AlreadyDone or IdempotencyMismatch if it was used.

        Raise NotFound if there is no such match.
        """
        with self._observer.begin("load"):
            with outage():
                pipeline = self._redis.pipeline(transaction=False)
                pipeline.hmget(keys.match(match_id), ["game", "match"])
                if key:
                    # No transaction: a record made in between is found by the script that saves.
                    pipeline.hget(keys.records(match_id), key.field)
                (game, match), *records = await pipeline.execute()
            found = _parse(game, match)
            # It may also be of a game that only a later release knows.
            if found is None:
                self._take_as_long()
                raise NotFound("There is no such match.")
            self._last_read = game, match
            if key and records[0]:
                await self._make_durable(match_id, key)
                raise outcome_of_change(records[0], key)
            return found

    def _take_as_long(self) -> None:
        """Take the time of a match that is there, but is kept from the caller."""
        _parse(*self._last_read)

    async def check_unused(self, match_id: str, key: IdempotencyKey) -> None:
        """Raise AlreadyDone or IdempotencyMismatch if the key was used for this match."""
        with self._observer.begin("load"), outage():
            record: Any = await self._redis.hget(keys.records(match_id), key.field)
        if record:
            await self._make_durable(match_id, key)
            raise outcome_of_change(record, key)

    async def _make_durable(self, match_id: str, key: IdempotencyKey) -> None:
        """Wait until what was done under the key is durable. Raise StoreUnavailable.

        The first answer may have been lost because of a failed wait: a repeat must not be
        answered with less than was promised.
        """
        if self._durability:
            with outage():
                await self._rewrite_record.one([keys.records(match_id)], [key.field])

    async def load_many(self, match_ids: Sequence[str]) -> list[AnyMatch | None]:
        """The matches in the same order; None where there is none."""
        with self._observer.begin("load_many"):
            with outage():
                found = await _load_all(self._redis, map(keys.match, match_ids))
            for match in found:
                if match is None:
                    self._take_as_long()
            return found

    async def stamps(self, match_ids: Sequence[str]) -> list[Stamp | Exception | None]:
        """The stamp of each match, in the same order, or the error; None where there is none.

        None, too, for a match of an early release, which has no head.
        """
        calls = [([keys.match(each)], ()) for each in match_ids]
        with self._observer.begin("stamps") as call:
            with outage():
                call.answer = answers = await self._stamps.all(calls)
            return [*map(_stamp, answers)]

    async def versions(self, match_ids: Sequence[str]) -> list[int]:
        """The stored versions, in the same order; 0 where there is no such match."""
        with self._observer.begin("versions"), outage():
            pipeline = self._redis.pipeline(transaction=False)
            for match_id in match_ids:
                pipeline.hget(keys.match(match_id), "version")
            return [int(version or 0) for version in await pipeline.execute()]

    async def was_used(self, match_id: str, key: IdempotencyKey | None) -> bool:
        """Whether the key was used for this request; raise IdempotencyMismatch if for another."""
        if not key:
            return False
        with outage():
            record = await self._redis.hget(keys.records(match_id), key.field)
        if record:
            recorded(record, key)
        return bool(record)

    async def save(self, saving: Saving) -> None:
        """Store a change.

        Raise VersionMismatch if another change came first, AlreadyDone or IdempotencyMismatch
        if the key was used, DamagedMatch if the log is not whole. The indexes are extended
        before the match is stored and tidied afterwards, so an engine that dies in between
        leaves an entry too many, never one too few.
        """
        before, after = saving.before, saving.after
        with self._observer.begin("save"):
            with outage():
                await self._index.add(before, after)
                await self._deadlines.add(before, after)
            # Between the two updates of the indexes, so that readers always find the match.
            (failure,) = await self._save_each([saving])
            if failure:
                raise failure
            with outage():
                await self._index.tidy(before, after)
                await self._deadlines.tidy(after)

    async def save_all(self, savings: Sequence[Saving]) -> list[Exception | None]:
        """Store changes of different matches; what `save` raises for each, or None.

        It takes one round trip, and several for those that change indexes.
        """
        if not savings:
            return []
        with self._observer.begin("save_all") as call:
            call.answer = failures = await self._save_all(savings)
            return failures

    async def _save_all(self, savings: Sequence[Saving]) -> list[Exception | None]:
        plain = [saving for saving in savings if not saving.changes_indexes]
        indexed = [saving for saving in savings if saving.changes_indexes]
        of_plain, of_indexed = await asyncio.gather(
            self._save_each(plain),
            asyncio.gather(*map(self.save, indexed), return_exceptions=True),
        )
        results: dict[str, Any] = dict(
            zip((each.after.id for each in plain), of_plain, strict=True)
        )
        results.update(zip((each.after.id for each in indexed), of_indexed, strict=True))
        return [results[saving.after.id] for saving in savings]

    async def _save_each(self, savings: Sequence[Saving]) -> list[Exception | None]:
        """Run the script for all of them; None for each that is stored, else its error."""
        calls = [(keys.all_of(each.after.id), self._save_args(each)) for each in savings]
        try:
            with outage():
                answers = await self._save.all(calls)
        # The cache stays: if the change was stored after all, the script refuses the next one,
        # which is then computed from Redis.
        except StoreUnavailable as failure:
            return [failure] * len(savings)
        return [self._outcome(each, answer) for each, answer in zip(savings, answers, strict=True)]

    def _outcome(self, saving: Saving, answer: Any) -> Exception | None:
        """The error that the script's answer stands for, if any; keeps the cache up to date."""
        if isinstance(answer, Exception):
            return unavailable(answer)
        outcome, *details = answer
        if outcome == b"saved":
            self.cache.put(saving.after)
            self._observer.saved(saving)
            self._observer.snapshots(len(saving.snapshots))
            return None
        # Another change was stored, so the cached match is out of date.
        self.cache.drop(saving.after.id)
        if outcome == b"known" and saving.key:
            return outcome_of_change(details[0], saving.key)
        if outcome == b"damaged":
            return DamagedMatch()
        self._observer.conflicted()
        return VersionMismatch(int(details[0]))

    async def log(self, match: AnyMatch, last: int, after: int = 0) -> list[AnyEntry]:
        """The log entries of the versions above `after` up to `last`, as far as there are any."""
        with self._observer.begin("log"):
            return parsed_log(match, await self.snapshots.entries(match.id, after, last))

    async def visited(self, match: AnyMatch) -> None:
        """Keep a waiting match for as long as after a change; at most once in VISIT_S."""
        if match.status != Status.WAITING or match.id in self._visited:
            return
        self._visited[match.id] = True
        with self._observer.begin("renew"), outage():
            await self._renew.one(keys.all_of(match.id), [self._life_ms(match), match.version])

    async def waiting(self, player_id: str, most: int) -> int:
        """The number of waiting matches with this player, exact from `most` on.

        Up to there, matches that have expired or that the player has left are counted, too. Of
        more than twice as many, the newest are looked at.
        """
        with self._observer.begin("waiting"), outage():
            count = await self._index.count_waiting(player_id)
            if count < most:
                return count
            scopes, size = [scope_of(player_id)], min(count, 2 * most)
            names = await self._index.page(scopes, "", Status.WAITING, "", size)
            found = await _load_all(self._redis, (keys.match(match_id(each)) for each in names))
            expired = [name for name, each in zip(names, found, strict=True) if each is None]
            await self._index.forget_waiting(player_id, expired)
        waiting = [each for each in found if each and each.status == Status.WAITING]
        return sum(each.seat_of(player_id) is not None for each in waiting)

    async def request_rematch(
        self, match: AnyMatch, seat: int, keep_score: bool, key: IdempotencyKey | None
    ) -> RematchRequests:
        """Note the request of a seat, and notify the others.

        Raise NotFound if the match has expired, IdempotencyMismatch.
        """
        names = [keys.match(match.id), keys.records(match.id), keys.rematch_requests(match.id)]
        others = [place.player for place in match.seats if place is not match.seats[seat]]
        args: list[Any] = [
            seat,
            int(keep_score),
            key.field if key else "",
            key.mark if key else "",
            f"{match.id} {match.version} rematch",
            *(player_channel(player.id) for player in others if player),
        ]
        # A label of the metrics, and so kept from when a rematch was asked for.
        with self._observer.begin("ask_rematch"):
            with outage():
                outcome, *details = await self._request_rematch.one(names, args)
            if outcome == b"gone":
                raise NotFound("There is no such match.")
            record, *flat = details
            by_seat = {
                int(each): keeps == b"1" for each, keeps in zip(flat[::2], flat[1::2], strict=True)
            }
            if outcome == b"known" and key:
                return RematchRequests(seats_recorded(record, key), by_seat, replayed=True)
            return RematchRequests(tuple(sorted(by_seat)), by_seat, replayed=False)

    async def page(
        self, scopes: Sequence[str], game: str, status: Status | None, before: str, size: int
    ) -> list[str]:
        """A page of the index; see `Index.page`."""
        with self._observer.begin("page"), outage():
            return await self._index.page(scopes, game, status, before, size)

    async def also_listed(
        self, scopes: Sequence[str], names: Sequence[str], game: str, status: Status | None
    ) -> list[str]:
        """Those of the index's members that other lists have, too; see `Index.also_in`."""
        with self._observer.begin("page"), outage():
            return await self._index.also_in(scopes, names, game, status)

    async def unlist(self, scopes: Sequence[str], match_ids: Sequence[str]) -> None:
        """Take expired matches out of the index."""
        with outage():
            await self._index.remove(scopes, match_ids)

    async def count_listed(self) -> dict[tuple[str, str], int]:
        """The number of listed public matches, by game and status."""
        with outage():
            return await self._index.count()

    async def claim_due(self, now_ms: int) -> list[str]:
        """Matches in which a player's time may have run out; see `Deadlines.claim`."""
        with self._observer.begin("claim_due"), outage():
            return await self._deadlines.claim(now_ms)

    async def reschedule(self, due: Mapping[str, int | None]) -> None:
        """When to check claimed matches again, in ms since the epoch; None is never."""
        with outage():
            await self._deadlines.put(due)

    def _life_ms(self, match: AnyMatch) -> int:
        """How long the match is kept unless it changes: it must outlive every deadline."""
        if match.ended:
            return self._ttl.finished
        if match.status == Status.WAITING:
            return self._ttl.waiting
        return self._ttl.abandoned + clock.thinking_ms(match)

    def _save_args(self, saving: Saving) -> list[Any]:
        before, after, key, answer = saving.before, saving.after, saving.key, saving.answer
        game = GAMES[after.game]
        players = [player_channel(seat.player.id) for seat in after.seats if seat.player]
        return [
            before.version if before else 0,
            head_of(before) if before else "",
            after.version,
            head_of(after),
            after.game,
            pack(orjson.dumps(after)),  # as match_json would, in half the time
            self._life_ms(after),
            key.field if key else "",
            record_of_change(key, answer) if key else "",
            f"{after.id} {after.version}",
            len(players),
            len(saving.snapshots),
            saving.snapshots[0].version // EVERY - 1 if saving.snapshots else 0,
            *players,
            *map(packed, saving.snapshots),
            *(
                pack(game.entry_json.dump_json(entry, exclude_defaults=True))
                for entry in saving.log
            ),
        ]


async def all_matches(redis: Redis) -> AsyncIterator[list[AnyMatch]]:
    """All matches in no order, up to CHUNK at a time; one may come twice.

    Matches that are created meanwhile may be left out.
    """
    chunk: list[bytes] = []
    # The pattern ends in "}": it finds the hashes, and no other keys of a match.
    async for key in redis.scan_iter(match=keys.match("*"), count=1000):
        chunk.append(key)
        if len(chunk) == CHUNK:
            yield [*filter(None, await _load_all(redis, chunk))]
            chunk = []
    yield [*filter(None, await _load_all(redis, chunk))]


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


def parsed_log(match: AnyMatch, rows: Iterable[bytes]) -> list[AnyEntry]:
    """The log entries of the match in rows of its log."""
    entry_json = GAMES[match.game].entry_json
    return [entry_json.validate_json(unpack(row)) for row in rows]


def _stamp(answer: Any) -> Stamp | Exception | None:
    if isinstance(answer, Exception):
        return unavailable(answer)
    version, head, gone = answer
    if version is None or head is None:
        return None
    return Stamp(int(version), head.decode(), gone or b"")


def head_of(match: AnyMatch) -> str:
    """Tells this version from others of the same number, which a restored Redis may have."""
    return match.log_head[:16]
