"""The tables of tests/faults, which play in a thread while something befalls their Redis."""

import asyncio
import random
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass

from tests.faults.caller import Tally
from tests.faults.checking import Verdict, check
from tests.faults.load import BEGIN_S, close, under_load
from tests.faults.tables import Table
from tests.support.waiting import until

RATE = 30.0
"""Moves per second at all tables together."""


@dataclass(frozen=True)
class Found:
    """What became of the answered moves; `unknown` are in a history, and were not asked for.

    `refused` counts what had to be sent again, `wrong` what no answer may be.
    """

    told: int
    missing: int
    unknown: int
    refused: int
    wrong: int
    away_s: float

    def __str__(self) -> str:
        return (
            f"{self.told} moves answered, {self.missing} of them missing, {self.unknown} made "
            f"and not answered, {self.refused} requests sent again, {self.wrong} wrong answers; "
            f"nobody waited for longer than {self.away_s:.1f} s"
        )


class Load:
    """So many tables, which play between `playing` and its end."""

    def __init__(self, url: str, tables: int, seed: int) -> None:
        self._url, self._count = url, tables
        self._dice, self._tally = random.Random(seed), Tally()
        self._tables: Sequence[Table] = ()
        self._verdict = Verdict()

    @property
    def moves(self) -> Mapping[int, int]:
        """How many moves each table has made."""
        tables = enumerate(self._tables)
        return {number: sum(len(each.made) for each in table.journals) for number, table in tables}

    def moved(self, some: int, since: Mapping[int, int]) -> bool:
        """Return whether each table that still plays has made so many moves more."""
        moves = self.moves
        return all(
            table.wrong or moves[number] - since.get(number, 0) >= some
            for number, table in enumerate(self._tables)
        )

    @contextmanager
    def playing(self) -> Iterator[None]:
        """Play to the end of the block; then everything is compared with what was told."""
        begun, over = threading.Event(), threading.Event()
        with ThreadPoolExecutor(1) as pool:
            played = pool.submit(asyncio.run, self._play(begun, over))
            try:
                until(lambda: begun.is_set() or played.done(), BEGIN_S)
                yield
            finally:
                over.set()
            self._verdict = played.result()

    def check(self) -> Found:
        """Return what was found at the end."""
        unanswered = [each for table in self._tables for each in table.journals if each.loose]
        return Found(
            told=self._verdict.moves,
            missing=self._verdict.lost,
            unknown=self._verdict.doubled,
            refused=self._tally.repeated + len(unanswered),
            wrong=len(self._verdict.complaints),
            away_s=max(self._tally.waits, default=0.0),
        )

    async def _play(self, begun: threading.Event, over: threading.Event) -> Verdict:
        playing = under_load([self._url], RATE, self._dice, self._tally, self._count, watching=0)
        async with playing as self._tables:
            begun.set()
            await asyncio.to_thread(over.wait)
        verdict = await check(self._tables)
        await close(self._tables)
        return verdict
