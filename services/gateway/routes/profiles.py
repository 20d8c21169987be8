"""Profiles: a player's public part, its ratings, and how it fared against others."""

from time import time
from typing import Any

from fastapi import Response

from gateway.asked import Who
from gateway.contract import rating_models
from gateway.dependencies import Dependencies, Deps
from gateway.http.parameters import PlayerId, parse_id
from gateway.http.responses import error_responses, json_response
from gateway.limits.requester import Requester
from gateway.players.player import Player
from gateway.players.tokens import READ
from gateway.routing import READ_ERRORS, Router
from gateway.standings import accounts, shown
from gateway.standings.profiles import Counted, meetings

router = Router(prefix="/v1/players", tags=["Players"])

Json = dict[str, Any]
NOTHING: Json = {
    "ratings": [],
    "complete": True,
    "reliability": None,
    "statistics": [],
    "met": [],
}
"""What others are shown of who is on no leaderboard."""


@router.get(
    "/{player_id}",
    bucket="reads",
    response_model=rating_models.Profile,
    responses=error_responses(*READ_ERRORS),
)
async def get_player(player_id: PlayerId, who: Who, deps: Deps) -> Response:
    """Read the profile of a player: who it is, its ratings, and how it fared.

    Of private matches, you are shown what is counted of your own. Of players who are on no
    leaderboard since they wish so, others are shown no more than who they are.
    """
    viewer, (player,) = await _looked_at(who, deps, player_id)
    account, own = player.account, viewer is not None and viewer.id == player_id
    told: Json = {
        "id": account.id,
        "displayName": account.name,
        "kind": account.kind,
        "since": account.since,
    }
    if not account.listed and not own:
        return json_response({**told, **NOTHING})
    now_ms = int(time() * 1000)
    standings = await deps.profiles.standings(account)
    return json_response(
        {
            **told,
            "ratings": [shown.standing(each, now_ms) for each in standings.known],
            "complete": standings.complete,
            "reliability": player.reliability.percent,
            "statistics": shown.records(player.records, own),
            "met": await _met(player, own, deps),
        }
    )


@router.get(
    "/{player_id}/against/{other_id}",
    bucket="reads",
    response_model=rating_models.Meetings,
    responses=error_responses(*READ_ERRORS),
)
async def get_meetings(player_id: PlayerId, other_id: PlayerId, who: Who, deps: Deps) -> Response:
    """Read how a player fared against another one.

    What is counted are the matches of opponents whom at least one of the two has met among its last
    50. Of private matches, the two of them are told.
    """
    viewer, (one, other) = await _looked_at(who, deps, player_id, other_id)
    involved = viewer is not None and viewer.id in (player_id, other_id)
    met = None
    if involved or (one.account.listed and other.account.listed):
        met = meetings(one, other, with_private=involved)
    if met is None:
        return json_response({"won": 0, "drawn": 0, "lost": 0, "last": None})
    return json_response(shown.meeting(met))


async def _looked_at(
    who: Requester, deps: Dependencies, *player_ids: str
) -> tuple[Player | None, list[Counted]]:
    """Return who looks, and what is counted of these players.

    Raise Problem, the first of: unauthenticated, rate_limited, not_found, forbidden.
    """

    async def find() -> list[Counted]:
        return await deps.profiles.counted(*(parse_id(each, "player") for each in player_ids))

    viewer = await deps.authenticator.player(who, READ, check_found=lambda _: find())
    return viewer, await find()


async def _met(player: Counted, own: bool, deps: Dependencies) -> list[Json]:
    """Return whom the player has met, the last one first, as far as the viewer may know."""
    met = shown.met(player.met, own)
    known = await deps.profiles.names([opponent for _, opponent, _ in met])
    return [
        {
            "player": accounts.named(opponent, known[opponent], hidden=own),
            "access": access,
            **shown.meeting(each),
        }
        for access, opponent, each in met
        if own or not accounts.is_hidden(known[opponent])
    ]
