"""Tournaments: lists, what everybody sees of one, and what operators do."""

from argparse import ArgumentTypeError
from typing import Any

from starlette.requests import Request

from engine.admin.acts import Kind
from engine.admin.console.bodies import an_id, an_offset, id_in, member, optional
from engine.admin.console.desk import Seat
from engine.admin.console.routing import Members, Work, act, read, slow_read
from engine.admin.console.slow import Tell
from engine.admin.tournaments import acts, views

PAGE = 50


async def listed(seat: Seat, request: Request) -> Any:
    """A page of public tournaments, or of all of a player, newest first."""
    query = request.query_params
    status, player = optional(query, "status", _status, ""), optional(query, "player", an_id, "")
    first = optional(query, "first", an_offset, 0)
    found = await views.listed(seat.operator, status, player, first, PAGE)
    return {"tournaments": found, "next": first + PAGE if len(found) == PAGE else None}


async def shown(seat: Seat, request: Request) -> Any:
    return (await views.shown(seat.operator, id_in(request))).json


async def start(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    return {"version": await acts.start(seat.operator, id_in(request), reason)}


async def pause(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    return {"version": await acts.pause(seat.operator, id_in(request), reason)}


async def resume(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    return {"version": await acts.resume(seat.operator, id_in(request), reason)}


async def abort(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    return {"version": await acts.abort(seat.operator, id_in(request), reason)}


async def remove(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    player = member(body, "player", an_id)
    return {"version": await acts.remove(seat.operator, id_in(request), player, reason)}


def verified(request: Request, query: Members) -> Work:
    """Compute all rounds and standings anew, from the log."""
    tournament_id = id_in(request)

    async def work(seat: Seat, tell: Tell) -> Any:
        report = await views.verified(seat.operator, tournament_id)
        finding = str(report.finding) if report.finding else None
        return {"entries": report.entries, "finding": finding}

    return work


def _status(text: str) -> str:
    if text not in views.STATUSES:
        raise ArgumentTypeError(f"must be one of {', '.join(views.STATUSES)}")
    return text


ENDPOINTS = (
    read("/tournaments", listed),
    read("/tournaments/{id}", shown),
    slow_read("/tournaments/{id}/verify", verified),
    act(Kind.TOURNAMENT_START, "/tournaments/{id}/start", start),
    act(Kind.TOURNAMENT_PAUSE, "/tournaments/{id}/pause", pause),
    act(Kind.TOURNAMENT_RESUME, "/tournaments/{id}/resume", resume),
    act(Kind.TOURNAMENT_ABORT, "/tournaments/{id}/abort", abort),
    act(Kind.TOURNAMENT_REMOVE, "/tournaments/{id}/remove", remove),
)
