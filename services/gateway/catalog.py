"""The catalog: which games the engines play, as they describe them. It is renewed while it runs.

A game comes as soon as one engine has it, and goes once none has listed it for a while: engines are
exchanged one after the other, and which of them answers is chance. The games of a group of engines
that does not answer stay.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from croupier.v1 import engine_service_pb2 as pb
from redislink.tasks import cancel_and_wait
from telemetry.redaction import error_location

from gateway.contract.games import UNKNOWN, Game, Games, Unusable
from gateway.engine_client.client import ENGINES, EngineClient
from gateway.engine_client.group import EngineGroup
from gateway.errors import Problem, unavailable

EVERY_S = 15.0
"""How often the engines are asked for their games."""
FIRST_S = 0.2
"""The same while there is no game yet."""
SEARCH_S = 1.0
"""How often, at most, they are asked because a request names a game that is not known."""
KEPT_S = 60.0
"""For how long a game stays that no engine lists any more."""

Key: TypeAlias = tuple[str, int]
"""A game's id, and the version of its rules."""
Heard: TypeAlias = dict[Key, dict[str, pb.GameVersion]]
"""What engines have listed, by digest."""
Fitted: TypeAlias = tuple[list[Game], dict[Game, str]]
Fitting: TypeAlias = Callable[[Iterable[Game]], Fitted]

log = logging.getLogger("gateway")


@dataclass(frozen=True, slots=True)
class Listed:
    """What was last heard of a version of a game, and when."""

    digest: str
    newest: bool
    at: float


class Catalog:
    """The games of all engines, kept up to date between `start` and `stop`."""

    def __init__(
        self, engine: EngineClient, fitting: Fitting, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`fitting` returns those games that fit with those before them, and why others do not."""
        self.games = Games()
        self._engine, self._fitting, self._clock = engine, fitting, clock
        self._listed: dict[Key, Listed] = {}
        self._described: dict[str, Game | None] = {}
        """By digest; None for a description that cannot be used."""
        self._left_out: set[str] = set()
        """The digests of games that do not fit, of which the log has told."""
        self._tried: list[Game] = []
        self._fitted: Fitted = [], {}
        self._renewal: asyncio.Task[None] | None = None
        self._renewed = float("-inf")
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        await cancel_and_wait(self._task, self._renewal)

    async def every(self) -> Games:
        """Return all games. Raise Problem unavailable while there is none."""
        if games := await self.until(bool):
            return games
        raise unavailable()

    async def game(self, game_id: str) -> Game:
        """Return the game. Raise Problem not_found, unavailable while no game at all is known."""
        games = await self.until(lambda games: game_id in games)
        if game_id in games:
            return games[game_id]
        await self.every()
        raise Problem("not_found", UNKNOWN)

    async def check(self, game_id: str | None) -> None:
        """Raise Problem as `game` does if a filter names a game that does not exist."""
        if game_id:
            await self.game(game_id)

    async def until(self, found: Callable[[Games], bool]) -> Games:
        """Return all games; ask the engines first if `found` says that a game is missing."""
        if not found(self.games) and (
            self._is_renewing() or self._clock() - self._renewed >= SEARCH_S
        ):
            await self._renew()
        return self.games

    async def _run(self) -> None:
        while True:
            await self._renew()
            await asyncio.sleep(EVERY_S if self.games else FIRST_S)

    def _is_renewing(self) -> bool:
        return self._renewal is not None and not self._renewal.done()

    async def _renew(self) -> None:
        """Renew the catalog; all who call this at the same time wait for one renewal."""
        renewal = self._renewal
        if renewal is None or renewal.done():
            self._renewed = self._clock()
            renewal = self._renewal = asyncio.create_task(self._ask())
        # Whoever waits may give up; the others wait on.
        await asyncio.wait([renewal])

    async def _ask(self) -> None:
        """Hear which games the engines have, and replace the catalog. What fails stays as it is."""
        try:
            heard: Heard = {}
            for listed in await asyncio.gather(*map(self._list, self._engine.groups)):
                heard |= listed
            for key, versions in heard.items():
                await self._describe(key, versions)
            self._note(heard)
            self._replace()
        except Exception as error:
            log.error("the catalog of games was not renewed: %s", error_location(error))

    async def _list(self, group: EngineGroup) -> Heard:
        """Return which of its games the engines of a group list; if none answers, those known."""
        heard: Heard = {}
        # gRPC chooses the engines in turn, so that all of them are asked.
        for _ in range(ENGINES):
            try:
                answer = await self._engine.list_games(group)
            except Problem:  # the engine client counts it, and the next time is soon
                return heard or self._known_of(group)
            for each in answer.games:
                if self._engine.asks(group, each.game):
                    heard.setdefault((each.game, each.rules_version), {})[each.digest] = each
        return heard

    def _known_of(self, group: EngineGroup) -> Heard:
        """Return what the group has listed before."""
        return {
            (game, version): {
                each.digest: pb.GameVersion(
                    game=game, rules_version=version, digest=each.digest, newest=each.newest
                )
            }
            for (game, version), each in self._listed.items()
            if self._engine.asks(group, game)
        }

    async def _describe(self, key: Key, versions: Iterable[str]) -> None:
        """Have a version of a game described, if it is described in a way that is not known."""
        if self._described.keys() >= {*versions}:
            return
        game_id, rules_version = key
        question = pb.DescribeGameRequest(game=game_id, rules_version=rules_version)
        try:
            # Of several engines, another one may answer than that which has listed the digest.
            bundle = await self._engine.describe_game(question)
        except Problem:
            return
        if bundle.digest in self._described:
            return
        try:
            self._described[bundle.digest] = Game.of(bundle)
        except Unusable as error:
            self._described[bundle.digest] = None
            log.warning("game %s is left out, its description is unusable: %s", game_id, error)

    def _note(self, heard: Heard) -> None:
        """Note what the engines have listed, and forget what none has listed for a while."""
        now = self._clock()
        for key, versions in heard.items():
            before = self._listed.get(key)
            usable = [digest for digest in versions if self._described.get(digest)]
            # While engines differ, the game does not change back and forth.
            digest = before.digest if before and before.digest in versions else None
            digest = digest or next(iter(usable), None)
            if digest:
                newest = any(each.newest for each in versions.values())
                self._listed[key] = Listed(digest, newest, now)
        self._listed = {key: each for key, each in self._listed.items() if now - each.at <= KEPT_S}
        kept = {each.digest for each in self._listed.values()}.union(*heard.values())
        self._described = {
            digest: game for digest, game in self._described.items() if digest in kept
        }

    def _replace(self) -> None:
        """Replace the catalog, if other games are known than before."""
        known = {key: self._described[each.digest] for key, each in self._listed.items()}
        games = {key: game for key, game in sorted(known.items()) if game}
        # One that was not heard of this time may be gone: then new matches are made by another.
        by_time = sorted(games, key=lambda key: (self._listed[key].at, key))
        newest = {key[0]: games[key] for key in by_time if self._listed[key].newest}
        fit, unfit = self._fit([*newest.values()])
        for game, reason in unfit.items():
            if game.digest not in self._left_out:
                log.warning("game %s is left out, %s", game.id, reason)
        self._left_out = {game.digest for game in unfit}
        older = [game for game in games.values() if game not in unfit and game not in fit]
        made = Games(fit, older)
        if (made.digests, *made.versions) != (self.games.digests, *self.games.versions):
            self.games = made
            log.info("games: %s", ", ".join(f"{game.id}@{game.rules_version}" for game in fit))

    def _fit(self, games: list[Game]) -> Fitted:
        """Return which games fit. To find out takes the event loop long, so it is remembered."""
        if games != self._tried:
            self._tried, self._fitted = games, self._fitting(games)
        return self._fitted
