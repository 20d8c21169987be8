"""Matches as feeds read them from the engine: whole, change by change, or their versions only."""

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TypeVar

from croupier.v1 import engine_service_pb2 as pb

from gateway.engine_client.client import EngineClient
from gateway.errors import unavailable
from gateway.players.player import Player
from gateway.players.visibility import Eyes, Visibility

Request = TypeVar("Request", pb.GetMatchRequest, pb.GetReplayRequest, pb.ListChangesRequest)

PAGE = 50
"""The most changes that are fetched with one call."""
LOG_PAGE = 500
"""The same of log entries: some 150 KB, and 10 ms of an engine."""


class MatchSource:
    """The engine's matches, each as its viewer may see it; a viewer of None is a spectator.

    Every call raises the Problems that a GET of the match raises.
    """

    def __init__(self, engine: EngineClient, visibility: Visibility) -> None:
        self.engine = engine
        self.visibility = visibility

    async def roster(self, match_id: str, viewer: Player | None, anew: bool = False) -> pb.Roster:
        """Return the players at their seats; `anew`, who has no account any more as well."""
        return await self.visibility.roster(match_id, viewer, anew)

    async def see(
        self,
        match_id: str,
        viewer: Player | None,
        form: pb.Form.ValueType = pb.FORM_MATCH,
        eyes: Eyes | None = None,
    ) -> pb.Shown:
        """Return the current match in this form."""
        request = pb.GetMatchRequest(match_id=match_id, form=form)
        return await self.visibility.through_eyes(
            match_id, viewer, eyes, lambda seen_by: self.engine.get_match(_as(request, seen_by))
        )

    async def changes(
        self,
        match_id: str,
        viewer: Player | None,
        after: int,
        form: pb.Form.ValueType = pb.FORM_MATCH,
        eyes: Eyes | None = None,
    ) -> pb.ListChangesResponse:
        """Return up to PAGE changes after a version, and the current version.

        Raise Problem malformed if the match has no such version.
        """
        request = pb.ListChangesRequest(match_id=match_id, after=after, limit=PAGE, form=form)
        return await self.visibility.through_eyes(
            match_id, viewer, eyes, lambda seen_by: self.engine.list_changes(_as(request, seen_by))
        )

    async def replay(self, match_id: str, viewer: Player | None) -> AsyncIterator[pb.Replay]:
        """Yield the replay page by page, of which only the first has more than log entries.

        Raise Problem match_active before the end of the match, unavailable if a page does not
        follow the one before.
        """
        after, last, request = 0, 1, pb.GetReplayRequest(match_id=match_id, limit=LOG_PAGE)
        while after < last:
            page = await self.visibility.through(
                match_id, viewer, lambda seen_by: self.engine.get_replay(_as(request, seen_by))
            )
            if not page.log or page.after != after + len(page.log):
                raise unavailable()
            yield page
            last, after = page.version, page.after
            request.after, request.prev = page.after, page.prev

    async def versions(self, match_ids: Iterable[str]) -> Sequence[int]:
        """Return the current versions of matches in their order, 0 for one that is gone."""
        request = pb.GetVersionsRequest(match_ids=match_ids)
        return (await self.engine.get_versions(request)).versions


def _as(request: Request, caller: pb.Caller) -> Request:
    """Return the request, made by this caller."""
    request.caller.CopyFrom(caller)
    return request
