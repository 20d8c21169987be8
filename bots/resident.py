"""A player of the house: it is there to be invited, and acts only when it is asked.

It follows one stream, that of all its matches. Whenever that stream is opened, it begins with the
invitations that are pending and the matches that wait for the player, so neither a restart of the
service nor one of this program loses anything.
"""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from croupier_client import (
    AsyncCroupier,
    AsyncTable,
    Conflict,
    CroupierError,
    Forbidden,
    IllegalMove,
    Internal,
    InvalidMove,
    LegalMove,
    Malformed,
    Match,
    MatchFull,
    MatchNotActive,
    NameReserved,
    NotFound,
    Notice,
    NotYourTurn,
    Offer,
    VersionMismatch,
)
from croupier_client.base import plain
from croupier_client.running import going_on
from croupier_client.types import GameFailed
from croupier_game.search import is_guided

from bots.keeping import Seals
from bots.metrics import Metrics
from bots.places import Places
from bots.searching import Searchers, TooLate, spare
from bots.strategies import EASY, STRATEGIES, Json
from bots.strategies import Choose as Strategy

log = logging.getLogger("bots")

Choose = Callable[[Match, random.Random], str]
"""The notation of one of the legal moves of a match, for the seat whose turn it is."""

LATE = (VersionMismatch, NotYourTurn, MatchNotActive)
"""How a move is refused when the match has gone on meanwhile."""
WRONG = (IllegalMove, InvalidMove, Malformed)
"""How a move is refused that is not one of the legal moves."""
TAKEN = (Conflict, MatchFull, MatchNotActive, NotFound)
"""How an answer is refused that comes too late: others were quicker, or have gone."""
WITHOUT_KEY = (Forbidden, NameReserved)
"""How the house is refused whose key the service does not know, or not yet."""
OFFER_S = 30.0
"""After how many seconds an offer is repeated; it holds for 90."""
GO_S = 2.0
"""For how long it tries to take its offer back when it ends."""
PATIENCE_S = 86_400.0
"""How long a request is repeated while the service is away: a turn is told only once."""
RETRY_S = 2.0
"""After how many seconds a turn is tried again in which the service has failed."""
IN_A_HURRY = 0.1
"""The share of the time on the clock, beyond RESERVE_S, that a pause may take at most."""


def anything(match: Match, dice: random.Random) -> str:
    """Any of the legal moves."""
    assert match.legal_moves  # noqa: S101 - nobody is asked to choose without any
    moves: Sequence[LegalMove] = match.legal_moves.moves
    return dice.choice(moves).notation


def rosa(match: Match, dice: random.Random) -> str:
    """What the easy strategy of the game says; any of the legal moves of a game without one."""
    return _by(EASY.get(match.game), match, dice)


def hugo(match: Match, dice: random.Random) -> str:
    """What the strategy of the game says; any of the legal moves of a game without one."""
    return _by(STRATEGIES.get(match.game), match, dice)


def _by(choose: Strategy | None, match: Match, dice: random.Random) -> str:
    if choose is None or not match.legal_moves:
        return anything(match, dice)
    seen: Json = {"state": plain(match.state), "yourSeat": match.your_seat}
    notation: str = choose(seen, plain(match.legal_moves.moves), dice)["notation"]
    return notation


@dataclass(frozen=True)
class Character:
    """Who a resident is: its name, what others read about it, how strong it plays, and how.

    One with `rollouts` searches, in the games that say how; without time for that it chooses.
    """

    name: str
    about: str
    level: int
    choose: Choose
    rollouts: int = 0
    judges: bool = False
    """Whether it also judges matches that have ended."""

    def plays(self, game: str) -> bool:
        """Return whether it can be invited to a game."""
        return not self.rollouts or is_guided(game)


@dataclass(frozen=True)
class Manners:
    """How a resident is to behave."""

    think_s: float = 0.6
    """The pause before a move, where people are at the table."""
    max_matches: int = 1000
    """With more running matches it cannot be invited."""
    house_key: Callable[[], str] = str
    """What shows the service that it is one of its own; read for every offer."""


class Resident:
    """A player with a strategy, for as long as the service knows its token."""

    def __init__(
        self,
        me: AsyncCroupier,
        character: Character,
        seals: Seals,
        manners: Manners,
        searchers: Searchers,
        metrics: Metrics | None = None,
    ) -> None:
        self.name = character.name
        self.manners = manners
        self._me = me
        self._seals = me.core.session.notes = seals
        self._character = character
        self._searchers = searchers
        self._places = Places(me, manners.max_matches)
        self._metrics = metrics or Metrics()
        self._offered = self._metrics.offered[(self.name,)]
        self._metrics.matches[(self.name,)].set_function(lambda: len(self._places))
        self._dice = random.Random()  # noqa: S311 - it is no secret
        self._called: dict[str, int] = {}
        self._group: asyncio.TaskGroup

    async def live(self) -> None:
        """Answer invitations and turns, until it is cancelled. Raise Unauthenticated in a group."""
        try:
            async with asyncio.TaskGroup() as self._group:
                self._group.create_task(self._offer())
                async for notice in self._me.follow():
                    self._hear(notice)
        finally:
            with suppress(CroupierError, TimeoutError):
                await asyncio.wait_for(self._me.unavailable(), GO_S)

    def _hear(self, notice: Notice) -> None:
        match notice.event:
            case "invited":
                self._group.create_task(self._answer(notice))
            case "rematchOffered":
                self._group.create_task(self._play_again(notice.match_id))
            case "undoOffered":
                self._group.create_task(self._agree(notice.match_id))
            case "yourTurn" | "entropyNeeded":
                self._call(notice.match_id, notice.version)
            case "matchFinished":
                self._places.free(notice.match_id)
                self._forget(notice.match_id)

    async def _agree(self, match_id: str) -> None:
        """Let others take back what the rules allow: no seat has seen more by it."""
        with going_on(), suppress(*TAKEN, *LATE):
            table = await self._me.matches.get(match_id)
            request, seat = table.now.undo, table.now.your_seat
            if request and seat in request.needs:
                await table.undo(request.to_version)

    async def _offer(self) -> None:
        """Be there to be invited, with the games of the service that it plays."""
        offered = False
        while True:
            with going_on():
                games = [each.id for each in await self._me.games()]
                had = offered
                offered = await self._offer_for([*filter(self._character.plays, games)])
                if offered:
                    self._offered.set_to_current_time()
                if offered and not had:
                    log.info("%s can be invited", self.name)
            await asyncio.sleep(OFFER_S)

    async def _offer_for(self, games: list[str]) -> bool:
        """Offer it for these games; return whether the service takes it for one of its own."""
        offers = dict.fromkeys(games, Offer(self.manners.max_matches))
        about, level = self._character.about, self._character.level
        try:
            await self._me.available(offers, about, self.manners.house_key(), level)
        except WITHOUT_KEY as refused:
            log.warning("%s cannot be invited: %s", self.name, refused)
            return False
        return True

    async def _answer(self, notice: Notice) -> None:
        """Join the match, or decline if this would take too many places from others."""
        with going_on(), suppress(*TAKEN):
            table = await self._me.matches.get(notice.match_id)
            if await self._places.admits(table.now):
                await self._join(table.now)
            else:
                log.info("%s declines match %s of %s", self.name, table.id, table.now.game)
                self._metrics.declined[(self.name,)].inc()
                await table.withdraw(notice.invitation_id)

    async def _join(self, match: Match) -> None:
        with self._places.taking(match):
            await self._me.matches.join(match.id)
        log.info("%s joins match %s of %s", self.name, match.id, match.game)

    async def _play_again(self, match_id: str) -> None:
        """Join a rematch that others have asked for; whether the score is kept is up to them."""
        with going_on(), suppress(*TAKEN):
            table = await self._me.matches.get(match_id)
            if await self._places.admits(table.now):
                with self._places.taking(table.now):
                    again = await table.rematch(keep_score=True)
                self._places.rename(match_id, again.match_id or match_id)
            self._forget(match_id)

    def _call(self, match_id: str, version: int) -> None:
        """Look at a match of which this version is told, or at what has become of it."""
        playing = match_id in self._called
        self._called[match_id] = version
        if not playing:
            self._group.create_task(self._play(match_id))

    async def _play(self, match_id: str) -> None:
        """Move until it is the turn of others, also at the version told last meanwhile."""
        told = seen = 0
        try:
            while seen < self._called[match_id] != told:
                told = self._called[match_id]
                with going_on(), suppress(*TAKEN):
                    try:
                        seen = await self._moved(match_id)
                    except (Internal, GameFailed) as error:  # it is not told again
                        log.warning("%s tries again in match %s: %s", self.name, match_id, error)
                        await asyncio.sleep(RETRY_S)
                        told = 0
        finally:
            del self._called[match_id]

    async def _moved(self, match_id: str) -> int:
        """Do what the match waits for from this player; the version from which on it does not."""
        table = await self._me.matches.get(match_id, include_legal_moves=True)
        self._places.see(table.now)
        await table.reveal()
        while table.now.legal_moves and table.now.legal_moves.moves:
            await asyncio.sleep(self._pause(table))
            await self._move(table)
            if table.now.my_turn:
                await table.read()
        if table.now.status != "waiting":  # else its promise is needed when entropy is revealed
            self._forget(match_id)
            self._seals.drop(table.now)
        return table.now.version

    async def _move(self, table: AsyncTable) -> None:
        """Make a move; any, if the strategy fails. A later version is read if there is one."""
        try:
            try:
                await table.move(await self._chosen(table), table.now.version)
            except WRONG as refused:
                log.error("%s has chosen badly in match %s: %s", self.name, table.id, refused)
                await table.move(self._anything(table.now), table.now.version)
        except LATE:
            await table.read()

    async def _chosen(self, table: AsyncTable) -> str:
        match, character = table.now, self._character
        if character.rollouts:
            with suppress(TooLate):
                found = await self._searchers.chosen(table, character.rollouts, self._dice)
                return self._counted("searched", found)
            log.info("%s had no time to search in match %s", self.name, match.id)
        try:
            how = "hurried" if character.rollouts else "chosen"
            return self._counted(how, character.choose(match, self._dice))
        except Exception as error:
            where = f"match {match.id} at version {match.version}"
            log.error("%s cannot choose in %s: %s", self.name, where, type(error).__name__)
            return self._anything(match)

    def _anything(self, match: Match) -> str:
        return self._counted("random", anything(match, self._dice))

    def _counted(self, how: str, notation: str) -> str:
        self._metrics.moves[(how,)].inc()
        return notation

    def _pause(self, table: AsyncTable) -> float:
        """How long to wait before a move, in seconds: people want to see what happens."""
        others = (seat.player for seat in table.now.seats)
        if not any(player and player.kind == "human" for player in others):
            return 0.0
        left = spare(table)
        pause = self.manners.think_s * self._dice.uniform(0.75, 1.25)
        return pause if left is None else min(pause, left * IN_A_HURRY)

    def _forget(self, match_id: str) -> None:
        """Drop what the client keeps for proofs, which are not asked of a bot."""
        self._seals.forget(match_id)
