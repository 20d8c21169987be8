"""Event streams: of one match, and of all matches of a player."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, Request, Response

from gateway.asked import Who, viewer_of
from gateway.dependencies import Dependencies, Deps
from gateway.http import headers, parameters
from gateway.http.responses import error_responses, lines_of
from gateway.limits import history_cost
from gateway.limits.requester import Requester
from gateway.players.player import Player
from gateway.players.tokens import READ
from gateway.players.visibility import Eyes
from gateway.routing import READ_ERRORS, Router
from gateway.streams.ended_stream import EndedMatch
from gateway.streams.event_queue import EventQueue, StreamEvent
from gateway.streams.event_stream import NDJSON, SSE, EventStream

router = Router(prefix="/v1", tags=["Live"])


def described_stream(lines: str, example: str, hint: str = "") -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI response of a stream of these lines, and an example of an event."""
    content = {
        NDJSON: lines_of(lines),
        SSE: {
            "schema": {
                "type": "string",
                "description": f"Server-sent events: `event`, `data` (on one line) and `id` (where "
                f"`version` is not null) have the members of a {lines}.",
            },
            "example": example,
        },
    }
    about = "A stream that ends with `finished` or `goodbye`; its lines are as the schema says."
    return {200: {"description": about + hint, "content": content}}


MATCH_STREAM = described_stream(
    "MatchLine",
    'event: change\nid: 18\ndata: {"version": 18, "events": [...], ...}\n\n',
    hint=" With `view=none` each is an OutlineLine.",
)
PLAYER_STREAM = described_stream(
    "PlayerLine",
    "event: yourTurn\n"
    'data: {"matchId": "d5LFDyEcnLoO6VlhyUnknQ", "version": 18, "decision": 18}\n\n',
)


async def _media_type(request: Request) -> str:
    return headers.preferred_media_type(request, SSE, NDJSON)


MediaType = Annotated[str, Depends(_media_type)]


@router.get(
    "/matches/{match_id}/events",
    bucket="streams",
    response_class=Response,
    responses={
        **MATCH_STREAM,
        **error_responses("malformed", *READ_ERRORS, "not_acceptable", "match_active"),
    },
)
async def follow_match(
    match_id: parameters.MatchId,
    media_type: MediaType,
    who: Who,
    deps: Deps,
    after: parameters.AfterSnapshot,
    last_event_id: parameters.LastEventId,
    view: parameters.StreamView,
    include: parameters.Include,
    look_as: parameters.LookAs,
) -> Response:
    """Follow a match: first a `snapshot`, then a `change` per version, as you may see them.

    With `after` or `Last-Event-ID`, the changes after that version, without a snapshot. Also
    `clockWarning`, `presence` if you have a seat, `emote`, `ping` at least every 15 seconds,
    `ratings` after a rated match, `finished` at the end of the match, and `goodbye` if the server
    closes the stream before that.
    With `view=none`, what a `snapshot` or `change` tells of its version is `events`, `toMove`,
    `status`, `clock` and `logHead`.
    """
    given = after if last_event_id is None else last_event_id
    since = parameters.integer(given, "after" if last_event_id is None else "Last-Event-ID")
    form, eyes = parameters.form(view, include), Eyes.asked(look_as)
    player = await viewer_of(match_id, who, deps)

    def follow(queue: EventQueue) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        pace = history_cost.pace(deps.limits, who)
        if eyes is None:
            feed = deps.match_feeds.follow(match_id, player, _not_below(since), queue, pace, form)
        else:
            ended = EndedMatch(deps.match_source, match_id, player, eyes, form)
            feed = ended.follow(_not_below(since), queue, pace)
        return counted(deps, who, player, queue, feed)

    return EventStream(
        deps.event_streams, follow, lambda: deps.authenticator.still(who, player), media_type
    )


@router.get(
    "/events",
    bucket="streams",
    response_class=Response,
    responses={
        **PLAYER_STREAM,
        **error_responses("unauthenticated", "rate_limited", "forbidden", "not_acceptable"),
    },
)
async def follow_player(media_type: MediaType, who: Who, deps: Deps) -> Response:
    """Follow all your matches: `invited`, `entropyNeeded`, `matchStarted`, `yourTurn`,
    `matchFinished`, `undoOffered`, `rematchOffered`, `rematchEnded`, `emote` after the end of a
    match, of friends `friendAsked` and `friendAccepted`, and of tournaments `checkInOpened`,
    `roundPaired` where you play or have a bye, and `tournamentFinished`.

    First come pending invitations, as `invited`, then the active matches in which it is your turn
    now, as `yourTurn`, the sealed deals that wait for your entropy, as `entropyNeeded`, and of
    tournaments the check-ins that wait for you and your tables.
    """
    player = await deps.authenticator.required(who, READ)
    return EventStream(
        deps.event_streams,
        lambda queue: counted(deps, who, player, queue, deps.player_feeds.follow(player, queue)),
        lambda: deps.authenticator.still(who, player),
        media_type,
    )


@asynccontextmanager
async def counted(
    deps: Dependencies,
    who: Requester,
    player: Player | None,
    queue: EventQueue,
    stream: AbstractAsyncContextManager[AsyncIterator[StreamEvent]],
) -> AsyncIterator[AsyncIterator[StreamEvent]]:
    """Open the stream, unless there are too many followers: then raise Problem rate_limited.

    As long as it is open, its player is here, and it verifies its token whenever one of the
    player's is revoked.
    """
    with ExitStack() as until_closed:
        until_closed.enter_context(deps.followers.follow(who))
        if player and who.token:
            until_closed.enter_context(deps.revocations.watch(player.id, queue.wake))
            # It may have been revoked before the watch.
            await deps.authenticator.verify(who.token, player)
        async with stream as begin:
            if player:  # not one whom the stream was refused
                until_closed.enter_context(deps.presence.here(player))
            yield begin


def _not_below(version: int | None) -> int | None:
    """Return the version, 0 for one below: the first version is 1."""
    return None if version is None else max(version, 0)
