"""What is stored together of a tournament, and the commands on lists that go along with it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier_match import clock
from croupier_tournament import Status, due
from croupier_tournament.entries import Aborted, Entry, Paired, Registered, Resulted
from redislink import tournaments as keys
from redislink.channels import TOURNAMENT, player_channel
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
class Stand:
    """What a tournament has to be when something is stored of it: the version of its log, the hash
    of that, and how often anything that is stored of it has changed. By default, it is not there.
    """

    version: int = 0
    head: str = ""
    changes: int = 0


def stand_of(known: Known) -> Stand:
    """What the next change of a tournament is stored over; it has to be there."""
    it = known.tournament
    return Stand(it.version, it.head, known.changes)


@dataclass(frozen=True, slots=True)
class Appending:
    """What is stored together, `over` what the tournament was when it was decided.

    `players` are those of whom something else is stored beside the log then, None for nothing;
    `records` those of idempotency by their field, and `applied` the fields of ended matches that
    the log has by then. `seed` and `fields` are of a tournament that is created. What its director
    does by itself need not make it due: the director has claimed it, and looks at it again.
    """

    over: Stand
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
        """The arguments of append_tournament.lua; `known` is the tournament after it.

        Raise RuntimeError if the tournament has entries that are not among these.
        """
        it, over = known.tournament, self.over
        if over.version + len(self.entries) != it.version:
            raise RuntimeError("Entries of a tournament would not be stored.")
        fields = {
            keys.VERSION: str(it.version),
            keys.HEAD: it.head,
            keys.SUMMARY: json.dumps(summary_of(it)),
            **self.fields,
        }
        seed = {"seed": self.seed} if self.seed else {}
        stand = {"before": over.version, "head": over.head, "changes": over.changes}
        about = named(**stand, fields=fields, turn=turn, **seed)
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
        it = known.tournament
        return [
            *self._due(it.id, now_ms + LOOK_MS),
            *self._listed(known),
            *self._tables(known, now_ms + LOOK_MS),
        ]

    def leaving(self, known: Known, now_ms: int) -> list[Command]:
        """The commands afterwards: lists have it no more that have had it before, and who has
        joined is told to follow it.

        Those that have it get it once more: another engine, where a player left before, may only
        have taken it off the list by now.
        """
        it, soon = known.tournament, now_ms + LOOK_MS
        moment = due(it)
        return [
            *self._due(it.id, soon if moment is None else min(moment, soon)),
            *(("ZREM", keys.of_player(each), it.id) for each in self.gone(known)),
            *self._listed(known),
            *self._tables(known, now_ms),
            *(in_its_status(it.id, it.status, known.made) if self._changes_status else ()),
            *(
                ("PUBLISH", player_channel(each.player), f"{TOURNAMENT} {it.id}")
                for each in self.entries
                if isinstance(each, Registered)
            ),
        ]

    def gone(self, known: Known) -> list[str]:
        """The players whose lists have it no more; the maker's always has it."""
        maker = known.made["maker"]["id"]
        return [
            each
            for each, says in self.players.items()
            if each != maker and (not says or "seals" not in says)
        ]

    def _listed(self, known: Known) -> Iterator[Command]:
        for each, says in self.players.items():
            if says and "seals" in says:
                yield listed_for(each, known)
        if self.seed:
            yield listed_for(known.made["maker"]["id"], known)

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


def listed_for(player_id: str, known: Known) -> Command:
    """The command that puts a tournament on the list of one of its players, or of its maker."""
    made_ms = clock.ms(known.made["createTime"])
    return ("ZADD", keys.of_player(player_id), made_ms, known.tournament.id)


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
