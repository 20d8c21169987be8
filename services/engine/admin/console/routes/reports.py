"""Reports of players by players."""

from typing import Any

from redislink.reports import CLOSED, OPEN
from starlette.requests import Request

from engine.admin.acts import Kind
from engine.admin.console.bodies import an_offset, id_in, optional
from engine.admin.console.desk import Seat
from engine.admin.console.routing import Members, act, read
from engine.admin.moderation import acts, reports
from engine.admin.player_page import names_of


async def listed(seat: Seat, request: Request) -> Any:
    """A page: open ones with the oldest first, closed ones with the newest."""
    closed = request.query_params.get("state") == "closed"
    first = optional(request.query_params, "first", an_offset, 0)
    page = await reports.page(seat.accounts, CLOSED if closed else OPEN, first, closed)
    found = [reports.shown(each) for each in page]
    names = await names_of(seat.accounts, [of for each in page for of in (each.by, each.player)])
    more = first + reports.PAGE if len(page) == reports.PAGE else None
    return {"reports": found, "names": names, "next": more}


async def shown(seat: Seat, request: Request) -> Any:
    report = await reports.read(seat.accounts, id_in(request))
    names = await names_of(seat.accounts, [report.by, report.player])
    return {"report": reports.shown(report), "names": names}


async def close(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    report = await acts.close_report(seat.operator, seat.accounts, id_in(request), reason)
    return reports.shown(report)


ENDPOINTS = (
    read("/reports", listed),
    read("/reports/{id}", shown),
    act(Kind.REPORT_CLOSE, "/reports/{id}/close", close),
)
