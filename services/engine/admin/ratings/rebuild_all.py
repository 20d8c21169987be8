"""The ledgers of all pools recomputed, one after another, and matches that no entry names."""

from collections.abc import Sequence
from typing import Protocol

from croupier_match.refusals import NotFound

from engine.admin.acts import Kind
from engine.admin.operator import Operator
from engine.admin.ratings.joining import Keep
from engine.admin.ratings.rebuild import Tally, rebuild, unnamed


class Report(Protocol):
    """Takes what is found: lines as they come, and a tally of each pool."""

    def say(self, line: str) -> None:
        """Take a line about something that is wrong, or was done."""

    def end(self, tally: Tally | None = None) -> None:
        """Take the end of a pool, or of all."""


async def check_all(
    operator: Operator, pools: Sequence[str], report: Report, *, whole: bool
) -> int:
    """Recompute pools and change nothing; return how much is wrong. Raise StoreUnavailable.

    If these are all pools, the `whole`, matches are looked for as well that no entry names.
    """
    return await _rebuild(operator, pools, report, whole, False, None)


async def correct_all(
    operator: Operator,
    pools: Sequence[str],
    report: Report,
    *,
    whole: bool,
    keep: Keep | None = None,
    reason: str = "",
) -> int:
    """The same, and correct what differs; return how much is wrong still."""
    detail = ", ".join(filter(None, (*([] if whole else pools), keep and f"keep {keep}")))
    async with operator.doing(Kind.RATINGS_REBUILD, reason=reason, detail=detail):
        return await _rebuild(operator, pools, report, whole, True, keep)


async def pools_of(operator: Operator, pool: str) -> list[str]:
    """The pool that is named, or all. Raise NotFound."""
    known = await operator.ledgers.pools()
    if pool and pool not in known:
        raise NotFound(f"No pool {pool} has a ledger.")
    return [pool] if pool else known


async def _rebuild(
    operator: Operator,
    pools: Sequence[str],
    report: Report,
    whole: bool,
    write: bool,
    keep: Keep | None,
) -> int:
    tallies = list[Tally]()
    for pool in pools:
        tallies.append(await rebuild(operator, pool, write, keep, report.say))
        report.end(tallies[-1])
    lost = await unnamed(operator, tallies, report.say) if whole else 0
    report.end()
    return sum(tally.wrong - tally.corrected for tally in tallies) + lost
