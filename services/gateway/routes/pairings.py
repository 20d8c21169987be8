"""Pairing codes: take a player to another device, without its token in an address or a message."""

from typing import Annotated

from fastapi import Depends, Response

from gateway.asked import Asked, Reading, trying
from gateway.contract import player_models, player_requests
from gateway.dependencies import Deps
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.tokens import PLAY, TokenIdempotency
from gateway.routing import POST_ERRORS, Router

router = Router(prefix="/v1", tags=["Players"])

NEW_PAIRING = Reading(player_requests.NewPairing)
PAIRED = Reading(player_requests.Paired)


@router.post(
    "/players/me/pairing",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=201,
    response_model=player_models.Pairing,
    responses=error_responses(*POST_ERRORS),
    openapi_extra=request_body(
        player_requests.NewPairing, nothing={}, to_watch={"scopes": ["read"]}
    ),
)
async def create_pairing(
    asked: Annotated[Asked[player_requests.NewPairing], Depends(NEW_PAIRING)], deps: Deps
) -> Response:
    """Make a code with which another device gets a token of yours: once, within 5 minutes.

    The scopes of that token must be among those of the token you send. A further code ends the one
    before; so does revoking the token that asked for it.
    """
    scopes, token = asked.body.scopes, asked.who.token
    player = await deps.authenticator.required(asked.who, PLAY, *scopes)
    once = TokenIdempotency.of(token, asked.idempotency())
    made = await deps.pairings.offer(player, token or "", [*dict.fromkeys(scopes)], once)
    content = {"code": made.code, "expireTime": made.expire_time}
    return json_response(content, 201, replayed=made.replayed)


@router.post(
    "/pairings",
    bucket="moves",
    headers=(IDEMPOTENCY_KEY,),
    tries="pairings",
    status_code=201,
    response_model=player_models.TokenAndValue,
    responses=error_responses(
        *(code for code in POST_ERRORS if code != "idempotency_mismatch"), "not_found", "conflict"
    ),
    openapi_extra=request_body(
        player_requests.Paired, on_a_phone={"code": "K7QF-2M9P", "name": "phone"}
    ),
)
async def redeem_pairing(
    asked: Annotated[Asked[player_requests.Paired], Depends(PAIRED)], deps: Deps
) -> Response:
    """Get a token of the player who has made this code. It is shown this once.

    Upper and lower case, hyphens and spaces mean nothing. A code that is wrong, was used or has
    expired is 404. With an Idempotency-Key of at least 22 characters, drawn at random, a repeat
    while the code lives gets the same token.
    """
    body = asked.body
    await deps.authenticator.player(asked.who, PLAY)
    token, value, replayed = await trying(
        asked.who, deps, lambda: deps.pairings.redeem(body.code, body.name, asked.key)
    )
    content = {"id": token.id, "name": token.name, "scopes": token.scopes, "token": value}
    return json_response(content, 201, replayed=replayed)
