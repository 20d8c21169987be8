"""Readers of the matches that are played; they ask other gateways than the players."""

import asyncio
import random

from tests.faults.caller import Caller
from tests.faults.sealed_deal import Deal
from tests.faults.sealed_play import Group
from tests.faults.tables import Journal, Pace, Table, Wrong, body_of
from tests.support.raw_http import get

ONLOOKER_S = 1.0
"""Between two reads of an onlooker, at most."""


class Watcher:
    """Reads the latest match at a table again and again, as either player or as a spectator.

    What is seen goes to the journal of the match, where the moves are, too.
    """

    def __init__(self, table: Table, caller: Caller, dice: random.Random) -> None:
        self.caller = caller
        self._table = table
        self._dice = dice

    async def watch(self, pace: Pace, enough: asyncio.Event) -> None:
        """Read until it is enough, or an answer is wrong."""
        try:
            while not enough.is_set():
                await pace()
                if self._table.journals:
                    await self._look(self._table.journals[-1])
        except Wrong as wrong:
            self._table.wrong = self._table.wrong or str(wrong)

    async def _look(self, journal: Journal) -> None:
        token = self._dice.choice([*journal.tokens, ""])
        seen = body_of(await self.caller.ask(get(journal.path, token)))
        journal.look(seen, self.caller.sent_at)


class Onlooker:
    """Reads the latest match of a group, as any of its players or as a spectator."""

    def __init__(self, group: Group, caller: Caller, dice: random.Random) -> None:
        self.caller = caller
        self._group = group
        self._dice = dice

    async def play(self, enough: asyncio.Event) -> None:
        """Read until it is enough, or an answer is wrong."""
        try:
            while not enough.is_set():
                await asyncio.sleep(self._dice.uniform(0, ONLOOKER_S))
                if self._group.deals:
                    await self._look(self._group.deals[-1])
        except Wrong as wrong:
            self._group.wrong = self._group.wrong or str(wrong)

    async def _look(self, deal: Deal) -> None:
        token = self._dice.choice([*deal.tokens, ""])
        seen = body_of(await self.caller.ask(get(deal.path, token)))
        deal.look(seen, self.caller.sent_at)
