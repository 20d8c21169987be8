"""Players and their tokens."""

from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from gateway.auth.players import PLAY, READ, Once, Player, bearer
from gateway.contract import models
from gateway.dependencies import Services, Use
from gateway.errors import Problem
from gateway.transport import headers, json_body
from gateway.transport.parameters import IdempotencyKey, PlayerId, an_id
from gateway.transport.responses import answer, refuses, takes

router = APIRouter(prefix="/v1/players", tags=["Players"])

ASKING = ("unauthenticated", "rate_limited", "forbidden")


@router.post(
    "",
    status_code=201,
    response_model=models.PlayerAndToken,
    responses=refuses(*ASKING, "malformed", "too_large", "unsupported_media_type"),
    openapi_extra=takes(
        models.NewPlayer,
        a_person={"displayName": "Ann", "kind": "human"},
        a_bot={"displayName": "Deep Thought", "kind": "bot"},
    ),
)
async def create_player(request: Request, use: Use) -> Response:
    """Make an account, and its first token. There is nobody yet to remember an
    Idempotency-Key for, so this is the one POST that a repeat does again."""
    body = await json_body.read(request, models.NewPlayer)
    headers.idempotency_key(request)
    await use.identity.caller(request, PLAY, bucket="creates")
    player, token = await use.identity.create_player(body.display_name, body.kind)
    return answer({"player": asdict(player), "token": token}, 201)


@router.get("/me", response_model=models.Player, responses=refuses(*ASKING))
async def get_me(request: Request, use: Use) -> Response:
    """Whose token this is."""
    return answer(asdict(await use.identity.require(request, READ)))


@router.post(
    "/me/tokens",
    status_code=201,
    response_model=models.TokenAndValue,
    responses=refuses(
        *ASKING,
        "malformed",
        "too_large",
        "unsupported_media_type",
        "idempotency_mismatch",
    ),
    openapi_extra=takes(models.NewToken, for_a_phone={"name": "phone", "scopes": ["play", "read"]}),
)
async def create_token(
    request: Request, use: Use, idempotency_key: IdempotencyKey = None
) -> Response:
    """Make a further token; the others stay valid. It can do no more than the one you use."""
    body = await json_body.read(request, models.NewToken)
    key = headers.idempotency_key(request)
    player = await use.identity.require(request, PLAY, *body.scopes, bucket="creates")
    once = Once(bearer(request) or "", key, json_body.fingerprint(request, body)) if key else None
    token, value, replayed = await use.identity.add_token(
        player, body.name, dict.fromkeys(body.scopes), once
    )
    shown = {"id": token.id, "name": token.name, "scopes": token.scopes, "token": value}
    return answer(shown, 201, replayed=replayed)


@router.get("/me/tokens", response_model=models.Tokens, responses=refuses(*ASKING))
async def list_tokens(request: Request, use: Use) -> Response:
    """Your tokens, without their values."""
    player = await use.identity.require(request, READ)
    return answer({"tokens": [asdict(token) for token in await use.identity.tokens(player)]})


@router.delete(
    "/me/tokens/{token_id}",
    status_code=204,
    response_model=None,
    responses=refuses(*ASKING, "not_found"),
)
async def revoke_token(token_id: str, request: Request, use: Use) -> Response:
    """Make a token invalid, at once and for good."""
    player = await use.identity.require(
        request, PLAY, first=lambda player: _find_token(use, player, token_id)
    )
    if not await use.identity.revoke(player, token_id):
        raise Problem("not_found", "There is no such token.")
    return Response(status_code=204)


@router.get(
    "/{player_id}",
    response_model=models.Player,
    responses=refuses(*ASKING, "not_found"),
)
async def get_player(player_id: PlayerId, request: Request, use: Use) -> Response:
    """What everyone may know of a player."""
    await use.identity.caller(request, READ, first=lambda _: _find(use, player_id))
    return answer(asdict(await _find(use, player_id)))


async def _find(use: Services, player_id: str) -> Player:
    player = await use.identity.find(an_id(player_id, "player"))
    if player is None:
        raise Problem("not_found", "There is no such player.")
    return player


async def _find_token(use: Services, player: Player, token_id: str) -> None:
    if token_id not in [token.id for token in await use.identity.tokens(player)]:
        raise Problem("not_found", "There is no such token.")
