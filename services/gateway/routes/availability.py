"""Opponents: offer yourself for games, and find players that do."""

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response

from gateway.asked import Asked, Reading, Who
from gateway.contract import opponent_requests, player_models
from gateway.contract.document import examples
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http import parameters, times
from gateway.http.responses import error_responses, json_response, request_body
from gateway.players.availability import KINDS, AvailablePlayer, GameOffer, ListMember, Offer
from gateway.players.player import Player
from gateway.players.tokens import PLAY, READ
from gateway.routing import READ_ERRORS, TOKEN_ERRORS, Router

router = Router(prefix="/v1/players", tags=["Opponents"])

AVAILABILITY = Reading(opponent_requests.Availability, keyed=False)
MEMBER = re.compile(r"[01][bh][\w-]{22}", re.ASCII)
MOST_LOOKED_AT, AT_ONCE = 200, 50
"""How many players a page is looked for among, and of how many is asked at once, however short the
page is: so it takes four turns at most."""


@router.get(
    "",
    bucket="reads",
    response_model=player_models.AvailablePlayers,
    responses=error_responses("malformed", *READ_ERRORS),
)
async def list_players(
    who: Who,
    deps: Deps,
    available: parameters.Available,
    kind: parameters.KindFilter,
    page_size: parameters.PageSize,
    page_token: parameters.PageToken,
) -> Response:
    """List the players that can be had for a game now: first those of the house, then all others.

    Who plays as many matches as it wants to is left out. A page may have fewer players than you ask
    for, or none, before the last one.
    """
    if available is None:
        raise Problem("malformed", "available must be the id of a game.")
    place = _place(page_token)
    viewer = await deps.authenticator.player(
        who, READ, check_found=lambda _: deps.catalog.game(available)
    )
    await deps.catalog.game(available)
    kinds = [kind] if kind else [*KINDS]
    listed, place = await _page(deps, available, kinds, place, page_size)
    blocked = await deps.blocks.of(viewer.id if viewer else None)
    shown = [each for each in listed if each.player.id not in blocked]
    rated = await deps.profiles.ratings(available, [each.player for each in shown])
    return json_response(
        {
            "players": [_listed(*each, rated.get(each.player.id)) for each in shown],
            "nextPageToken": urlsafe_b64encode(place.encode()).decode() if place else None,
        }
    )


@router.put(
    "/me/availability",
    bucket="moves",
    response_model=player_models.Offered,
    responses=error_responses(
        *TOKEN_ERRORS, "timeout", "too_large", "unsupported_media_type", "malformed",
        "invalid_options", "name_reserved", "suspended",
    ),
    openapi_extra=request_body(
        opponent_requests.Availability,
        a_bot={
            "games": {examples.GAME: {"maxMatches": 20, "clocks": "any"}},
            "description": "Plays at random.",
            "level": 1,
        },
    ),
)  # fmt: skip
async def offer_yourself(
    asked: Annotated[Asked[opponent_requests.Availability], Depends(AVAILABILITY)], deps: Deps
) -> Response:
    """Say for which games you can be had, for 90 seconds: repeat it as long as that is so.

    It takes the place of what you have said before. Bots can be invited to these games only.
    """
    body = asked.body
    player = await deps.authenticator.required(asked.who, PLAY, begins=True)
    deps.house.check_name(player.displayName, body.house_key)
    known = await deps.catalog.until(lambda known: known.keys() >= body.games.keys())
    if unknown := sorted(body.games.keys() - known.keys()):
        raise Problem("invalid_options", f"There is no game {unknown[0][:100]!r}.")
    games = {game: GameOffer(offer.max_matches, offer.clocks) for game, offer in body.games.items()}
    offer = Offer(games, body.description, body.level, body.house_key is not None)
    expires = await deps.availability.put(player, offer)
    return json_response(
        {
            "games": {game: asdict(each) for game, each in games.items()},
            "description": offer.description,
            "level": offer.level,
            "house": offer.house,
            "expireTime": times.of_ms(expires),
        }
    )


@router.delete(
    "/me/availability",
    bucket="moves",
    status_code=204,
    response_model=None,
    responses=error_responses(*TOKEN_ERRORS),
)
async def withdraw_offer(who: Who, deps: Deps) -> Response:
    """Say that you cannot be had for any game any more."""
    player = await deps.authenticator.required(who, PLAY)
    await deps.availability.end(player.id)
    return Response(status_code=204)


async def _page(
    deps: Dependencies, game: str, kinds: Sequence[str], place: str, size: int
) -> tuple[list[AvailablePlayer], str]:
    """Return players behind a place, and the place to go on from; "" at the end."""
    listed, looked_at = list[AvailablePlayer](), 0
    while len(listed) < size and looked_at < MOST_LOOKED_AT:
        room = size - len(listed)
        wanted = max(room, AT_ONCE)
        found = await deps.availability.page(game, kinds, place, wanted)
        free = await _free(deps, game, found)
        listed += [each for _, each in free[:room]]
        if len(free) > room:
            return listed, free[room - 1][0]
        if len(found) < wanted:
            return listed, ""
        looked_at += len(found)
        place = found[-1].member
    return listed, place


async def _free(
    deps: Dependencies, game: str, found: Sequence[ListMember]
) -> list[tuple[str, AvailablePlayer]]:
    """Return those that can still be had, and do not play as many matches as they want to.

    Each is with its member of the list.
    """
    offering = [
        (member, each) for member, each in found if each is not None and game in each.offer.games
    ]
    if not offering:
        return []
    request = pb.CountMatchesRequest(player_ids=[each.player.id for _, each in offering])
    active = (await deps.engine.count_matches(request)).active
    return [
        (member, each)
        for (member, each), count in zip(offering, active, strict=True)
        if count < each.offer.games[game].maxMatches
    ]


def _place(page_token: str | None) -> str:
    """Return the place that a page goes on from. Raise Problem malformed."""
    if not page_token:
        return ""
    try:
        place = urlsafe_b64decode(page_token).decode()
    except ValueError:
        place = ""
    if not MEMBER.fullmatch(place):
        raise Problem("malformed", "pageToken must be the nextPageToken of an earlier answer.")
    return place


def _listed(player: Player, offer: Offer, rating: int | None) -> dict[str, object]:
    return {
        **asdict(player),
        "description": offer.description,
        "level": offer.level,
        "rating": rating,
        "house": offer.house,
    }
