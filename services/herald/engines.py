"""The engines, asked for what the herald needs of matches: versions, and who is to move.

Nothing of what they answer has a view, an event or a card.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

import grpc
from croupier.v1 import engine_service_pb2 as pb
from croupier.v1 import engine_service_pb2_grpc as pb_grpc
from enginelink.channel import ReloadingChannel, channel_options
from enginelink.targets import targets
from google.protobuf.message import Message

from herald.config import Settings
from herald.traces import metadata

PAGE = 100
"""The most matches of which an engine lists more than the ids."""
MOST = 200
"""The most matches of a player and status that are looked at: a player may create no more."""
VERSIONS = 1000
"""The most versions that are asked for with one call."""
GONE = (grpc.StatusCode.NOT_FOUND, grpc.StatusCode.PERMISSION_DENIED)


class Away(Exception):
    """The engines do not answer. Nothing is known then."""


class Engines:
    """The engines of all groups, between `start` and `close`. Every call may raise Away."""

    def __init__(self, settings: Settings) -> None:
        """Raise InvalidCredentials if the files of certificates cannot be used."""
        self._timeout_s = settings.engine_timeout_s
        self._stubs: dict[str, pb_grpc.EngineServiceStub] = {}
        self._groups = {
            game: name for name in targets(settings.engines) for game in name.split("+") if game
        }
        options = channel_options(settings.engine_timeout_s)
        self._channels = [
            ReloadingChannel(
                target,
                options,
                settings.tls,
                settings.tls_name,
                partial(self._use, name),
                program="herald",
            )
            for name, target in targets(settings.engines).items()
        ]
        self.games: Sequence[str] = ()
        """All games that are played here, as far as their engines have said so."""

    def start(self) -> None:
        for channel in self._channels:
            channel.start()

    async def close(self) -> None:
        for channel in self._channels:
            await channel.close()

    async def list_games(self) -> None:
        """Learn which games there are; those of a group that is away stay as they were."""
        found, away = set[str](), 0
        for group in self._stubs:
            try:
                listed = await self._call(group, "ListGames", pb.ListGamesRequest())
                found |= {each.game for each in listed.games}
            except Away:
                away += 1
        if away == len(self._stubs):
            raise Away
        self.games = sorted(found | ({*self.games} if away else set()))

    async def versions(self, match_ids: Sequence[str]) -> dict[str, int]:
        """Return the current versions of matches, 0 for one that is gone."""
        found = dict[str, int]()
        for at in range(0, len(match_ids), VERSIONS):
            some = match_ids[at : at + VERSIONS]
            request = pb.GetVersionsRequest(match_ids=some)
            answer = await self._call("", "GetVersions", request)
            found.update(zip(some, answer.versions, strict=True))
        return found

    async def of_player(self, player_id: str, status: pb.MatchStatus.ValueType) -> list[pb.Roster]:
        """Return a player's matches of a status, with who is to move, newest first."""
        request = pb.ListMatchesRequest(
            viewer_id=player_id, player_id=player_id, status=status, page_size=PAGE
        )
        found = list[pb.Roster]()
        while len(found) < MOST:
            page = await self._call("", "ListMatches", request)
            found += await self._with_elsewhere(request, page.rosters)
            request.page_token = page.next_page_token
            if not page.next_page_token:
                break
        return found

    async def roster(self, match_id: str) -> pb.Roster | None:
        """Return the players of a match, and whether it has ended; None if it is gone."""
        try:
            answer: pb.Roster = await self._call(
                "", "GetRoster", pb.GetRosterRequest(match_id=match_id)
            )
        except grpc.aio.AioRpcError:
            return None
        return answer

    async def invitations(self, player_id: str, match_ids: Sequence[str]) -> list[pb.Invitation]:
        """Return the invitations of a player to these matches that are pending."""
        request = pb.FindInvitationsRequest(player_id=player_id, match_ids=match_ids)
        return [*(await self._call("", "FindInvitations", request)).invitations]

    async def _with_elsewhere(
        self, request: pb.ListMatchesRequest, rosters: Sequence[pb.Roster]
    ) -> list[pb.Roster]:
        """The rosters of a page, those of games of other groups as these list them."""
        groups = {self._groups.get(each.game, "") for each in rosters if each.elsewhere} - {""}
        known = dict[str, pb.Roster]()
        for group in sorted(groups):
            for each in (await self._call(group, "ListMatches", request)).rosters:
                if not each.elsewhere:
                    known[each.match_id] = each
        return [known.get(each.match_id, each) for each in rosters]

    async def _call(self, group: str, method: str, request: Message) -> Any:
        stub = self._stubs[group]
        try:
            ask = getattr(stub, method)
            return await ask(request, timeout=self._timeout_s, metadata=metadata())
        except grpc.aio.AioRpcError as error:
            if error.code() in GONE:
                raise
            raise Away from None

    def _use(self, name: str, channel: grpc.aio.Channel) -> None:
        self._stubs[name] = pb_grpc.EngineServiceStub(channel)
