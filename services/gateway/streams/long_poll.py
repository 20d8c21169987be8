"""Long polling: `Prefer: wait=S`, for a match together with `If-None-Match`."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TypeVar

from croupier.v1 import engine_service_pb2 as pb
from redislink.channels import match_channel
from redislink.pubsub import Subscriber
from starlette.requests import Request

from gateway.errors import Problem
from gateway.http import request_slots
from gateway.http.headers import match_tag, matches_etag
from gateway.players.player import Player
from gateway.players.presence import Presence

Value = TypeVar("Value")

HEARTBEAT_S = 10.0
"""How often to read again without a notification: one may have been lost."""


@contextmanager
def waiting(
    counted: AbstractContextManager[None], presence: Presence, player: Player | None
) -> Iterator[None]:
    """Be inside of `counted`; the player, if there is one, is here meanwhile."""
    with counted, presence.here(player) if player else nullcontext():
        yield


async def until_changed(
    subscriber: Subscriber,
    match_id: str,
    request: Request,
    wait_s: int | None,
    read: Callable[[], Awaitable[pb.Shown]],
    counted: Callable[[], AbstractContextManager[None]],
) -> pb.Shown:
    """Return what `read` returns once its tag is not the one in the request's If-None-Match.

    See `until` for the time that this may take, and for errors.
    """
    return await until(
        subscriber,
        match_channel(match_id),
        request,
        wait_s,
        read,
        lambda view: not matches_etag(request, match_tag(view.version, bool(view.ratings))),
        counted,
    )


async def until(
    subscriber: Subscriber,
    channel: str,
    request: Request,
    wait_s: int | None,
    read: Callable[[], Awaitable[Value]],
    done: Callable[[Value], bool],
    counted: Callable[[], AbstractContextManager[None]],
    pace_s: float = 0.0,
) -> Value:
    """Return what `read` returns once it is `done`; at the latest after `wait_s` seconds.

    `read` is called at first, after each message in `channel`, with those of the `pace_s` seconds
    after it, and every HEARTBEAT_S. Without
    `wait_s`, when the caller disconnects and when the process stops, what was read last is
    returned as it is. It waits inside of what `counted` returns. Raise what that raises, and the
    Problem that `read` raises; an outage only at the first call.
    """
    value = await read()
    if not wait_s or done(value):
        return value
    request_slots.give_back()
    clock = asyncio.get_running_loop()
    end = clock.time() + wait_s
    # A change since the first read is not missed: the event is set once listening begins.
    with counted(), subscriber.listen(channel) as changed:
        while not done(value) and not subscriber.stopping:
            left = end - clock.time()
            if left <= 0 or await request.is_disconnected():
                break
            await _wait(changed, min(left, HEARTBEAT_S), pace_s)
            value = await _read_again(read, value)
    return value


async def _read_again(read: Callable[[], Awaitable[Value]], known: Value) -> Value:
    """Return what there is to read now; during an outage, what is known already."""
    try:
        return await read()
    except Problem as refusal:
        if refusal.code != "unavailable":
            raise
        return known


async def _wait(event: asyncio.Event, seconds: float, pace_s: float) -> None:
    """Wait until the event is set, and for `pace_s` then, and clear it; or as long as `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
            await asyncio.sleep(pace_s)
    except TimeoutError:
        return
    event.clear()
