"""Blocks: whom a player does not want to meet."""

from dataclasses import asdict

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Response

from gateway import context
from gateway.asked import Who
from gateway.contract import player_models
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http.parameters import PlayerId, parse_id
from gateway.http.responses import error_responses, json_response
from gateway.players.player import ONESELF, Player
from gateway.players.tokens import PLAY, READ
from gateway.routing import READ_ERRORS, TOKEN_ERRORS, Router

router = Router(prefix="/v1/players/me/blocks", tags=["Friends"])


@router.get(
    "",
    bucket="reads",
    response_model=player_models.Blocked,
    responses=error_responses(*TOKEN_ERRORS),
)
async def list_blocks(who: Who, deps: Deps) -> Response:
    """List whom you have blocked, the last one first."""
    player = await deps.authenticator.required(who, READ)
    blocked = await deps.blocks.in_order(player.id)
    known, away = await deps.known_players.of(blocked)
    # Their accounts have ended, and their ids are nobody's any more.
    if gone := [each for each in blocked if each not in known and each not in away]:
        await deps.blocks.remove(player.id, *gone)
    shown = [asdict(known[each].player) for each in blocked if each in known]
    return json_response({"blocks": shown, "complete": not away})


@router.put(
    "/{player_id}",
    bucket="moves",
    response_model=player_models.Block,
    responses=error_responses(*READ_ERRORS, "conflict"),
)
async def block_player(player_id: PlayerId, who: Who, deps: Deps) -> Response:
    """Block a player, who is never told: at most 500. This ends a friendship.

    You meet in no match of a ticket. The other can neither join your waiting matches nor invite
    you, its emotes do not reach you, and its waiting matches, tickets and offers are not in your
    lists. Matches that you both play already go on.
    """
    player = await deps.authenticator.required(
        who, PLAY, check_found=lambda _: deps.players.found(player_id)
    )
    other = await deps.players.found(player_id)
    if other.id == player.id:
        raise Problem("conflict", ONESELF)
    await deps.blocks.add(player.id, other.id)
    await _search_on(player, deps)
    await context.changed()
    return json_response({"playerId": other.id})


@router.delete(
    "/{player_id}",
    bucket="moves",
    response_model=player_models.Block,
    responses=error_responses(*READ_ERRORS),
)
async def unblock_player(player_id: PlayerId, who: Who, deps: Deps) -> Response:
    """Take a block back. It does not bring a friendship back."""
    player = await deps.authenticator.required(who, PLAY)
    other_id = parse_id(player_id, "player")
    await deps.blocks.remove(player.id, other_id)
    await _search_on(player, deps)
    return json_response({"playerId": other_id})


async def _search_on(player: Player, deps: Dependencies) -> None:
    """Have the tickets with which the player searches already meet nobody whom it has blocked."""
    blocked = sorted(await deps.blocks.now(player.id))
    await deps.engine.avoid_players(pb.AvoidPlayersRequest(player_id=player.id, blocked=blocked))
