"""The house judges matches for those who have played them: turn by turn, and behind all else.

The service has the line. It is asked for work with the house key, and told every few seconds what
was judged, however long that takes; without that for a minute, it gives the match to another
worker. A turn is short, so that nobody waits for a whole match of others, and what was judged is
kept at the service: so nothing is lost with this program, and nothing is kept here.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec
from croupier_client import AsyncCroupier, Conflict, Refused, Unreachable
from croupier_client.aio import Driver
from croupier_client.analysing import (
    LOT,
    Decision,
    decisions_in,
    strategy_of,
    told,
    with_luck,
)
from croupier_client.replaying import Json
from croupier_client.running import going_on
from croupier_client.types import Forbidden
from croupier_game.analysis import is_judged, judge_all, unit_of

from bots.searching import Searchers

log = logging.getLogger("bots")

LOOK_S = 2.0
"""After how many seconds it looks again for work."""
REPORT_S = 5.0
"""After how many seconds it tells what it has judged."""
TURN_S = 20.0
"""After how many seconds a turn is over, once the moves are judged that it is at."""
LIMIT_S = 300.0
"""After how many seconds for a lot of moves a match counts as one that cannot be judged."""
NICENESS = 19
"""It stands back behind the searches of the house as well."""

REPEATS = "Idempotency-Key"
TAKEN = msgspec.json.Decoder(dict[str, Any])


class _Nothing:
    """Decodes an answer without a body."""

    def decode(self, body: bytes) -> None:
        return None


class Turn:
    """A match that is judged for a while, and what the service knows of it."""

    def __init__(self, task: Json) -> None:
        self.match_id, self.game, self.lease = task["matchId"], task["game"], task["lease"]
        self.replay: Json = task["replay"]
        self.unit = unit_of(self.game)
        self.decisions: Sequence[Decision] = ()
        self.moves: list[Json] = [*task["moves"]]
        """What is said of the first of the decisions."""
        self._known = {each["version"]: each for each in self.moves}

    @property
    def left(self) -> Sequence[Decision]:
        """The decisions that are left to judge."""
        return self.decisions[len(self.moves) :]

    def news(self) -> Sequence[Json]:
        """Return what the service does not know yet; of moves before the last also luck is new."""
        said = with_luck(self.moves, self.decisions, self.unit)
        return [each for each in said if self._known.get(each["version"]) != each]

    def note(self, news: Sequence[Json]) -> None:
        """Note that the service knows these."""
        self._known |= {each["version"]: each for each in news}


class Analyst:
    """Judges what waits at a service, as one of the house."""

    def __init__(
        self, me: AsyncCroupier, url: str, house_key: Callable[[], str], rollouts: int
    ) -> None:
        self._rollouts = rollouts
        self._session, self._driver, self._key = me.core.session, Driver(url), house_key
        self._process = Searchers(1, NICENESS)
        self.counts = Counter[str]()
        """The moves that were "judged" since the start, and the turns by how they have ended:
        "queued", "done", "failed", "lost"."""

    async def work(self, games: Sequence[str]) -> None:
        """Judge those of these games that say how, until it is cancelled."""
        strategies = {game: strategy_of(game, self._rollouts) for game in games if is_judged(game)}
        try:
            while strategies:
                with going_on(), suppress(Conflict, Forbidden):
                    while (key := self._key()) and (task := await self._take(key, strategies)):
                        await self._judge(Turn(task))
                self._process.end()
                await asyncio.sleep(LOOK_S)
        finally:
            self._process.end()
            await self._driver.http.aclose()

    async def _take(self, key: str, strategies: Mapping[str, str]) -> Any:
        body = {"houseKey": key, "strategies": strategies}
        request = self._session.request("POST", "/v1/analyses", body)
        # A key would have the service remember each answer for a day.
        headers = {name: said for name, said in request.headers.items() if name != REPEATS}
        request = replace(request, headers=headers)
        taken = await self._driver.run(self._session.call(TAKEN, request))
        return taken["task"]

    async def _judge(self, turn: Turn) -> None:
        """Judge a match for a turn, and tell of it. Raise Conflict if another worker has it."""
        log.info("match %s of %s is judged", turn.match_id, turn.game)
        judging, state = asyncio.create_task(self._judged(turn)), "lost"
        try:
            while not judging.done():
                await self._report(turn, "running")
                await asyncio.wait([judging], timeout=REPORT_S)
            state = await judging
        except BrokenExecutor:
            # It is left to whoever takes it next, this one or another.
            log.warning("the process that judged match %s has ended", turn.match_id)
        except (Refused, Unreachable):
            raise
        except Exception as error:  # however often it is tried; TimeoutError as well
            log.warning("match %s cannot be judged: %r", turn.match_id, error)
            state = "failed"
        finally:
            self.counts[state] += 1
            if state in ("lost", "failed"):
                judging.cancel()
                self._process.end()
                await asyncio.gather(judging, return_exceptions=True)
        if state != "lost":
            await self._report(turn, state)
            log.info("match %s is %s: %s moves", turn.match_id, state, len(turn.moves))

    async def _judged(self, turn: Turn) -> str:
        """Judge moves until the turn is over; return "done", or "queued" if there are more.

        Raise BrokenExecutor, or whatever fails.
        """
        loop = asyncio.get_running_loop()
        ends = loop.time() + TURN_S
        async with asyncio.timeout(LIMIT_S):
            turn.decisions = await self._process.done(decisions_in, turn.replay)
        while lot := turn.left[:LOT]:
            asked = [each.asked for each in lot]
            async with asyncio.timeout(LIMIT_S):
                found = await self._process.done(judge_all, turn.game, asked, self._rollouts)
            turn.moves += [told(*each) for each in zip(lot, found, strict=True)]
            self.counts["judged"] += len(lot)
            if loop.time() > ends:
                break
        return "queued" if turn.left else "done"

    async def _report(self, turn: Turn, state: str) -> None:
        news = turn.news()
        said = {"state": state, "of": len(turn.decisions), "moves": news}
        of = {"game": turn.game, "unit": turn.unit, "lease": turn.lease}
        body = {"houseKey": self._key(), **of, **said}
        request = self._session.request("POST", f"/v1/analyses/{turn.match_id}", body)
        await self._driver.run(self._session.call(_Nothing(), request))
        turn.note(news)
