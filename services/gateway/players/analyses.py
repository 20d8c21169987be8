"""The analyses of ended matches in Redis: who asks for them, their workers, and their results.

    {analysis}:match:ID    hash    state, of, strategy, unit; player, tag, tries, lease,
                                   heard, paid; "wish PLAYER" for each who asks for it
    {analysis}:moves:ID    hash    version -> what was judged of the move, JSON
    {analysis}:game:GAME   string  the strategy of the workers that judge the game
    {analysis}:asked:WHO   string  how many moves a player or an address has asked for within a day
    {analysis}:ends:WHO    string  the tag where the last match of a player or an address ends
    {analysis}:here        string  where the line is, in tags

The line itself is in `gateway.players.analysis_line`, and its order in ask_analysis.lua. A worker
has a match for a turn, as long as it reports; each move that it has judged is kept, so that the
next turn goes on from there, whoever has it. What a worker says afterwards is refused. All keys lie
in one slot of a cluster, and expire.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple, cast

from redis.asyncio import Redis
from redislink.script import Script, named

from gateway.errors import Problem
from gateway.players.analysis_line import LEASES, LEFT, LINE, NOWHERE, PACE, Line, Lines, first_of
from gateway.players.outages import redis_errors
from gateway.players.tokens import random_id

DAY_S = 86_400
LEASE_S = 60
KEPT_S = 7 * DAY_S
WAITS_S = DAY_S
"""For so long a game counts as one that has workers."""
TRIES = 3
"""So many turns without a judged move end an analysis."""
SHARE = 4
"""An address has the share of so many players."""
LONGEST = 800
"""The most moves of a match that is analysed."""
PAGE = 100
"""So many of the line are looked through at once, for a match of the games of a worker."""
HERE = "{analysis}:here"
NOT_ANALYSED = "Matches of this game are not analysed here."
TOO_LONG = f"Matches of more than {LONGEST} moves are not analysed."
WORKS = ("queued", "running")


class Analysis(NamedTuple):
    """What is known of the analysis of a match; `moves` are in JSON, in their order.

    `unit` is "" until a worker has told it. `place` is that in the line, None outside of it, and
    `seconds_left` about when it is done, None if nobody knows.
    """

    state: str
    of: int
    strategy: str
    unit: str
    moves: Sequence[bytes]
    place: int | None = None
    seconds_left: int | None = None


NOBODY = Analysis("unavailable", 0, "", "", ())


class AnalysisOrder(NamedTuple):
    """A player who asks for an analysis, its address, "" if that is not limited, and the moves."""

    player_id: str
    address: str
    moves: int


class Task(NamedTuple):
    """A match that a worker analyses: its ids, the lease, who asked, and what was judged before."""

    match_id: str
    game: str
    lease: str
    player_id: str
    moves: Sequence[bytes]

    def dump(self) -> bytes:
        return json.dumps([*self[:-1], [each.decode() for each in self.moves]]).encode()

    @classmethod
    def load(cls, dumped: bytes) -> "Task":
        match_id, game, lease, player_id, moves = json.loads(dumped)
        return cls(match_id, game, lease, player_id, [each.encode() for each in moves])


class Report(NamedTuple):
    """What a worker says: the moves that it has judged since, by version, in JSON."""

    state: str
    of: int
    unit: str
    moves: Mapping[int, bytes]


UNREAD = Report("unread", 0, "", {})
"""Counts as no try; the analysis can be taken again after LEASE_S."""


class Analyses:
    """The analyses of all matches. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis, most: int) -> None:
        """A player may ask for `most` moves in a day, and an address for SHARE times as many."""
        self._redis = redis
        self._most = most
        self._lines = Lines(redis)
        folder = files("gateway.players")
        self._ask = Script(redis, folder / "ask_analysis.lua")
        self._cancel = Script(redis, folder / "cancel_analysis.lua")
        self._take = Script(redis, folder / "take_analysis.lua")
        self._report = Script(redis, folder / "report_analysis.lua")
        self.counts = Counter[str]()
        """The moves that were "judged", and the matches "done" and "failed", as this gateway has
        been told since its start."""

    async def line(self) -> Line:
        """Return the line, which may be some seconds old."""
        with redis_errors():
            return await self._lines.now()

    async def look(self, match_id: str, game: str) -> Analysis:
        """Return the analysis of a match; NOBODY if it has none and its game has no worker."""
        return await self._call(match_id, game, AnalysisOrder("", "", 0))

    async def ask(self, match_id: str, game: str, asked: AnalysisOrder) -> Analysis:
        """Return what there is, queued if it was not there.

        Raise Problem not_analysed, or rate_limited if player or address have asked for too many.
        """
        if asked.moves > LONGEST:
            raise Problem("not_analysed", TOO_LONG)
        return await self._call(match_id, game, asked)

    async def cancel(self, match_id: str, game: str, player_id: str) -> None:
        """Take back that a player has asked. If nobody else has, it ends; what is judged stays."""
        keys = [_match(match_id), LINE, LEFT, LEASES]
        with redis_errors():
            await self._cancel.one(keys, [_member(match_id, game), player_id])

    async def take(self, strategies: Mapping[str, str]) -> Task | None:
        """Return an analysis for a worker with these strategies by game; None if none waits."""
        with redis_errors():
            for game, strategy in strategies.items():
                await self._redis.set(_game(game), strategy, ex=WAITS_S)
            held: Any = await self._redis.zrange(LEASES, 0, -1)
            member = first_of(held, strategies)  # if its lease is over, by the clock of Redis
            task = await self._taken(member, strategies) if member else None
            while not task and (member := await self._next(strategies)):
                task = await self._taken(member, strategies)
        return task

    async def report(self, match_id: str, game: str, lease: str, report: Report) -> bool:
        """Store what was judged, and how it goes on; return False if the worker has lost it."""
        keys = [_match(match_id), _moves(match_id), LINE, LEFT, LEASES, PACE, HERE]
        told = named(
            member=_member(match_id, game),
            lease=lease,
            lease_s=LEASE_S,
            state=report.state,
            of=report.of,
            unit=report.unit,
            kept_s=KEPT_S,
            moves={version: judged.decode() for version, judged in report.moves.items()},
        )
        with redis_errors():
            judged = int(await self._report.one(keys, [told]))
        self.counts["judged"] += max(0, judged)
        if judged >= 0 and report.state not in (*WORKS, UNREAD.state):
            self.counts[report.state] += 1
        return judged >= 0

    async def _next(self, strategies: Mapping[str, str]) -> str | None:
        """Return the first in line of the games of these strategies."""
        found, start, page = None, 0, cast(Any, [b""] * PAGE)
        while found is None and len(page) == PAGE:
            page = await self._redis.zrange(LINE, start, start + PAGE - 1)
            found, start = first_of(page, strategies), start + PAGE
        return found

    async def _taken(self, member: str, strategies: Mapping[str, str]) -> Task | None:
        """Take this one, unless another worker has just done so, or it has had its tries."""
        game, match_id = member.split()
        keys = [_match(match_id), _moves(match_id), LINE, LEFT, LEASES]
        lease = random_id()
        taken = named(
            member=member,
            lease=lease,
            lease_s=LEASE_S,
            tries=TRIES,
            strategy=strategies[game],
            kept_s=KEPT_S,
        )
        player, *moves = await self._take.one(keys, [taken]) or (b"",)
        if player == b"failed":
            self.counts["failed"] += 1
        if not moves:
            return None
        return Task(match_id, game, lease, player.decode(), _in_order(moves[0]))

    async def _call(self, match_id: str, game: str, asked: AnalysisOrder) -> Analysis:
        keys = [_match(match_id), _moves(match_id), LINE, LEFT, LEASES, _game(game), HERE]
        for who in filter(None, (asked.player_id or "nobody", asked.address)):
            keys += [f"{{analysis}}:ends:{who}", f"{{analysis}}:asked:{who}"]
        member = _member(match_id, game)
        wish = named(
            member=member,
            player=asked.player_id,
            moves=asked.moves,
            most=self._most,
            day_s=DAY_S,
            kept_s=KEPT_S,
            share=SHARE,
        )
        with redis_errors():
            state, *said = await self._ask.one(keys, [wish])
        match state:
            case b"nobody" if not asked.player_id:
                return NOBODY
            case b"nobody":
                raise Problem("not_analysed", NOT_ANALYSED)
            case b"player" | b"address":
                raise self._too_many(state.decode(), max(1, int(said[0])))
        return await self._placed(member, state.decode(), *said)

    async def _placed(
        self, member: str, state: str, of: bytes, strategy: bytes, unit: bytes, moves: list[bytes]
    ) -> Analysis:
        with redis_errors():
            place = await self._lines.place(member, state) if state in WORKS else NOWHERE
        return Analysis(state, int(of), strategy.decode(), unit.decode(), _in_order(moves), *place)

    def _too_many(self, per: str, again_s: int) -> Problem:
        most = self._most * (SHARE if per == "address" else 1)
        return Problem(
            "rate_limited",
            f"One {per} may ask for the analysis of {most} moves in a day.",
            {"Retry-After": str(again_s)},
            bucket="analyses",
            per=per,
            limit=most,
            window=DAY_S,
            retryAfter=again_s,
        )


def _in_order(moves: Sequence[bytes]) -> Sequence[bytes]:
    """Return what is said of moves, by version: of pairs as HGETALL has them, in any order."""
    judged = dict(zip(map(int, moves[::2]), moves[1::2], strict=True))
    return [judged[version] for version in sorted(judged)]


def _member(match_id: str, game: str) -> str:
    return f"{game} {match_id}"


def _match(match_id: str) -> str:
    return f"{{analysis}}:match:{match_id}"


def _moves(match_id: str) -> str:
    return f"{{analysis}}:moves:{match_id}"


def _game(game: str) -> str:
    return f"{{analysis}}:game:{game}"
