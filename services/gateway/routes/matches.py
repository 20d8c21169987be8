"""Matches: make, find, see, sit down, leave, start, resign, play again."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from gateway.access import ACT_ERRORS, CHANGE_ERRORS, POST_ERRORS, READ_ERRORS, actor_in, viewer_of
from gateway.auth.players import PLAY, READ, Player
from gateway.contract import examples, models, requests, serializers
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.streaming.long_poll import until_changed
from gateway.transport import headers, json_body, parameters
from gateway.transport.responses import PRIVATE, error_responses, json_response, request_body
from gateway.visibility import caller

router = APIRouter(prefix="/v1/matches", tags=["Matches"])

Act = Callable[[pb.ActRequest], Awaitable[pb.Change]]
TEXT: dict[int | str, dict[str, Any]] = {200: {"content": {"text/plain": {}}}}


@router.post(
    "",
    status_code=201,
    response_model=models.Match,
    responses=error_responses(*POST_ERRORS, "invalid_options"),
    openapi_extra=request_body(
        models.NewMatch,
        **examples.settings(),
        private={"game": examples.GAME, "access": "private"},
        by_the_clock={"game": examples.GAME, "clock": {"bank": "600s", "increment": "5s"}},
    ),
)
async def create_match(
    request: Request, deps: Deps, idempotency_key: parameters.IdempotencyKey = None
) -> Response:
    """Make a match; you sit at seat 0, and it starts when every seat is taken."""
    body = await json_body.read(request, models.NewMatch)
    options = requests.options(body)
    key = headers.idempotency_key(request)
    player = await deps.authenticator.require(request, PLAY, bucket="creates")
    change = await deps.engine.create_match(
        pb.CreateMatchRequest(
            creator=requests.player(player),
            game=body.game[:100],
            options=options,
            seats=requests.small(body.seats),
            access=pb.ACCESS_PRIVATE if body.access == "private" else pb.ACCESS_PUBLIC,
            start=pb.START_MODE_MANUAL if body.start == "manual" else pb.START_MODE_AUTO,
            entropy=body.entropy,
            idempotency=requests.idempotency(key, request, body),
            clock=requests.clock(body.clock),
        )
    )
    where = {"Location": f"/v1/matches/{change.match.id}"}
    shown = serializers.match(change.match)
    return json_response(shown, 201, change.version, change.replayed, where)


@router.get(
    "",
    response_model=models.Matches,
    responses=error_responses("malformed", "unauthenticated", "rate_limited", "forbidden"),
)
async def list_matches(
    request: Request,
    deps: Deps,
    game: str | None = None,
    status: str | None = None,
    player: str | None = None,
    page_size: parameters.PageSize = None,
    page_token: parameters.PageToken = None,
) -> Response:
    """Matches, newest first; private ones only to their players. `player=me` are your own."""
    chosen = parameters.choice(status, "status", "", "waiting", "active", "finished", "aborted")
    size = parameters.page_size(page_size)
    wanted = pb.ListMatchesRequest(
        game=game or "",
        status=pb.MatchStatus.Value(f"MATCH_STATUS_{(chosen or 'unspecified').upper()}"),
        player_id=player or "",
        page_size=size,
        page_token=page_token or "",
    )
    find_viewer = deps.authenticator.require if player == "me" else deps.authenticator.caller
    try:
        viewer = await find_viewer(request, READ)
    except Problem as refusal:
        if page_token and refusal.status in (401, 403):
            await deps.engine.list_matches(wanted)  # a malformed page token is refused before that
        raise
    if viewer:
        wanted.viewer_id = viewer.id
        wanted.player_id = viewer.id if player == "me" else wanted.player_id
    listed = await deps.engine.list_matches(wanted)
    return json_response(
        {
            "matches": [
                serializers.match(match)
                async for match in _seen_by(viewer, listed.rosters, deps)
                if wanted.status in (pb.MATCH_STATUS_UNSPECIFIED, match.status)
            ],
            "nextPageToken": listed.next_page_token or None,
        }
    )


@router.get(
    "/{match_id}",
    response_model=models.MatchWithMoves,
    responses={
        **TEXT,
        304: {"description": "The version in If-None-Match is still the current one."},
        **error_responses("malformed", *READ_ERRORS, "not_acceptable"),
    },
)
async def get_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    include: parameters.Include = None,
    at_version: parameters.AtVersion = None,
    accept: parameters.Accept = None,
    if_none_match: parameters.IfNoneMatch = None,
    prefer: parameters.Prefer = None,
) -> Response:
    """The match as you may see it. With `If-None-Match` and `Prefer: wait=S`, once it changes."""
    as_text = headers.prefers(request, "application/json", "text/plain") == "text/plain"
    with_moves = parameters.choice(include, "include", "", "legalMoves") == "legalMoves"
    version = parameters.integer(at_version, "atVersion")

    async def look() -> pb.MatchView:
        viewer = await viewer_of(match_id, request, deps)  # whose token may be revoked meanwhile
        if version is not None and version < 1:
            raise Problem("not_found", "A match has no versions below 1.")
        return await deps.visibility.through(
            match_id,
            viewer,
            lambda seen_by: deps.engine.get_match(
                pb.GetMatchRequest(
                    match_id=match_id,
                    caller=seen_by,
                    at_version=version,
                    include_legal_moves=with_moves,
                    as_text=as_text,
                )
            ),
        )

    wait_s = headers.wait_s(request) if if_none_match and version is None else None
    view = await until_changed(deps.subscriber, match_id, request, wait_s, look)
    return _seen(request, view, as_text, waited=wait_s is not None)


@router.post(
    "/{match_id}/join",
    response_model=models.Match,
    responses=error_responses(
        *CHANGE_ERRORS, "conflict", "match_full", "match_not_active", "invalid_options"
    ),
    openapi_extra=request_body(
        models.Join, any_seat={}, private={"inviteCode": "...", "entropy": "00112233"}
    ),
)
async def join_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Sit down. Whoever takes the last seat of an auto match starts it."""
    body = await json_body.read(request, models.Join)
    key = headers.idempotency_key(request)
    expected = headers.expected_version(request, None)
    player = await actor_in(match_id, request, deps)
    change = await deps.engine.join_match(
        pb.JoinMatchRequest(
            match_id=match_id,
            player=requests.player(player),
            seat=requests.small(body.seat),
            invite_code=body.invite_code,
            entropy=body.entropy,
            expected_version=expected,
            idempotency=requests.idempotency(key, request, body),
        )
    )
    return json_response(serializers.match(change.match), 200, change.version, change.replayed)


@router.post(
    "/{match_id}/leave",
    response_model=models.Match,
    responses=error_responses(*CHANGE_ERRORS, "not_your_match", "match_active", "match_not_active"),
    openapi_extra=request_body(models.EmptyBody, nothing={}),
)
async def leave_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Give your seat back before the start. When the creator leaves, the match is aborted."""
    return await _act(match_id, request, deps, deps.engine.leave_match)


@router.post(
    "/{match_id}/start",
    response_model=models.Match,
    responses=error_responses(
        *CHANGE_ERRORS, "not_your_match", "conflict", "match_active", "match_not_active"
    ),
    openapi_extra=request_body(models.EmptyBody, nothing={}),
)
async def start_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Start a match that was made with `"start": "manual"`; its creator alone can."""
    return await _act(match_id, request, deps, deps.engine.start_match)


@router.post(
    "/{match_id}/resign",
    response_model=models.Match,
    responses=error_responses(*CHANGE_ERRORS, "not_your_match", "conflict", "match_not_active"),
    openapi_extra=request_body(models.EmptyBody, nothing={}),
)
async def resign_match(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
    if_match: parameters.IfMatch = None,
) -> Response:
    """Give up. A match of two is over with that.

    With more seats, yours is ranked last and cannot win, and the server plays on for it at
    random, at once where it is to move: so one call may add several versions. `lastEvents`
    are those of the last of them; `GET .../moves` and the streams have all.
    """
    return await _act(match_id, request, deps, deps.engine.resign_match)


@router.post(
    "/{match_id}/rematch",
    response_model=models.Rematch,
    responses=error_responses(*ACT_ERRORS, "not_your_match", "match_active", "match_not_active"),
    openapi_extra=request_body(models.RematchRequest, keep_the_score={"keepScore": True}),
)
async def request_rematch(
    match_id: parameters.MatchId,
    request: Request,
    deps: Deps,
    idempotency_key: parameters.IdempotencyKey = None,
) -> Response:
    """Wish for another match. Once all players have, `matchId` is it; ask again to learn it.

    `keepScore` carries the standings on, in games that have any; the others ignore it.
    """
    body = await json_body.read(request, models.RematchRequest)
    key = headers.idempotency_key(request)
    player = await actor_in(match_id, request, deps)
    rematch = await deps.visibility.through(
        match_id,
        player,
        lambda asked_by: deps.engine.request_rematch(
            pb.RequestRematchRequest(
                match_id=match_id,
                caller=asked_by,
                keep_score=body.keep_score,
                idempotency=requests.idempotency(key, request, body),
            )
        ),
    )
    return json_response(serializers.rematch(rematch), replayed=rematch.replayed)


async def _act(match_id: str, request: Request, deps: Dependencies, act: Act) -> Response:
    """What needs no more than to say who does it, and to which match."""
    body = await json_body.read(request, models.EmptyBody)
    key = headers.idempotency_key(request)
    expected = headers.expected_version(request, None)
    player = await actor_in(match_id, request, deps)
    change = await deps.visibility.through(
        match_id,
        player,
        lambda done_by: act(
            pb.ActRequest(
                match_id=match_id,
                caller=done_by,
                expected_version=expected,
                idempotency=requests.idempotency(key, request, body),
            )
        ),
    )
    return json_response(serializers.match(change.match), 200, change.version, change.replayed)


async def _seen_by(
    viewer: Player | None, rosters: Sequence[pb.Roster], deps: Dependencies
) -> AsyncIterator[pb.Match]:
    """The matches as the viewer may see them, in order; asked for again where somebody sat down."""
    items = [
        pb.BatchGetMatchesRequest.Item(match_id=roster.match_id, caller=caller(roster, viewer))
        for roster in rosters
    ]
    batch = await deps.engine.batch_get_matches(pb.BatchGetMatchesRequest(items=items))
    found = {match.id: match for match in batch.matches}
    for roster in rosters:
        match = found.get(roster.match_id) or await _look_again(viewer, roster.match_id, deps)
        if match:
            yield match


async def _look_again(viewer: Player | None, match_id: str, deps: Dependencies) -> pb.Match | None:
    """A match whose roster has changed since it was listed; None if it may not be seen any more."""

    async def look(seen_by: pb.Caller) -> pb.Match:
        request = pb.GetMatchRequest(match_id=match_id, caller=seen_by)
        return (await deps.engine.get_match(request)).match

    try:
        return await deps.visibility.through(match_id, viewer, look)
    except Problem as refusal:
        if refusal.code != "not_found":
            raise
        return None


def _seen(request: Request, view: pb.MatchView, as_text: bool, waited: bool) -> Response:
    """What a viewer gets to see, unless it knows that version already."""
    applied = {"Preference-Applied": "wait"} if waited else {}
    validators = {"ETag": headers.etag(view.version), **PRIVATE, **applied}
    if headers.matches_etag(request, view.version):
        return Response(status_code=304, headers=validators)
    if as_text:
        return PlainTextResponse(view.text, headers=validators)
    shown = serializers.match(view.match)
    if view.HasField("legal_moves"):
        shown["legalMoves"] = serializers.legal_moves(view.legal_moves)
    return json_response(shown, 200, view.version, headers=applied)
