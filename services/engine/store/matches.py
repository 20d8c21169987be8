"""Matches in Redis: loading, and storing a change with all that belongs to it.

Everything about a match lies in one cluster slot:

    match:{ID}          hash   version, head (of the log, 16 digits), game, match (packed JSON),
                               until (ms since the epoch: when it was last said to expire),
                               gone (players whose names were removed, see name_removal),
                               audit (what operators did, see engine.store.audit),
                               invited:PLAYER (an invitation, see engine.store.invitations),
                               archived, touched (see engine.store.archive.archived_matches),
                               tallied (see redislink.ratings)
    match:{ID}:log      list   one entry per version (packed JSON)
    match:{ID}:keys     hash   digest of player and key -> idempotency record
    match:{ID}:rematch  hash   seat -> "1" keeps the score, "0" does not, and what it gives to the
                               deal: "1 ENTROPY SEAL", "1 ENTROPY", "1  SEAL" or "1"
    match:{ID}:snapshots  list  earlier versions, see engine.store.snapshots

The channel match:{ID} carries each new version and head with those before, see
redislink.channels. The channel player:{ID}:notices carries what has changed for a player: "MATCH
VERSION", "MATCH VERSION rematch" when another player requests a rematch, and "MATCH VERSION
withdrawn SEAT" or "MATCH VERSION declined SEAT" when that has ended.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cachetools import TTLCache
from croupier_match.entries import Entry
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import Conflict, NotFound
from croupier_match.sealing import NOTHING, Given
from redis.asyncio import Redis
from redislink.channels import player_channel
from redislink.durability import Durability
from redislink.ratings import NOT_RATED
from redislink.script import Script, named

from engine.store import keys
from engine.store.archive.archived_matches import Archiving
from engine.store.audit import Audit
from engine.store.cache import MatchCache
from engine.store.deals import DealStore
from engine.store.engines import Engines
from engine.store.errors import outage, unavailable
from engine.store.idempotency import (
    IdempotencyKey,
    outcome_of_change,
    recorded,
    seats_recorded,
)
from engine.store.indexes.due_matches import Deadlines
from engine.store.indexes.due_queue import Claims
from engine.store.indexes.match_lists import Lists
from engine.store.installation import InstallationStore
from engine.store.invitations import InvitationStore
from engine.store.loading import FIELDS, Loaded, load_all, parsed_log
from engine.store.maintenance import Maintenance
from engine.store.match_json import read_match
from engine.store.name_removal import Names
from engine.store.observer import StoreObserver
from engine.store.ratings.shown_ratings import ShownRatings
from engine.store.saves import Saves
from engine.store.scripts import SCRIPTS
from engine.store.snapshots import Snapshots
from engine.store.tickets import TicketStore
from engine.store.tournaments.tournament_store import TournamentStore
from engine.store.types import RematchRequests, Saving, Stamp, Ttl

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

VISITS, VISIT_S = 10_000, 3600.0
"""How many visits of waiting matches are remembered, and for how long none is noted again."""


class MatchStore:
    """The only place where matches are read and written."""

    def __init__(
        self,
        redis: Redis,
        ttl: Ttl,
        cached_matches: int = 0,
        durability: Durability | None = None,
        observer: StoreObserver | None = None,
        archive: "Archive | None" = None,
        group: str = "",
    ) -> None:
        """Up to `cached_matches` are kept in this process as they were last seen.

        With a `durability`, StoreUnavailable is raised for a change that is not known to be
        as durable. It may have been stored all the same: a repeat will find it then.
        What Redis has no more is looked for in the `archive`, if there is one.
        `group` is that of this engine.
        """
        self.observer = observer or StoreObserver()
        self._redis = redis
        self._durability = durability
        self.cache = MatchCache(cached_matches, self.observer.looked_up)
        self._save = Script(redis, SCRIPTS / "save_matches.lua", durability)
        self._request_rematch = Script(redis, SCRIPTS / "request_rematch.lua")
        self._stamps = Script(redis, SCRIPTS / "stamps.lua")
        self._end_rematch = Script(redis, SCRIPTS / "end_rematch.lua")
        self._rewrite_record = Script(redis, SCRIPTS / "rewrite_record.lua", durability)
        self._renew = Script(redis, SCRIPTS / "renew_match.lua")
        self._visited: TTLCache[str, bool] = TTLCache(VISITS, VISIT_S)
        self._ttl = ttl
        self._deadlines = Deadlines(redis)
        self._last_read: list[bytes | None] = [None] * len(FIELDS)
        self.archiving = Archiving(redis, archive, self.observer)
        self._saves = Saves(redis, self._save, ttl, self.cache, self.observer)
        self.engines = Engines(redis, group)
        self.lists = Lists(redis, self.observer, archive, self.engines.games)
        self.deals = DealStore(redis, durability)
        self.tickets = TicketStore(redis, ttl.ticket)
        self.shown_ratings = ShownRatings(redis, group)
        self.audit = Audit(redis, self.archiving, durability)
        self.snapshots = Snapshots(redis, self.observer, self.archiving)
        self.names = Names(redis, self.archiving, durability)
        self.maintenance = Maintenance(redis)
        self.installation = InstallationStore(redis, durability)
        self.invitations = InvitationStore(redis, durability)
        self.tournaments = TournamentStore(redis, durability, archive, self.observer)

    @property
    def in_cluster(self) -> bool:
        """Whether matches lie on several servers, of which one may not answer."""
        return not self._save.takes_all_at_once

    async def load(
        self, match_id: str, key: IdempotencyKey | None = None, archived: bool = True
    ) -> AnyMatch:
        """The match. With a key, raise AlreadyDone or IdempotencyMismatch if it was used.

        Raise NotFound if there is none; unless `archived`, also if only the archive has it.
        """
        with self.observer.begin("load"):
            with outage():
                pipeline = self._redis.pipeline(transaction=False)
                pipeline.hmget(keys.match(match_id), FIELDS)
                if key:
                    # No transaction: a record made in between is found by the script that saves.
                    pipeline.hget(keys.records(match_id), key.field)
                stored, *records = await pipeline.execute()
            found = read_match(*stored)
            if found is None and archived and (kept := await self.archiving.find_one(match_id)):
                return kept
            if found is None:
                self._take_as_long()
                raise NotFound("There is no such match.")
            self._last_read = stored
            if key and records[0]:
                await self._make_durable(match_id, key)
                raise outcome_of_change(records[0], key)
            return found

    def _take_as_long(self) -> None:
        """Take the time of a match that is there, but is kept from the caller."""
        read_match(*self._last_read)

    async def check_unused(self, match_id: str, key: IdempotencyKey) -> None:
        """Raise AlreadyDone or IdempotencyMismatch if the key was used for this match."""
        with self.observer.begin("load"), outage():
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

    async def load_many(self, match_ids: Sequence[str], archived: bool = False) -> list[Loaded]:
        """Return the matches in the same order, or why one cannot be read; None where there is
        none.

        If `archived`, also those that only the archive has.
        """
        with self.observer.begin("load_many"):
            with outage():
                found = await load_all(self._redis, map(keys.match, match_ids))
            if archived:
                found = await self.archiving.fill(match_ids, found)
            for match in found:
                if match is None:
                    self._take_as_long()
            return found

    async def stamps(self, match_ids: Sequence[str]) -> list[Stamp | Exception | None]:
        """The stamp of each match, in the same order, or the error; None where there is none."""
        calls = [([keys.match(each)], ()) for each in match_ids]
        with self.observer.begin("stamps") as call:
            with outage():
                call.answer = answers = await self._stamps.all(calls)
            return [*map(_stamp, answers)]

    async def versions(self, match_ids: Sequence[str]) -> list[int]:
        """The stored versions, in the same order; 0 where there is no such match."""
        with self.observer.begin("versions"), outage():
            pipeline = self._redis.pipeline(transaction=False)
            for match_id in match_ids:
                pipeline.hget(keys.match(match_id), "version")
            return [int(version or 0) for version in await pipeline.execute()]

    async def exists(self, match_id: str) -> bool:
        """Whether there is such a match, in Redis or in the archive."""
        return any(await self.versions([match_id])) or any(await self.archiving.find([match_id]))

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
        if the key was used, DamagedMatch if the log is not whole.
        """
        with self.observer.begin("save"):
            (failure,) = await self._saves.all([saving])
            if failure:
                raise failure

    async def save_all(self, savings: Sequence[Saving]) -> list[Exception | None]:
        """Store changes of different matches; what `save` raises for each, or None.

        It takes one round trip; in a cluster, several for those that change lists.
        """
        if not savings:
            return []
        with self.observer.begin("save_all") as call:
            call.answer = failures = await self._saves.all(savings)
            return failures

    async def log(self, match: AnyMatch, last: int, after: int = 0) -> list[Entry]:
        """The log entries of the versions above `after` up to `last`, as far as there are any."""
        with self.observer.begin("log"):
            return parsed_log(match, await self.snapshots.entries(match.id, after, last))

    async def note_visit(self, match: AnyMatch) -> None:
        """Keep a waiting match for as long as after a change; at most once in VISIT_S.

        Raise StoreUnavailable.
        """
        if match.status != Status.WAITING or match.id in self._visited:
            return
        self._visited[match.id] = True
        with self.observer.begin("renew"), outage():
            await self._renew.one(keys.all_of(match.id), [self._ttl.life_ms(match), match.version])

    async def request_rematch(
        self,
        match: AnyMatch,
        seat: int,
        keep_score: bool,
        key: IdempotencyKey | None,
        given: Given = NOTHING,
        gone: Collection[int] = (),
    ) -> RematchRequests:
        """Note the request of a seat, and notify the others. Those of seats that are gone end.

        What a seat has given stays. Raise NotFound if the match has expired, IdempotencyMismatch,
        Conflict if the seat has given something else before, or another seat the same seal.
        """
        names = [keys.match(match.id), keys.records(match.id), keys.rematch_requests(match.id)]
        others = [place.player for place in match.seats if place is not match.seats[seat]]
        asked = named(
            seat=seat,
            request=_written(keep_score, given),
            key=key.field if key else "",
            fingerprint=key.mark if key else "",
            notification=f"{match.id} {match.version} rematch",
            gone=sorted(gone),
            seats=len(match.seats),
            channels=[player_channel(player.id) for player in others if player],
        )
        # A label of the metrics, and so kept from when a rematch was asked for.
        with self.observer.begin("ask_rematch"):
            with outage():
                outcome, *details = await self._request_rematch.one(names, [asked])
            if outcome == b"gone":
                raise NotFound("There is no such match.")
            if outcome == b"bound":
                raise Conflict("You have asked with another seal or other entropy, which stays.")
            if outcome == b"sealed":
                raise Conflict("Another seat has asked with the same seal.")
            record, *flat = details
            found = _by_seat(dict(zip(flat[::2], flat[1::2], strict=True)))
            by_seat = {each: keeps for each, (keeps, _) in found.items()}
            gifts = {each: gift for each, (_, gift) in found.items()}
            if outcome == b"known" and key:
                recorded = seats_recorded(record, key)
                return RematchRequests(recorded, by_seat, True, gifts)
            return RematchRequests(tuple(sorted(by_seat)), by_seat, False, gifts)

    async def end_rematch(self, match: AnyMatch, seat: int) -> None:
        """Withdraw the request of a seat, or all if it has none, and notify the players.

        Raise Conflict once all have asked, NotFound if the match has expired.
        """
        told = f"{match.id} {match.version}"
        ended = named(
            seat=seat,
            seats=len(match.seats),
            withdrawn=f"{told} withdrawn {seat}",
            declined=f"{told} declined {seat}",
            channels=[player_channel(each.player.id) for each in match.seats if each.player],
        )
        names = [keys.match(match.id), keys.rematch_requests(match.id)]
        with self.observer.begin("end_rematch"), outage():
            outcome = await self._end_rematch.one(names, [ended])
        if outcome == b"gone":
            raise NotFound("There is no such match.")
        if outcome == b"made":
            raise Conflict("All have asked for the rematch: the new match is made.")

    async def rematch_seats(self, match_id: str) -> list[int]:
        """The seats that have asked for a rematch, ascending."""
        with outage():
            found: Any = await self._redis.hkeys(keys.rematch_requests(match_id))
        return sorted(map(int, found))

    async def given_to_rematch(self, match_id: str) -> dict[int, Given]:
        """What the seats that have asked for a rematch give to its deal."""
        with outage():
            found: Any = await self._redis.hgetall(keys.rematch_requests(match_id))
        return {seat: given for seat, (_, given) in _by_seat(found).items()}

    async def claim_due(self, now_ms: int) -> Claims:
        """Matches in which a player's time may have run out; see `Deadlines.claim`."""
        with self.observer.begin("claim_due"), outage():
            return await self._deadlines.claim(now_ms)

    async def reschedule(self, due: Mapping[str, int | None]) -> None:
        """Set when to check claimed matches again, in ms since the epoch; None is never."""
        with outage():
            await self._deadlines.put(due)


def _written(keep_score: bool, given: Given) -> str:
    """A request for a rematch as it is stored."""
    return f"{int(keep_score)} {given.entropy} {given.seal}".rstrip()


def _by_seat(fields: Mapping[bytes, bytes]) -> dict[int, tuple[bool, Given]]:
    """The stored requests for a rematch."""
    requests = {}
    for seat, written in fields.items():
        # Without a gift, nothing follows the first.
        keeps, entropy, seal, *_ = f"{written.decode()}  ".split(" ")
        requests[int(seat)] = keeps == "1", Given(entropy, seal)
    return requests


def _stamp(answer: Any) -> Stamp | Exception | None:
    if isinstance(answer, Exception):
        return unavailable(answer)
    version, head, gone, tallied = answer
    if version is None or head is None:
        return None
    ratings = b"" if tallied in (None, NOT_RATED.encode()) else tallied
    return Stamp(int(version), head.decode(), gone or b"", ratings)
