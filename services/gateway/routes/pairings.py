"""Pairing codes: take a player to another device, without its token in an address or a message."""

from fastapi import APIRouter, Request, Response

from gateway.callers import POST_ERRORS
from gateway.contract import request_models, response_models
from gateway.dependencies import Deps
from gateway.http import headers, json_body
from gateway.http.parameters import IdempotencyKey
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.authentication import bearer
from gateway.players.tokens import PLAY, TokenIdempotency

router = APIRouter(prefix="/v1", tags=["Players"])


@router.post(
    "/players/me/pairing",
    status_code=201,
    response_model=response_models.Pairing,
    responses=error_responses(*POST_ERRORS),
    openapi_extra=request_body(
        request_models.NewPairing, nothing={}, to_watch={"scopes": ["read"]}
    ),
)
async def create_pairing(
    request: Request, deps: Deps, idempotency_key: IdempotencyKey = None
) -> Response:
    """Make a code with which another device gets a token of yours: once, within 5 minutes.

    The scopes of that token must be among those of the token you send. A further code ends the one
    before; so does revoking the token that asked for it.
    """
    body = await json_body.read(request, request_models.NewPairing)
    key = headers.idempotency_key(request)
    player = await deps.authenticator.require(request, PLAY, *body.scopes, bucket="creates")
    token, once = bearer(request) or "", None
    if key:
        once = TokenIdempotency(token, key, json_body.fingerprint(request, body))
    made = await deps.pairings.offer(player, token, [*dict.fromkeys(body.scopes)], once)
    content = {"code": made.code, "expireTime": made.expire_time}
    return json_response(content, 201, replayed=made.replayed)


@router.post(
    "/pairings",
    status_code=201,
    response_model=response_models.TokenAndValue,
    responses=error_responses(
        *(code for code in POST_ERRORS if code != "idempotency_mismatch"), "not_found", "conflict"
    ),
    openapi_extra=request_body(
        request_models.Paired, on_a_phone={"code": "K7QF-2M9P", "name": "phone"}
    ),
)
async def redeem_pairing(
    request: Request, deps: Deps, idempotency_key: IdempotencyKey = None
) -> Response:
    """Get a token of the player who has made this code. It is shown this once.

    Upper and lower case, hyphens and spaces mean nothing. A code that is wrong, was used or has
    expired is 404. With an Idempotency-Key of at least 22 characters, drawn at random, a repeat
    while the code lives gets the same token.
    """
    body = await json_body.read(request, request_models.Paired)
    key = headers.idempotency_key(request)
    await deps.authenticator.caller(request, PLAY)
    own = bearer(request) or ""
    # First, and given back for a good code: many tries at once are not made for free.
    await deps.limits.spend("pairings", request, own)
    token, value, replayed = await deps.pairings.redeem(body.code, body.name, key)
    await deps.limits.give_back("pairings", request, own)
    content = {"id": token.id, "name": token.name, "scopes": token.scopes, "token": value}
    return json_response(content, 201, replayed=replayed)
