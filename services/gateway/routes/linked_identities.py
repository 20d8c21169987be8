"""Identities: subjects of OpenID Connect issuers that open an account."""

import re
from typing import Annotated

from fastapi import Depends, Response

from gateway import context
from gateway.asked import Asked, Reading, Who
from gateway.contract import access_models, access_requests
from gateway.dependencies import Deps
from gateway.errors import Problem
from gateway.http.parameters import IdentityId
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.player import Player
from gateway.players.tokens import PLAY, SCOPES
from gateway.routing import BODY_ERRORS, READ_ERRORS, TOKEN_ERRORS, Router
from gateway.sessions.linked_identities import NO_SUCH_IDENTITY, Shown

router = Router(prefix="/v1/players/me/identities", tags=["Players"])

NEW_IDENTITY = Reading(access_requests.NewIdentity, keyed=False)
IDENTITY = re.compile(r"[0-9a-f]{64}", re.ASCII)


@router.post(
    "",
    bucket="creates",
    status_code=201,
    response_model=access_models.Identity,
    responses=error_responses(*TOKEN_ERRORS, *BODY_ERRORS, "conflict"),
    openapi_extra=request_body(
        access_requests.NewIdentity,
        an_id_token={"idToken": access_requests.AN_ID_TOKEN, "nonce": "n-0S6_WzA2Mj"},
    ),
)
async def add_identity(
    asked: Annotated[Asked[access_requests.NewIdentity], Depends(NEW_IDENTITY)], deps: Deps
) -> Response:
    """Keep your account by an identity: whoever signs in as it at its issuer is you.

    The account is then kept for good, as with a first move. An identity that opens an account
    already is 409 with that `player`: two accounts are never made one. An Idempotency-Key has no
    effect. `GET /v1/players/me/passkeys` lists your identities.
    """
    body = asked.body
    player = await deps.authenticator.required(asked.who, *SCOPES)  # a session has them
    with deps.refusals.of_sign_in():
        made = await deps.identities.add(player, Shown(body.id_token, body.nonce))
    await context.changed()
    return json_response(made, 201)


@router.delete(
    "/{identity_id}",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS, "conflict"),
)
async def remove_identity(identity_id: IdentityId, who: Who, deps: Deps) -> Response:
    """Remove an identity: it opens your account no more. Sessions that it has begun go on.

    That is 409 if nothing else opens your account: no token, no passkey, no other identity.
    """

    async def check(player: Player) -> None:
        await deps.identities.one(player.id, identity_id)

    player = await deps.authenticator.required(who, PLAY, check_found=check)
    if not IDENTITY.fullmatch(identity_id):
        raise Problem("not_found", NO_SUCH_IDENTITY)
    await deps.identities.remove(player, identity_id)
    return Response(status_code=204)
