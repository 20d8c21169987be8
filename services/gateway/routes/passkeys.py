"""Ways into an account besides tokens: passkeys, and the recovery code."""

import re
from typing import Annotated

from fastapi import Depends, Response

from gateway import context
from gateway.asked import Asked, Reading, Who, trying
from gateway.contract import access_models, access_requests, request_models
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http.parameters import PasskeyId
from gateway.http.responses import error_responses, json_response, request_body
from gateway.limits.requester import Requester
from gateway.players.player import Player
from gateway.players.tokens import PLAY, READ, SCOPES
from gateway.routing import BODY_ERRORS, READ_ERRORS, TOKEN_ERRORS, Router
from gateway.sessions.passkeys import NO_SUCH_KEY

router = Router(tags=["Players"])

NOTHING = Reading(request_models.Nothing, keyed=False)
NEW_PASSKEY = Reading(access_requests.NewPasskey, keyed=False)
PASSKEY_CHANGE = Reading(access_requests.PasskeyChange, keyed=False)
KEY_ID = re.compile(r"[\w-]{1,1364}", re.ASCII)
OWN = "/v1/players/me"


@router.post(
    f"{OWN}/passkeys/options",
    bucket="passkeys",
    response_model=access_models.CreationOptions,
    responses=error_responses(*TOKEN_ERRORS, *BODY_ERRORS),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def passkey_options(
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)], deps: Deps
) -> Response:
    """Get what a browser needs to make a passkey for you.

    Give it to `PublicKeyCredential.parseCreationOptionsFromJSON`. It is good for 5 minutes and one
    answer, and for people only.
    """
    player = await _person(asked.who, deps)
    deps.passkey_rps.used()
    return json_response(await deps.passkeys.creation_options(player))


@router.post(
    f"{OWN}/passkeys",
    bucket="creates",
    tries="pairings",
    status_code=201,
    response_model=access_models.Passkey,
    responses=error_responses(*TOKEN_ERRORS, *BODY_ERRORS, "conflict", "passkey_refused"),
    openapi_extra=request_body(
        access_requests.NewPasskey,
        of_a_laptop={"name": "laptop", "credential": access_requests.A_NEW_KEY},
    ),
)
async def add_passkey(
    asked: Annotated[Asked[access_requests.NewPasskey], Depends(NEW_PASSKEY)], deps: Deps
) -> Response:
    """Keep your account by a passkey: whoever can unlock that device can sign in as you.

    The account is then kept for good, as with a first move. An Idempotency-Key has no effect: the
    answer of an authenticator is good once.
    """
    body = asked.body
    player = await _person(asked.who, deps)

    async def add() -> dict[str, object]:
        with deps.refusals.of_new_key():
            return await deps.passkeys.add(player, body.credential, body.name)

    made = await trying(asked.who, deps, add)
    await context.changed()
    deps.passkey_rps.made()
    return json_response(made, 201)


@router.get(
    f"{OWN}/passkeys",
    bucket="reads",
    response_model=access_models.Access,
    responses=error_responses(*TOKEN_ERRORS),
)
async def list_passkeys(who: Who, deps: Deps) -> Response:
    """List your passkeys, and what has lately happened to the ways into your account."""
    player = await deps.authenticator.required(who, READ)
    return json_response(await deps.passkeys.access(player.id))


@router.patch(
    f"{OWN}/passkeys/{{passkey_id}}",
    bucket="moves",
    response_model=access_models.Passkey,
    responses=error_responses(*READ_ERRORS, *BODY_ERRORS),
    openapi_extra=request_body(access_requests.PasskeyChange, another_name={"name": "laptop"}),
)
async def rename_passkey(
    passkey_id: PasskeyId,
    asked: Annotated[Asked[access_requests.PasskeyChange], Depends(PASSKEY_CHANGE)],
    deps: Deps,
) -> Response:
    """Give a passkey of yours another name."""
    player = await _owner(passkey_id, asked.who, deps)
    return json_response(await deps.passkeys.rename(player, passkey_id, asked.body.name))


@router.delete(
    f"{OWN}/passkeys/{{passkey_id}}",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS),
)
async def remove_passkey(passkey_id: PasskeyId, who: Who, deps: Deps) -> Response:
    """Remove a passkey: it opens your account no more. Sessions that it has begun go on."""
    player = await _owner(passkey_id, who, deps)
    if not await deps.passkeys.remove(player, passkey_id):
        raise Problem("not_found", NO_SUCH_KEY)
    return Response(status_code=204)


@router.post(
    f"{OWN}/recovery-code",
    bucket="creates",
    status_code=201,
    response_model=access_models.RecoveryCode,
    responses=error_responses(*TOKEN_ERRORS, *BODY_ERRORS),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def create_recovery_code(
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)], deps: Deps
) -> Response:
    """Make the code with which you can sign in once when you have lost every device.

    It is shown this once, to be printed or written down, and ends the one before. An
    Idempotency-Key has no effect: a repeat makes another code.
    """
    player = await _person(asked.who, deps)
    made = await deps.recovery_codes.make(player)
    await context.changed()
    return json_response({"code": made.code, "createTime": made.create_time}, 201)


@router.get(
    "/.well-known/webauthn",
    bucket="reads",
    response_model=access_models.RelatedOrigins,
    responses=error_responses(*TOKEN_ERRORS),
)
async def related_origins(who: Who, deps: Deps) -> Response:
    """List the origins whose pages may use the passkeys of this service, for browsers."""
    await deps.authenticator.player(who, READ)
    return json_response({"origins": [*deps.passkeys.site.origins]})


async def _person(who: Requester, deps: Dependencies) -> Player:
    """Return the player of the token. Raise Problem forbidden for a bot.

    The token must have all scopes, as has that of a session which is begun by what is made.
    """
    player = await deps.authenticator.required(who, *SCOPES)
    if player.kind != "human":
        raise Problem("forbidden", "Passkeys and recovery codes are for people.")
    return player


async def _owner(passkey_id: str, who: Requester, deps: Dependencies) -> Player:
    """Return the player of the token. Raise Problem not_found for what cannot be a passkey's id."""

    async def check(player: Player) -> None:
        if not KEY_ID.fullmatch(passkey_id) or not await deps.passkeys.has(player, passkey_id):
            raise Problem("not_found", NO_SUCH_KEY)

    player = await deps.authenticator.required(who, PLAY, check_found=check)
    if not KEY_ID.fullmatch(passkey_id):
        raise Problem("not_found", NO_SUCH_KEY)
    return player
