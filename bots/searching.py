"""The search of those of the house who search: in processes of its own, so that nobody else waits.

Who does not get its turn there in time plays as Hugo does.
"""

import asyncio
import logging
import os
import random
import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, TypeVar

from croupier_client import AsyncTable
from croupier_client.ida import position_of
from croupier_client.playing import seen
from croupier_client.turns import turn_of
from croupier_game.search import Position
from croupier_game.searches import search_of

from bots.metrics import Metrics

T = TypeVar("T")
log = logging.getLogger("bots")

LONGEST_S = 8.0
"""The most seconds that a move may take, with those in which others are searched."""
SHARE = 0.2
"""The share of the time on the clock that it may take at most, beyond RESERVE_S."""
RESERVE_S = 3.0
"""The seconds on the clock that are left for moves without a search or a pause."""
STUCK_S = 20.0
"""After how many seconds of the processor a search counts as one that never ends."""
QUEUE = 4
"""The most moves for each process, running and waiting; a further one is made without a search.
Otherwise, in a hundred matches at once, every move would wait for LONGEST_S."""
NICENESS = 10
"""By how much the processes stand back behind all others of the machine."""


class TooLate(Exception):
    """The search would take longer than there is time, or has failed: one of metrics.SEARCHES."""


class Searchers:
    """Processes that search, begun when they are first needed."""

    def __init__(
        self, processes: int, niceness: int = NICENESS, metrics: Metrics | None = None
    ) -> None:
        self._processes, self._niceness = processes, niceness
        self._metrics = metrics or Metrics()
        self._metrics.searchers.set(processes)
        self._asked = 0
        self._pool: ProcessPoolExecutor | None = None
        self._line: Connection | None = None
        """Open for as long as the processes are needed."""

    async def chosen(self, table: AsyncTable, effort: int, dice: random.Random) -> str:
        """Return the notation of the move to make in a match. Raise TooLate."""
        began = time.monotonic()
        try:
            notation = await self._in_time(table, effort, dice)
        except TooLate as no:
            self._metrics.searches[(str(no),)].inc()
            raise
        self._metrics.search.observe(time.monotonic() - began)
        self._metrics.searches[("found",)].inc()
        return notation

    async def _in_time(self, table: AsyncTable, effort: int, dice: random.Random) -> str:
        left = spare(table)
        if left == 0:
            raise TooLate("short")
        if self._asked >= self._processes * QUEUE:
            raise TooLate("full")
        self._asked += 1
        try:
            # What the seat has seen is read in this time as well: the service may be slow.
            async with asyncio.timeout(LONGEST_S if left is None else min(LONGEST_S, left * SHARE)):
                with self._metrics.searching.track_inprogress():
                    return await self._found(table, effort, dice)
        except TimeoutError:
            raise TooLate("late") from None
        finally:
            self._asked -= 1

    async def _found(self, table: AsyncTable, effort: int, dice: random.Random) -> str:
        match, pool = table.now, self._pool
        try:
            told = await seen(table, match.version)
            if (turn := turn_of(match, lambda: told)) is None:
                raise TooLate("failed")
            asked = (match.game, position_of(turn), effort, dice.getrandbits(64))
            pool = self._begun()
            return await self.done(search, *asked)
        except TooLate:
            raise
        except BrokenExecutor:
            if self._pool is pool:
                log.warning("A process that searches has ended; another one is begun")
                self.end()
            raise TooLate("ended") from None
        except Exception as error:  # of the service, or of the game's package
            log.warning("%s: the search has failed: %s", match.game, type(error).__name__)
            raise TooLate("failed") from None

    async def done(self, work: Callable[..., T], *given: Any) -> T:
        """Return what comes of other work in one of the processes. Raise BrokenExecutor."""
        return await asyncio.get_running_loop().run_in_executor(self._begun(), work, *given)

    def end(self) -> None:
        """End the processes, also amid their work."""
        if self._pool and self._line:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._line.close()
        self._pool = self._line = None

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not forked: this program may have threads.
            context = get_context("spawn")
            line, self._line = context.Pipe(duplex=False)
            given = (self._niceness, line)
            self._pool = ProcessPoolExecutor(self._processes, context, _begin, given)
        return self._pool


def spare(table: AsyncTable) -> float | None:
    """Return how many seconds more than RESERVE_S the own clock has; None without a clock."""
    left = table.remaining(table.now.your_seat)
    return None if left is None else max(0.0, left - RESERVE_S)


def search(game: str, position: Position, effort: int, seed: int) -> str:
    """Return the notation of the move to make. The process ends if that takes STUCK_S.

    effort: how many times as many rollouts are made as the game's move is worth.
    """
    signal.setitimer(signal.ITIMER_VIRTUAL, STUCK_S)
    dice = random.Random(seed)  # noqa: S311 - it is no secret
    found = search_of(game, position.rules_version)
    return found.choose(position, effort * found.rollouts(position.seats), dice)


def _begin(niceness: int, line: Connection) -> None:
    """Stand back, let the program alone hear Ctrl-C, and end when it does, however it ends."""
    os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    """End the process when the line is closed: by the program, or with it."""
    line.poll(None)
    os._exit(1)
