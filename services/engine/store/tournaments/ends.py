"""Ends of matches as tournaments read them: what croupier_tournament.report_of asks for."""

from collections.abc import Mapping, Sequence
from typing import Any

from croupier_tournament import match_id
from redis.asyncio import Redis

from engine.domain.errors import StoreUnavailable
from engine.store.errors import outage
from engine.store.tally.ended_matches import Ended, read_all
from engine.store.tournaments.match_ends import found_of

Place = tuple[int, int, int]
"""A round, a table of it, and a leg."""


async def ends_of(
    redis: Redis, tournament_id: str, places: Sequence[Place]
) -> dict[str, Mapping[str, Any]]:
    """The ends by ROUND:TABLE:LEG of those of these matches that have ended.

    Raise StoreUnavailable. A match that cannot be read has not ended.
    """
    ids = [match_id(tournament_id, *each) for each in places]
    with outage():
        read = await read_all(redis, ids)
    for each in read:
        if isinstance(each, StoreUnavailable):
            raise each
    found = [found_of(each) for each in read if isinstance(each, Ended)]
    return {each.field: each.found for each in found if each}
