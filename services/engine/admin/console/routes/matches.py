"""Matches: lists, what a spectator sees, and what operators do."""

import re
from argparse import ArgumentTypeError
from typing import Any

from croupier_match.match import Status
from starlette.requests import Request
from starlette.responses import Response

from engine.admin import show
from engine.admin.acts import Kind
from engine.admin.console.bodies import an_id, an_offset, id_in, optional, reason_in
from engine.admin.console.desk import Seat
from engine.admin.console.routing import Members, Work, act, read, slow_act, slow_read
from engine.admin.console.slow import Tell
from engine.admin.match_list import listed_matches
from engine.admin.ratings.commands import shown as voided_shown
from engine.admin.ratings.void import void_match
from engine.admin.verify_all import check_all, existing

PAGE = 50
LOG_PAGE = 200
PLACE = re.compile(r"[ -~]{1,100}", re.ASCII)


async def listed(seat: Seat, request: Request) -> Any:
    """A page of all public matches, or of all of a player, newest first."""
    query = request.query_params
    player, game = optional(query, "player", an_id, ""), optional(query, "game", an_id, "")
    status, before = optional(query, "status", _status, None), optional(query, "before", _place, "")
    found, more = await listed_matches(seat.operator, player, game, status, before, PAGE)
    games = sorted(
        {rules.partition("@")[0] for rules in (await seat.operator.store.engines.read()).games}
    )
    return {"matches": found, "next": more, "games": games}


async def shown(seat: Seat, request: Request) -> Any:
    return _json(await show.as_json(seat.operator, id_in(request)))


async def text(seat: Seat, request: Request) -> Any:
    return {"text": await show.as_text(seat.operator, id_in(request))}


async def log(seat: Seat, request: Request) -> Any:
    """A page of the changes of a match, a line each, oldest first."""
    after = optional(request.query_params, "after", an_offset, 0)
    bounds = (after + 1, LOG_PAGE)
    lines = [line async for line in show.entries(seat.operator, id_in(request), *bounds)]
    return {"lines": lines, "next": after + LOG_PAGE if len(lines) == LOG_PAGE else None}


async def secrets(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    return _json(await show.with_secrets(seat.operator, id_in(request), reason))


async def abort(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    match = await seat.operator.abort(id_in(request), reason)
    return {"status": match.status, "version": match.version}


def verified(request: Request, query: Members) -> Work:
    """Recompute a match from its log."""
    match_id = id_in(request)

    async def work(seat: Seat, tell: Tell) -> Any:
        def say(line: str) -> None:
            tell({"line": line})

        tally = await check_all(seat.operator, existing(seat.operator, [match_id]), say)
        return {"right": tally.right, "wrong": tally.wrong, "skipped": tally.skipped}

    return work


def voided(request: Request, body: Members) -> Work:
    """Take a match out of its ledger."""
    match_id, reason = id_in(request), reason_in(body)

    async def work(seat: Seat, tell: Tell) -> Any:
        return voided_shown(await void_match(seat.operator, match_id, reason))

    return work


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")


def _place(text: str) -> str:
    if not PLACE.fullmatch(text):
        raise ArgumentTypeError("must be where a page has ended")
    return text


def _status(text: str) -> Status:
    if text not in {*Status}:
        raise ArgumentTypeError(f"must be one of {', '.join(Status)}")
    return Status(text)


ENDPOINTS = (
    read("/matches", listed),
    read("/matches/{id}", shown),
    read("/matches/{id}/text", text),
    read("/matches/{id}/log", log),
    slow_read("/matches/{id}/verify", verified),
    act(Kind.MATCH_SECRETS, "/matches/{id}/secrets", secrets),
    act(Kind.MATCH_ABORT, "/matches/{id}/abort", abort),
    slow_act(Kind.RATINGS_VOID, "/matches/{id}/void", voided),
)
