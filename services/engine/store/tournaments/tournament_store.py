"""Tournaments in Redis: what is known of one, and storing what follows from commands on it.

redislink.tournaments has the keys. A change is due before it is stored, and it enters lists before,
and leaves others afterwards: whatever an engine leaves undone when it dies, the director finds.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier_match import clock
from croupier_match.refusals import Conflict, NotFound
from croupier_tournament import Status, Tournament, due
from croupier_tournament.entries import Aborted, Entry, Paired, Resulted
from redis.asyncio import Redis
from redislink import tournaments as keys
from redislink.commands import Command, run
from redislink.durability import Durability
from redislink.script import Script, named
from redislink.telling import Telling
from redislink.tournament_logs import Known, TournamentLogs

from engine.store.archive.tournament_recall import TournamentRecall
from engine.store.errors import outage
from engine.store.observer import StoreObserver
from engine.store.scripts import ARGUMENT_LISTS, SCRIPTS
from engine.store.tournaments.key_chains import KeyChains
from engine.store.tournaments.summaries import players_of, summary_of

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

LOOK_MS = 2_000
"""When the director looks at a tournament whose change may not have been stored to the end."""
MOST_MADE = 20
"""Tournaments that one player may make in a day."""
DAY_MS = 24 * 60 * 60 * 1000
CALLS_FOR_MATCHES = (Paired, Resulted, Aborted)


@dataclass(frozen=True, slots=True)
class Appending:
    """What is stored together, over the version `before` with the hash `head`.

    `players` are the JSON of those who have joined, `gone` those whose names and seals go,
    `records` those of idempotency by their field, and `applied` the fields of ended matches that
    the log has by then. `seed` and `fields` are of a tournament that is created.
    """

    before: int
    head: str
    entries: Sequence[Entry]
    players: Mapping[str, str]
    gone: Sequence[str] = ()
    records: Mapping[str, str] = field(default_factory=dict)
    applied: Sequence[str] = ()
    seed: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def says_something(self) -> bool:
        """Whether there is anything to store."""
        return any((self.entries, self.players, self.gone, self.records, self.applied))


class TournamentStore:
    """The only place where engines read and write tournaments.

    Every call may raise StoreUnavailable.
    """

    def __init__(
        self,
        redis: Redis,
        durability: Durability | None = None,
        archive: "Archive | None" = None,
        observer: StoreObserver | None = None,
    ) -> None:
        self._redis: Any = redis
        self._logs = TournamentLogs(redis)
        self._telling = Telling(redis)
        self.archived = TournamentRecall(redis, archive, observer or StoreObserver())
        self._append = Script(
            redis, SCRIPTS / "append_tournament.lua", durability, prelude=ARGUMENT_LISTS
        )
        self.chains = KeyChains(redis)

    async def read(self, tournament_id: str) -> Known:
        """What is known of it by now. Raise NotFound."""
        with outage():
            known = await self._logs.read(tournament_id)
        if known is None:
            raise NotFound("There is no such tournament.")
        return known

    def forget(self, tournament_id: str) -> None:
        """Read it anew next time: its fold has entries that were not stored."""
        self._logs.forget(tournament_id)

    async def records(self, tournament_id: str, fields: Sequence[str]) -> list[bytes | None]:
        """The idempotency records of these fields, None where there is none."""
        if not fields:
            return []
        with outage():
            found: list[bytes | None] = await self._redis.hmget(keys.keys(tournament_id), [*fields])
        return found

    async def players(
        self, tournament_id: str, player_ids: Sequence[str]
    ) -> list[Mapping[str, Any] | None]:
        """What is stored of these players beside the log, in their order."""
        if not player_ids:
            return []
        with outage():
            found = await self._redis.hmget(keys.players(tournament_id), [*player_ids])
        return [json.loads(each) if each else None for each in found]

    async def ended(self, tournament_id: str) -> Mapping[str, Mapping[str, Any]]:
        """The matches that have ended and whose results the log may lack, by ROUND:TABLE:LEG."""
        with outage():
            found = await self._redis.hgetall(keys.ended(tournament_id))
        return {field.decode(): json.loads(each) for field, each in found.items()}

    async def note_made(self, tournament_id: str, maker_id: str, now_ms: int) -> None:
        """Count the tournament for its maker. Raise Conflict beyond MOST_MADE in a day."""
        key = keys.made_by(maker_id)
        with outage():
            _, _, made, _ = await run(
                self._redis,
                [
                    ("ZREMRANGEBYSCORE", key, "-inf", now_ms - DAY_MS),
                    ("ZADD", key, "NX", now_ms, tournament_id),
                    ("ZCARD", key),
                    ("PEXPIRE", key, DAY_MS),
                ],
            )
            if made > MOST_MADE:
                await self._redis.zrem(key, tournament_id)
        if made > MOST_MADE:
            raise Conflict(f"A player can make {MOST_MADE} tournaments a day.")

    async def append(self, known: Known, appending: Appending, now_ms: int) -> bool:
        """Store it; False if the tournament has another version by now.

        `known` is the tournament after it, and has to be forgotten if it is not stored.
        """
        it = known.tournament
        lists = _Lists(known, appending, now_ms)
        fields = {
            "version": it.version,
            "head": it.head,
            keys.SUMMARY: json.dumps(summary_of(it)),
            **appending.fields,
        }
        about = named(
            before=appending.before,
            head=appending.head,
            fields={name: str(value) for name, value in fields.items()},
            **({"seed": appending.seed} if appending.seed else {}),
        )
        flat = (
            [each.line for each in appending.entries],
            _flat(appending.players),
            appending.gone,
            _flat(appending.records),
            appending.applied,
        )
        args = [about, *(item for items in flat for item in (len(items), *items))]
        secret = [keys.secret(it.id)] if appending.seed else []
        with outage():
            await self._run(lists.entering)
            stored = await self._append.one([*keys.of_tournament(it.id), *secret], args)
            if stored == b"conflict":
                return False
            await self._run(lists.leaving)
        return True

    async def list_anew(self, tournament_id: str, status: Status, made: Mapping[str, Any]) -> None:
        """Have the lists say what the log says, whatever was left undone."""
        with outage():
            await self._run(_statuses(tournament_id, status, made))

    async def note_end(self, tournament_id: str) -> None:
        """Have a tournament that is over archived in time, and tell hooks of the installation.

        Twice, it changes nothing: they know by the id of a message that they had it.
        """
        it = (await self.read(tournament_id)).tournament
        told = {
            "tournamentId": it.id,
            "game": it.settings.game,
            "version": it.version,
            "status": it.status,
            "players": players_of(it),
            "rounds": len(it.rounds),
        }
        with outage():
            await self._run([keys.over(it.id, it.at)])
            await self._telling.tell([("tournament.finished", told)])

    async def call_for_tables(self, tournament_id: str, game: str, version: int) -> None:
        """Have its matches made, unless those of the log up to this version are: an engine may have
        died after it stored an entry that calls for some."""
        with outage():
            made = await self._redis.hget(keys.tournament(tournament_id), keys.MADE_UP_TO)
            if int(made or 0) < version:
                await self._run([("ZADD", keys.tables(game), "LT", 0, tournament_id)])

    async def _run(self, commands: Sequence[Command]) -> None:
        for answer in await run(self._redis, commands) if commands else ():
            if isinstance(answer, Exception):
                raise answer


class _Lists:
    """The commands that go with a change: those before it is stored, and those afterwards."""

    def __init__(self, known: Known, appending: Appending, now_ms: int) -> None:
        it = known.tournament
        calls = any(isinstance(each, CALLS_FOR_MATCHES) for each in appending.entries)
        made = clock.ms(known.made["createTime"])
        self.entering: list[Command] = [
            ("ZADD", keys.DUE, "LT", now_ms + LOOK_MS, it.id),
            *(("ZADD", keys.of_player(each), made, it.id) for each in appending.players),
        ]
        self.leaving: list[Command] = [
            ("ZADD", keys.DUE, "LT", min(due(it) or now_ms + LOOK_MS, now_ms + LOOK_MS), it.id),
            *(("ZREM", keys.of_player(each), it.id) for each in appending.gone),
        ]
        if calls:
            tables = keys.tables(it.settings.game)
            self.entering.append(("ZADD", tables, "LT", now_ms + LOOK_MS, it.id))
            self.leaving.append(("ZADD", tables, "LT", now_ms, it.id))
        if appending.seed:
            self.entering.append(("ZADD", keys.of_player(known.made["maker"]["id"]), made, it.id))
        if any(each.kind in _OF_STATUS for each in appending.entries):
            self.leaving += _statuses(it.id, it.status, known.made)


_OF_STATUS = ("opened", "checkInOpened", "started", "ended", "aborted")
"""Kinds of entries that change the status."""
LISTED = ("open", "checkIn", "running", "finished", "aborted")


def _statuses(tournament_id: str, status: Status, made: Mapping[str, Any]) -> list[Command]:
    """The commands that list a public tournament under its status, and under no other."""
    if made["access"] != "public":
        return []
    made_ms = clock.ms(made["createTime"])
    return [
        ("ZADD", keys.in_status(each), made_ms, tournament_id)
        if each == status
        else ("ZREM", keys.in_status(each), tournament_id)
        for each in LISTED
    ]


def _flat(pairs: Mapping[str, str]) -> list[str]:
    return [each for pair in pairs.items() for each in pair]


def version_of(it: Tournament) -> tuple[int, str]:
    """What the next change of the tournament is stored over; nothing of one that is not stored."""
    return it.version, it.head if it.version else ""
