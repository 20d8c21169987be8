"""Deals that several play: those of the day, and those that players make."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Annotated

import orjson
from croupier.v1 import engine_service_pb2 as pb
from fastapi import Depends, Response
from redislink import deals as deal_ids
from redislink.deals import DAY_MS, OF_DAY, OWN

from gateway.asked import Asked, Reading, Who
from gateway.contract import (
    deal_models,
    deal_requests,
    match_models,
    moments,
    request_models,
    requests,
)
from gateway.contract.document import examples
from gateway.deals import shown
from gateway.deals.reading import Deal
from gateway.dependencies import Dependencies, Deps
from gateway.errors import GroupAway, NotPlayed, Problem
from gateway.http import parameters, times
from gateway.http.documented_headers import IDEMPOTENCY_KEY
from gateway.http.responses import (
    error_responses,
    json_response,
    request_body,
    written_response,
)
from gateway.players.availability import AvailablePlayer
from gateway.players.player import Player
from gateway.players.tokens import PLAY, READ
from gateway.routing import BODY_ERRORS, POST_ERRORS, READ_ERRORS, TOKEN_ERRORS, Router

router = Router(prefix="/v1/deals", tags=["Deals"])

NEW_DEAL = Reading(deal_requests.NewDeal)
NOTHING = Reading(request_models.Nothing, keyed=False)
SEARCHES = 3
"""From this level on bots of the house search, and what they find hangs on their time."""
OFFERS = 50
"""Among so many of those who can be had for a game the bots of the house come first."""
UNKNOWN = "There is no such deal."
AWAY = "Who plays against you in this deal is away"


@router.get(
    "",
    bucket="reads",
    response_model=deal_models.Deals,
    responses=error_responses("malformed", *TOKEN_ERRORS, "not_found"),
)
async def list_deals(
    who: Who, deps: Deps, game: parameters.DealGame, mine: parameters.MadeByMe
) -> Response:
    """List the deals of today, one of each game, and those of yesterday that somebody has tried.

    With `mine=true`, those that you have made instead, newest first.
    """
    find = deps.authenticator.required if mine else deps.authenticator.player
    player = await find(who, READ, check_found=lambda _: deps.catalog.check(game))
    await deps.catalog.check(game)
    ids = await deps.deals.made_by(player.id) if mine and player else await _of_days(game, deps)
    found = await deps.deals.find(ids, _id(player))
    wanted = [each for each in found if game in (None, each.made["game"])]
    return json_response({"deals": await _shown(wanted, deps)})


@router.post(
    "",
    bucket="creates",
    headers=(IDEMPOTENCY_KEY,),
    status_code=201,
    response_model=deal_models.Deal,
    responses=error_responses(*POST_ERRORS, "suspended", "conflict", "invalid_options"),
    openapi_extra=request_body(
        deal_requests.NewDeal,
        for_a_club={"name": "Friday's deal", "game": examples.GAME},
    ),
)
async def create_deal(
    asked: Annotated[Asked[deal_requests.NewDeal], Depends(NEW_DEAL)], deps: Deps
) -> Response:
    """Make a deal of your own: whoever knows its id may try it, until it is over.

    It can be open for 5 minutes to 30 days. It is in no list but yours.
    """
    body = asked.body
    games = await deps.catalog.until(lambda games: body.game in games)
    options = requests.options(body, games)
    player = await deps.authenticator.required(asked.who, PLAY, begins=True)
    start_ms = moments.to_ms(body.start_time, "startTime") if body.start_time else 0
    end_ms = (
        moments.to_ms(body.end_time, "endTime")
        if body.end_time
        else (start_ms or times.now_ms()) + DAY_MS
    )
    if body.opponents:
        await _check_opponents(body, deps)
    new = pb.CreateDealRequest(
        maker=requests.player(player),
        name=body.name,
        game=requests.game(body),
        options=options,
        seats=parameters.clamp_uint32(body.seats),
        opponents=body.opponents,
        start_ms=start_ms,
        end_ms=end_ms,
        idempotency=asked.idempotency(),
    )
    made = await requests.play(body, games, partial(deps.engine.create_deal, new))
    deal_id = orjson.loads(made.deal)["id"]
    (found,) = await deps.deals.find([deal_id], player.id)
    (content,) = await _shown([found], deps)
    location = {"Location": f"/v1/deals/{deal_id}"}
    return json_response(content, 201, replayed=made.replayed, headers=location)


@router.get(
    "/{deal_id}",
    bucket="reads",
    response_model=deal_models.Deal,
    responses=error_responses(*READ_ERRORS),
)
async def get_deal(deal_id: parameters.DealId, who: Who, deps: Deps) -> Response:
    """Read a deal: what is played, against whom and until when, and who was best once it is over.

    What all have alike is told to nobody before: it shows in your own match.
    """
    player = await deps.authenticator.player(
        who, READ, check_found=lambda player: _found(deal_id, player, deps)
    )
    (content,) = await _shown([await _found(deal_id, player, deps)], deps)
    return json_response(content)


@router.post(
    "/{deal_id}/try",
    bucket="creates",
    response_model=match_models.Match,
    responses=error_responses(*TOKEN_ERRORS, *BODY_ERRORS, "suspended", "not_found", "conflict"),
    openapi_extra=request_body(request_models.Nothing, nothing={}),
)
async def try_deal(
    deal_id: parameters.DealId,
    asked: Annotated[Asked[request_models.Nothing], Depends(NOTHING)],
    deps: Deps,
) -> Response:
    """Try a deal, in the match that is answered: you have one, which each repeat answers again.

    The match is private, has no undo, and ends about when the deal is over. Who plays it to its end
    before that is on the board. It is not sealed and not rated: who has tried the deal could tell
    others of it.
    """
    player = await deps.authenticator.required(
        asked.who, PLAY, check_found=lambda player: _found(deal_id, player, deps), begins=True
    )
    deal = await _found(deal_id, player, deps)
    opponents = await _opponents(deal, deps)
    change = await deps.engine.try_deal(
        pb.TryDealRequest(
            deal_id=deal_id,
            game=deal.made["game"],
            player=requests.player(player),
            opponents=map(requests.player, opponents),
        )
    )
    return written_response(change.text.match, version=change.version)


@router.get(
    "/{deal_id}/board",
    bucket="reads",
    response_model=deal_models.DealBoard,
    responses=error_responses("malformed", *READ_ERRORS),
)
async def get_deal_board(
    deal_id: parameters.DealId,
    who: Who,
    deps: Deps,
    page_size: parameters.PageSize,
    friends: parameters.FriendsOnly,
) -> Response:
    """Read the board of a deal: the best of those who have played it to its end in time.

    Who has won comes first, then who has more points, then who has needed fewer moves; who is equal
    in all has the same rank. With `friends=true`, you and your friends only, with their ranks among
    all.
    """
    find = deps.authenticator.required if friends else deps.authenticator.player
    player = await find(who, READ, check_found=lambda player: _found(deal_id, player, deps))
    await _found(deal_id, player, deps)
    own_id = _id(player)
    board = await (
        deps.deals.circle(deal_id, own_id)
        if friends
        else deps.deals.board(deal_id, page_size, own_id)
    )
    rows = await deps.deals.shown(board.rows[:page_size])
    known = await deps.deals.accounts([own_id]) if board.own else {}
    return json_response(
        {
            "dealId": deal_id,
            "size": board.size,
            "entries": [shown.tried(row, account) for row, account in rows],
            "you": shown.tried(board.own, known[own_id]) if board.own else None,
        }
    )


async def _found(deal_id: str, player: Player | None, deps: Dependencies) -> Deal:
    """Return the deal; that of today is made if it is not there. Raise Problem not_found."""
    if not OWN.fullmatch(deal_id) and not OF_DAY.fullmatch(deal_id):
        raise Problem("not_found", UNKNOWN)
    if found := await deps.deals.find([deal_id], _id(player)):
        return found[0]
    await _open(deal_id, deps)
    if found := await deps.deals.find([deal_id], _id(player)):
        return found[0]
    raise Problem("not_found", UNKNOWN)


async def _open(deal_id: str, deps: Dependencies) -> None:
    """Have the deal of a day made, if that is today. Raise Problem not_found."""
    of_day = OF_DAY.fullmatch(deal_id)
    today = deal_ids.day_of(times.now_ms())
    if not of_day or deal_id != deal_ids.id_of_day(of_day["game"], today):
        raise Problem("not_found", UNKNOWN)
    await deps.catalog.game(of_day["game"])
    await deps.engine.open_deal(pb.OpenDealRequest(deal_id=deal_id, game=of_day["game"]))


async def _of_days(game: str | None, deps: Dependencies) -> list[str]:
    """Return the ids of the deals of today, which are there then, and of yesterday."""
    today = deal_ids.day_of(times.now_ms())
    games = [game] if game else [*await deps.catalog.every()]
    ids = [deal_ids.id_of_day(each, today) for each in games]
    there = {each.made["id"] for each in await deps.deals.find(ids, "")}
    await asyncio.gather(*(_opened(each, deps) for each in ids if each not in there))
    return [*ids, *(deal_ids.id_of_day(each, today - timedelta(days=1)) for each in games)]


async def _opened(deal_id: str, deps: Dependencies) -> None:
    """Have the deal of today made. Those of other games do not miss one that cannot be."""
    with suppress(GroupAway, NotPlayed):
        try:
            await _open(deal_id, deps)
        except Problem as problem:
            if problem.code != "not_found":
                raise


async def _opponents(deal: Deal, deps: Dependencies) -> list[Player]:
    """Return the bots of the house that the deal names, as far as they are here.

    Raise Problem unavailable if one of them is missing for a try that begins now. Otherwise the
    engine refuses: it knows whether the match of a try that was noted is lost.
    """
    here = {each.player.displayName: each.player for each in await _house(deal.made["game"], deps)}
    missing = [each for each in deal.made["opponents"] if each not in here]
    begins = not deal.own_match_id and shown.status(deal, times.now_ms()) == "open"
    if missing and begins:
        detail = f"{AWAY}: {', '.join(missing)}."
        raise Problem("unavailable", detail, {"Retry-After": "30"})
    return [here[each] for each in deal.made["opponents"] if each in here]


async def _check_opponents(body: deal_requests.NewDeal, deps: Dependencies) -> None:
    """Raise Problem invalid_options unless all who are named can be opponents."""
    here = {
        each.player.displayName
        for each in await _house(body.game, deps)
        if (each.offer.level or SEARCHES) < SEARCHES
    }
    if not here.issuperset(body.opponents):
        detail = "opponents must be bots of the house of level 1 or 2 that can be had now."
        raise Problem("invalid_options", detail)


async def _house(game: str, deps: Dependencies) -> list[AvailablePlayer]:
    """Return the bots of the house that can be had for a game now."""
    found = [each.listed for each in await deps.availability.page(game, ["bot"], "", OFFERS)]
    return [each for each in found if each and each.offer.house]


async def _shown(found: Sequence[Deal], deps: Dependencies) -> list[shown.Json]:
    now_ms = times.now_ms()
    over = [each for each in found if shown.status(each, now_ms) == "over"]
    best = dict(zip([each.made["id"] for each in over], await _best(over, deps), strict=True))
    makers = [each.made["maker"]["id"] for each in found if each.made["maker"]]
    known = await deps.deals.accounts(makers)
    return [shown.deal(each, best.get(each.made["id"]), known, now_ms) for each in found]


async def _best(over: Sequence[Deal], deps: Dependencies) -> list[shown.Best | None]:
    """Return who was best in each deal of those whom leaderboards show, with its match."""
    listed = await deps.deals.shown([row for each in over for row in each.best])
    accounts = {row.player_id: account for row, account in listed}
    best = list[shown.Best | None]()
    for each in over:
        row = next((row for row in each.best if row.player_id in accounts), None)
        match_id = await deps.deals.match_of(each.made["id"], row.player_id) if row else ""
        best.append(shown.Best(row, accounts[row.player_id], match_id) if row else None)
    return best


def _id(player: Player | None) -> str:
    return player.id if player else ""
