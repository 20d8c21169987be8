"""Background worker that applies expired deadlines, has tickets search again, and creates overdue
matches of tickets.

Every engine has one. Whichever comes first claims what is due; if it dies, another
takes over as soon as the lease has expired. That a deadline is applied only once does not
depend on the claims: a time-out is stored over the version it belongs to, or not at all.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from cachetools import LRUCache
from croupier_match import clock, deadlines
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import GameFailed, NotPlayedHere

from engine.domain import due
from engine.domain.errors import DamagedMatch, StoreUnavailable
from engine.observability.metrics import Metrics
from engine.service.change_loop import FAILURES
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.service.queries.unreadable import load_readable
from engine.store.indexes.due_matches import BATCH
from engine.store.tickets import AGAIN_MS, MAKING_MS
from engine.store.tickets import BATCH as TICKETS

# A deadline is applied within a second of its time (docs/decisions/clocks-and-deadlines.md).
TICK_S = 0.1
"""The least time between two ticks."""
LOOK_S = 1.0
"""The most. What enters the queue is due in a second or later (`croupier_match.clock.MIN_TIME_MS`),
unless the undo of a move has left a seat with less: then its engine looks at once."""
SOON_MS = 200
"""The least time between two checks of a match."""
PENDING_MS = 5_000
"""After how long a match is checked again that is in the queue and not (yet) in the store."""
ELSEWHERE_MS, ELSEWHERE_MOST_MS = 1_000, 60_000
"""After how long a match is checked again that only other engines play: they may come first.

Between these two, it is a tenth of the time since the deadline, or the earliest that it can be: an
engine that plays it may start at any time, and often there is none any more.
"""
BATCHES = 10
"""How many batches a tick deals with, before it turns to what tickets lack."""
COUNTED = 10_000
"""Tickets of which an engine knows how often the rules have failed to deal their match."""

log = logging.getLogger("engine")


class Scheduler:
    """Does what is due in `matches` although no request asks for it, until `stop`."""

    def __init__(self, matches: Matches, metrics: Metrics | None = None) -> None:
        self._matches = matches
        metrics = metrics or Metrics()
        self._ticked, self._deadlines_left = metrics.ticked, metrics.deadlines_left
        self._matchmaking = Matchmaking(matches)
        self._failures: LRUCache[str, int] = LRUCache(COUNTED)
        self._stopping = False
        self._wakeup = matches.talked
        self._unavailable = False
        self._unmade_ms = 0.0
        """When tickets may lack their match next."""
        self._again_ms = 0.0
        """When tickets may be to search again next."""

    async def run(self) -> None:
        """Tick until `stop`; while the store is unavailable, try again."""
        while not self._stopping:
            self._wakeup.clear()
            wait_s = TICK_S
            try:
                wait_s = await self.tick()
                self._ticked.set_to_current_time()
                self._unavailable = False
            except StoreUnavailable:
                self._log_outage()
            except Exception as error:
                log.error("the scheduler failed: %s", type(error).__name__)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._wakeup.wait()

    def stop(self) -> None:
        """Finish what is claimed, and claim no more."""
        self._stopping = True
        self._wakeup.set()

    async def tick(self) -> float:
        """Check every match that is due by now, have tickets search again, and create the matches
        that they lack.

        Return in how many seconds to tick again. Raise StoreUnavailable.
        """
        # After an outage, more may be due than one batch.
        for _ in range(BATCHES):
            due = await self._matches.store.claim_due(self._now_ms())
            await self._check(due.ids)
            if len(due.ids) < BATCH or self._stopping:
                break
        if self._now_ms() >= self._again_ms:
            await self._search_again()
        if self._now_ms() >= self._unmade_ms:
            await self._make_matches()
        # What was claimed may be due again before its lease ends.
        next_ms = 0 if due.ids else min(due.next_ms, self._unmade_ms, self._again_ms)
        return min(max((next_ms - self._now_ms()) / 1000, TICK_S), LOOK_S)

    async def _check(self, match_ids: Sequence[str]) -> None:
        if not match_ids:
            return
        matches = await load_readable(self._matches.store, match_ids)
        due = await asyncio.gather(*map(self._apply_deadline, matches))
        await self._matches.store.reschedule(dict(zip(match_ids, due, strict=True)))

    async def _search_again(self) -> None:
        """Have tickets search again; none that comes now does so within AGAIN_MS."""
        for _ in range(BATCHES):
            waiting = await self._matchmaking.claim_waiting()
            # One after the other: who searches first has the choice.
            for ticket_id in waiting.ids:
                await self._see_to(ticket_id, self._matchmaking.search_again)
            if len(waiting.ids) < TICKETS or self._stopping:
                break
        self._again_ms = min(waiting.next_ms, self._now_ms() + AGAIN_MS)

    async def _make_matches(self) -> None:
        """Create matches that tickets lack; nobody can come to lack one within MAKING_MS."""
        unmade = await self._matchmaking.claim_unmade()
        self._unmade_ms = min(unmade.next_ms, self._now_ms() + MAKING_MS)
        await asyncio.gather(*map(self._make_match, unmade.ids))

    async def _make_match(self, ticket_id: str) -> None:
        await self._see_to(ticket_id, self._matchmaking.make_match)

    async def _see_to(self, ticket_id: str, act: Callable[[str], Awaitable[None]]) -> None:
        try:
            await act(ticket_id)
        except StoreUnavailable:
            raise
        except NotPlayedHere:
            pass  # it is claimed again when its lease is over, maybe by an engine that plays it
        except GameFailed as failure:
            await self._failed(ticket_id, failure)
        except Exception as error:
            # The others must not suffer from it; it is claimed again when its lease is over.
            log.error("the match of ticket %s failed: %s", ticket_id, type(error).__name__)

    async def _failed(self, ticket_id: str, failure: GameFailed) -> None:
        """Count a failure to make the ticket's match, which is given up after FAILURES: all others
        wait as long as the rules take to fail."""
        count = self._failures[ticket_id] = self._failures.get(ticket_id, 0) + 1
        if count >= FAILURES:
            await self._matchmaking.give_up(ticket_id)
            log.error("the match of ticket %s is given up: %s", ticket_id, failure)

    async def _apply_deadline(self, match: AnyMatch | None) -> int | None:
        """Apply the deadline, if it has passed; when to check the match again."""
        now_ms = self._now_ms()
        # It entered the queue before it was stored, or its engine died in between.
        if match is None or (match.status == Status.WAITING and not match.reveal_by):
            return now_ms + PENDING_MS
        try:
            match = await self._matches.apply_deadlines(match)
            next_check = due.next_check(match, self._now_ms())
        except NotPlayedHere:
            self._deadlines_left.inc()
            late_ms = now_ms - deadlines.earliest(match)
            return now_ms + min(max(late_ms // 10, ELSEWHERE_MS), ELSEWHERE_MOST_MS)
        except GameFailed as failure:
            await self._matches.failed(match, failure)
            return now_ms + PENDING_MS
        except DamagedMatch:
            log.error("a match is damaged: its log is incomplete", extra={"match_id": match.id})
            return None  # it never changes again, and others are due
        except StoreUnavailable:
            raise
        except Exception as error:
            # The others of this tick must not suffer from it. A message could hold a card.
            log.error("the deadline of %s failed: %s", match.id, type(error).__name__)
            return now_ms + PENDING_MS
        # A seat with an empty bank that waits for its turn would be due again at once, without end.
        return None if next_check is None else max(next_check, now_ms + SOON_MS)

    def _now_ms(self) -> int:
        return clock.epoch_ms(self._matches.now())

    def _log_outage(self) -> None:
        """Once for each outage, not with each tick."""
        if not self._unavailable:
            log.warning("the store is unavailable; deadlines wait")
        self._unavailable = True
