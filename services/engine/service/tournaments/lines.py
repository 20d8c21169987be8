"""Lines: the wishes of each tournament are decided one after another, and stored together.

Whoever comes while a batch is being stored is in the next. So a thousand may join in a second, and
the version that each decision was made on is known without a reading for each.
"""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from croupier_game.errors import InvalidOptions
from croupier_match.refusals import Conflict
from croupier_tournament import refusals
from redislink.tournament_logs import Known

from engine.domain.errors import IdempotencyMismatch, Suspended
from engine.service.tournaments.wishes import Followed, Situation, Wish
from engine.store.idempotency import IdempotencyKey, recorded
from engine.store.tournaments.tournament_store import Appending, TournamentStore, version_of

MOST = 100
"""Wishes of a batch: some milliseconds of deciding."""
ATTEMPTS = 20
"""How often wishes are decided again after another engine came first."""
LARGE = 100
"""Players of a tournament of which a round is paired outside of the loop."""
CHANGING = "Others keep changing this tournament; try again."
REFUSED = (refusals.Refusal, InvalidOptions, Suspended)


@dataclass(frozen=True, slots=True)
class Changed:
    """A tournament after a wish; `replayed` if an earlier one under its key made the change."""

    tournament_id: str
    version: int
    replayed: bool = False


@dataclass(eq=False, slots=True)
class Waiting:
    """A wish in a line, and who waits for its answer."""

    wish: Wish
    key: IdempotencyKey | None
    answer: "asyncio.Future[Changed]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


Outcome: TypeAlias = Changed | Exception


class Lines:
    """The lines of an engine."""

    def __init__(self, store: TournamentStore, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._now_ms = now_ms
        self._waiting: dict[str, list[Waiting]] = {}
        self._working: set[asyncio.Task[None]] = set()

    async def carry_out(
        self, tournament_id: str, wish: Wish, key: IdempotencyKey | None = None
    ) -> Changed:
        """Have a wish decided and stored, in its turn.

        Raise NotFound, a refusal, IdempotencyMismatch, StoreUnavailable, and Conflict if other
        engines keep changing the tournament.
        """
        waiting = Waiting(wish, key)
        if tournament_id in self._waiting:
            self._waiting[tournament_id].append(waiting)
        else:
            self._waiting[tournament_id] = [waiting]
            task = asyncio.create_task(self._work(tournament_id))
            self._working.add(task)
            task.add_done_callback(self._working.discard)
        return await waiting.answer

    async def _work(self, tournament_id: str) -> None:
        line = self._waiting[tournament_id]
        while line:
            batch, line[:] = line[:MOST], line[MOST:]
            try:
                await self._carry_out_all(tournament_id, batch)
            except Exception as error:
                self._store.forget(tournament_id)
                _answer([(each, error) for each in batch])
        del self._waiting[tournament_id]

    async def _carry_out_all(self, tournament_id: str, batch: Sequence[Waiting]) -> None:
        for _ in range(ATTEMPTS):
            batch = [each for each in batch if not each.answer.done()]
            known = await self._store.read(tournament_id)
            batch = await self._without_repeats(tournament_id, batch)
            if not batch or await self._stored(known, batch):
                return
            self._store.forget(tournament_id)
        raise Conflict(CHANGING)

    async def _without_repeats(self, tournament_id: str, batch: Sequence[Waiting]) -> list[Waiting]:
        """Answer those of the batch that were carried out before, and return the others.

        The log was read before: a record that is made after this makes another version, too.
        """
        keys = [(each, each.key) for each in batch if each.key]
        records = await self._store.records(tournament_id, [key.field for _, key in keys])
        answers: list[tuple[Waiting, Outcome]] = []
        seen = set[str]()
        for (each, key), record in zip(keys, records, strict=True):
            if record:
                answers.append((each, _repeated(tournament_id, record, key)))
            elif key.field in seen:
                answers.append((each, Conflict("This request is being carried out.")))
            seen.add(key.field)
        _answer(answers)
        return [each for each in batch if not each.answer.done()]

    async def _stored(self, known: Known, batch: Sequence[Waiting]) -> bool:
        """Decide the batch, store what follows, and answer; False if another engine came first."""
        it = known.tournament
        before, head = version_of(it)
        outcomes = await self._decided(known, batch)
        followed = [(each, found) for each, _, found in outcomes if isinstance(found, Followed)]
        appending = Appending(
            before,
            head,
            [entry for _, found in followed for entry in found.entries],
            {id_: text for _, found in followed for id_, text in found.players.items()},
            [each for _, found in followed for each in found.gone],
            {
                each.key.field: json.dumps([each.key.mark, version])
                for each, version, found in outcomes
                if each.key and isinstance(found, Followed)
            },
            [each for _, found in followed for each in found.applied],
        )
        if appending.says_something and not await self._store.append(
            known, appending, self._now_ms()
        ):
            return False
        _answer(
            [
                (each, Changed(it.id, version) if isinstance(found, Followed) else found)
                for each, version, found in outcomes
            ]
        )
        return True

    async def _decided(
        self, known: Known, batch: Sequence[Waiting]
    ) -> list[tuple[Waiting, int, Followed | Exception]]:
        """Each wish with the version after it, and what follows or why it is refused."""
        it = known.tournament
        ids = [each.wish.player_id for each in batch if each.wish.player_id]
        players = dict(zip(ids, await self._store.players(it.id, ids), strict=True))
        keys = await self._store.chains.of(it.id, it.settings)
        now_ms = self._now_ms()

        def decide() -> list[tuple[Waiting, int, Followed | Exception]]:
            decided = []
            for each in batch:
                situation = Situation(known, players.get(each.wish.player_id), now_ms, keys)
                decided.append((each, *_decided(each.wish, situation)))
            return decided

        if len(it.players) < LARGE or all(each.wish.is_light for each in batch):
            return decide()
        return await asyncio.to_thread(decide)


def _decided(wish: Wish, situation: Situation) -> tuple[int, Followed | Exception]:
    try:
        found: Followed | Exception = wish.decide(situation)
    except REFUSED as refusal:
        found = refusal
    return situation.known.tournament.version, found


def _repeated(tournament_id: str, record: bytes, key: IdempotencyKey) -> Outcome:
    try:
        (version,) = recorded(record, key)
    except IdempotencyMismatch as mismatch:
        return mismatch
    return Changed(tournament_id, version, replayed=True)


def _answer(outcomes: Sequence[tuple[Waiting, Outcome]]) -> None:
    for each, outcome in outcomes:
        if each.answer.done():  # its caller has gone
            continue
        if isinstance(outcome, Changed):
            each.answer.set_result(outcome)
        else:
            each.answer.set_exception(outcome)
