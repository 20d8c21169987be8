"""Tournaments: what there is to read of them. What players and makers do is in tournament_acts."""

import hashlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager

from fastapi import Request, Response
from redislink import tournaments
from redislink.tournament_logs import Known

from gateway.asked import Who
from gateway.contract import tournament_models
from gateway.dependencies import Dependencies, Deps
from gateway.http import headers, parameters
from gateway.http.documented_headers import IF_NONE_MATCH, IF_NONE_MATCH_TAG, PREFER
from gateway.http.headers import field
from gateway.http.responses import (
    error_responses,
    lines_of,
    not_modified,
    written_response,
)
from gateway.limits import history_cost
from gateway.limits.requester import Requester
from gateway.players.player import Player
from gateway.players.tokens import READ
from gateway.routes.events import MediaType, counted, described_stream
from gateway.routing import READ_ERRORS, Router
from gateway.streams.event_queue import EventQueue, StreamEvent
from gateway.streams.event_stream import NDJSON, EventStream
from gateway.streams.line_stream import LineStream, begun, paced
from gateway.streams.long_poll import until, waiting
from gateway.tournaments import standings, views
from gateway.tournaments.entrants import Entrants
from gateway.tournaments.lists import Place, Wanted
from gateway.tournaments.shown import Shown

router = Router(prefix="/v1/tournaments", tags=["Tournaments"])

ME = "me"
POLL_PACE_S = 0.5
"""Entries that come within so short a time are one answer to those who wait."""
PAGE_ERRORS = error_responses("malformed", *READ_ERRORS)
TAGGED = {304: {"description": "The page is still as it was when it had the tag."}, **PAGE_ERRORS}
LOG = {
    200: {
        "description": "The lines of the log: `docs/pairings.md` has their form.",
        "content": {NDJSON: lines_of("TournamentLogLine")},
    }
}
STREAM = described_stream(
    "TournamentLine",
    "event: roundPaired\nid: 71\n"
    'data: {"version": 71, "round": 2, "table": 3, "leg": 1, "matchId": "d5LFDyEcnLoO6VlhyUnknQ", '
    '"bye": false}\n\n',
    " `aborted` ends it as `finished` does.",
)


@router.get(
    "",
    bucket="reads",
    response_model=tournament_models.Tournaments,
    responses=PAGE_ERRORS,
)
async def list_tournaments(
    who: Who,
    deps: Deps,
    status: parameters.TournamentStatus,
    game: parameters.TournamentGame,
    mine: parameters.Mine,
    page_size: parameters.PageSize,
    page_token: parameters.PageToken,
) -> Response:
    """List tournaments, newest first: public ones, or with `mine=true` your own.

    A page may have fewer than `pageSize` although there are more: `nextPageToken` tells.
    """
    after = Place.of(page_token)

    async def check(_: object) -> None:
        await deps.catalog.check(game or "")

    find = deps.authenticator.required if mine else deps.authenticator.player
    viewer = await find(who, READ, check_found=check)
    await check(viewer)
    wanted = Wanted(viewer.id if mine and viewer else "", status, game or "")
    entrants = Entrants()
    page = await deps.tournament_lists.page(wanted, page_size, after, entrants)
    return written_response(await deps.showing.written(page, entrants))


@router.get(
    "/{tournament_id}",
    bucket="reads",
    headers=(IF_NONE_MATCH, PREFER),
    response_model=tournament_models.Tournament,
    responses={
        304: {"description": "The version in If-None-Match is still the current one."},
        **error_responses(*READ_ERRORS),
    },
)
async def get_tournament(
    tournament_id: parameters.TournamentId, request: Request, who: Who, deps: Deps
) -> Response:
    """Read a tournament, and what you are in it.

    With `If-None-Match` and `Prefer: wait=S`, the answer waits until it changes. Who knows the id
    of a private one sees it, too.
    """
    viewer: Player | None = None

    async def fetch() -> Shown:
        nonlocal viewer
        viewer = await viewer_of(tournament_id, who, deps)  # each time: it may have been revoked
        return await deps.showing.tournament(tournament_id, viewer.id if viewer else "")

    wait_s = headers.wait_s(request) if field(request, b"if-none-match") else None
    shown = await until(
        deps.subscriber,
        tournaments.tournament(tournament_id),
        request,
        wait_s,
        fetch,
        lambda found: not headers.matches_etag(request, found.version),
        lambda: waiting(deps.followers.follow(who), deps.presence, viewer),
        POLL_PACE_S,
    )
    applied = {} if wait_s is None else {"Preference-Applied": "wait"}
    if headers.matches_etag(request, shown.version):
        return not_modified(shown.version, applied)
    return written_response(shown.text, version=shown.version, headers=applied)


@router.get(
    "/{tournament_id}/standings",
    bucket="reads",
    headers=(IF_NONE_MATCH_TAG,),
    response_model=tournament_models.TournamentStandings,
    responses=TAGGED,
)
async def get_standings(
    tournament_id: parameters.TournamentId,
    request: Request,
    who: Who,
    deps: Deps,
    page_size: parameters.PageSize,
    page_token: parameters.PageToken,
    around: parameters.Around,
) -> Response:
    """Read a page of the standings, with your own row beside it.

    With `around`, it has a player in its middle, and none at all if that player does not take part.
    A page goes on behind the last player of the one before, wherever that one is by now.
    """
    after = standings.place(page_token)
    find = deps.authenticator.required if around == ME else deps.authenticator.player
    viewer = await find(who, READ, check_found=lambda _: known(tournament_id, deps))
    await known(tournament_id, deps)
    viewer_id = viewer.id if viewer else ""
    board = await deps.tournament_boards.of(tournament_id)
    middle = viewer_id if around == ME else around
    page = standings.page(board, viewer_id, page_size, after, middle)
    return await _tagged(request, page, deps)


@router.get(
    "/{tournament_id}/rounds/{round}",
    bucket="reads",
    headers=(IF_NONE_MATCH_TAG,),
    response_model=tournament_models.TournamentRound,
    responses=TAGGED,
)
async def get_round(
    tournament_id: parameters.TournamentId,
    round: parameters.RoundNumber,  # noqa: A002 - its name in the path
    request: Request,
    who: Who,
    deps: Deps,
    page_size: parameters.PageSize,
    page_token: parameters.PageToken,
) -> Response:
    """Read a page of a round: its tables with their results, and who sits it out.

    In an arena, each pairing is a round.
    """
    after = parameters.page_number(page_token)
    await viewer_of(tournament_id, who, deps)
    it = (await known(tournament_id, deps)).tournament
    page = views.round_page(it, parameters.round_number(round), page_size, after)
    return await _tagged(request, page, deps)


@router.get(
    "/{tournament_id}/players",
    bucket="reads",
    headers=(IF_NONE_MATCH_TAG,),
    response_model=tournament_models.TournamentPlayers,
    responses=TAGGED,
)
async def list_tournament_players(
    tournament_id: parameters.TournamentId,
    request: Request,
    who: Who,
    deps: Deps,
    page_size: parameters.PageSize,
    page_token: parameters.PageToken,
) -> Response:
    """List who has joined, in that order. Who leaves before the check-in is not in it any more."""
    after = parameters.page_number(page_token)
    await viewer_of(tournament_id, who, deps)
    it = (await known(tournament_id, deps)).tournament
    return await _tagged(request, views.players_page(it, page_size, after), deps)


@router.get(
    "/{tournament_id}/log",
    bucket="streams",
    headers=(IF_NONE_MATCH_TAG,),
    response_class=Response,
    responses={
        **LOG,
        304: {"description": "The log still ends with the entry in If-None-Match."},
        **error_responses("malformed", *READ_ERRORS, "not_acceptable"),
    },
)
async def get_tournament_log(
    tournament_id: parameters.TournamentId,
    request: Request,
    who: Who,
    deps: Deps,
    after: parameters.After,
) -> Response:
    """Download the log of a tournament, from which all pairings and standings follow.

    Each line is an entry, as it was hashed; `croupier verify --tournament` takes the file.
    `Log-Version` and `Log-Head` have the version of the last entry and the SHA-256 of its line. The
    connection is cut if the lines cannot be sent to that end.
    """
    headers.preferred_media_type(request, NDJSON)
    await viewer_of(tournament_id, who, deps)
    it = (await known(tournament_id, deps)).tournament
    # Not the version: a log that was restored older may have come to that once more.
    tag, version = it.head[:32], it.version
    told = {"Log-Version": str(version), "Log-Head": it.head}
    if headers.matches_etag(request, tag):
        return not_modified(tag, told)
    lines = deps.tournament_downloads.lines(tournament_id, after, version)
    pace = history_cost.pace(deps.limits, who, history_cost.LINES_PER_READ)
    parts = await begun(paced(lines, pace))
    return LineStream(parts, {"ETag": headers.etag(tag), **told})


@router.get(
    "/{tournament_id}/events",
    bucket="streams",
    response_class=Response,
    responses={**STREAM, **error_responses("malformed", *READ_ERRORS, "not_acceptable")},
)
async def follow_tournament(
    tournament_id: parameters.TournamentId,
    media_type: MediaType,
    who: Who,
    deps: Deps,
    after: parameters.AfterVersion,
    last_event_id: parameters.LastEventId,
) -> Response:
    """Follow a tournament: `registered`, `checkInOpened`, `started`, `roundPaired` with your own
    table, `result` of it, `standings`, `halted`, `ping` at least every 15 seconds, `finished` or
    `aborted` at the end, and `goodbye` if the server closes the stream before that.

    First come those that say what is so by now; with `after` or `Last-Event-ID` only if that is not
    the current version. All are hints: GET has the rest. How many have joined, and that standings
    have changed, is told at most once a second.
    """
    given = after if last_event_id is None else last_event_id
    since = parameters.integer(given, "after" if last_event_id is None else "Last-Event-ID")
    player = await viewer_of(tournament_id, who, deps)
    parameters.parse_id(tournament_id, "tournament")

    def follow(queue: EventQueue) -> AbstractAsyncContextManager[AsyncIterator[StreamEvent]]:
        own = player.id if player else ""
        feed = deps.tournament_feeds.follow(tournament_id, own, since, queue)
        return counted(deps, who, player, queue, feed)

    return EventStream(
        deps.event_streams, follow, lambda: deps.authenticator.still(who, player), media_type
    )


async def known(tournament_id: str, deps: Dependencies) -> Known:
    """Return what is known of a tournament. Raise Problem not_found, or unavailable."""
    return await deps.tournaments.known(parameters.parse_id(tournament_id, "tournament"))


async def viewer_of(tournament_id: str, who: Requester, deps: Dependencies) -> Player | None:
    """Return who reads a tournament: the player of the token; None without a token.

    Raise Problem, the first of: unauthenticated, rate_limited, not_found, forbidden.
    """
    viewer = await deps.authenticator.player(
        who, READ, check_found=lambda _: known(tournament_id, deps)
    )
    parameters.parse_id(tournament_id, "tournament")
    return viewer


async def _tagged(request: Request, page: views.Page, deps: Dependencies) -> Response:
    """Return a page with a tag that changes with whatever it says."""
    body = await deps.showing.written(page.content, page.entrants)
    tag = hashlib.sha256(body).hexdigest()[:32]
    if headers.matches_etag(request, tag):
        return not_modified(tag, {})
    return written_response(body, headers={"ETag": headers.etag(tag)})
