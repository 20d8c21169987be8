"""How a bot answers a wish to take moves back, and how long it waits for others to answer."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from croupier_client.aio import AsyncTable
from croupier_client.running import aside
from croupier_client.types import Conflict, Match, MatchNotActive, NotYourTurn, UndoRefused

LATE = (Conflict, MatchNotActive, NotYourTurn, UndoRefused)
"""How an answer is refused that has come too late: the request was withdrawn, for example."""
WAIT_S = 10.0
IN_A_HURRY = 0.1
"""The share of the time that is left which the wait may take at most."""


class Undoing:
    """The requests for undo in one match that a bot plays."""

    def __init__(self, table: AsyncTable, agrees: Callable[[Match], bool]) -> None:
        self._table = table
        self._agrees = agrees
        self._answered = 0

    async def answer(self, match: Match) -> None:
        """Answer the open request, unless there is none for the bot, or it has answered it."""
        request = match.undo
        if not request or match.your_seat not in request.needs or match.version <= self._answered:
            return
        agrees = await aside(self._agrees, match)
        with suppress(*LATE):
            answer = self._table.undo(request.to_version) if agrees else self._table.refuse_undo()
            self._answered = (await answer).version

    async def unanswered(self, match: Match) -> bool:
        """Whether a request stays as it is for so long that the bot had better move on.

        A move ends the request; but who neither moves nor is answered loses by the clock.
        """
        left_s = self._table.remaining()
        await asyncio.sleep(WAIT_S if left_s is None else min(WAIT_S, IN_A_HURRY * left_s))
        return self._table.now.version == match.version
