"""What is stored together of a tournament, and the commands on lists that go along with it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier_match import clock
from croupier_tournament import Status, due
from croupier_tournament.entries import Aborted, Entry, Paired, Resulted
from redislink import tournaments as keys
from redislink.commands import Command
from redislink.script import named
from redislink.tournament_logs import Known

from engine.store.idempotency import IdempotencyKey
from engine.store.tournaments.summaries import summary_of

LOOK_MS = 2_000
"""How soon the director looks at a tournament of which something may not have been stored."""
CALL_FOR_MATCHES = (Paired, Resulted, Aborted)
"""Entries that may call for matches, or for the end of some."""
LISTED = (Status.OPEN, Status.CHECK_IN, Status.RUNNING, Status.FINISHED, Status.ABORTED)


@dataclass(frozen=True, slots=True)
class Appending:
    """What is stored together, over the version `before` with the hash `head`.

    `players` are those of whom something else is stored beside the log then, None for nothing;
    `records` those of idempotency by their field, and `applied` the fields of ended matches that
    the log has by then. `seed` and `fields` are of a tournament that is created. What its director
    does by itself need not make it due: the director has claimed it, and looks at it again.
    """

    before: int
    head: str
    entries: Sequence[Entry]
    players: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)
    records: Mapping[str, str] = field(default_factory=dict)
    applied: Sequence[str] = ()
    seed: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    makes_due: bool = True

    @property
    def says_something(self) -> bool:
        """Whether there is anything to store."""
        return any((self.entries, self.players, self.records, self.applied))

    def args(self, known: Known, turn: str = "") -> list[Any]:
        """The arguments of append_tournament.lua; `known` is the tournament after it."""
        it = known.tournament
        fields = {
            keys.VERSION: str(it.version),
            keys.HEAD: it.head,
            keys.SUMMARY: json.dumps(summary_of(it)),
            **self.fields,
        }
        seed = {"seed": self.seed} if self.seed else {}
        about = named(before=self.before, head=self.head, fields=fields, turn=turn, **seed)
        stored = {each: json.dumps(says) for each, says in self.players.items() if says}
        lists: tuple[Sequence[Any], ...] = (
            [each.line for each in self.entries],
            [*_flat(stored)],
            [each for each in self.players if each not in stored],
            [*_flat(self.records)],
            self.applied,
        )
        return [about, *(each for items in lists for each in (len(items), *items))]

    def entering(self, known: Known, now_ms: int) -> list[Command]:
        """The commands before it is stored: its director looks at it, and lists have it."""
        it, made_ms = known.tournament, clock.ms(known.made["createTime"])
        players = [each for each, says in self.players.items() if says and "seals" in says]
        if self.seed:
            players.append(known.made["maker"]["id"])
        return [
            *self._due(it.id, now_ms + LOOK_MS),
            *(("ZADD", keys.of_player(each), made_ms, it.id) for each in players),
            *self._tables(known, now_ms + LOOK_MS),
        ]

    def leaving(self, known: Known, now_ms: int) -> list[Command]:
        """The commands afterwards: lists have it no more that have had it before."""
        it, soon = known.tournament, now_ms + LOOK_MS
        maker = known.made["maker"]["id"]
        gone = [each for each, says in self.players.items() if not says or "seals" not in says]
        moment = due(it)
        return [
            *self._due(it.id, soon if moment is None else min(moment, soon)),
            *(("ZREM", keys.of_player(each), it.id) for each in gone if each != maker),
            *self._tables(known, now_ms),
            *(in_its_status(it.id, it.status, known.made) if self._changes_status else ()),
        ]

    def _due(self, tournament_id: str, at_ms: int) -> Iterator[Command]:
        if self.makes_due:
            yield ("ZADD", keys.DUE, "LT", at_ms, tournament_id)

    def _tables(self, known: Known, at_ms: int) -> Iterator[Command]:
        if any(isinstance(each, CALL_FOR_MATCHES) for each in self.entries):
            it = known.tournament
            yield ("ZADD", keys.tables(it.settings.game), "LT", at_ms, it.id)

    @property
    def _changes_status(self) -> bool:
        kinds = ("opened", "checkInOpened", "started", "ended", "aborted")
        return any(each.kind in kinds for each in self.entries)


def in_its_status(tournament_id: str, status: Status, made: Mapping[str, Any]) -> list[Command]:
    """The commands that list a public tournament under its status, and under no other."""
    if made["access"] != "public":
        return []
    made_ms = clock.ms(made["createTime"])
    return [
        ("ZADD", keys.in_status(each), made_ms, tournament_id)
        if each is status
        else ("ZREM", keys.in_status(each), tournament_id)
        for each in LISTED
    ]


def record_of(key: IdempotencyKey, version: int) -> str:
    """The record of a wish that was carried out: see engine.store.idempotency."""
    return json.dumps([key.mark, version])


def _flat(pairs: Mapping[str, str]) -> Iterator[str]:
    for name, value in pairs.items():
        yield name
        yield value
