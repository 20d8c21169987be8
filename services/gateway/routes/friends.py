"""Friends, requests for friendship, and which friends are here."""

from collections.abc import Iterable
from dataclasses import asdict
from hashlib import sha256

import orjson
from fastapi import Request, Response
from redislink.relations import ASKED, ASKS, FRIEND

from gateway import context
from gateway.asked import Who
from gateway.contract import player_models
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http.documented_headers import IF_NONE_MATCH_TAG
from gateway.http.headers import etag, matches_etag
from gateway.http.parameters import PlayerId, parse_id
from gateway.http.responses import error_responses, json_response, not_modified, written_response
from gateway.players.known_players import KnownPlayer
from gateway.players.player import ONESELF
from gateway.players.tokens import PLAY, READ
from gateway.routing import READ_ERRORS, TOKEN_ERRORS, Router

router = Router(prefix="/v1/players/me/friends", tags=["Friends"])


@router.get(
    "",
    bucket="reads",
    headers=(IF_NONE_MATCH_TAG,),
    response_model=player_models.Friends,
    responses={
        304: {"description": "All is still as it was when it had the tag in If-None-Match."},
        **error_responses(*TOKEN_ERRORS),
    },
)
async def list_friends(request: Request, who: Who, deps: Deps) -> Response:
    """List your friends, which of them are here, and open requests for friendship.

    Ask every 30 seconds while somebody looks at the list, with the ETag of the last answer. Which
    public tables a friend plays at, `GET /v1/matches?player=ID&status=active` tells.
    """
    player = await deps.authenticator.required(who, READ)
    states = await deps.friends.of(player.id)
    known, away = await deps.known_players.of(states)
    here = await _here(deps, [known[each] for each in states if each in known])
    content = {
        "friends": [
            {**asdict(each.player), "here": here.get(each.player.id)}
            for each in _in_order(known, states, FRIEND)
        ],
        "asking": [asdict(each.player) for each in _in_order(known, states, ASKS)],
        "asked": [asdict(each.player) for each in _in_order(known, states, ASKED)],
        "complete": not away,
    }
    await deps.friends.drop(player.id, states.keys() - known.keys() - away)
    body = orjson.dumps(content)
    tag = sha256(body).hexdigest()[:32]
    if matches_etag(request, tag):
        return not_modified(tag, {})
    return written_response(body, headers={"ETag": etag(tag)})


@router.put(
    "/{player_id}",
    bucket="creates",
    response_model=player_models.Friendship,
    responses=error_responses(*READ_ERRORS, "suspended", "conflict"),
)
async def ask_friend(player_id: PlayerId, who: Who, deps: Deps) -> Response:
    """Ask a player to be your friend, or accept its request; again, it changes nothing.

    You may have 500 friends, and among them 50 open requests. The other is told by `friendAsked`,
    or `friendAccepted`, in its `/v1/events`. `status` is `friend` once both have asked.
    """
    player = await deps.authenticator.required(
        who, PLAY, check_found=lambda _: deps.players.found(player_id), begins=True
    )
    other = await deps.players.found(player_id)
    if other.id == player.id:
        raise Problem("conflict", ONESELF)
    status = await deps.friends.ask(player.id, other.id)
    await context.changed()
    return json_response({"playerId": other.id, "status": status})


@router.delete(
    "/{player_id}",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*READ_ERRORS),
)
async def end_friendship(player_id: PlayerId, who: Who, deps: Deps) -> Response:
    """End a friendship, decline a request, or withdraw yours. The other is not told."""
    player = await deps.authenticator.required(who, PLAY)
    await deps.friends.end(player.id, parse_id(player_id, "player"))
    return Response(status_code=204)


async def _here(deps: Dependencies, friends: Iterable[KnownPlayer]) -> dict[str, bool]:
    """Return whether each friend is here, of those who show it; nothing while nobody knows."""
    showing = [each.player for each in friends if each.shows_presence]
    try:
        here = await deps.presence.shown(showing)
    except Problem:
        return {}
    return {each.id: each.id in here for each in showing}


def _in_order(
    known: dict[str, KnownPlayer], states: dict[str, str], wanted: str
) -> list[KnownPlayer]:
    found = [known[each] for each, state in states.items() if state == wanted and each in known]
    return sorted(found, key=lambda each: (each.player.displayName.casefold(), each.player.id))
