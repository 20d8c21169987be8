"""The games, with their options, rules, and the schemas of moves, views and events."""

from functools import lru_cache
from typing import Any

import orjson
from croupier.v1 import engine_service_pb2 as pb
from fastapi import Request, Response
from fastapi.responses import PlainTextResponse

from gateway import context
from gateway.asked import Who
from gateway.contract import response_models
from gateway.contract.document import json_schema
from gateway.contract.games import Game
from gateway.dependencies import Dependencies, Deps
from gateway.http.compression import compressed_page
from gateway.http.parameters import GameId
from gateway.http.responses import error_responses, json_response, text_response
from gateway.players.tokens import READ
from gateway.routing import READ_ERRORS, TOKEN_ERRORS, Router
from gateway.web import page

router = Router(prefix="/v1/games", tags=["Games"])


@router.get(
    "",
    bucket="reads",
    response_model=response_models.Games,
    responses=error_responses(*TOKEN_ERRORS),
)
async def list_games(request: Request, who: Who, deps: Deps) -> Response:
    """List all games."""
    await deps.authenticator.player(who, READ)
    games = (await deps.catalog.every()).values()
    return json_response({"games": [_game(request, game, deps) for game in games]})


@router.get(
    "/{game}",
    bucket="reads",
    response_model=response_models.Game,
    responses=error_responses(*READ_ERRORS),
)
async def get_game(game: GameId, request: Request, who: Who, deps: Deps) -> Response:
    """Read one game."""
    await deps.authenticator.player(who, READ, check_found=lambda _: deps.catalog.game(game))
    return json_response(_game(request, await deps.catalog.game(game), deps))


@router.get(
    "/{game}/rules",
    bucket="reads",
    response_class=PlainTextResponse,
    responses=error_responses(*READ_ERRORS),
)
async def get_rules(game: GameId, request: Request, who: Who, deps: Deps) -> Response:
    """Read the game's rules, as this server applies them."""
    await deps.authenticator.player(who, READ, check_found=lambda _: deps.catalog.game(game))
    return compressed_page(request, text_response((await deps.catalog.game(game)).rules))


def _game(request: Request, game: Game, deps: Dependencies) -> dict[str, Any]:
    rated = [*map(_preset, game.rated)] if deps.settings.owns(game.id) else []
    shown = _shown(game, context.root.get())
    return {**shown, "rated": rated, "web": page.told_of(request, game.id)}


def _preset(preset: pb.Preset) -> dict[str, Any]:
    shown: dict[str, Any] = {"options": orjson.Fragment(preset.options), "seats": preset.seats}
    return {"name": preset.name, **shown} if preset.name else shown


@lru_cache
def _shown(game: Game, root: str) -> dict[str, Any]:
    """Return what is said of the game, but for its board, by a service below this path."""
    return {
        "id": game.id,
        "name": game.name,
        "rulesVersion": game.rules_version,
        "seats": {"min": game.min_seats, "max": game.max_seats},
        "onTimeout": game.on_timeout,
        "options": {
            "schema": json_schema.standalone(game, "Options"),
            "defaults": orjson.Fragment(game.defaults),
        },
        "moveSchema": json_schema.standalone(game, "Move"),
        "stateSchema": json_schema.standalone(game, "View"),
        "eventSchema": json_schema.standalone(game, "Event"),
        "rulesUrl": f"{root}/v1/games/{game.id}/rules",
    }
