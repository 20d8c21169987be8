"""The queue of analyses of ended matches in Redis, their workers, and their results.

    {analysis}:match:ID      hash    state, done, of, strategy, unit, moves; player, lease, tries
    {analysis}:queue:GAME    zset    match -> from when on a worker may take it, s since 1970
    {analysis}:game:GAME     string  the strategy of the workers that judge the game
    {analysis}:asked:PLAYER  string  how many the player has asked for within a day

A worker has an analysis for as long as it reports, and then another one may take it. What it says
afterwards is refused, so one of them only counts. All keys lie in one slot of a cluster, and
expire.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redislink.script import Script

from gateway.errors import Problem
from gateway.players.player_store import redis_errors
from gateway.players.tokens import random_id

DAY_S = 86_400
LEASE_S = 60
KEPT_S = 7 * DAY_S
WAITS_S = DAY_S
"""For so long an analysis waits for a worker, and a game counts as one that has workers."""
TRIES = 3
"""So often an analysis is begun: what ends its worker each time has failed."""
NOT_ANALYSED = "Matches of this game are not analysed here."


class Analysis(NamedTuple):
    """What is known of the analysis of a match: `moves` is JSON, empty before the end.

    `unit` is "" until a worker has told it.
    """

    state: str
    done: int
    of: int
    strategy: str
    unit: str
    moves: bytes


NOBODY = Analysis("unavailable", 0, 0, "", "", b"")


class Task(NamedTuple):
    """A match that a worker analyses: its ids, the lease, and the player who asked."""

    match_id: str
    game: str
    lease: str
    player_id: str


class Report(NamedTuple):
    """How far a worker is; `moves` as in Analysis."""

    state: str
    done: int
    of: int
    unit: str
    moves: bytes


NOT_BEGUN = Report("queued", 0, 0, "", b"")
"""Counts as no try; the analysis can be taken again after LEASE_S."""


class Analyses:
    """The analyses of all matches. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, most: int) -> None:
        """A player may ask for `most` in a day."""
        self._redis = redis
        self._most = most
        folder = files("gateway.players")
        self._ask = Script(redis, folder / "ask_analysis.lua")
        self._take = Script(redis, folder / "take_analysis.lua")
        self._report = Script(redis, folder / "report_analysis.lua")

    async def look(self, match_id: str, game: str) -> Analysis:
        """Return the analysis of a match; NOBODY if it has none and its game has no worker."""
        return await self._call(match_id, game, "")

    async def ask(self, match_id: str, game: str, player_id: str) -> Analysis:
        """Return what there is, queued if it was not there.

        Raise Problem not_analysed, or rate_limited if the player has asked for too many.
        """
        return await self._call(match_id, game, player_id)

    async def take(self, strategies: Mapping[str, str]) -> Task | None:
        """Return an analysis for a worker with these strategies by game; None if none waits."""
        for game, strategy in strategies.items():
            with redis_errors():
                await self._redis.set(_game(game), strategy, ex=WAITS_S)
                first: Any = await self._redis.zrange(_queue(game), 0, 0)
            for each in first:  # if it is due, by the clock of Redis
                match_id, lease = each.decode(), random_id()
                args = [match_id, lease, LEASE_S, TRIES, strategy]
                with redis_errors():
                    player = await self._take.one([_match(match_id), _queue(game)], args)
                if player:
                    return Task(match_id, game, lease, player.decode())
        return None

    async def report(self, match_id: str, game: str, lease: str, report: Report) -> bool:
        """Note how an analysis goes, or its result; return False if the worker has lost it."""
        args = [match_id, lease, LEASE_S, *report, KEPT_S]
        with redis_errors():
            return bool(await self._report.one([_match(match_id), _queue(game)], args))

    async def _call(self, match_id: str, game: str, player_id: str) -> Analysis:
        keys = [_match(match_id), _queue(game), _game(game), f"{{analysis}}:asked:{player_id}"]
        args = [match_id, player_id, self._most, DAY_S, WAITS_S]
        with redis_errors():
            state, *said = await self._ask.one(keys, args)
        match state:
            case b"nobody" if not player_id:
                return NOBODY
            case b"nobody":
                raise Problem("not_analysed", NOT_ANALYSED)
            case b"many":
                raise self._too_many(max(1, int(said[0])))
        done, of, strategy, unit, moves = said
        known = (state.decode(), int(done), int(of), strategy.decode(), unit.decode())
        return Analysis(*known, moves)

    def _too_many(self, again_s: int) -> Problem:
        return Problem(
            "rate_limited",
            f"A player may ask for {self._most} analyses in a day.",
            {"Retry-After": str(again_s)},
            bucket="analyses",
            per="player",
            limit=self._most,
            window=DAY_S,
            retryAfter=again_s,
        )


def _match(match_id: str) -> str:
    return f"{{analysis}}:match:{match_id}"


def _queue(game: str) -> str:
    return f"{{analysis}}:queue:{game}"


def _game(game: str) -> str:
    return f"{{analysis}}:game:{game}"
