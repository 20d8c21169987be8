"""Batches: wishes of one tournament that are decided one after another, and stored together."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from croupier_game.errors import InvalidOptions
from croupier_tournament import refusals
from croupier_tournament.decide.rule import Keys
from croupier_tournament.entries import Entry
from redislink.tournament_logs import Known

from engine.domain.errors import Suspended
from engine.service.tournaments.directing import Direct
from engine.service.tournaments.wishes import Followed, Situation, Stored, Wish
from engine.store.idempotency import IdempotencyKey
from engine.store.tournaments.appending import Appending, Stand, record_of

REFUSED = (refusals.Refusal, InvalidOptions, Suspended)
"""What a wish may raise, and then the tournament is unchanged."""


@dataclass(frozen=True, slots=True)
class Changed:
    """A tournament after a wish; `replayed` if an earlier one under its key made the change."""

    tournament_id: str
    version: int
    replayed: bool = False


Outcome: TypeAlias = Changed | Exception


@dataclass(eq=False, slots=True)
class Waiting:
    """A wish in a line, and who waits for its answer."""

    wish: Wish
    key: IdempotencyKey | None
    answer: "asyncio.Future[Changed]" = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def settle(self, outcome: Outcome) -> None:
        """Answer, unless who waited has gone."""
        if self.answer.done():
            return
        if isinstance(outcome, Changed):
            self.answer.set_result(outcome)
        else:
            self.answer.set_exception(outcome)


@dataclass(slots=True)
class Batch:
    """What follows from some wishes, as far as they are decided, and the answer to each."""

    known: Known
    stored: dict[str, Stored]
    """What is stored of players beside the log."""
    now_ms: int
    keys: Keys
    entries: list[Entry] = field(default_factory=list)
    players: dict[str, Stored] = field(default_factory=dict)
    records: dict[str, str] = field(default_factory=dict)
    applied: list[str] = field(default_factory=list)
    answers: list[tuple[Waiting, Outcome]] = field(default_factory=list)

    def decide(self, line: Sequence[Waiting]) -> None:
        """Decide these wishes in their order; the tournament is changed."""
        for each in line:
            self.answers.append((each, self._decided(each)))

    def _decided(self, waiting: Waiting) -> Outcome:
        wish, it = waiting.wish, self.known.tournament
        situation = Situation(self.known, self.stored.get(wish.player_id), self.now_ms, self.keys)
        try:
            followed = wish.decide(situation)
        except REFUSED as refusal:
            return refusal
        finally:
            self.entries += situation.entries
        self._add(followed)
        # What changes nothing leaves nothing: else a key after the other would fill Redis.
        if waiting.key and (situation.entries or followed.players):
            self.records[waiting.key.field] = record_of(waiting.key, it.version)
        return Changed(it.id, it.version)

    def _add(self, followed: Followed) -> None:
        self.players |= followed.players
        self.stored |= followed.players
        self.applied += followed.applied

    def appending(self, over: Stand) -> Appending:
        """What is to be stored over what the tournament was before."""
        return Appending(
            over,
            self.entries,
            self.players,
            self.records,
            self.applied,
            makes_due=not all(isinstance(each.wish, Direct) for each, _ in self.answers),
        )
