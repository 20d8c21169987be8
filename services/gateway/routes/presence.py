"""Presence: how many are here, who of a table is, and what follows if somebody is gone."""

from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response

from gateway.asked import Asked, Reading, Who, actor_in, viewer_of
from gateway.contract import match_models, match_requests, player_models
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http import parameters
from gateway.http.documented_headers import IDEMPOTENCY_KEY, IF_MATCH
from gateway.http.parameters import parse_id
from gateway.http.responses import (
    error_responses,
    json_response,
    request_body,
    written_response,
)
from gateway.players.tokens import READ
from gateway.routing import CHANGE_ERRORS, READ_ERRORS, TOKEN_ERRORS, Router
from gateway.streams.table_presence import absences_of, told

router = Router(prefix="/v1")

CLAIM = Reading(match_requests.Claim, versioned=True)


@router.get(
    "/presence",
    bucket="reads",
    tags=["Opponents"],
    response_model=player_models.Presence,
    responses=error_responses(*TOKEN_ERRORS),
)
async def count_players(who: Who, deps: Deps) -> Response:
    """Count the players that are here: those who follow something, or have just asked.

    The numbers are some seconds old. Who has gone counts for half a minute at most.
    """
    await deps.authenticator.player(who, READ)
    here = await deps.presence.count()
    return json_response({"people": here.people, "bots": here.bots})


@router.get(
    "/matches/{match_id}/presence",
    bucket="reads",
    tags=["Matches"],
    response_model=match_models.TablePresence,
    responses=error_responses(*READ_ERRORS, "not_your_match"),
)
async def get_table_presence(match_id: parameters.MatchId, who: Who, deps: Deps) -> Response:
    """Read who of a match of yours is here, `away`, or `gone`: away for its `goneAfter`.

    Here is who follows anything, over any stream or socket, or by a GET that waits, and for some
    20 seconds who has made any request with a token.
    """
    viewer = await viewer_of(match_id, who, deps)
    roster = await deps.visibility.roster(parse_id(match_id, "match"), viewer, anew=True)
    if viewer is None or viewer.id not in roster.player_ids:
        raise Problem("not_your_match", "You have no seat in this match.")
    away = await deps.presence.away(filter(None, roster.player_ids))
    return json_response(told(roster, away, deps.presence.now_ms()))


@router.post(
    "/matches/{match_id}/claim",
    bucket="moves",
    headers=(
        IDEMPOTENCY_KEY,
        IF_MATCH,
    ),
    tags=["Matches"],
    response_model=match_models.Match,
    responses=error_responses(*CHANGE_ERRORS, "not_your_match", "conflict", "match_not_active"),
    openapi_extra=request_body(match_requests.Claim, win={}, call_it_off={"result": "abort"}),
)
async def claim_match(
    match_id: parameters.MatchId,
    asked: Annotated[Asked[match_requests.Claim], Depends(CLAIM)],
    deps: Deps,
) -> Response:
    """Claim that those for whom the match waits are gone, or call it off for that.

    They must be away for its `goneAfter`, and as much time must have passed since its last change.
    They have lost then, as if by the clock. To call it off, so that nobody has lost it, that must
    be so of all others who are left. `conflict` says who is here, or from when on you can claim.
    """
    player = await actor_in(match_id, asked.who, deps)
    away = await absences_of(match_id, player, deps.visibility, deps.presence)
    change = await deps.visibility.acting(
        match_id,
        player,
        lambda caller: deps.engine.claim_match(
            pb.ClaimMatchRequest(
                match_id=match_id,
                caller=caller,
                away=away,
                abort=asked.body.result == "abort",
                expected_version=asked.expected_version,
                idempotency=asked.idempotency(),
            )
        ),
    )
    return written_response(change.text.match, 200, change.version, change.replayed)
