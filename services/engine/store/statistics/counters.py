"""The counters of players in Redis: each ended match is counted once for each player.

redislink.statistics has the keys and what they hold.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from croupier_rating import NotAMatch
from redis.asyncio import Redis
from redislink import statistics
from redislink.commands import run
from redislink.durability import Durability
from redislink.script import Call, Script, named

from engine.store.errors import outage, unavailable
from engine.store.scripts import SCRIPTS
from engine.store.statistics.counted import Counted, counted
from engine.store.tally.ended_matches import Ended

KeysOf: TypeAlias = Callable[[str], Sequence[str]]

log = logging.getLogger("engine")


class Counters:
    """The counters of all players."""

    def __init__(self, redis: Redis, durability: Durability | None = None) -> None:
        """With a `durability`, a match is counted once its counters are as durable."""
        self._redis = redis
        self._durability = durability
        self._failing = False
        self._tally = Script(redis, SCRIPTS / "tally_seat.lua", durability)

    async def count(self, ended: Sequence[Ended]) -> set[str]:
        """Count these matches, in the order in which they ended, in one round trip.

        What has been counted is not counted again, so a caller that does not know may repeat it.
        Return the ids of those that are not counted for all of their players, as one node does not
        answer: others must not wait for it. Raise StoreUnavailable if there is no answer at all.
        """
        seats = list[Counted]()
        for each in sorted(ended, key=lambda each: (each.ended_ms, each.id)):
            try:
                seats += counted(each)
            except (LookupError, TypeError, ValueError, NotAMatch) as error:
                # To repeat that would change nothing. A message could hold a card.
                extra = {"match_id": each.id}
                log.error("a match cannot be counted: %s", type(error).__name__, extra=extra)
        answers = await self.add(seats)
        failed = {
            each.match: unavailable(answer)
            for each, answer in zip(seats, answers, strict=True)
            if isinstance(answer, Exception)
        }
        if failed and not self._failing:  # once, and not with each attempt
            why = next(iter(failed.values()))
            log.warning("matches are not counted for all of their players: %s", why)
        self._failing = bool(failed)
        return {*failed}

    async def add(self, seats: Sequence[Counted], keys_of: KeysOf = statistics.all_of) -> list[Any]:
        """Count these in their order, and return for each 1, 0 if it was counted, or an error.

        `keys_of` has the three keys of a player. Raise StoreUnavailable if there is no answer.
        """
        if not seats:
            return []
        calls = [_call(keys_of(each.player), each) for each in seats]
        with outage():
            # A call each, so that Redis has others in between.
            sent = await run(self._redis, self._tally.commands(calls), self._durability)
            return await self._tally.settle(calls, sent)


def _call(keys: Sequence[str], each: Counted) -> Call:
    fared = each.fared
    given: dict[str, Any] = {
        "match": each.match,
        "ended": each.ended_ms,
        "field": f"{fared.game} {fared.opponents}" if fared else "",
        "result": fared.result if fared else "",
        "points": "" if fared is None or fared.points is None else fared.points,
        "met": [*fared.met.items()] if fared else [],
        "private": f" {statistics.PRIVATE}" if each.private else "",
        "most_met": statistics.MOST_MET,
        "stayed": "" if each.stayed is None else str(int(each.stayed)),
        "last": statistics.LAST,
        "lefts": len(statistics.WAITS_MS),
    }
    return keys, [named(**given)]
