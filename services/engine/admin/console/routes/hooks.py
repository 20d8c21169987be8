"""The hooks of the installation."""

from argparse import ArgumentTypeError
from collections.abc import Sequence
from typing import Any

from croupier_match.clock import epoch_ms
from redislink.hooks import OF_INSTALLATION
from starlette.requests import Request

from engine.admin import installation_hooks as hooks
from engine.admin.acts import Kind
from engine.admin.argument_types import moment
from engine.admin.console.bodies import id_in, member, read_as
from engine.admin.console.desk import Seat
from engine.admin.console.problems import Refused
from engine.admin.console.routing import Members, act, read
from engine.admin.hooks import a_url


async def listed(seat: Seat, request: Request) -> Any:
    found = await hooks.listed(seat.accounts)
    return {"hooks": [each.shown() for each in found], "events": [*OF_INSTALLATION]}


async def deliveries(seat: Seat, request: Request) -> Any:
    return {"deliveries": await hooks.deliveries(seat.accounts, id_in(request))}


async def add(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    url, events = member(body, "url", a_url), _events(body)
    made, secret = await hooks.add(seat.operator, seat.accounts, url, events, reason)
    return {"id": made.id, "secret": secret}


async def remove(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    await hooks.remove(seat.operator, seat.accounts, id_in(request), reason)
    return {}


async def replay(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    since_ms = epoch_ms(member(body, "since", moment))
    await hooks.replay(seat.operator, seat.accounts, id_in(request), since_ms, reason)
    return {}


def _events(body: Members) -> Sequence[str]:
    given = body.get("events")
    if not isinstance(given, list) or not given:
        raise Refused("malformed", "events must be a list of at least one.")
    for each in given:
        read_as("events", str(each), _an_event)
    return [each for each in OF_INSTALLATION if each in given]


def _an_event(text: str) -> str:
    if text not in OF_INSTALLATION:
        raise ArgumentTypeError(f"must be of {', '.join(OF_INSTALLATION)}")
    return text


ENDPOINTS = (
    read("/hooks", listed),
    read("/hooks/{id}/deliveries", deliveries),
    act(Kind.HOOK_ADD, "/hooks", add),
    act(Kind.HOOK_REMOVE, "/hooks/{id}/remove", remove),
    act(Kind.HOOK_REPLAY, "/hooks/{id}/replay", replay),
)
