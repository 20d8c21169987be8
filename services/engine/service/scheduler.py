"""What makes deadlines pass, whether somebody asks for the match or not.

Every engine has a ticker. Whichever comes first takes a match up; should it die
with it, another one does as soon as the lease is over. That a deadline is applied
once is not the tickers' doing: it is stored over the version that it belongs to,
or not at all. In the same way it makes the matches of tickets whose engine has died
before it could make them.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress

from engine.domain import clock
from engine.domain.errors import NotFound, StoreUnavailable
from engine.domain.match import Status
from engine.domain.reducer import AnyMatch
from engine.observability.metrics import Metrics
from engine.service.matches import Matches
from engine.service.matchmaking import Matchmaking
from engine.store.deadlines import BATCH

TICK_S = 0.1
SOON_MS = 200
"""The least time between two looks at a match."""
PENDING_MS = 5_000
"""When to look again for a match that is entered and not there (yet)."""

log = logging.getLogger("engine")


class Scheduler:
    """Does for `matches` what is due though nobody asks for it, until `stop`."""

    def __init__(self, matches: Matches, metrics: Metrics | None = None) -> None:
        self._matches = matches
        self._ticked = (metrics or Metrics()).ticked
        self._tickets = Matchmaking(matches)
        self._stop = asyncio.Event()
        self._away = False

    async def run(self) -> None:
        """Tick; an outage of the store is sat out."""
        while not self._stop.is_set():
            try:
                await self.tick()
                self._ticked.set_to_current_time()
                self._away = False
            except StoreUnavailable:
                self._outage()
            except Exception as error:
                log.error("the ticker failed: %s", type(error).__name__)
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK_S):
                    await self._stop.wait()

    def stop(self) -> None:
        """Finish what is taken up, and no more."""
        self._stop.set()

    async def tick(self) -> None:
        """Take up every match that is due by now, and tickets without theirs.

        Raise StoreUnavailable.
        """
        claimed = BATCH
        while claimed == BATCH and not self._stop.is_set():
            match_ids = await self._matches.store.claim_due(self._now_ms())
            claimed = len(match_ids)
            await self._look_at(match_ids)
        await asyncio.gather(*map(self._make, await self._tickets.unmade()))

    async def _look_at(self, match_ids: Sequence[str]) -> None:
        if not match_ids:
            return
        looks = await asyncio.gather(*map(self._settle, await self._read(match_ids)))
        await self._matches.store.reschedule(dict(zip(match_ids, looks, strict=True)))

    async def _read(self, match_ids: Sequence[str]) -> list[AnyMatch | None]:
        """The matches; None for one that is not there, or that this engine cannot read."""
        store = self._matches.store
        try:
            return await store.load_many(match_ids)
        except StoreUnavailable:
            raise
        except Exception:
            return [await self._read_alone(match_id) for match_id in match_ids]

    async def _read_alone(self, match_id: str) -> AnyMatch | None:
        try:
            return await self._matches.store.load(match_id)
        except StoreUnavailable:
            raise
        except NotFound:
            return None
        except Exception as error:
            log.error("%s cannot be read: %s", match_id, type(error).__name__)
            return None

    async def _make(self, ticket_id: str) -> None:
        try:
            await self._tickets.settle(ticket_id)
        except StoreUnavailable:
            raise
        except Exception as error:
            # The others are not to suffer from it; it is taken up again when its lease is over.
            log.error("the match of ticket %s failed: %s", ticket_id, type(error).__name__)

    async def _settle(self, match: AnyMatch | None) -> int | None:
        """Apply the deadline, if it has passed; when to look again."""
        now_ms = self._now_ms()
        if match is None or match.status == Status.WAITING:
            return now_ms + PENDING_MS
        try:
            match = await self._matches.on_time(match)
        except StoreUnavailable:
            raise
        except Exception as error:
            # The others of this tick are not to suffer from it; a message could hold a card.
            log.error("the deadline of %s failed: %s", match.id, type(error).__name__)
            return now_ms + PENDING_MS
        look = clock.next_look(match, self._now_ms())
        return None if look is None else max(look, now_ms + SOON_MS)

    def _now_ms(self) -> int:
        return clock.in_ms(self._matches.now())

    def _outage(self) -> None:
        if not self._away:
            log.warning("the store is away; deadlines wait")
        self._away = True
