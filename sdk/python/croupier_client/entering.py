"""The tournaments of a bot: found, joined, and looked after until they are over."""

import asyncio
import logging
import time
from contextlib import suppress
from datetime import datetime
from typing import ClassVar, Protocol

from croupier_client.aio import AsyncCroupier
from croupier_client.errors import Refused
from croupier_client.playing import GONE
from croupier_client.running import going_on
from croupier_client.session import AGAIN
from croupier_client.tournaments import OVER, JoinedElsewhere
from croupier_client.types import ListedTournament, OwnPart, Tournament, TournamentRow

log = logging.getLogger("croupier_client")
SELDOM = 5
"""Tournaments are looked for so many times more seldom than matches."""
REST_S = 60.0
"""One of which no notice tells is looked at after this time at the latest."""
FEW_SEALS = 8
"""With fewer left, more are given to an arena."""


class Enters(Protocol):
    """What takes part: a bot."""

    me: AsyncCroupier
    name: str
    look_s: ClassVar[float]

    async def enters(self, tournament: ListedTournament) -> bool: ...

    def ended(self, tournament: Tournament, row: TournamentRow | None) -> None: ...


class Entering:
    """The tournaments that a bot is in, by id.

    It plays its tables as it plays all matches: the notes know the entropy of each. What is left to
    do is to join, to check in, and to give seals to arenas.
    """

    def __init__(self, bot: Enters) -> None:
        self._bot = bot
        self._looks: dict[str, float] = {}
        """When each is looked at next, in seconds of a steady clock."""
        self._without: set[str] = set()
        """Those that it does not join, since they have refused it or the bot does not want to."""
        self._woken = asyncio.Event()

    async def run(self) -> None:
        """Take part until cancelled."""
        while True:
            with going_on():
                await self._own()
                break
            await self._pause()
        while True:
            with going_on():
                await self._find()
            await self._look_after()
            await self._pause()

    def hear(self, tournament_id: str) -> None:
        """Look at a tournament at once, of which a notice tells."""
        self._looks[tournament_id] = 0.0
        self._woken.set()

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(SELDOM * self._bot.look_s):
                await self._woken.wait()
        self._woken.clear()

    async def _own(self) -> None:
        """Go on with those that it has joined before."""
        for status in ("open", "checkIn", "running"):
            async for tournament in self._bot.me.tournaments.list(status=status, mine=True):
                self._looks[tournament.id] = 0.0

    async def _find(self) -> None:
        """Join those that it wants to be in."""
        for status in ("open", "running"):
            async for tournament in self._bot.me.tournaments.list(status=status):
                if self._may_join(tournament) and await self._bot.enters(tournament):
                    await self._join(tournament)

    def _may_join(self, tournament: ListedTournament) -> bool:
        known = tournament.id in self._looks or tournament.id in self._without
        late = tournament.status == "running" and tournament.system != "arena"
        return not known and not late

    async def _join(self, tournament: ListedTournament) -> None:
        try:
            await self._bot.me.tournaments.join(tournament.id)
        except Refused as refused:
            if refused.status in AGAIN or refused.status >= 500:
                raise
            log.info("%s does not join %s: %s", self._bot.name, tournament.name, refused)
            self._without.add(tournament.id)
        else:
            log.info("%s has joined %s", self._bot.name, tournament.name)
            self.hear(tournament.id)

    async def _look_after(self) -> None:
        """Do what is to be done in those whose time it is."""
        for tournament_id, at in [*self._looks.items()]:
            if at <= time.monotonic():
                with going_on():
                    await self._look(tournament_id)

    async def _look(self, tournament_id: str) -> None:
        try:
            now = await self._bot.me.tournaments.get(tournament_id)
        except GONE:
            self._drop(tournament_id)
            return
        if now.you is None:
            self._drop(tournament_id)
        elif now.status in OVER:
            await self._end(now)
        else:
            self._looks[tournament_id] = time.monotonic() + self._rest(now)
            await self._act(now, now.you)

    async def _end(self, now: Tournament) -> None:
        is_ranked = now.status == "finished"
        row = (await self._bot.me.tournaments.standings_page(now.id)).you if is_ranked else None
        self._drop(now.id)
        self._bot.ended(now, row)

    async def _act(self, now: Tournament, you: OwnPart) -> None:
        """Check in, and give seals, as far as that is due."""
        tournaments = self._bot.me.tournaments
        used = max((each.seal + 1 for each in you.tables), default=0)
        try:
            if now.status == "checkIn" and you.presence == "registered" and not you.checked_in:
                await tournaments.check_in(now.id)
                log.info("%s is here for %s", self._bot.name, now.name)
            elif now.system == "arena" and used and you.seals - used < FEW_SEALS:
                await tournaments.add_seals(now.id)
        except JoinedElsewhere as error:
            log.warning("%s does not play %s: %s", self._bot.name, now.name, error)
            self._drop(now.id)
        except Refused as refused:
            if refused.status in AGAIN or refused.status >= 500:
                raise
            log.info("%s, %s: %s", self._bot.name, now.name, refused)

    def _rest(self, now: Tournament) -> float:
        """For how many seconds it need not be looked at, unless a notice tells of it."""
        if now.status == "open" and now.check_in_time:
            at = datetime.fromisoformat(now.check_in_time).timestamp()
            return min(REST_S, max(0.0, at - self._bot.me.core.session.clock.now()))
        is_busy = now.status == "checkIn" or (now.system == "arena" and now.status == "running")
        return SELDOM * self._bot.look_s if is_busy else REST_S

    def _drop(self, tournament_id: str) -> None:
        """Have nothing to do with it any more."""
        self._looks.pop(tournament_id, None)
        self._without.add(tournament_id)
        self._bot.me.core.session.notes.forget_tournament(tournament_id)
