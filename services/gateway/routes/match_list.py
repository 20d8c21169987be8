"""The list of matches, each as the caller may see it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from fastapi import Response
from orjson import Fragment

from gateway.asked import Who
from gateway.contract import match_models
from gateway.dependencies import Dependencies, Deps
from gateway.errors import Problem, leaves_out
from gateway.http import parameters
from gateway.http.responses import error_responses, json_response
from gateway.limits.requester import Requester
from gateway.players.player import Player
from gateway.players.tokens import READ
from gateway.players.visibility import caller
from gateway.routing import READ_ERRORS, Router

router = Router(prefix="/v1/matches", tags=["Matches"])

PAGES = 5
"""Pages of an engine that are looked through for one page of those tables that are wanted."""
Wanted: TypeAlias = Callable[[Sequence[pb.Roster]], Awaitable[list[pb.Roster]]]
"""Returns those of some tables that are wanted."""


@router.get(
    "",
    bucket="reads",
    response_model=match_models.Matches,
    responses=error_responses("malformed", *READ_ERRORS),
)
async def list_matches(
    who: Who,
    deps: Deps,
    game: parameters.GameFilter,
    status: parameters.StatusFilter,
    player: parameters.PlayerFilter,
    here: parameters.HereFilter,
    page_size: parameters.PageSize,
    page_token: parameters.PageToken,
) -> Response:
    """List matches, newest first. Private matches are listed to their players only.

    With `here=true`, which is for `status=waiting` only, without those with a `goneAfter` at which
    no person is here now, or at those of bots alone, no bot.
    """
    if here and status != "waiting":
        raise Problem("malformed", "here=true needs status=waiting.")
    query = pb.ListMatchesRequest(
        game=game or "",
        status=pb.MatchStatus.Value(f"MATCH_STATUS_{(status or 'unspecified').upper()}"),
        player_id=player or "",
        page_size=page_size,
        page_token=page_token or "",
    )
    viewer = await _find_viewer(who, query, deps)
    if viewer:
        query.viewer_id = viewer.id
        query.player_id = viewer.id if player == "me" else query.player_id
    blocked = await deps.blocks.of(viewer.id if viewer else None)

    async def wanted(rosters: Sequence[pb.Roster]) -> list[pb.Roster]:
        met = [each for each in rosters if not _is_met(each, viewer, blocked)]
        return await _with_somebody(met, deps) if here else met

    rosters, next_page_token = await _found(query, deps, wanted if here or blocked else None)
    return json_response(
        {
            "matches": [
                Fragment(shown.texts[0].match)
                async for shown in _matches_of(viewer, rosters, deps)
                # The status may have changed since the index was read.
                if query.status in (pb.MATCH_STATUS_UNSPECIFIED, shown.status)
            ],
            "nextPageToken": next_page_token or None,
        }
    )


async def _found(
    query: pb.ListMatchesRequest, deps: Dependencies, wanted: Wanted | None
) -> tuple[Sequence[pb.Roster], str]:
    """Return a page of what the query is for, and the token for the next one.

    A page of those only that are `wanted` may take as many pages of the engine as PAGES.
    """
    page = await deps.engine.list_matches(query)
    if wanted is None:
        return page.rosters, page.next_page_token
    size, found = query.page_size, await wanted(page.rosters)
    for _ in range(PAGES - 1):
        if len(found) == size or not page.next_page_token:
            break
        query.page_token, query.page_size = page.next_page_token, size - len(found)
        page = await deps.engine.list_matches(query)
        found += await wanted(page.rosters)
    return found, page.next_page_token


def _is_met(roster: pb.Roster, viewer: Player | None, blocked: frozenset[str]) -> bool:
    """Return whether the viewer would meet somebody it has blocked at a table that waits.

    At a table at which it sits itself, it has met them.
    """
    seated = {*roster.player_ids}
    waits = not roster.settled and viewer is not None and viewer.id not in seated
    return waits and not blocked.isdisjoint(seated)


async def _with_somebody(rosters: Sequence[pb.Roster], deps: Dependencies) -> list[pb.Roster]:
    """Return those at which somebody is here, or is not expected to be; all while nobody knows.

    Bots wait for ever: where people sit, bots are nobody.
    """
    ids = {each for roster in rosters for each in roster.player_ids if each}
    try:
        away = await deps.presence.away(ids)
    except Problem:
        return [*rosters]
    here = ids - away.keys()
    return [each for each in rosters if not each.gone_after_ms or here & _hosts(each)]


def _hosts(roster: pb.Roster) -> set[str]:
    """Return the ids of the people at the table; of the bots, if there are none."""
    taken = {seat: each for seat, each in enumerate(roster.player_ids) if each}
    people = {each for seat, each in taken.items() if seat not in roster.bots}
    return people or {*taken.values()}


async def _find_viewer(
    who: Requester, query: pb.ListMatchesRequest, deps: Dependencies
) -> Player | None:
    """Return the viewer; only a spectator has no token. `player=me` needs a token.

    Raise Problem not_found if the query is for a game that does not exist.
    """
    own = query.player_id == "me"
    find = deps.authenticator.required if own else deps.authenticator.player
    try:
        viewer = await find(who, READ, check_found=lambda _: deps.catalog.check(query.game))
        await deps.catalog.check(query.game)
        return viewer
    except Problem as refusal:
        # Only the engine can tell whether a page token is malformed, and 400 comes before these.
        if query.page_token and refusal.status in (401, 403, 404):
            await deps.engine.list_matches(query)
        raise


async def _matches_of(
    viewer: Player | None, rosters: Sequence[pb.Roster], deps: Dependencies
) -> AsyncIterator[pb.Shown]:
    """Yield the matches of these rosters, in order, as the viewer may see them.

    All are read in one call. Those whose roster has changed since, or that another engine plays,
    are read one by one.
    """
    items = [
        pb.BatchGetMatchesRequest.Item(match_id=roster.match_id, caller=caller(roster, viewer))
        for roster in rosters
    ]
    batch = await deps.engine.batch_get_matches(pb.BatchGetMatchesRequest(items=items))
    for roster, found in zip(rosters, batch.shown, strict=True):
        if found.version:
            yield found
        elif not found.failed and (shown := await _read_one(viewer, roster.match_id, deps)):
            yield shown


async def _read_one(viewer: Player | None, match_id: str, deps: Dependencies) -> pb.Shown | None:
    """Return one match as the viewer may see it; None if it may not, or it is unreadable."""

    async def fetch(caller: pb.Caller) -> pb.Shown:
        return await deps.engine.get_match(pb.GetMatchRequest(match_id=match_id, caller=caller))

    try:
        return await deps.visibility.through(match_id, viewer, fetch)
    except Problem as refusal:
        if not leaves_out(refusal):
            raise
        return None
