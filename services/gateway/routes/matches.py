"""Matches: create one, and read one."""

from collections.abc import Awaitable
from functools import partial
from typing import Annotated, Any

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Request, Response

from gateway.asked import Asked, Reading, Who, viewer_of
from gateway.contract import match_models, match_requests, requests
from gateway.contract.document import examples
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import headers, parameters
from gateway.http.compression import compressed
from gateway.http.documented_headers import IDEMPOTENCY_KEY, IF_NONE_MATCH, PREFER
from gateway.http.headers import field
from gateway.http.parameters import clamp_uint32
from gateway.http.responses import (
    PRIVATE,
    error_responses,
    not_modified,
    request_body,
    text_response,
    written_response,
)
from gateway.limits import history_cost
from gateway.players.player import Player
from gateway.players.tokens import PLAY
from gateway.players.visibility import Eyes
from gateway.routing import POST_ERRORS, READ_ERRORS, Router
from gateway.streams.long_poll import until_changed, waiting

router = Router(prefix="/v1/matches", tags=["Matches"])

NEW_MATCH = Reading(match_requests.NewMatch)
TEXT: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {"schema": {"type": "string"}}}}
}


@router.post(
    "",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=201,
    response_model=match_models.Match,
    responses=error_responses(*POST_ERRORS, "conflict", "invalid_options"),
    openapi_extra=request_body(
        match_requests.NewMatch,
        **examples.EACH_SETTINGS,
        private={"game": examples.GAME, "access": "private"},
        by_the_clock={"game": examples.GAME, "clock": {"bank": "600s", "increment": "5s"}},
    ),
)
async def create_match(
    asked: Annotated[Asked[match_requests.NewMatch], Depends(NEW_MATCH)], deps: Deps
) -> Response:
    """Create a match. You get seat 0, and the match starts as soon as every seat is taken.

    With `"start": "manual"`, it starts when you `POST .../start`. A private match carries an
    `inviteCode`, which only its players see and which others need to join. With
    `"deal": "sealed"`, players reveal their entropy before the match starts.
    """
    body = asked.body
    games = await deps.catalog.until(lambda games: body.game in games)
    options = requests.options(body, games)
    # Everything that makes the request malformed comes before the token, as the contract has it.
    player = await deps.authenticator.required(asked.who, PLAY, begins=True)
    new = pb.CreateMatchRequest(
        creator=requests.player(player),
        game=requests.game(body),
        options=options,
        seats=clamp_uint32(body.seats),
        access=pb.ACCESS_PRIVATE if body.access == "private" else pb.ACCESS_PUBLIC,
        start=pb.START_MODE_MANUAL if body.start == "manual" else pb.START_MODE_AUTO,
        entropy=body.entropy,
        idempotency=asked.idempotency(),
        clock=requests.clock(body.clock),
        gone_after_ms=requests.gone_after_ms(body),
        deal=requests.deal(body),
        seal=body.seal,
        reveal_ms=requests.reveal_ms(body),
        silent=not body.talk,
        undo_mode=requests.undo_mode(body),
        rated=body.rated,
        standing=await requests.standing(body, player, deps.eligibility),
        own_game=deps.settings.owns(body.game),
    )
    change = await requests.play(body, games, partial(deps.engine.create_match, new))
    location = {"Location": f"/v1/matches/{change.match_id}"}
    return written_response(change.text.match, 201, change.version, change.replayed, location)


async def as_text(request: Request) -> bool:
    """Return whether the table is wanted as text. Raise Problem not_acceptable."""
    return headers.preferred_media_type(request, "application/json", "text/plain") == "text/plain"


AsText = Annotated[bool, Depends(as_text)]


@router.get(
    "/{match_id}",
    bucket="reads",
    headers=(
        IF_NONE_MATCH,
        PREFER,
    ),
    response_model=match_models.Match,
    responses={
        **TEXT,
        304: {"description": "The version in If-None-Match is still the current one."},
        **error_responses("malformed", *READ_ERRORS, "not_acceptable", "match_active"),
    },
)
async def get_match(
    match_id: parameters.MatchId,
    request: Request,
    as_text: AsText,
    who: Who,
    deps: Deps,
    include: parameters.Include,
    at_version: parameters.AtVersion,
    look_as: parameters.LookAs,
) -> Response:
    """Read a match as you may see it: with your hand if you have a seat, else as a spectator.

    With `If-None-Match` and `Prefer: wait=S`, the answer waits until the match changes.
    """
    version, eyes = at_version, Eyes.asked(look_as)
    if_none_match = field(request, b"if-none-match")
    # What most reads ask for, and all that an engine answers together with others: but not who is
    # invited.
    plain = version is None and eyes is None and not (include or as_text)
    known = headers.known_version(request) if if_none_match else 0

    def ask(caller: pb.Caller) -> Awaitable[pb.Shown]:
        if plain and not caller.invited:
            return deps.engine.look(pb.Look(match_id=match_id, viewers=[caller], known=known))
        return deps.engine.get_match(
            pb.GetMatchRequest(
                match_id=match_id,
                caller=caller,
                form=pb.FORM_MATCH_WITH_MOVES if include else pb.FORM_MATCH,
                at_version=version,
                as_table=as_text,
            )
        )

    viewer: Player | None = None

    async def fetch() -> pb.Shown:
        nonlocal viewer
        viewer = await viewer_of(match_id, who, deps)  # each time: it may have been revoked
        if version is not None and version < 1:
            raise Problem("not_found", "atVersion must be at least 1.")
        shown = await deps.visibility.through_eyes(match_id, viewer, eyes, ask)
        if version is not None:
            await history_cost.charge(deps.limits, who, history_cost.AT_VERSION)
        return shown

    # Neither a past version nor an ended match changes, so there is nothing to wait for.
    current = version is None and eyes is None
    wait_s = headers.wait_s(request) if if_none_match and current else None
    shown = await until_changed(
        deps.subscriber,
        match_id,
        request,
        wait_s,
        fetch,
        lambda: waiting(deps.followers.follow(who), deps.presence, viewer),
    )
    response = _response(request, shown, as_text, waited=wait_s is not None)
    return await compressed(request, response) if shown.ended else response


def _response(request: Request, shown: pb.Shown, as_text: bool, waited: bool) -> Response:
    """Return the match as JSON or text, or 304 if the caller has this version."""
    applied = {"Preference-Applied": "wait"} if waited else {}
    tag = headers.match_tag(shown.version, bool(shown.ratings))
    if headers.matches_etag(request, tag):
        return not_modified(tag, applied)
    if as_text:
        etag = {"ETag": headers.etag(tag)}
        return text_response(shown.table, {**etag, **PRIVATE, **applied})
    return written_response(shown.texts[0].match, version=tag, headers=applied)
