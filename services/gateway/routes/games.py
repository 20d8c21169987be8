"""The games, with their options, rules, and the schemas of moves, views and events."""

from typing import Any

from croupier.v1 import engine_service_pb2 as pb
from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from gateway.auth.tokens import READ
from gateway.callers import READ_ERRORS, TOKEN_ERRORS
from gateway.contract import json_schema, response_models, serializers
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.transport.compression import compressed_page
from gateway.transport.parameters import GameId
from gateway.transport.responses import error_responses, json_response, text_response

router = APIRouter(prefix="/v1/games", tags=["Games"])


@router.get("", response_model=response_models.Games, responses=error_responses(*TOKEN_ERRORS))
async def list_games(request: Request, deps: Deps) -> Response:
    """List all games."""
    await deps.authenticator.caller(request, READ)
    games = (await deps.engine.list_games()).games
    return json_response({"games": [_game(game) for game in games]})


@router.get(
    "/{game}",
    response_model=response_models.Game,
    responses=error_responses(*READ_ERRORS),
)
async def get_game(game: GameId, request: Request, deps: Deps) -> Response:
    """Read one game."""
    await deps.authenticator.caller(request, READ, check_found=lambda _: _find(deps, game))
    return json_response(_game(await _find(deps, game)))


@router.get(
    "/{game}/rules",
    response_class=PlainTextResponse,
    responses=error_responses(*READ_ERRORS),
)
async def get_rules(game: GameId, request: Request, deps: Deps) -> Response:
    """Read the game's rules, as this server applies them."""
    await deps.authenticator.caller(request, READ, check_found=lambda _: _find(deps, game))
    return compressed_page(request, text_response((await _find(deps, game)).rules))


async def _find(deps: Dependencies, game: str) -> pb.Game:
    for found in (await deps.engine.list_games()).games:
        if found.id == game:
            return found
    raise Problem("not_found", "There is no such game.")


def _game(game: pb.Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "seats": {"min": game.min_seats, "max": game.max_seats},
        "options": {
            "schema": _schema(pb.Options, game.id),
            "defaults": serializers.options(game.default_options),
        },
        "moveSchema": _schema(pb.Move, game.id),
        "stateSchema": _schema(pb.View, game.id),
        "eventSchema": _schema(pb.Event, game.id),
        "rulesUrl": f"/v1/games/{game.id}/rules",
    }


def _schema(kind: type[Any], game: str) -> dict[str, Any]:
    descriptor = json_schema.message_of(kind, game)
    return json_schema.standalone(descriptor) if descriptor else {}
