"""Reports of players by players, as operators read and close them.

Gateways write them; redislink.reports has the keys. `redis` is of a user who may read accounts.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from typing import Any

from croupier_match.clock import rfc3339_of
from croupier_match.refusals import NotFound
from redis.asyncio import Redis
from redislink.commands import run
from redislink.reports import CLOSED, OPEN, RECORDS, Closing, Report, closing

from engine.store.errors import outage

PAGE = 100


async def listed(redis: Redis, only_open: bool) -> AsyncIterator[Report]:
    """All reports, oldest first: those that are open, and then those that were closed."""
    for key in [OPEN] if only_open else [OPEN, CLOSED]:
        first, found = 0, True
        while found:
            reports, found = await _page(redis, key, first, False)
            for report in reports:
                yield report
            first += PAGE


async def page(redis: Redis, key: str, first: int, newest_first: bool) -> list[Report]:
    """PAGE of the reports of OPEN or CLOSED, from the one at `first` on."""
    reports, _ = await _page(redis, key, first, newest_first)
    return reports


async def count_open(redis: Redis) -> int:
    """The number of open reports."""
    with outage():
        return int(await redis.zcard(OPEN))


async def read(redis: Redis, report_id: str) -> Report:
    """The report of this id. Raise NotFound."""
    for report in await _read(redis, [report_id.encode()]):
        return report
    raise NotFound("There is no such report.")


async def close(redis: Redis, report_id: str, closed: Closing) -> Report:
    """Close a report, of which nobody is told; one that is closed stays as it is.

    Raise NotFound.
    """
    report = await read(redis, report_id)
    if report.closing is None:
        report = replace(report, closing=closed)
        with outage():
            await run(redis, closing(report))
    return report


def shown(report: Report) -> dict[str, Any]:
    """The report as JSON shows it: with the names of the API, and times of RFC 3339."""
    of = report.closing
    return {
        "id": report.id,
        "time": rfc3339_of(report.at),
        "by": report.by,
        "player": report.player,
        "reason": report.reason,
        "matchId": report.match_id or None,
        "text": report.text,
        "closed": of and {"by": of.by, "time": rfc3339_of(of.at), "reason": of.reason},
    }


def line(report: Report) -> str:
    """The report in a line."""
    state = f"closed by {report.closing.by}" if report.closing else "open"
    where = f" in {report.match_id}" if report.match_id else ""
    about = f"{report.reason}: {report.player}{where}, by {report.by}"
    return f"{report.id} {rfc3339_of(report.at)} {state}, {about}"


def lines(report: Report) -> Iterator[str]:
    """All of the report. What a player wrote cannot move the cursor of a terminal."""
    yield f"report      {report.id}"
    yield f"made        {rfc3339_of(report.at)}"
    yield f"player      {report.player}"
    yield f"by          {report.by}"
    yield f"reason      {report.reason}"
    if report.match_id:
        yield f"match       {report.match_id}"
    if report.text:
        yield f"text        {_visible(report.text)}"
    if of := report.closing:
        yield f"closed      {rfc3339_of(of.at)} by {of.by}: {of.reason}"


def _visible(text: str) -> str:
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )


async def _page(
    redis: Redis, key: str, first: int, newest_first: bool
) -> tuple[list[Report], bool]:
    """The reports, and whether there were any ids."""
    client: Any = redis
    with outage():
        ids = await client.zrange(key, first, first + PAGE - 1, desc=newest_first)
    return await _read(redis, ids), bool(ids)


async def _read(redis: Redis, report_ids: Sequence[bytes]) -> list[Report]:
    if not report_ids:
        return []
    with outage():
        found: Any = await redis.hmget(RECORDS, report_ids)
    return [Report.load(each) for each in found if each]
