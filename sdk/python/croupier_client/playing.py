"""One match in the hands of a bot, from its seat to its end, whatever happens to the line."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Protocol

from croupier_client.aio import AsyncCroupier, AsyncTable
from croupier_client.errors import Refused
from croupier_client.running import going_on
from croupier_client.turns import Choice, Tell, seen_in, turn_of
from croupier_client.types import (
    Conflict,
    IllegalMove,
    InvalidMove,
    Malformed,
    Match,
    MatchFull,
    MatchNotActive,
    NotFound,
    NotYourMatch,
    NotYourTurn,
    Turn,
    VersionMismatch,
)
from croupier_client.undoing import Undoing

LATE = (VersionMismatch, NotYourTurn, MatchNotActive)
"""How a move is refused that came too late: a clock or another seat has taken the decision away."""
WRONG = (IllegalMove, InvalidMove, Malformed)
"""How a move is refused that is not one of the legal moves."""
TAKEN = (Conflict, MatchFull, MatchNotActive)
"""Refusals of a join when another player was quicker, or the bot has its seat already."""
GONE = (NotFound, NotYourMatch)
"""Refusals of a match that is not there any more, or not this player's."""

Start = Callable[[Coroutine[Any, Any, None]], object]
"""What begins a task beside those of the bot, which ends if the task fails."""


class Plays(Protocol):
    """What plays: a bot."""

    me: AsyncCroupier
    follows: ClassVar[bool]
    look_s: ClassVar[float]

    async def move(self, table: AsyncTable, turn: Turn) -> None: ...

    async def join(self, match_id: str) -> AsyncTable: ...

    def saw(self, match: Match) -> None: ...

    def on_undo(self, match: Match) -> bool: ...


class Playing:
    """A match that a bot plays; `seen` is how its seat saw it last, None before that."""

    def __init__(self, bot: Plays, match_id: str, joins: bool = False) -> None:
        """`joins`: the bot has no seat yet, and takes one."""
        self._bot, self._id, self._joins = bot, match_id, joins
        self.seen: Match | None = None
        self.told = 0
        """The version of which a notice has told last."""

    async def to_the_end(self, start: Start) -> Match | None:
        """Play until the match has ended, or cannot be seen any more; return how it was seen last.

        A bot that does not follow plays until it has nothing to do. None if the bot had no seat in
        it. What fails on the way is tried again: no notice tells of the same turn twice.
        """
        while True:
            with going_on():
                with suppress(*GONE):
                    if self._joins:
                        await self._join()
                    await (self._follow(start) if self._bot.follows else self._visit())
                return self.seen
            await asyncio.sleep(self._bot.look_s)

    async def _join(self) -> None:
        """Take a seat, unless others were quicker. One whose answer was lost is there already."""
        with suppress(*TAKEN):
            await self._bot.join(self._id)
        self._joins = False

    async def _follow(self, start: Start) -> None:
        """Play on, as long as the bot has its seat: a restored service may know of none."""
        table = await self._bot.me.matches.get(self._id)
        if not self._sees(table.now) or table.now.over:
            return
        undoing = Undoing(table, self._bot.on_undo)
        async for change in table.follow(include_legal_moves=True):
            if not self._sees(change.match):
                return
            await undoing.answer(change.match)
            await self._decide(table, change.match, undoing, start)

    async def _visit(self) -> None:
        """Do what is to be done now, and at the version of which a notice tells meanwhile."""
        version = told = -1
        while version < self.told != told:
            told = self.told
            table = await self._bot.me.matches.get(self._id, include_legal_moves=True)
            await table.reveal()
            while self._sees(table.now) and (turn := turn_in(table, table.now)):
                if table.now.undo:
                    await Undoing(table, self._bot.on_undo).unanswered(table.now)
                await self._move(table, turn)
                if table.now.my_turn:
                    await table.read()
            version = table.now.version

    def _sees(self, match: Match) -> bool:
        """Whether the match is seen from a seat, of which note is taken."""
        if match.your_seat is None:
            return False
        self.seen = match
        self._bot.saw(match)
        return True

    async def _decide(
        self, table: AsyncTable, match: Match, undoing: Undoing, start: Start
    ) -> None:
        """Move if it is the bot's turn; but while others answer a request for undo, not yet."""
        turn = turn_in(table, match)
        if turn is None:
            return
        if match.undo:
            start(self._move_on(table, match, turn, undoing))
        else:
            await self._move(table, turn)

    async def _move_on(self, table: AsyncTable, match: Match, turn: Turn, undoing: Undoing) -> None:
        with going_on():
            if await undoing.unanswered(match):
                await self._move(table, turn)

    async def _move(self, table: AsyncTable, turn: Turn) -> None:
        with suppress(*LATE):
            await self._bot.move(table, turn)


async def answer_undo(bot: Plays, match_id: str) -> None:
    """Answer the request for undo in a match that the bot does not follow."""
    with going_on(), suppress(*GONE):
        table = await bot.me.matches.get(match_id)
        await Undoing(table, bot.on_undo).answer(table.now)


def turn_in(table: AsyncTable, match: Match) -> Turn | None:
    """Return the decision that the bot's seat has still to make in a match as it was seen."""
    if table.core.has_decided(match):
        return None
    return turn_of(match, teller(table, match.version))


async def seen(table: AsyncTable, version: int) -> Sequence[Sequence[Any]]:
    """Return what `Turn.seen` of a version is, by the history of a match."""
    return seen_in([entry async for entry in table.history()], version)


def teller(table: AsyncTable, version: int) -> Tell:
    """Return what fetches `Turn.seen`, for a strategy that chooses in another thread."""
    loop = asyncio.get_running_loop()
    return lambda: asyncio.run_coroutine_threadsafe(seen(table, version), loop).result()


def why_wrong(chosen: Choice, match_id: str, turn: Turn, refused: Refused) -> str:
    """Say which move was refused, and why."""
    move = getattr(chosen, "notation", chosen)
    where = f"in match {match_id} at version {turn.version}"
    return f"the move {move} was refused {where}: {refused}"
