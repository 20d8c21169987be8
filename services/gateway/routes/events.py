"""Streams of what happens: in a match, and in all matches of a player."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from fastapi import APIRouter, Request, Response
from redislink.channels import player_channel

from gateway.access import READ_ERRORS, viewer_of
from gateway.auth.players import READ, Player
from gateway.dependencies import Dependencies, Deps
from gateway.streaming.event_queue import EventQueue, StreamEvent
from gateway.streaming.event_stream import NDJSON, SSE, EventStream
from gateway.transport import headers, parameters
from gateway.transport.responses import error_responses

router = APIRouter(prefix="/v1", tags=["Live"])

STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A stream that goes on until it says finished or goodbye.",
        "content": {
            SSE: {
                "schema": {"type": "string"},
                "example": 'event: change\nid: 18\ndata: {"version": 18, "events": [...], ...}\n',
            },
            NDJSON: {
                "schema": {"type": "string"},
                "example": '{"event": "yourTurn", "version": null, "data": {"version": 18}}\n',
            },
        },
    }
}


@router.get(
    "/matches/{match_id}/events",
    response_class=Response,
    responses={**STREAM, **error_responses("malformed", *READ_ERRORS, "not_acceptable")},
)
async def follow_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    after: parameters.After = None,
    last_event_id: parameters.LastEventId = None,
) -> Response:
    """Every change of the match as you may see it: first a `snapshot`, then each `change`."""
    form = headers.prefers(request, SSE, NDJSON)
    given = after if last_event_id is None else last_event_id
    since = parameters.integer(given, "after" if last_event_id is None else "Last-Event-ID")
    player = await viewer_of(match_id, request, deps, bucket="streams")

    def follow(queue: EventQueue) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        return _until_revoked(
            deps, player, queue, deps.match_feeds.follow(match_id, player, _not_below(since), queue)
        )

    return EventStream(deps.event_streams, follow, lambda: deps.authenticator.caller(request), form)


@router.get(
    "/events",
    response_class=Response,
    responses={
        **STREAM,
        **error_responses("unauthenticated", "rate_limited", "forbidden", "not_acceptable"),
    },
)
async def follow_player(request: Request, deps: Deps) -> Response:
    """What happens in all your matches: `matchStarted`, `yourTurn`, `matchFinished`,
    `rematchOffered`. First the running matches where it is your turn, as `yourTurn`."""
    form = headers.prefers(request, SSE, NDJSON)
    player = await deps.authenticator.require(request, READ, bucket="streams")
    return EventStream(
        deps.event_streams,
        lambda queue: deps.player_feeds.follow(player, queue),
        lambda: deps.authenticator.caller(request),
        form,
    )


@asynccontextmanager
async def _until_revoked(
    deps: Dependencies,
    player: Player | None,
    queue: EventQueue,
    stream: AbstractAsyncContextManager[AsyncIterator[StreamEvent]],
) -> AsyncIterator[AsyncIterator[StreamEvent]]:
    """The stream, which looks at its token again when one of the player's is revoked."""

    def wake(notification: str | None) -> None:
        if notification == "revoked":
            queue.wake()

    if player is None:
        async with stream as begin:
            yield begin
        return
    deps.subscriber.add(player_channel(player.id), wake)
    try:
        async with stream as begin:
            yield begin
    finally:
        deps.subscriber.remove(player_channel(player.id), wake)


def _not_below(version: int | None) -> int | None:
    """There is nothing before the first version."""
    return None if version is None else max(version, 0)
