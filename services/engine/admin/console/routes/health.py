"""The installation: what is wrong with it, what runs, maintenance."""

from dataclasses import asdict
from typing import Any

from croupier_match.match import Status
from starlette.requests import Request

from engine.admin import maintenance
from engine.admin.acts import Acts, Kind
from engine.admin.argument_types import message, seconds
from engine.admin.console.bodies import member, optional, reason_in
from engine.admin.console.desk import TIMEOUT_S, Seat
from engine.admin.console.routing import Members, Work, act, check, read, slow_act
from engine.admin.console.slow import Tell
from engine.admin.doctor.all_findings import all_findings
from engine.admin.games import report
from engine.admin.moderation.reports import count_open
from engine.config import Settings

NEWEST = 5


async def overview(seat: Seat, request: Request) -> Any:
    """What an operator looks at first."""
    operator = seat.operator
    roll = await operator.store.engines.read()
    counts = await operator.store.lists.count()
    notice = await operator.store.maintenance.notice()
    games: dict[str, dict[str, int]] = {}
    for (game, status), number in counts.items():
        games.setdefault(game, dict.fromkeys(Status, 0))[status] = number
    return {
        "engines": len(roll.engines),
        "games": games,
        "maintenance": notice and asdict(notice),
        "openReports": await count_open(seat.accounts),
        "acts": [each.shown() for each in await Acts(operator.redis).page(size=NEWEST)],
    }


async def findings(settings: Settings) -> Any:
    """What the doctor finds, also of a Redis that is away."""
    found = await all_findings(settings, timeout_s=TIMEOUT_S)
    return {"findings": [{"level": each.level, "text": each.text} for each in found]}


async def games(seat: Seat, request: Request) -> Any:
    """Who plays what; all matches in Redis are counted."""
    return {"lines": [*await report(seat.operator)]}


async def begin(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    notice = (member(body, "message", message), optional(body, "retryAfter", seconds, 60))
    await maintenance.begin(seat.operator, *notice, reason)
    return {}


async def end(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    await maintenance.end(seat.operator, reason)
    return {}


def reindexed(request: Request, body: Members) -> Work:
    """Rebuild the lists of matches."""
    reason = reason_in(body)

    async def work(seat: Seat, tell: Tell) -> Any:
        return {"matches": await seat.operator.reindex(reason)}

    return work


def rearchived(request: Request, body: Members) -> Work:
    """Have all ended matches and tournaments archived once more."""
    reason = reason_in(body)

    async def work(seat: Seat, tell: Tell) -> Any:
        return (await seat.operator.rearchive(reason))._asdict()

    return work


ENDPOINTS = (
    read("/overview", overview),
    check("/findings", findings),
    read("/games", games),
    act(Kind.MAINTENANCE_BEGIN, "/maintenance/begin", begin),
    act(Kind.MAINTENANCE_END, "/maintenance/end", end),
    slow_act(Kind.MATCHES_REINDEX, "/reindex", reindexed),
    slow_act(Kind.MATCHES_REARCHIVE, "/rearchive", rearchived),
)
