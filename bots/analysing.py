"""The house judges matches for those who have played them: one after the other, behind all else.

The service has the queue. It is asked for work with the house key, and told every few seconds how
far it is, however long a move takes; without that for a minute, it gives the match to another
worker. So nothing is lost with this program, and nothing is kept here.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from typing import Any

import msgspec
from croupier_client import AsyncCroupier, Conflict, Refused, Unreachable
from croupier_client.aio import Driver
from croupier_client.analysing import decisions_in, strategy_of, told
from croupier_client.replaying import Json
from croupier_client.running import going_on
from croupier_client.types import Forbidden
from croupier_game.analysis import Judged, is_judged, judge, unit_of

from bots.searching import Searchers

log = logging.getLogger("bots")

LOOK_S = 2.0
"""After how many seconds it looks again for work."""
REPORT_S = 5.0
"""After how many seconds it says how far it is."""
NICENESS = 19
"""It stands back behind the searches of the house as well."""
LONGEST = 800
"""The most moves of a match that is judged."""
LIMIT_S = 1800.0
"""After how many seconds a match counts as one that cannot be judged: others wait behind it."""

TAKEN = msgspec.json.Decoder(dict[str, Any])


class _Nothing:
    """Decodes an answer without a body."""

    def decode(self, body: bytes) -> None:
        return None


class Analyst:
    """Judges what waits at a service, as one of the house."""

    def __init__(
        self, me: AsyncCroupier, url: str, house_key: Callable[[], str], rollouts: int
    ) -> None:
        self._rollouts = rollouts
        self._session, self._driver, self._key = me.core.session, Driver(url), house_key
        self._process = Searchers(1, NICENESS)
        self._done = self._of = 0
        """How many moves of the match have been judged, and of how many; 0 until that is known."""

    async def work(self, games: Sequence[str]) -> None:
        """Judge those of these games that say how, until it is cancelled."""
        strategies = {game: strategy_of(game, self._rollouts) for game in games if is_judged(game)}
        try:
            while strategies:
                with going_on(), suppress(Conflict, Forbidden):
                    while (key := self._key()) and (task := await self._take(key, strategies)):
                        await self._judge(task)
                await asyncio.sleep(LOOK_S)
        finally:
            await self._driver.http.aclose()

    async def _take(self, key: str, strategies: Mapping[str, str]) -> Any:
        body = {"houseKey": key, "strategies": strategies}
        request = self._session.request("POST", "/v1/analyses", body)
        taken = await self._driver.run(self._session.call(TAKEN, request))
        return taken["task"]

    async def _judge(self, task: Mapping[str, Any]) -> None:
        """Judge a match, and tell of it. Raise Conflict if another worker has it."""
        log.info("match %s of %s is judged", task["matchId"], task["game"])
        self._done = self._of = 0
        judging = asyncio.create_task(self._judged(task["game"], task["replay"]))
        try:
            while not judging.done():
                await self._report(task, "running")
                await asyncio.wait([judging], timeout=REPORT_S)
            moves = await judging
        except BrokenExecutor:
            # It is left to whoever takes it next, this one or another.
            return log.warning("the process that judged match %s has ended", task["matchId"])
        except (Refused, Unreachable):
            raise
        except Exception as error:  # however often it is tried; TimeoutError as well
            log.warning("match %s cannot be judged: %r", task["matchId"], error)
            return await self._report(task, "failed")
        finally:
            judging.cancel()
            self._process.end()
            await asyncio.gather(judging, return_exceptions=True)
        await self._report(task, "done", moves)
        return log.info("match %s is judged: %s moves", task["matchId"], len(moves))

    async def _judged(self, game: str, replay: Json) -> Sequence[Mapping[str, Any]]:
        """Return what is said of each move. Raise BrokenExecutor, or whatever fails."""
        if (moves := sum(each["kind"] == "move" for each in replay["log"])) > LONGEST:
            raise ValueError(f"it has {moves} moves")
        judged = list[Judged]()
        async with asyncio.timeout(LIMIT_S):
            decisions = await self._process.done(decisions_in, replay)
            self._of = len(decisions)
            for each in decisions:
                asked = (game, each.position, each.notation, each.version, self._rollouts)
                judged.append(await self._process.done(judge, *asked))
                self._done = len(judged)
        return told(decisions, judged, unit_of(game))

    async def _report(
        self, task: Mapping[str, Any], state: str, moves: Sequence[Mapping[str, Any]] = ()
    ) -> None:
        said = {"state": state, "done": self._done, "of": self._of, "moves": moves}
        of = {"game": task["game"], "unit": unit_of(task["game"]), "lease": task["lease"]}
        body = {"houseKey": self._key(), **of, **said}
        request = self._session.request("POST", f"/v1/analyses/{task['matchId']}", body)
        await self._driver.run(self._session.call(_Nothing(), request))
