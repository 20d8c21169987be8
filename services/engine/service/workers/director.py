"""Background worker that directs tournaments: what the time brings, and the ends of matches.

Each engine without a group has one, whatever games it plays: no rules are needed. Whichever comes
first claims what is due; if it dies at any step, another takes over when the lease has expired.
What both decide is stored once, over the version that it was decided on.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from croupier_match.refusals import NotFound
from croupier_tournament import (
    NotOfTheTable,
    Status,
    Tournament,
    commands,
    due,
    refusals,
    report_of,
)
from croupier_tournament.entries import Entry, Held, Reason
from telemetry.redaction import error_location

from engine.domain.errors import StoreUnavailable
from engine.observability.metrics import Metrics
from engine.service.tournaments.tournaments import Tournaments
from engine.service.tournaments.wishes import Followed, Situation
from engine.service.workers.repeating import Repeating
from engine.store.indexes.due_queue import Claimed
from engine.store.matches import MatchStore
from engine.store.tournaments.director_queue import BATCH, DirectorQueue

TICK_S = 0.25
RUNNING_MS = 5_000
"""How long nobody looks at a tournament that runs: its game may not be played any more."""
WAITING_MS = 60_000
"""The same of one that does not run yet."""
ARENA_MS = 3_000
"""When to look again at an arena of which nobody could be paired."""
MOST_ENTRIES = 500
"""Entries of one look: the others follow in the next."""

log = logging.getLogger("engine")


class Director:
    """Directs what is due, until `stop`."""

    def __init__(
        self,
        store: MatchStore,
        queue: DirectorQueue,
        tournaments: Tournaments,
        now_ms: Callable[[], int],
        metrics: Metrics | None = None,
    ) -> None:
        """Time may be a test's own."""
        self._matches = store
        self._store = store.tournaments
        self._queue = queue
        self._tournaments = tournaments
        self._now_ms = now_ms
        self._metrics = metrics or Metrics()
        self._ticks = Repeating("tournaments are not directed")

    async def run(self) -> None:
        """Tick until `stop`; while Redis is unavailable, try again."""
        await self._ticks.repeat(self.tick, TICK_S)

    def stop(self) -> None:
        """Finish what is claimed, and claim no more."""
        self._ticks.stop()

    async def tick(self) -> None:
        """Look at every tournament that is due by now. Raise StoreUnavailable."""
        claimed = BATCH
        while claimed == BATCH and not self._ticks.stopping:
            claims = await self._queue.claim(self._now_ms())
            claimed = len(claims)
            looks = await asyncio.gather(*map(self._look, claims), return_exceptions=True)
            for claim, found in zip(claims, looks, strict=True):
                if isinstance(found, StoreUnavailable):
                    raise found
                if isinstance(found, BaseException):
                    place = error_location(found)
                    extra = {"tournament_id": claim.id}
                    log.error("a tournament is not directed: %s", place, extra=extra)

    async def _look(self, claim: Claimed) -> None:
        """Do what is due of a tournament, and say when it is due again."""
        survey = Survey()
        try:
            await self._tournaments.change(claim.id, survey)
        except NotFound:  # it was never stored
            await self._queue.finish(claim)
            return
        running = survey.status is Status.RUNNING
        played = not running or await self._matches.engines.any_plays(survey.rules)
        ended = await self._store.ended(claim.id) if running else {}
        direct = Direct(played, ended)
        await self._tournaments.change(claim.id, direct)
        await self._store.list_anew(claim.id, direct.status, survey.made)
        await self._store.call_for_tables(claim.id, survey.game, direct.version)
        if direct.status in (Status.FINISHED, Status.ABORTED):
            await self._store.note_end(claim.id)
            await self._queue.finish(claim)
        else:
            await self._queue.put_off({claim: direct.next_look})


def _next_look(it: Tournament, now_ms: int) -> int:
    running = it.status is Status.RUNNING
    latest = now_ms + (RUNNING_MS if running else WAITING_MS)
    moment = due(it)
    if moment is None:
        return latest
    if moment <= now_ms:  # it was due, and nothing came of it
        return now_ms + (ARENA_MS if it.is_arena else 1_000)
    return min(moment, latest)


@dataclass(slots=True)
class Survey:
    """The wish to know how a tournament stands: it says so once it has been carried out."""

    status: Status = Status.DRAFT
    game: str = ""
    rules: str = ""
    made: Mapping[str, Any] = field(default_factory=dict)
    player_id: str = ""
    is_light: bool = True

    def decide(self, situation: Situation) -> Followed:
        it = situation.known.tournament
        self.status, self.made = it.status, situation.known.made
        self.game = it.settings.game
        self.rules = f"{it.settings.game}@{it.settings.rules_version}"
        return Followed()


@dataclass(slots=True)
class Direct:
    """The server's own wish: hold it or go on, apply ends of matches, and do what is due.

    `played` is whether an engine plays its matches, `ended` are the ends by ROUND:TABLE:LEG. Once
    it has been carried out, it says how the tournament stands, and when to look again.
    """

    played: bool
    ended: Mapping[str, Mapping[str, Any]]
    status: Status = Status.DRAFT
    version: int = 0
    next_look: int = 0
    player_id: str = ""
    is_light: bool = False

    def decide(self, situation: Situation) -> Followed:
        it, followed = situation.known.tournament, Followed()
        self._hold(situation, followed)
        for place, end in self.ended.items():
            if len(followed.entries) < MOST_ENTRIES:
                self._apply(situation, place, end, followed)
        while len(followed.entries) < MOST_ENTRIES:
            more = situation.advance(commands.Proceed())
            if not more:
                break
            followed.entries += more
        self.status, self.version = it.status, it.version
        self.next_look = _next_look(it, situation.now_ms)
        return followed

    def _hold(self, situation: Situation, followed: Followed) -> None:
        """Hold the tournament while no engine plays its matches."""
        it = situation.known.tournament
        if it.status is Status.RUNNING and not self.played:
            followed.entries += situation.advance(commands.Hold())
        elif it.is_held:
            followed.entries += situation.advance(commands.Resume(Held.kind))

    def _apply(
        self, situation: Situation, place: str, end: Mapping[str, Any], followed: Followed
    ) -> None:
        """Report the end of a match; one that is none of the tournament's is forgotten."""
        it = situation.known.tournament
        round_number, table, leg = map(int, place.split(":"))
        try:
            if unsealed := end.get("unsealed"):
                followed.entries += _withdrawn(situation, unsealed)
                report = _without(it, (round_number, table, leg), unsealed, situation.now_ms)
            else:
                report = report_of(it, (round_number, table, leg), end["match"], end["log"])
            if report.ended > max(situation.now_ms, it.at):
                return  # by the clock of another engine: a little later
            followed.entries += situation.advance(report)
        except (NotOfTheTable, refusals.Refusal) as error:
            if it.status is Status.RUNNING:
                log.error("an ended match is none of its tournament: %s", type(error).__name__)
        followed.applied.append(place)


def _withdrawn(situation: Situation, players: Sequence[str]) -> list[Entry]:
    """What follows for players who had no seal for the match of their table."""
    withdrawals = (situation.advance(commands.Withdraw(each)) for each in players)
    return [entry for entries in withdrawals for entry in entries]


def _without(
    it: Tournament, place: tuple[int, int, int], unsealed: Sequence[str], now_ms: int
) -> commands.Report:
    """The report on a match that could not be made: who had no seal for it has not come."""
    players = it.round(place[0]).table(place[1]).players
    absent = tuple(seat for seat, player in enumerate(players) if player in unsealed)
    return commands.Report(*place, Reason.NO_SHOW, now_ms, absent=absent)
