"""Moves of many callers at once, stored in one round trip.

What group commit buys is in docs/performance.md. Nothing here decides anything: a
move is computed from the match as it was last seen, and stored if that is how it is
still. Whatever else comes of it, a refusal or a conflict, is found out again by
`Matches.move`, which reads the match first.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.domain.errors import StoreUnavailable
from engine.domain.guards import Caller
from engine.domain.reducer import AnyMatch
from engine.service.matches import Change, Matches, ReadMove, Step
from engine.store.idempotency import IdempotencyKey


@dataclass(frozen=True, slots=True)
class PendingMove:
    """A move that a caller wants to make; see `Matches.move`."""

    match_id: str
    caller: Caller
    read: ReadMove
    expected: int | None = None
    key: IdempotencyKey | None = None


Result: TypeAlias = Change | BaseException


class GroupCommit:
    """Moves, many at once."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store

    async def move(self, orders: Sequence[PendingMove]) -> list[Result]:
        """What comes of each: its change, once it is stored, or why there is none.

        Orders for one match are carried out in the order they stand in.
        """
        results: dict[int, Result] = {}
        for wave in _waves(orders):
            found = await self._each_once([orders[place] for place in wave])
            results.update(zip(wave, found, strict=True))
        return [results[place] for place in range(len(orders))]

    async def _each_once(self, orders: Sequence[PendingMove]) -> list[Result]:
        """The same for orders of which no two are about the same match."""
        try:
            last_seen = await self._last_seen(orders)
        except StoreUnavailable as failure:
            return [failure] * len(orders)
        except Exception:  # one of them cannot be read: the long way will tell whose
            last_seen = [None] * len(orders)
        steps: dict[str, Step] = {}
        for order, match in zip(orders, last_seen, strict=True):
            if match and (step := self._computed(order, match)):
                steps[order.match_id] = step
        stored = await self._stored([*steps.values()])
        results: dict[str, Any] = dict(zip(steps, stored, strict=True))
        others = [order for order in orders if results.get(order.match_id) is None]
        found = await asyncio.gather(*map(self._alone, others), return_exceptions=True)
        results.update(zip((order.match_id for order in others), found, strict=True))
        return [results[order.match_id] for order in orders]

    async def _stored(self, steps: Sequence[Step]) -> list[Result | None]:
        """The change of each that is stored; None where somebody else was first."""
        failures = await self._store.save_all([step.saving for step in steps])
        return [
            failure if isinstance(failure, StoreUnavailable) else None if failure else step.change
            for step, failure in zip(steps, failures, strict=True)
        ]

    async def _last_seen(self, orders: Sequence[PendingMove]) -> list[AnyMatch | None]:
        """The matches as they may be; those never seen before are read, all at once."""
        seen = [self._store.cache.get(order.match_id) for order in orders]
        unseen = [order.match_id for order, match in zip(orders, seen, strict=True) if not match]
        read = await self._store.load_many(unseen) if unseen else []
        for match in filter(None, read):
            self._store.cache.put(match)
        rest = iter(read)
        return [match or next(rest) for match in seen]

    def _computed(self, order: PendingMove, match: AnyMatch) -> Step | None:
        """What the move makes of the match; None if there is anything to be said against it."""
        try:
            return self._matches.compute_move(
                match, order.caller, order.read, order.expected, order.key
            )
        except Exception:
            return None  # the long way will find the reason, in the match as it is

    async def _alone(self, order: PendingMove) -> Change:
        return await self._matches.move(
            order.match_id, order.caller, order.read, order.expected, order.key
        )


def _waves(orders: Sequence[PendingMove]) -> Iterator[list[int]]:
    """Places of orders: first those that are their match's first, then the seconds, and so on."""
    rest = [*range(len(orders))]
    while rest:
        first: dict[str, int] = {}
        for place in rest:
            first.setdefault(orders[place].match_id, place)
        yield [*first.values()]
        rest = [place for place in rest if first[orders[place].match_id] != place]
