"""Sign-in: a session begins with a passkey, or with a recovery code."""

from dataclasses import asdict
from typing import Annotated

from fastapi import Depends, Response

from gateway.asked import Asked, Reading, trying
from gateway.contract import access_models, access_requests, request_models
from gateway.dependencies import Deps
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.tokens import PLAY
from gateway.routing import BODY_ERRORS, TOKEN_ERRORS, Router

router = Router(prefix="/v1/sessions", tags=["Players"])

NOTHING = Reading(request_models.Nothing, keyed=False)
NEW_SESSION = Reading(access_requests.NewSession, keyed=False)


@router.post(
    "/options",
    bucket="passkeys",
    response_model=access_models.RequestOptions,
    responses=error_responses(*TOKEN_ERRORS, *BODY_ERRORS),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def sign_in_options(
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)], deps: Deps
) -> Response:
    """Get what a browser needs to sign somebody in with a passkey.

    Give it to `PublicKeyCredential.parseRequestOptionsFromJSON`. It is good for 5 minutes and one
    answer.
    """
    await deps.authenticator.player(asked.who, PLAY)
    deps.passkey_rps.used()
    return json_response(await deps.passkeys.request_options())


@router.post(
    "",
    bucket="moves",
    tries="pairings",
    status_code=201,
    response_model=access_models.Session,
    responses=error_responses(*TOKEN_ERRORS, *BODY_ERRORS, "conflict"),
    openapi_extra=request_body(
        access_requests.NewSession,
        a_passkey={"passkey": access_requests.A_KEY, "name": "phone"},
        a_printed_code={"recoveryCode": "0000-0000-0000-0000-0000-0000-00", "name": "phone"},
        an_id_token={"idToken": access_requests.AN_ID_TOKEN, "nonce": "n-0S6_WzA2Mj"},
    ),
)
async def sign_in(
    asked: Annotated[Asked[access_requests.NewSession], Depends(NEW_SESSION)], deps: Deps
) -> Response:
    """Sign in: get a token of the account that a passkey, a recovery code or an ID token opens.

    The token is shown this once. It ends 30 days after its last use; at 100 tokens, the session
    that was not used for longest makes room. An answer of an authenticator, and a recovery code, is
    good once; with whatever is not good, this is 401. An ID token is one of OpenID Connect, of an
    issuer that `/v1/about` names; who comes for the first time gets an account, unless that issuer
    makes none. An Idempotency-Key has no effect.
    """
    body = asked.body
    await deps.authenticator.player(asked.who, PLAY)
    way, shown = body.way
    session = await trying(asked.who, deps, lambda: deps.sign_in.begin(way, shown, body.name))
    told = {**asdict(session.token), "token": session.value, "player": asdict(session.player)}
    return json_response(told, 201)
