"""Waiting for something to change: `Prefer: wait=S`; of a match, with `If-None-Match`."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import match_channel
from starlette.requests import Request

from gateway.errors import Problem
from gateway.pubsub import Subscriber
from gateway.transport.headers import matches_etag

Seen = TypeVar("Seen")

HEARTBEAT_S = 10.0
"""How long a lost notice may go unnoticed."""


async def until_changed(
    watch: Subscriber,
    match_id: str,
    request: Request,
    wait_s: int | None,
    look: Callable[[], Awaitable[pb.MatchView]],
) -> pb.MatchView:
    """What `look` sees: at once, or when the caller does not know it yet, or after `wait_s`."""
    channel = match_channel(match_id)
    return await until(
        watch, channel, request, wait_s, look, lambda view: not matches_etag(request, view.version)
    )


async def until(
    watch: Subscriber,
    channel: str,
    request: Request,
    wait_s: int | None,
    look: Callable[[], Awaitable[Seen]],
    enough: Callable[[Seen], bool],
) -> Seen:
    """What `look` sees: at once, or when it is `enough`, or after `wait_s`.

    Whatever is published in `channel` is a reason to look again.
    """
    view = await look()
    if not wait_s or enough(view):
        return view
    clock = asyncio.get_running_loop()
    end = clock.time() + wait_s
    with watch.on(channel) as changed:
        while not enough(view) and not watch.stopping:
            left = end - clock.time()
            if left <= 0 or await request.is_disconnected():
                break
            await _either(changed, min(left, HEARTBEAT_S))
            view = await _again(look, view)
    return view


async def _again(look: Callable[[], Awaitable[Seen]], known: Seen) -> Seen:
    """What there is to see now; while that cannot be told, what is known."""
    try:
        return await look()
    except Problem as refusal:
        if refusal.code != "unavailable":
            raise
        return known


async def _either(changed: asyncio.Event, seconds: float) -> None:
    """Until the event is set, or the time is over."""
    try:
        async with asyncio.timeout(seconds):
            await changed.wait()
    except TimeoutError:
        return
    changed.clear()
