"""Ratings: the ledger of a pool, from which all its numbers follow, and a player's history."""

from croupier_rating import Pool, shown
from croupier_rating.entries import AnyEntry, Carried, Change, Played, Voided
from fastapi import Request, Response

from gateway.asked import Who
from gateway.contract import rating_models
from gateway.dependencies import Deps
from gateway.http import headers, parameters
from gateway.http.documented_headers import IF_NONE_MATCH_TAG
from gateway.http.responses import error_responses, json_response, lines_of, not_modified
from gateway.limits import history_cost
from gateway.players.tokens import READ
from gateway.routing import READ_ERRORS, Router
from gateway.standings import accounts, pools
from gateway.standings.histories import Place
from gateway.standings.ledgers import Head
from gateway.streams.event_stream import NDJSON
from gateway.streams.line_stream import LineStream, begun, paced

router = Router(prefix="/v1", tags=["Ratings"])

LEDGER = {
    200: {
        "description": "The lines of the ledger: `docs/ratings.md` has their form.",
        "content": {NDJSON: lines_of("LedgerLine")},
    }
}


@router.get(
    "/ratings/{pool}/ledger",
    bucket="streams",
    headers=(IF_NONE_MATCH_TAG,),
    response_class=Response,
    responses={
        **LEDGER,
        304: {"description": "The ledger still ends with the entry in If-None-Match."},
        **error_responses("malformed", *READ_ERRORS, "not_acceptable"),
    },
)
async def get_ledger(
    pool: parameters.PoolName,
    request: Request,
    who: Who,
    deps: Deps,
    after: parameters.AfterEntry,
) -> Response:
    """Download the ledger of a pool, from which all of its ratings follow.

    Each line is an entry, as it was hashed. Without `after`, the lines before the entries say what
    the ledger is, so that the file is one that `croupier verify --ratings` takes; with it, the
    lines go on behind that entry. `Ledger-Seq` and `Ledger-Head` have the number of the last entry
    and the SHA-256 of its line. The connection is cut if the lines cannot be sent to that end.
    """
    headers.preferred_media_type(request, NDJSON)
    found = pools.named(pool)
    await deps.authenticator.player(who, READ, check_found=lambda _: deps.pools.check(found))
    if found is None:
        raise pools.unknown()
    head = await deps.ledgers.head(found)
    # Not its number: a ledger that was restored older may have come to that once more.
    tag = head.hash[:32]
    if headers.matches_etag(request, tag):
        return not_modified(tag, _told(head))
    pace = history_cost.pace(deps.limits, who, history_cost.LINES_PER_READ)
    parts = await begun(paced(deps.ledgers.lines(found, after, head.seq), pace))
    return LineStream(parts, {"ETag": headers.etag(tag), **_told(head)})


def _told(head: Head) -> dict[str, str]:
    return {"Ledger-Seq": str(head.seq), "Ledger-Head": head.hash}


@router.get(
    "/players/{player_id}/ratings/{pool}/history",
    bucket="reads",
    response_model=rating_models.RatingHistory,
    responses=error_responses("malformed", *READ_ERRORS),
)
async def get_rating_history(
    player_id: parameters.PlayerId,
    pool: parameters.PoolName,
    who: Who,
    deps: Deps,
    page_size: parameters.PageSize,
    page_token: parameters.PageToken,
) -> Response:
    """Read how a player's rating came about, the last match first.

    Each point is an entry of the pool's ledger that has changed the player's numbers. It goes back
    as far as the service keeps entries at hand. Of players who are on no leaderboard, others are
    shown nothing.
    """
    found = pools.named(pool)
    place = Place.of(page_token, pool, player_id)

    async def check(_: object) -> None:
        await deps.pools.check(found)
        await deps.profiles.account(parameters.parse_id(player_id, "player"))

    viewer = await deps.authenticator.player(who, READ, check_found=check)
    account = await deps.profiles.account(parameters.parse_id(player_id, "player"))
    known = await deps.pools.check(found)
    if not account.listed and (viewer is None or viewer.id != player_id):
        return json_response({"points": [], "nextPageToken": None})
    page = await deps.histories.page(known, player_id, page_size, place)
    names = await deps.profiles.names(
        [each for entry in page.entries for each in entry.players if each != player_id]
    )
    points = [_point(entry, player_id, known, names) for entry in page.entries]
    following = page.following.token() if page.following else None
    return json_response({"points": points, "nextPageToken": following})


def _point(entry: AnyEntry, player_id: str, pool: Pool, names: accounts.Names) -> dict[str, object]:
    own = next(each for each in _changes(entry) if each.player == player_id)
    rank = None
    if isinstance(entry, Played):
        rank = entry.ranks[entry.players.index(player_id)] + 1
    return {
        "seq": entry.seq,
        "kind": entry.kind,
        "matchId": None if isinstance(entry, Carried) else entry.match,
        "time": _time(entry),
        "rank": rank,
        "weight": entry.weight if isinstance(entry, Played) else None,
        "rating": shown.rating(own.after),
        "deviation": shown.deviation(own.after),
        "points": shown.points(own.after),
        "change": shown.rating(own.after) - shown.rating(own.before),
        "opponents": [
            {
                **accounts.named(each.player, names[each.player], pool.kind),
                "rating": shown.rating(each.before),
            }
            for each in _changes(entry)
            if each.player != player_id
        ],
    }


def _changes(entry: AnyEntry) -> tuple[Change, ...]:
    return (entry.seat,) if isinstance(entry, Carried) else entry.seats


def _time(entry: AnyEntry) -> str | None:
    match entry:
        case Played():
            return entry.ended
        case Voided():
            return entry.time
        case _:
            return None
