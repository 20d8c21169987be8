"""Lines: the wishes of each tournament are decided one after another, and stored together.

Whoever comes while a batch is being stored is in the next. So a thousand may join in a second, and
no decision needs a reading of its own.
"""

import asyncio
from collections.abc import Callable, Sequence

from croupier_match.refusals import Conflict, Refusal
from redislink.tournament_logs import Known

from engine.domain.errors import IdempotencyMismatch
from engine.domain.ids import random_id
from engine.service.tournaments.batches import Batch, Changed, Outcome, Waiting
from engine.service.tournaments.rollback import Rollback
from engine.service.tournaments.wishes import Wish
from engine.store.idempotency import IdempotencyKey, recorded
from engine.store.tournaments.appending import Stand, stand_of
from engine.store.tournaments.tournament_store import TournamentStore

MOST = 100
"""Wishes of a batch: a few milliseconds of deciding."""
ATTEMPTS = 50
"""How often wishes are decided again after another engine came first."""
LARGE = 100
"""Players of a tournament of which a round is paired outside of the loop."""
PATIENT = 2
"""How often others may come first before an engine takes a turn."""
PAUSE_S = 0.05
CHANGING = "Others keep changing this tournament; try again."


class Lines:
    """The lines of an engine, of which a store has one: a tournament that is being stored has
    entries that are not stored yet."""

    def __init__(self, store: TournamentStore, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms
        self._lines: dict[str, list[Waiting]] = {}
        self._working: set[asyncio.Task[None]] = set()

    async def carry_out(
        self, tournament_id: str, wish: Wish, key: IdempotencyKey | None = None
    ) -> Changed:
        """Have a wish decided and stored, in its turn.

        Raise NotFound, a refusal, IdempotencyMismatch, StoreUnavailable, and Conflict if other
        engines keep changing the tournament.
        """
        waiting = Waiting(wish, key)
        if tournament_id in self._lines:
            self._lines[tournament_id].append(waiting)
        else:
            self._lines[tournament_id] = [waiting]
            # Nobody's own: who waits for the first batch may be gone before the last is stored.
            task = asyncio.create_task(self._work(tournament_id))
            self._working.add(task)
            task.add_done_callback(self._working.discard)
        return await waiting.answer

    async def _work(self, tournament_id: str) -> None:
        line = self._lines[tournament_id]
        while line:
            batch, line[:] = _next_batch(line)
            await self._carry_out_all(tournament_id, batch)
        del self._lines[tournament_id]

    async def _carry_out_all(self, tournament_id: str, batch: Sequence[Waiting]) -> None:
        try:
            await self._carry_out(tournament_id, batch)
        except Exception as error:
            self._store.forget(tournament_id)
            if len(batch) > 1 and not isinstance(error, Refusal):  # one of them fails by itself
                for each in batch:
                    await self._carry_out_all(tournament_id, [each])
            for each in batch:
                each.settle(error)

    async def _carry_out(self, tournament_id: str, line: Sequence[Waiting]) -> None:
        """Decide these wishes, store what follows, and answer; anew while others come first."""
        turn = random_id()
        for _ in range(PATIENT + 1):
            if await self._attempt(tournament_id, line, turn):
                return
        try:
            for _ in range(PATIENT + 1, ATTEMPTS):
                await self._store.take_turn(tournament_id, turn)
                await asyncio.sleep(PAUSE_S)
                if await self._attempt(tournament_id, line, turn):
                    return
        finally:
            # All may have been refused: then nothing was stored, and others would wait for it.
            await self._store.end_turn(tournament_id, turn)
        raise Conflict(CHANGING)

    async def _attempt(self, tournament_id: str, line: Sequence[Waiting], turn: str) -> bool:
        """Do so once; False if another engine came first."""
        known = await self._store.read_to_decide(tournament_id)
        line = await self._without_repeats(tournament_id, line)
        return not line or await self._stored(known, line, turn)

    async def _without_repeats(
        self, tournament_id: str, line: Sequence[Waiting]
    ) -> Sequence[Waiting]:
        """Answer those that were carried out before, and return the others that anybody waits for.

        The log has been read: a record that is made after this is another change, too.
        """
        line = [each for each in line if not each.answer.done()]
        keys = [each.key for each in line if each.key]
        records = await self._store.records(tournament_id, keys)
        for each in line:
            if each.key and (record := records[each.key.field]):
                each.settle(_repeated(tournament_id, record, each.key))
        return [each for each in line if not each.answer.done()]

    async def _stored(self, known: Known, line: Sequence[Waiting], turn: str) -> bool:
        """Decide these wishes and store what follows; False if another engine came first."""
        it = known.tournament
        is_light = all(each.wish.is_light(it.status) for each in line)
        over, rollback = stand_of(known), Rollback(it) if is_light else None
        stored = await self._store.players(it.id, {each.wish.player_id for each in line})
        keys = await self._store.chains.of(it.id, it.settings)
        batch = Batch(known, stored, self._now_ms(), keys)
        if is_light or len(it.players) < LARGE:
            batch.decide(line)
        else:
            # Whatever it takes: nobody else has this fold.
            await asyncio.to_thread(batch.decide, line)
        if not await self._append(batch, over, turn):
            if not (rollback and rollback.undo(batch.entries)):
                self._store.forget(it.id)
            return False
        for each, outcome in batch.answers:
            each.settle(outcome)
        return True

    async def _append(self, batch: Batch, over: Stand, turn: str) -> bool:
        appending = batch.appending(over)
        if not appending.says_something:
            return True
        return await self._store.append(batch.known, appending, self._now_ms(), turn)


def _next_batch(line: Sequence[Waiting]) -> tuple[list[Waiting], list[Waiting]]:
    """The first wishes of a line, of which no two have the same key, and the others."""
    fields = set[str]()
    for at, each in enumerate(line):
        field = each.key.field if each.key else ""
        if at == MOST or field in fields:
            return [*line[:at]], [*line[at:]]
        fields |= {field} if field else set()
    return [*line], []


def _repeated(tournament_id: str, record: bytes, key: IdempotencyKey) -> Outcome:
    try:
        (version,) = recorded(record, key)
    except IdempotencyMismatch as mismatch:
        return mismatch
    return Changed(tournament_id, version, replayed=True)
