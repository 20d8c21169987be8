"""The server's own wishes of a tournament: what time brings, and the ends of matches."""

import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from croupier_tournament import (
    NotOfTheTable,
    Status,
    Tournament,
    commands,
    due,
    refusals,
    report_of,
)
from croupier_tournament.commands import Command
from croupier_tournament.entries import Held, Reason
from croupier_tournament.tournament import Round

from engine.service.tournaments.wishes import Followed, Situation
from engine.store.tournaments.ends import Place
from engine.store.tournaments.summaries import told_of

MOST_ENTRIES = 500
"""Entries of one wish: the others follow in the next."""
OVERDUE = 200
"""Matches that are looked at before their tables are called overdue."""
RUNNING_MS = 5_000
"""How long nobody looks at a tournament that runs: its game may not be played any more."""
WAITING_MS = 60_000
"""The same of one that does not run."""
AGAIN_MS = 1_000
"""When to look again at one of which something is due that cannot be done."""
ARENA_MS = 3_000
"""The same of an arena in which nobody could be paired."""
ABANDONED_MS = 30 * 24 * 60 * 60 * 1000
STOOD_STILL = "nothing has happened for 30 days"

log = logging.getLogger("engine")


@dataclass(slots=True)
class Survey:
    """The wish to know how a tournament stands: it says so once it has been carried out.

    `overdue` are the matches of the next tables that are overdue.
    """

    status: Status = Status.DRAFT
    game: str = ""
    rules: str = ""
    made: Mapping[str, Any] = field(default_factory=dict)
    overdue: Sequence[Place] = ()
    player_id: str = ""

    def is_light(self, status: Status) -> bool:
        return True

    def decide(self, situation: Situation) -> Followed:
        it = situation.known.tournament
        self.status, self.made = it.status, situation.known.made
        self.game = it.settings.game
        self.rules = f"{it.settings.game}@{it.settings.rules_version}"
        tables = (
            _open_match(each, table)
            for each in _overdue(it, situation.now_ms)
            for table in sorted(each.open_tables)
        )
        self.overdue = [*islice(tables, OVERDUE)]
        return Followed()


def _overdue(it: Tournament, now_ms: int) -> Iterator[Round]:
    """The rounds of which tables are overdue, in the order in which these are called so; of each,
    the table of the least number comes first."""
    if it.status is Status.RUNNING and not it.is_held:
        for each in it.open_rounds.values():
            if max(now_ms, it.at) >= each.ends_by:
                yield each


def _open_match(of: Round, table: int) -> Place:
    """The match that an open table of a round plays."""
    return of.number, table, of.table(table).leg


@dataclass(slots=True)
class Direct:
    """The wish that all that is due happens: it is held or goes on, ends of matches are applied,
    and then comes what time brings.

    `played` is whether an engine plays its matches, `ended` are the ends by ROUND:TABLE:LEG,
    `looked_at` the matches that have no other end: these may be overdue. In maintenance no round
    `may_begin`. Once it has been carried out, it says how the tournament stands, whether something
    is left to be done at once, when to look again, in milliseconds, what is to be told of it, and
    the time of its last entry.
    """

    played: bool
    ended: Mapping[str, Mapping[str, Any]]
    looked_at: Collection[Place] = ()
    may_begin: bool = True
    status: Status = Status.DRAFT
    version: int = 0
    left: bool = False
    next_look: int = 0
    told: Mapping[str, Any] = field(default_factory=dict)
    at: int = 0
    player_id: str = ""

    def is_light(self, status: Status) -> bool:
        # At most, the check-in opens then: a round is paired later.
        return status is Status.OPEN

    def decide(self, situation: Situation) -> Followed:
        it, followed = situation.known.tournament, Followed()
        if change := self._hold(it):
            situation.advance(change)
        self.left = self._apply_all(situation, followed)
        if self.may_begin and not self.left:
            self.left = self._proceed(situation)
        if _stands_still(it, situation.now_ms):
            situation.advance(commands.Abort(STOOD_STILL))
        self.status, self.version, self.at = it.status, it.version, it.at
        self.told = told_of(it)
        self.next_look = next_look(it, situation.now_ms)
        return followed

    def _hold(self, it: Tournament) -> Command | None:
        """What holds a tournament as long as no engine plays its matches."""
        if it.status is not Status.RUNNING or self.played is not it.is_held:
            return None
        return commands.Resume(Held.kind) if self.played else commands.Hold()

    def _proceed(self, situation: Situation) -> bool:
        """Do what time brings; whether some is left for the next time."""
        while len(situation.entries) < MOST_ENTRIES:
            if not self._may_proceed(situation.known.tournament, situation.now_ms):
                return True
            if not situation.advance(commands.Proceed()):
                return False
        return True

    def _may_proceed(self, it: Tournament, now_ms: int) -> bool:
        """Whether the next table that would be called overdue was looked at, if there is one."""
        for each in _overdue(it, now_ms):
            return _open_match(each, min(each.open_tables)) in self.looked_at
        return True

    def _apply_all(self, situation: Situation, followed: Followed) -> bool:
        """Report ends of matches; whether some are left for the next time."""
        for place, end in self.ended.items():
            if len(situation.entries) >= MOST_ENTRIES:
                return True
            self._apply(situation, place, end, followed)
        return False

    def _apply(
        self, situation: Situation, place: str, end: Mapping[str, Any], followed: Followed
    ) -> None:
        """Report the end of a match. One that is none of the tournament's is forgotten."""
        it = situation.known.tournament
        number, table, leg = map(int, place.split(":"))
        try:
            if unsealed := end.get("unsealed"):
                _withdraw(situation, unsealed)
                report = _without(it, (number, table, leg), unsealed, situation.now_ms)
            else:
                report = report_of(it, (number, table, leg), end["match"], end["log"])
            if report.ended > max(situation.now_ms, it.at):
                return  # by the clock of another engine: a little later
            situation.advance(report)
        except (NotOfTheTable, IndexError, refusals.Refusal) as error:
            if it.status is Status.RUNNING:
                extra = {"tournament_id": it.id}
                log.error("an end is of no table: %s", type(error).__name__, extra=extra)
        followed.applied.append(place)


def _withdraw(situation: Situation, players: Sequence[str]) -> None:
    """Withdraw players who had no seal for the match of their table: the first may end it all."""
    for each in players:
        if situation.known.tournament.status is Status.RUNNING:
            situation.advance(commands.Withdraw(each))


def _without(it: Tournament, place: Place, unsealed: Sequence[str], now_ms: int) -> commands.Report:
    """The report on a match that could not be made: who had no seal for it has not come."""
    players = it.round(place[0]).table(place[1]).players
    absent = tuple(seat for seat, player in enumerate(players) if player in unsealed)
    return commands.Report(*place, Reason.NO_SHOW, now_ms, absent=absent)


def next_look(it: Tournament, now_ms: int) -> int:
    """When to look at a tournament again in which nothing is due that can be done now."""
    latest = now_ms + (RUNNING_MS if it.status is Status.RUNNING else WAITING_MS)
    moment = due(it)
    if moment is None:
        return latest
    if moment <= now_ms:
        return now_ms + (ARENA_MS if it.is_arena else AGAIN_MS)
    return min(moment, latest)


def _stands_still(it: Tournament, now_ms: int) -> bool:
    """Whether nobody has done anything for long, and nothing will happen by itself."""
    return not it.is_over and due(it) is None and now_ms - it.at >= ABANDONED_MS
