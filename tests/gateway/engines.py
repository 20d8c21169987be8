"""A catalog of games, and engines of which only games are asked."""

import asyncio
from functools import partial
from typing import cast

from croupier.v1 import engine_service_pb2 as pb
from gateway.catalog import Catalog
from gateway.contract.document import components
from gateway.engine_client.client import EngineClient
from gateway.engine_client.group import EngineGroup
from gateway.errors import NotPlayed, unavailable
from gateway.websocket.frames import OPS


class Engines(EngineClient):
    """Engines of which only games are asked, each by turns; it counts how often."""

    def __init__(self, *plays: list[pb.GameBundle]) -> None:
        self.plays = [*plays]
        self.turn = self.listed = self.described = 0
        self.groups = [cast(EngineGroup, None)]

    def asks(self, group: EngineGroup, game: str) -> bool:
        return True

    async def list_games(self, group: EngineGroup) -> pb.ListGamesResponse:
        self.listed += 1
        await asyncio.sleep(0)
        plays = sorted(self._next(), key=lambda each: each.rules_version)
        newest = {each.game: each for each in plays}
        return pb.ListGamesResponse(
            games=[
                pb.GameVersion(
                    game=each.game,
                    rules_version=each.rules_version,
                    digest=each.digest,
                    newest=newest[each.game] is each,
                )
                for each in plays
            ]
        )

    async def describe_game(self, request: pb.DescribeGameRequest) -> pb.GameBundle:
        self.described += 1
        wanted = (request.game, request.rules_version)
        for _ in self.plays:
            for each in self._next():
                if (each.game, each.rules_version) == wanted:
                    return each
        raise NotPlayed

    def _next(self) -> list[pb.GameBundle]:
        """Return what the next engine plays."""
        if not self.plays:
            raise unavailable()
        self.turn += 1
        return self.plays[self.turn % len(self.plays)]


class Clock:
    """A clock that goes on when it is told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def catalog_of(engines: Engines, clock: Clock | None = None) -> Catalog:
    return Catalog(engines, partial(components.fitting, OPS), clock or Clock())
