"""Players and their tokens."""

import re
from dataclasses import asdict
from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response

from gateway.asked import Asked, Reading, Who
from gateway.contract import player_models, player_requests
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.parameters import (
    PageToken,
    TokenId,
)
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.own_settings import OwnSettings
from gateway.players.player import Player
from gateway.players.tokens import PLAY, READ, TokenIdempotency
from gateway.routing import POST_ERRORS, READ_ERRORS, TOKEN_ERRORS, Router

router = Router(prefix="/v1/players", tags=["Players"])

NEW_PLAYER = Reading(player_requests.NewPlayer)
PLAYER_CHANGE = Reading(player_requests.PlayerChange, keyed=False)
NEW_TOKEN = Reading(player_requests.NewToken)
CURSOR = re.compile(r"[0-9]{1,19}", re.ASCII)


@router.post(
    "",
    bucket="creates",
    status_code=201,
    response_model=player_models.PlayerAndToken,
    responses=error_responses(
        *(code for code in POST_ERRORS if code != "idempotency_mismatch"), "name_reserved"
    ),
    openapi_extra=request_body(
        player_requests.NewPlayer,
        a_person={"displayName": "Ann", "kind": "human"},
        a_bot={"displayName": "Deep Thought", "kind": "bot"},
    ),
)
async def create_player(
    asked: Annotated[Asked[player_requests.NewPlayer], Depends(NEW_PLAYER)], deps: Deps
) -> Response:
    """Create a player and its first token.

    This is the only POST that an Idempotency-Key does not protect: keys are remembered per
    player, so sending it again creates another player.
    """
    body = asked.body
    await deps.authenticator.player(asked.who, PLAY)
    deps.house.check_name(body.display_name, body.house_key)
    player, token = await deps.players.create_player(body.display_name, body.kind)
    return json_response({"player": asdict(player), "token": token}, 201)


@router.get(
    "/me",
    bucket="reads",
    response_model=player_models.OwnPlayer,
    responses=error_responses(*TOKEN_ERRORS),
)
async def get_me(who: Who, deps: Deps) -> Response:
    """Read the player of the token that you send."""
    player = await deps.authenticator.required(who, READ)
    return _own(player, await deps.players.settings(player))


@router.patch(
    "/me",
    bucket="moves",
    response_model=player_models.OwnPlayer,
    responses=error_responses(
        *TOKEN_ERRORS,
        *("too_large", "unsupported_media_type", "malformed", "name_reserved", "conflict"),
    ),
    openapi_extra=request_body(
        player_requests.PlayerChange,
        another_name={"displayName": "Bea"},
        consent={"research": True},
        alone={"listed": False, "presence": "nobody", "emotes": "none"},
    ),
)
async def rename_player(
    asked: Annotated[Asked[player_requests.PlayerChange], Depends(PLAYER_CHANGE)], deps: Deps
) -> Response:
    """Change the name of the player of the token that you send, or its settings.

    Matches that the player sits in already keep the name that it had when it took its seat. Who is
    not listed any more leaves all leaderboards within two seconds, and what is rated and has not
    begun: its tickets, its tournaments, its seats in matches that wait, and its requests for a
    rematch. Of `conflict`, all is done but that: some of these keep changing, so repeat it.
    """
    body = asked.body
    player = await deps.authenticator.required(asked.who, PLAY)
    deps.house.check_name(body.display_name)
    changes = body.model_dump(exclude_unset=True)
    player, settings = await deps.players.change(player, **changes)
    if "presence" in changes:
        await deps.presence.show(player, settings.presence != "nobody")
    # After the account: nothing rated comes any more, and what is repeated does both again.
    if changes.get("listed") is False:
        await deps.engine.withdraw_from_rated(pb.WithdrawFromRatedRequest(player_id=player.id))
    return _own(player, settings)


@router.delete(
    "/me",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*TOKEN_ERRORS),
)
async def delete_player(who: Who, deps: Deps) -> Response:
    """Delete the player of the token that you send, with all of its tokens, for good.

    You resign in running matches, leave waiting ones, and your tickets are cancelled. In the
    matches that others can still see, your name becomes "gone". Whoever has many matches leaves
    the last of them some seconds after the answer.
    """
    player = await deps.authenticator.required(who, PLAY)
    await deps.deletions.delete(player.id)
    return Response(status_code=204)


@router.post(
    "/me/tokens",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=201,
    response_model=player_models.TokenAndValue,
    responses=error_responses(*POST_ERRORS, "conflict"),
    openapi_extra=request_body(
        player_requests.NewToken, for_a_phone={"name": "phone", "scopes": ["play", "read"]}
    ),
)
async def create_token(
    asked: Annotated[Asked[player_requests.NewToken], Depends(NEW_TOKEN)], deps: Deps
) -> Response:
    """Create another token; the others stay valid.

    Its scopes must be among those of the token you send. The value is shown this once.
    """
    body = asked.body
    player = await deps.authenticator.required(asked.who, PLAY, *body.scopes)
    # Bound to the very token: another token of the player cannot derive the secret.
    idempotency = TokenIdempotency.of(asked.who.token, asked.idempotency())
    token, value, replayed = await deps.tokens.add(
        player, body.name, dict.fromkeys(body.scopes), idempotency
    )
    content = {"id": token.id, "name": token.name, "scopes": token.scopes, "token": value}
    return json_response(content, 201, replayed=replayed)


@router.get(
    "/me/tokens",
    bucket="reads",
    response_model=player_models.Tokens,
    responses=error_responses("malformed", *TOKEN_ERRORS),
)
async def list_tokens(who: Who, deps: Deps, page_token: PageToken) -> Response:
    """List your valid tokens, without their values. More than some hundred take several pages."""
    cursor = _cursor(page_token)
    player = await deps.authenticator.required(who, READ)
    own = await deps.tokens.id_of(player, who.token or "")
    tokens, cursor = await deps.tokens.page(player, cursor)
    return json_response(
        {
            "tokens": [{**asdict(token), "current": token.id == own} for token in tokens],
            "nextPageToken": str(cursor) if cursor else None,
        }
    )


@router.delete(
    "/me/tokens",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*TOKEN_ERRORS),
)
async def revoke_other_tokens(who: Who, deps: Deps) -> Response:
    """Revoke all of your tokens but the one that you send: sign out on all other devices."""
    player = await deps.authenticator.required(who, PLAY)
    own = await deps.tokens.id_of(player, who.token or "")
    await deps.hooks.end_browsers(player.id, lambda token: token != own)
    await deps.tokens.revoke_others(player, who.token or "")
    return Response(status_code=204)


@router.delete(
    "/me/tokens/{token_id}",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS),
)
async def revoke_token(token_id: TokenId, who: Who, deps: Deps) -> Response:
    """Revoke a token, at once and for good. Streams that were opened with it are closed, and
    browsers that have it are told nothing more by Web Push."""
    player = await deps.authenticator.required(
        who, PLAY, check_found=lambda player: _find_token(deps, player, token_id)
    )
    await deps.hooks.end_browsers(player.id, lambda token: token == token_id)
    if not await deps.tokens.revoke(player, token_id):
        raise Problem("not_found", "There is no such token.")
    return Response(status_code=204)


def _own(player: Player, settings: OwnSettings) -> Response:
    return json_response({**asdict(player), **settings.shown()})


def _cursor(page_token: str | None) -> int:
    """Return the cursor of a page, 0 for the first. Raise Problem malformed."""
    if not page_token:
        return 0
    if not CURSOR.fullmatch(page_token):
        raise Problem("malformed", "pageToken must be the nextPageToken of an earlier answer.")
    return int(page_token)


async def _find_token(deps: Dependencies, player: Player, token_id: str) -> None:
    if not await deps.tokens.has(player, token_id):
        raise Problem("not_found", "There is no such token.")
