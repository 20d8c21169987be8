"""Players: finding them, and what operators do to them."""

from typing import Any

from croupier_match.clock import epoch_ms
from starlette.requests import Request

from engine.admin import player_page, players
from engine.admin.acts import Kind
from engine.admin.argument_types import moment
from engine.admin.console.bodies import an_id, id_in, member, optional, plain, reason_in
from engine.admin.console.desk import Seat
from engine.admin.console.routing import Members, Work, act, read, slow_act, slow_read
from engine.admin.console.slow import Tell
from engine.admin.find_player import MOST, find
from engine.admin.moderation import acts
from engine.admin.statistics.commands import shown as recount_shown
from engine.admin.statistics.rebuild import rebuild


def found(request: Request, query: Members) -> Work:
    """Tell players of a name as they are found."""
    name, part = member(query, "name", plain), query.get("part") == "true"

    async def work(seat: Seat, tell: Tell) -> Any:
        count = 0
        async for each in find(seat.operator, seat.accounts, name, part):
            count += 1
            if count <= MOST:
                tell(each.shown())
        return {"count": min(count, MOST), "more": count > MOST}

    return work


async def shown(seat: Seat, request: Request) -> Any:
    page = await player_page.read(seat.operator, seat.accounts, id_in(request))
    return page.shown()


async def suspend(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    until = optional(body, "until", moment, None)
    until_ms = None if until is None else epoch_ms(until)
    given = (id_in(request), until_ms, reason)
    return (await acts.suspend(seat.operator, seat.accounts, *given)).shown()


async def unsuspend(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    standing = await acts.unsuspend(seat.operator, seat.accounts, id_in(request), reason)
    return standing.shown()


async def rename(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    given = (id_in(request), member(body, "name", str), reason)
    return (await acts.rename(seat.operator, seat.accounts, *given)).shown()


async def hide(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    return (await acts.hide(seat.operator, seat.accounts, id_in(request), reason)).shown()


async def unhide(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    return (await acts.unhide(seat.operator, seat.accounts, id_in(request), reason)).shown()


async def recover(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    code = await acts.recover(seat.operator, seat.accounts, id_in(request), reason)
    return {"recoveryCode": code}


async def remove_key(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    given = (id_in(request), member(body, "key", an_id), reason)
    return (await acts.remove_key(seat.operator, seat.accounts, *given)).shown()


async def end_session(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    given = (id_in(request), member(body, "token", an_id), reason)
    return (await acts.end_session(seat.operator, seat.accounts, *given)).shown()


async def revoke(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    ended = await players.revoke(seat.operator, seat.accounts, id_in(request), reason)
    return {"tokens": ended}


async def delete(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    await players.delete(seat.operator, seat.accounts, id_in(request), reason)
    return {}


def checked(request: Request, query: Members) -> Work:
    """Tell what of a player's counters does not follow from its matches."""
    player_id = id_in(request)

    async def work(seat: Seat, tell: Tell) -> Any:
        return recount_shown(player_id, await rebuild(seat.operator, player_id, True), True)

    return work


def recounted(request: Request, body: Members) -> Work:
    """Put a player's counters right."""
    player_id, reason = id_in(request), reason_in(body)

    async def work(seat: Seat, tell: Tell) -> Any:
        outcome = await rebuild(seat.operator, player_id, False, reason)
        return recount_shown(player_id, outcome, False)

    return work


ENDPOINTS = (
    slow_read("/players", found),
    read("/players/{id}", shown),
    slow_read("/players/{id}/counters", checked),
    slow_act(Kind.PLAYER_RECOUNT, "/players/{id}/counters", recounted),
    act(Kind.PLAYER_SUSPEND, "/players/{id}/suspend", suspend),
    act(Kind.PLAYER_UNSUSPEND, "/players/{id}/unsuspend", unsuspend),
    act(Kind.PLAYER_RENAME, "/players/{id}/rename", rename),
    act(Kind.PLAYER_HIDE, "/players/{id}/hide", hide),
    act(Kind.PLAYER_UNHIDE, "/players/{id}/unhide", unhide),
    act(Kind.PLAYER_RECOVER, "/players/{id}/recover", recover),
    act(Kind.PLAYER_REMOVE_KEY, "/players/{id}/remove-key", remove_key),
    act(Kind.PLAYER_END_SESSION, "/players/{id}/end-session", end_session),
    act(Kind.PLAYER_REVOKE, "/players/{id}/revoke", revoke),
    act(Kind.PLAYER_DELETE, "/players/{id}/delete", delete),
)
