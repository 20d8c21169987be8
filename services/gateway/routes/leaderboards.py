"""Leaderboards: which there are, and their pages."""

import hashlib
from time import time

import orjson
from croupier_rating import Pool
from fastapi import Request, Response

from gateway.asked import Who
from gateway.contract import rating_models
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem
from gateway.http import parameters
from gateway.http.documented_headers import IF_NONE_MATCH_TAG
from gateway.http.headers import matches_etag
from gateway.http.responses import (
    error_responses,
    json_response,
    not_modified,
    written_response,
)
from gateway.limits.requester import Requester
from gateway.players.player import Player
from gateway.players.tokens import READ
from gateway.routing import READ_ERRORS, TOKEN_ERRORS, Router
from gateway.standings import accounts, pools, shown
from gateway.standings.boards import Entry, Page, Place

router = Router(prefix="/v1/leaderboards", tags=["Ratings"])

ME = "me"


@router.get(
    "",
    bucket="reads",
    response_model=rating_models.Leaderboards,
    responses=error_responses(*TOKEN_ERRORS),
)
async def list_leaderboards(who: Who, deps: Deps) -> Response:
    """List the leaderboards: one for each pool in which a rated match has ended.

    They come by game, `live` before `daily`, people before bots, the last season first.
    """
    await deps.authenticator.player(who, READ)
    found = await deps.pools.sizes()
    return json_response(
        {
            "leaderboards": [
                {
                    "pool": str(each.pool),
                    "game": each.pool.game,
                    "timeClass": each.pool.time_class,
                    "kind": each.pool.kind,
                    "season": each.pool.season,
                    "current": each.current,
                    "size": each.size,
                    "seq": each.seq,
                }
                for each in found
            ]
        }
    )


@router.get(
    "/{pool}",
    bucket="reads",
    headers=(IF_NONE_MATCH_TAG,),
    response_model=rating_models.Leaderboard,
    responses={
        304: {"description": "The page is still as it was when it had the tag in If-None-Match."},
        **error_responses("malformed", *READ_ERRORS),
    },
)
async def get_leaderboard(
    pool: parameters.PoolName,
    request: Request,
    who: Who,
    deps: Deps,
    page_size: parameters.PageSize,
    page_token: parameters.PageToken,
    around: parameters.Around,
    friends: parameters.FriendsOnly,
    season: parameters.Season,
) -> Response:
    """Read a page of a leaderboard.

    Without parameters it is the first one. With `around`, it has a player in its middle, and none
    at all if that player is not on the board; with `friends=true`, you and your friends only, with
    their ranks among all. A page goes on behind the last player of the one before, wherever that
    player is by now: while others move, nobody comes twice, and nobody is missing who stays.
    """
    if around and friends:
        raise Problem("malformed", "around and friends exclude each other.")
    found = pools.named(pool, season)
    after = Place.of(page_token, found)
    reader = await _reader(who, found, deps, needed=friends or around == ME)
    if found is None:
        raise pools.unknown()
    if after is None and not around and not friends and page_size == parameters.DEFAULT_PAGE:
        body = await deps.first_pages.get(found, lambda: _first(found, deps))
    else:
        named = reader.id if reader and around == ME else around
        page = await _page(found, page_size, after, named, reader if friends else None, deps)
        body = await _body(found, page, deps)
    tag = hashlib.sha256(body).hexdigest()[:32]
    if matches_etag(request, tag):
        return not_modified(tag, {})
    return written_response(body, headers={"ETag": f'"{tag}"'})


async def _reader(
    who: Requester, pool: Pool | None, deps: Dependencies, needed: bool
) -> Player | None:
    """Return who reads; only a spectator has no token. Raise Problem as the routes do."""
    find = deps.authenticator.required if needed else deps.authenticator.player
    return await find(who, READ, check_found=lambda _: deps.pools.check(pool))


async def _first(pool: Pool, deps: Dependencies) -> bytes:
    page = await deps.boards.page(pool, parameters.DEFAULT_PAGE)
    return await _body(pool, page, deps)


async def _page(
    pool: Pool,
    size: int,
    after: Place | None,
    around: str,
    friend: Player | None,
    deps: Dependencies,
) -> Page:
    """Return the page: of the friends of a player, around one, or behind a place."""
    if friend:
        return await deps.boards.some(pool, size, after, await deps.boards.circle(friend.id))
    if around and after is None:
        return await deps.boards.around(pool, size, around)
    return await deps.boards.page(pool, size, after)


async def _body(pool: Pool, page: Page, deps: Dependencies) -> bytes:
    """Return the page as JSON, with the names of its players."""
    entries, now_ms = await deps.boards.entries(page), int(time() * 1000)
    last = page.rows[-1] if page.more and page.rows else None
    return orjson.dumps(
        {
            "pool": str(pool),
            "size": page.size,
            "seq": page.seq,
            "head": page.head,
            "entries": [_shown(pool, entry, now_ms) for entry in entries],
            "nextPageToken": Place(last.points, last.player_id).token(pool) if last else None,
        }
    )


def _shown(pool: Pool, entry: Entry, now_ms: int) -> dict[str, object]:
    row, account = entry
    return {
        "rank": row.rank,
        "player": accounts.named(row.player_id, account, pool.kind),
        **shown.numbers(row.numbers, now_ms),
        "points": row.points,
    }
