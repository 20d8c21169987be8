"""A bot in ten lines: say which games it plays and how it chooses, and run it."""

import asyncio
import logging
import signal
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, get_args

import msgspec

from croupier_client.aio import AsyncCroupier, AsyncTable
from croupier_client.errors import BadChoice, CroupierError, Refused, Unreachable
from croupier_client.types import (
    Clock,
    Conflict,
    GameId,
    IllegalMove,
    InvalidMove,
    LegalMove,
    Malformed,
    Match,
    MatchFull,
    MatchNotActive,
    NotFound,
    NotYourTurn,
    Unauthenticated,
    VersionMismatch,
)

log = logging.getLogger("croupier_client")
LATE = (VersionMismatch, NotYourTurn, MatchNotActive)
"""How a move is refused when the match has gone on before it came: by a clock, or another seat."""
WRONG = (IllegalMove, InvalidMove, Malformed)
"""How a move is refused that is not one of the legal moves."""
TAKEN = (Conflict, MatchFull, MatchNotActive, NotFound)
"""How a join is refused when somebody else was quicker."""
GAMES = get_args(GameId)
TO_PLAY = ("entropyNeeded", "matchStarted", "yourTurn")
"""The notices that tell of a match to play."""


@dataclass(frozen=True)
class Turn:
    """A decision to make: the match as the bot sees it, and what it may do."""

    match: Match
    moves: Sequence[LegalMove]


class Bot:
    """A player that offers itself, and plays all of its matches at once.

    It searches for opponents of its games by tickets, and joins matches that wait for players,
    as long as it has fewer than `most` matches. After lost connections, and restarts of the
    service, it goes on; after its own if `run` is told of a file to keep its token in.
    """

    games: ClassVar[Sequence[GameId]] = ()
    clock: ClassVar[Clock | None] = Clock(per_move="60s")
    """The clock of its tickets, without which a match whose opponent vanishes never ends.

    It meets those only that ask for the same one; None asks for matches without a clock.
    """
    most: ClassVar[int] = 20
    look_s: ClassVar[float] = 2.0
    """After how many seconds it looks again for matches to join."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._playing: set[str] = set()
        self._full = False
        self._group: asyncio.TaskGroup

    def choose(self, turn: Turn) -> LegalMove:
        """The move to make, one of `turn.moves`. It may take its time: it runs in a thread."""
        raise NotImplementedError

    def wants(self, match: Match) -> bool:
        """Whether to join this match of one of its games, which waits for players."""
        return True

    def over(self, match: Match) -> None:
        """What to do when a match has ended; by default it is logged."""
        scores = match.outcome and " : ".join(map(str, match.outcome.scores))
        log.info("%s %s: %s, %s", match.game, match.id, "won" if match.won else "not won", scores)

    def run(self, url: str, *, token: str = "", keep: str = "", **settings: Any) -> None:
        """Play until Ctrl-C or SIGTERM, as the player of the token, or else as a new one.

        `keep` names a file for the token of a new player, with which it comes back.
        """
        logging.basicConfig(level=logging.INFO, format="%(message)s")
        logging.getLogger("httpx2").setLevel(logging.WARNING)
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(_until_told(self.serve(url, token=token, keep=keep, **settings)))

    async def serve(self, url: str, *, token: str = "", keep: str = "", **settings: Any) -> None:
        """Play until the task is cancelled; the same as `run` in a program with asyncio.

        Raise BadChoice if `choose` returns what is not a legal move.
        """
        self._check()
        settings = {"notes": f"{keep}.notes" if keep else "", **settings}
        kept = token or _read(keep)
        async with AsyncCroupier(url, kept, **settings) as me:
            if not kept:
                await me.register(self.name)
                _write(keep, me.token)
            log.info("%s plays %s at %s", self.name, " and ".join(self.games), url)
            await _alone(self._serve(me))

    def _check(self) -> None:
        """Raise CroupierError for what the author of the bot has forgotten, or misspelt."""
        name = type(self).__name__
        if type(self).choose is Bot.choose:
            raise CroupierError(f"{name} has no choose(self, turn).")
        if not self.games or not set(self.games) <= set(GAMES):
            known = ", ".join(map(repr, GAMES))
            raise CroupierError(f"{name}.games is {self.games!r}; it is a list of {known}.")

    async def _serve(self, me: AsyncCroupier) -> None:
        async with asyncio.TaskGroup() as self._group:
            for game in self.games:
                self._group.create_task(self._seek(me, game))
            self._group.create_task(self._look(me))
            async for notice in me.follow():
                if notice.event in TO_PLAY:
                    self._begin(me, notice.match_id)

    def _begin(self, me: AsyncCroupier, match_id: str) -> None:
        if match_id not in self._playing:
            self._playing.add(match_id)
            self._group.create_task(self._play(me, match_id))

    async def _seek(self, me: AsyncCroupier, game: GameId) -> None:
        """Search for opponents, again and again."""
        while True:
            await self._room()
            with _going_on():
                self._begin(me, (await me.seek(game, clock=self.clock)).id)
                continue
            await asyncio.sleep(self.look_s)

    async def _look(self, me: AsyncCroupier) -> None:
        """Join matches that wait for players."""
        while True:
            with _going_on():
                async for match in me.matches.list(status="waiting"):
                    await self._room()
                    if self._may_join(match) and self.wants(match):
                        with suppress(*TAKEN):
                            self._begin(me, (await me.matches.join(match.id)).id)
            await asyncio.sleep(self.look_s)

    def _may_join(self, match: Match) -> bool:
        free = any(seat.player is None for seat in match.seats)
        return free and match.your_seat is None and match.game in self.games

    async def _room(self) -> None:
        if len(self._playing) >= self.most and not self._full:
            log.info("%s waits: it has %d matches, the most it plays", self.name, self.most)
        self._full = len(self._playing) >= self.most
        while len(self._playing) >= self.most:  # noqa: ASYNC110 - no hurry
            await asyncio.sleep(self.look_s)

    async def _play(self, me: AsyncCroupier, match_id: str) -> None:
        """Play one match to its end."""
        try:
            with _going_on():
                table = await me.matches.get(match_id)
                async for change in table.follow(include_legal_moves=True):
                    if change.match.legal_moves and change.match.legal_moves.moves:
                        await self._move(table, change.match)
                self.over(table.now)
        finally:
            self._playing.discard(match_id)
            me.core.session.notes.forget(match_id)

    async def _move(self, table: AsyncTable, match: Match) -> None:
        moves = match.legal_moves.moves if match.legal_moves else ()
        chosen = await asyncio.to_thread(self.choose, Turn(match, moves))
        if not isinstance(chosen, (str, msgspec.Struct)):
            raise BadChoice(f"choose returned {chosen!r}; it must return one of turn.moves.")
        try:
            await table.move(chosen, match.version)
        except LATE:
            return
        except WRONG as refused:
            raise BadChoice(_told(chosen, match, refused)) from refused


async def _until_told(serving: Coroutine[Any, Any, None]) -> None:
    """Serve until SIGTERM, as until Ctrl-C."""
    loop, serve = asyncio.get_running_loop(), asyncio.ensure_future(serving)
    with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or another thread
        loop.add_signal_handler(signal.SIGTERM, serve.cancel)
    await serve


async def _alone(serving: Coroutine[Any, Any, None]) -> None:
    """Serve. Raise the first error of a group by itself."""
    failed: BaseException | None = None
    try:
        await serving
    except BaseExceptionGroup as group:
        failed = group
    while isinstance(failed, BaseExceptionGroup):
        failed = failed.exceptions[0]
    if failed:
        raise failed


def _told(chosen: LegalMove | str, match: Match, refused: Refused) -> str:
    move = getattr(chosen, "notation", chosen)
    where = f"in match {match.id} at version {match.version}"
    return f"the move {move} was refused {where}: {refused}"


@contextmanager
def _going_on() -> Iterator[None]:
    """Log what goes wrong in one match or search, which is no reason to leave the others."""
    try:
        yield
    except (Unauthenticated, BadChoice):
        raise
    except Unreachable as error:
        log.debug("%s", error)  # the client has said that the service does not answer
    except CroupierError as error:
        log.warning("%s: %s", type(error).__name__, error)


def _read(keep: str) -> str:
    return Path(keep).read_text().strip() if keep and Path(keep).exists() else ""


def _write(keep: str, token: str) -> None:
    if keep:
        Path(keep).touch(0o600)
        Path(keep).write_text(token)
