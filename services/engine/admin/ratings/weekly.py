"""What a week of each ledger says of possible collusion."""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta

from croupier_match.clock import rfc3339

from engine.admin.moderation.signals import Signal, signals
from engine.admin.operator import Operator
from engine.admin.ratings.rebuild_all import pools_of
from engine.admin.ratings.void import within

WEEK = timedelta(days=7)


async def signals_since(
    operator: Operator, pool: str, since: datetime | None = None
) -> AsyncIterator[Signal]:
    """The signals of the pool, or of all, since this time or in the last WEEK. Raise NotFound."""
    until = operator.matches.now()
    first = rfc3339(since or until - WEEK)
    for each in await pools_of(operator, pool):
        for signal in signals(each, await within(operator, each, first, rfc3339(until))):
            yield signal
