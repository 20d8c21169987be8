"""Streams of what happens: in a match, and in all matches of a player."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from fastapi import APIRouter, Request, Response

from gateway.auth.players import READ, Player
from gateway.dependencies import Services, Use
from gateway.pubsub import player_channel
from gateway.routes.matches import LOOKING, viewer_of
from gateway.streaming.event_queue import Inbox, Item
from gateway.streaming.event_stream import NDJSON, SSE, EventStream
from gateway.transport import headers, parameters
from gateway.transport.responses import refuses

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
    responses={**STREAM, **refuses("malformed", *LOOKING, "not_acceptable")},
)
async def follow_match(
    match_id: parameters.MatchId,
    request: Request,
    use: Use,
    after: parameters.After = None,
    last_event_id: parameters.LastEventId = None,
) -> Response:
    """Every change of the match as you may see it: first a `snapshot`, then each `change`."""
    form = headers.prefers(request, SSE, NDJSON)
    given = after if last_event_id is None else last_event_id
    since = parameters.integer(given, "after" if last_event_id is None else "Last-Event-ID")
    player = await viewer_of(match_id, request, use, bucket="streams")

    def follow(inbox: Inbox) -> AbstractAsyncContextManager[AsyncIterator[Item]]:
        return _until_revoked(
            use, player, inbox, use.feeds.follow(match_id, player, _not_below(since), inbox)
        )

    return EventStream(use.streams, follow, lambda: use.identity.caller(request), form)


@router.get(
    "/events",
    response_class=Response,
    responses={
        **STREAM,
        **refuses("unauthenticated", "rate_limited", "forbidden", "not_acceptable"),
    },
)
async def follow_player(request: Request, use: Use) -> Response:
    """What happens in all your matches: `matchStarted`, `yourTurn`, `matchFinished`,
    `rematchOffered`. First the running matches where it is your turn, as `yourTurn`."""
    form = headers.prefers(request, SSE, NDJSON)
    player = await use.identity.require(request, READ, bucket="streams")
    return EventStream(
        use.streams,
        lambda inbox: use.lobby.follow(player, inbox),
        lambda: use.identity.caller(request),
        form,
    )


@asynccontextmanager
async def _until_revoked(
    use: Services,
    player: Player | None,
    inbox: Inbox,
    stream: AbstractAsyncContextManager[AsyncIterator[Item]],
) -> AsyncIterator[AsyncIterator[Item]]:
    """The stream, which looks at its token again when one of the player's is revoked."""

    def wake(notice: str | None) -> None:
        if notice == "revoked":
            inbox.nudge()

    if player is None:
        async with stream as begin:
            yield begin
        return
    use.watch.add(player_channel(player.id), wake)
    try:
        async with stream as begin:
            yield begin
    finally:
        use.watch.remove(player_channel(player.id), wake)


def _not_below(version: int | None) -> int | None:
    """There is nothing before the first version."""
    return None if version is None else max(version, 0)
