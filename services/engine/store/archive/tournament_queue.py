"""The tournaments that are over, and what the worker does with them in Redis.

See redislink.tournaments for the keys. A claim is a lease: what a worker leaves undone is done by
the next. Storing a tournament once more changes nothing.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any

from croupier_match import clock
from croupier_tournament.entries import Aborted, Ended
from croupier_tournament.tournament import Status
from redis.asyncio import Redis
from redislink import tournaments
from redislink.commands import Command, run, run_all
from redislink.script import Script

from engine.store.archive.archived_matches import RESTORED_MS
from engine.store.archive.archived_tournaments import (
    PAGE,
    ArchivedTournaments,
    StoredTournament,
)
from engine.store.archive.tournament_recall import LISTED_MS
from engine.store.errors import outage
from engine.store.indexes.due_queue import Claimed, DueQueue, LeaseQueue
from engine.store.observer import StoreObserver
from engine.store.scripts import SCRIPTS

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

BATCH = 10
"""Tournaments that are claimed at once."""
LEASE_MS = 120_000
SWEEP_MS = 6 * 60 * 60 * 1000
SEALED = 100
"""Players whose seals are dropped at once, in a few milliseconds."""
SWEPT = 100
"""Tournaments that are looked at in one round trip."""
OVER_KINDS = (Ended.kind, Aborted.kind)
OVER_STATUSES = (Status.FINISHED, Status.ABORTED)


class TournamentQueue:
    """The queue in Redis, on the way to an archive. Every call may raise StoreUnavailable."""

    def __init__(
        self,
        redis: Redis,
        archive: "Archive | None",
        kept: timedelta,
        observer: StoreObserver | None = None,
    ) -> None:
        """Redis has a log for the time `kept` after the end: one that is archived, or any one if
        there is no archive."""
        self._redis: Any = redis
        self._archived = ArchivedTournaments(archive) if archive else None
        self._kept_ms = kept // clock.MILLISECOND
        self._observer = observer or StoreObserver()
        self._due = LeaseQueue(redis, tournaments.OVER, LEASE_MS, BATCH)
        self._sweeps = DueQueue(redis, tournaments.SWEEP, SWEEP_MS, 1)
        self._finish = Script(redis, SCRIPTS / "finish_tournament.lua")
        self._unseal = Script(redis, SCRIPTS / "drop_seals.lua")

    async def first(self) -> float:
        """When the first of all is or was due, ms since the epoch; infinite for none."""
        return await self._due.first()

    async def claim(self, now_ms: int) -> list[Claimed]:
        """Up to BATCH tournaments that are due, which no other worker gets for LEASE_MS."""
        return await self._due.claim(now_ms)

    async def settle(self, claimed: Claimed, now_ms: int) -> str:
        """Archive a tournament that is over, or drop it if it was kept long enough without an
        archive; "archived" or "dropped" if either was done, else "".

        One that is gone, or goes on since Redis was restored, is due no more. Raise ValueError if
        its log lacks entries.
        """
        await self._drop_seals(claimed.id)
        stored = await self.read(claimed.id)
        if stored is None:
            await self._due.finish([claimed])
            return ""
        if self._archived is None:
            return "dropped" if await self._drop_old(claimed, stored, now_ms) else ""
        with self._observer.begin("archive_put"):
            await self._archived.put(stored)
        if await self._leave(stored, now_ms):  # else a name has just gone, and the copy has it
            await self._trim_lists(stored, now_ms)
            await self._due.finish([claimed])
        return "archived"

    async def read(self, tournament_id: str) -> StoredTournament | None:
        """All of a tournament that is over, None for others. Raise ValueError without its whole
        log."""
        with outage():
            fields = await self._redis.hgetall(tournaments.tournament(tournament_id))
            last = await self._last_entry(tournament_id)
            if not _is_end(last) or not fields:
                return None
            said = await self._redis.hgetall(tournaments.players(tournament_id))
        lines = await self._lines(tournament_id)
        if len(lines) != int(fields[b"version"]):
            raise ValueError("The log of a tournament lacks entries.")
        ended = datetime.fromtimestamp(last["at"] / 1000, UTC)
        fields.pop(tournaments.ARCHIVED.encode(), None)
        players = {player.decode(): each for player, each in said.items()}
        return StoredTournament(tournament_id, ended, fields, lines, players)

    async def sweep(self, now_ms: int, again: bool = False) -> int:
        """Make all tournaments due that are over and not archived; return their number.

        With `again`, those too that are, as far as Redis still has their logs.
        """
        count, some = 0, list[str]()
        with outage():
            name = tournaments.tournament("*")
            async for key in self._redis.scan_iter(match=name, count=1000):
                some.append(tournaments.id_in(key))
                if len(some) == SWEPT:
                    count, some = count + await self._sweep(some, now_ms, again), []
            return count + await self._sweep(some, now_ms, again)

    async def claim_sweep(self, now_ms: int) -> bool:
        """Whether it is time to `sweep`, and no other worker does."""
        with outage():
            await self._redis.zadd(tournaments.SWEEP, {"all": 0}, nx=True)
            return bool((await self._sweeps.claim(now_ms)).ids)

    async def _drop_seals(self, tournament_id: str) -> None:
        """Drop the seals of a tournament that is over, before all is read of its players at once:
        in an arena, each may have hundreds."""
        own = tournaments.players(tournament_id)
        with outage():
            if not _is_end(await self._last_entry(tournament_id)):
                return
            players = await self._redis.hkeys(own)
            for first in range(0, len(players), SEALED):
                await self._unseal.one([own], players[first : first + SEALED])

    async def _last_entry(self, tournament_id: str) -> Any:
        log = tournaments.log(tournament_id)
        last = [*_lines_of(await self._redis.xrevrange(log, "+", "-", count=1))]
        return json.loads(last[0]) if last else None

    async def _lines(self, tournament_id: str) -> list[bytes]:
        """The lines of a log."""
        log, lines, last = tournaments.log(tournament_id), list[bytes](), "0-0"
        with outage():
            while page := await self._redis.xrange(log, f"({last}", "+", count=PAGE):
                lines += _lines_of(page)
                last = page[-1][0].decode()
        return lines

    async def _leave(self, stored: StoredTournament, now_ms: int) -> bool:
        """Let a tournament leave Redis in time; False if it has changed since it was read."""
        life_ms = max(RESTORED_MS, clock.epoch_ms(stored.ended) + self._kept_ms - now_ms)
        changes = stored.fields.get(tournaments.CHANGES.encode(), b"")
        args = [stored.fields[b"version"], changes, life_ms, LISTED_MS + life_ms]
        with outage():
            return bool(await self._finish.one(tournaments.all_of(stored.id), args))

    async def _drop_old(self, claimed: Claimed, stored: StoredTournament, now_ms: int) -> bool:
        """Drop a tournament from Redis and from all lists, if it was kept long enough."""
        until_ms = clock.epoch_ms(stored.ended) + self._kept_ms
        if now_ms < until_ms:
            await self._due.put_off({claimed: until_ms})
            return False
        in_lists = [("ZREM", key, stored.id) for key in _lists_of(stored)]
        await self._run_all([*in_lists, ("UNLINK", *tournaments.all_of(stored.id))])
        await self._due.finish([claimed])
        return True

    async def _trim_lists(self, stored: StoredTournament, now_ms: int) -> None:
        """Take out of the lists that have this tournament what is too old for them by now."""
        # By when they were made: an old one may have ended just now.
        before = f"({now_ms - 2 * LISTED_MS}"
        await self._run_all(
            [("ZREMRANGEBYSCORE", key, "-inf", before) for key in _lists_of(stored)]
        )

    async def _run_all(self, commands: Sequence[Command]) -> None:
        with outage():
            for first in range(0, len(commands), PAGE):
                await run_all(self._redis, commands[first : first + PAGE])

    async def _sweep(self, ids: Sequence[str], now_ms: int, again: bool) -> int:
        if not ids:
            return 0
        commands: list[Command] = []
        for each in ids:
            key = tournaments.tournament(each)
            commands.append(("HGET", key, tournaments.ARCHIVED))
            commands.append(("XREVRANGE", tournaments.log(each), "+", "-", "COUNT", "1"))
        answers = await run(self._redis, commands)
        found = dict[str, int]()
        for each, archived, last in zip(ids, answers[::2], answers[1::2], strict=True):
            entry = next(map(json.loads, _lines_of(last)), None)
            if entry and entry["kind"] in OVER_KINDS and (again or not archived):
                found[each] = now_ms if again else entry["at"] + tournaments.ARCHIVED_AFTER_MS
        if found:
            await self._run_all([command for each in found for command in _keeping(each)])
            await self._redis.zadd(tournaments.OVER, found, nx=True)
        return len(found)


def _is_end(last: Any) -> bool:
    """Whether a log is over whose last entry it is, None for none."""
    return last is not None and last["kind"] in OVER_KINDS


def _keeping(tournament_id: str) -> Iterator[Command]:
    """The commands that let a tournament stay until it is archived once more."""
    own = (tournaments.log, tournaments.players)
    yield ("HDEL", tournaments.tournament(tournament_id), tournaments.ARCHIVED)
    yield from (("PEXPIRE", each(tournament_id), str(LISTED_MS)) for each in own)


def _lines_of(entries: Any) -> Iterator[bytes]:
    """The lines of entries of a stream, as redis-py or Redis itself gives them."""
    for _, fields in entries:
        yield fields[tournaments.LINE.encode()] if isinstance(fields, dict) else fields[1]


def _lists_of(stored: StoredTournament) -> list[str]:
    """The lists that may have it."""
    people = dict.fromkeys(chain([stored.maker], stored.players))
    return [*map(tournaments.in_status, OVER_STATUSES), *map(tournaments.of_player, people)]
