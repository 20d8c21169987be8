"""A player of the house: it is there to be invited, and acts only when it is asked.

It follows one stream, that of all its matches. Whenever that stream is opened, it begins with the
invitations that are pending and the matches that wait for the player, so neither a restart of the
service nor one of this program loses anything.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from croupier_client import (
    AsyncCroupier,
    AsyncTable,
    Bot,
    Forbidden,
    ListedTournament,
    Match,
    NameReserved,
    Notice,
    Offer,
    Turn,
)
from croupier_client.base import plain
from croupier_client.playing import WRONG
from croupier_game.searches import is_guided

from bots.deals import as_decided, dice_of
from bots.evenings import Evenings
from bots.keeping import Seals
from bots.metrics import Metrics
from bots.places import Places
from bots.searching import Searchers, TooLate, spare
from bots.strategies import EASY, STRATEGIES, Json
from bots.strategies import Choose as Strategy

log = logging.getLogger("bots")

Choose = Callable[[Turn, random.Random], str]
"""The notation of one of the moves of a turn."""

WITHOUT_KEY = (Forbidden, NameReserved)
"""How the house is refused whose key the service does not know, or not yet."""
PATIENCE_S = 86_400.0
"""How long a request is repeated while the service is away: a turn is told only once."""
RATED_S = 0.03
"""The pause before a move of a rated match, which takes no processor from anybody by it."""
IN_A_HURRY = 0.1
"""The share of the time on the clock, beyond RESERVE_S, that a pause may take at most."""


def anything(turn: Turn, dice: random.Random) -> str:
    """Any of the legal moves."""
    return dice.choice(turn.moves).notation


def rosa(turn: Turn, dice: random.Random) -> str:
    """What the easy strategy of the game says; any of the legal moves of a game without one."""
    return _by(EASY.get(turn.game), turn, dice)


def hugo(turn: Turn, dice: random.Random) -> str:
    """What the strategy of the game says; any of the legal moves of a game without one."""
    return _by(STRATEGIES.get(turn.game), turn, dice)


def now_and_then(share: float, choose: Choose, otherwise: Choose) -> Choose:
    """What one says in this share of the turns, and otherwise what the other does."""

    def chosen(turn: Turn, dice: random.Random) -> str:
        return (choose if dice.random() < share else otherwise)(turn, dice)

    return chosen


def _by(choose: Strategy | None, turn: Turn, dice: random.Random) -> str:
    if choose is None:
        return anything(turn, dice)
    seen: Json = {"state": plain(turn.state), "yourSeat": turn.seat}
    notation: str = choose(seen, plain(turn.moves), dice)["notation"]
    return notation


@dataclass(frozen=True)
class Character:
    """Who a resident is: its name, what others read about it, how strong it plays, and how.

    One with an `effort` searches, in the games that say how, with so many times the rollouts that
    the game's move is worth; without time for that it chooses.
    """

    name: str
    about: str
    level: int
    choose: Choose
    effort: int = 0
    judges: bool = False
    """Whether it also judges matches that have ended."""

    def plays(self, game: str) -> bool:
        """Return whether it can be invited to a game."""
        return not self.effort or is_guided(game)


@dataclass(frozen=True)
class Manners:
    """How a resident is to behave."""

    think_s: float = 0.6
    """The pause before a move, where people are at the table."""
    max_matches: int = 1000
    """With more running matches it cannot be invited."""
    house_key: Callable[[], str] = str
    """What shows the service that it is one of its own; read for every offer."""


class Resident(Bot):
    """A player with a strategy, for as long as the service knows its token."""

    follows = seeks = False
    tournaments = True

    def __init__(
        self,
        me: AsyncCroupier,
        character: Character,
        seals: Seals,
        manners: Manners,
        searchers: Searchers,
        evenings: Evenings,
        metrics: Metrics | None = None,
    ) -> None:
        super().__init__(character.name)
        self.manners = manners
        self._seals = me.core.session.notes = seals
        self._character = character
        self._searchers = searchers
        self._evenings = evenings
        self._places = Places(me, manners.max_matches)
        self._metrics = metrics or Metrics()
        self._metrics.matches[(self.name,)].set_function(lambda: len(self._places))
        self._dice = random.Random()  # noqa: S311 - it is no secret
        self._listed = False

    async def offer(self) -> None:
        """Be there to be invited, with the games of the service that it plays."""
        games = [each.id for each in await self.me.games() if self._character.plays(each.id)]
        offers = dict.fromkeys(games, Offer(self.manners.max_matches))
        about, level = self._character.about, self._character.level
        try:
            await self.me.available(offers, about, self.manners.house_key(), level)
        except WITHOUT_KEY as refused:
            log.warning("%s cannot be invited: %s", self.name, refused)
            self._listed = False
            return
        self._metrics.offered[(self.name,)].set_to_current_time()
        if not self._listed:
            log.info("%s can be invited", self.name)
        self._listed = True

    async def admits(self, match: Match) -> bool:
        """Accept, unless this would take too many places from others, or somebody's rating.

        For ratings the house plays among itself only: bots/league.py.
        """
        if not match.rated and await self._places.takes(match):
            return True
        log.info("%s declines match %s of %s", self.name, match.id, match.game)
        self._metrics.declined[(self.name,)].inc()
        return False

    async def enters(self, tournament: ListedTournament) -> bool:
        """Join a tournament whose maker wants some of the house, if it plays the game."""
        plays = self._character.plays(tournament.game)
        return plays and await self._evenings.wants(tournament, self.name, self.me)

    async def join(self, match_id: str) -> AsyncTable:
        """Join a match in the place that was taken for it."""
        with self._places.joining(match_id):
            table = await super().join(match_id)
        log.info("%s joins match %s of %s", self.name, match_id, table.now.game)
        return table

    async def on_rematch(self, match_id: str) -> None:
        """Join a rematch that others have asked for; whether the score is kept is up to them."""
        table = await self.me.matches.get(match_id)
        if await self._places.takes(table.now):
            with self._places.joining(table.id):
                again = await table.rematch(keep_score=True)
            self._places.rename(table.id, again.match_id or table.id)

    def hear(self, notice: Notice) -> None:
        """Give a place away at once when its match has ended."""
        if notice.event == "matchFinished":
            self._places.free(notice.match_id)
        super().hear(notice)

    def saw(self, match: Match) -> None:
        """Take note of what has become of a match. A try takes no place: it ends with its deal."""
        if not match.deal_of:
            self._places.see(match)
        if match.status != "waiting":
            self._seals.drop(match)

    def over(self, match: Match) -> None:
        """Say nothing of it: there are very many."""

    async def move(self, table: AsyncTable, turn: Turn) -> None:
        """Make a move after a pause; any, if the strategy fails."""
        await asyncio.sleep(self._pause(table))
        dice, deal = self._dice, table.now.deal_of
        if deal:
            turn = await as_decided(table, turn)
            dice = dice_of(self.manners.house_key(), self.name, deal.id, turn)
        try:
            await self._decide(table, turn, await self._chosen(table, turn, dice))
        except WRONG as refused:
            log.error("%s has chosen badly in match %s: %s", self.name, table.id, refused)
            await self._decide(table, turn, self._anything(turn, dice))

    async def _decide(self, table: AsyncTable, turn: Turn, notation: str) -> None:
        await table.move(notation, expected_decision=turn.decision)

    async def _chosen(self, table: AsyncTable, turn: Turn, dice: random.Random) -> str:
        character = self._character
        # What a search finds hangs on the time that it gets: not where all are to meet the same.
        if character.effort and not table.now.deal_of:
            with suppress(TooLate):
                found = await self._searchers.chosen(table, character.effort, dice)
                return self._counted("searched", found)
            log.info("%s had no time to search in match %s", self.name, table.id)
        try:
            how = "hurried" if character.effort else "chosen"
            return self._counted(how, character.choose(turn, dice))
        except Exception as error:
            where = f"match {table.id} at version {turn.version}"
            log.error("%s cannot choose in %s: %s", self.name, where, type(error).__name__)
            return self._anything(turn, dice)

    def _anything(self, turn: Turn, dice: random.Random) -> str:
        return self._counted("random", anything(turn, dice))

    def _counted(self, how: str, notation: str) -> str:
        self._metrics.moves[(how,)].inc()
        return notation

    def _pause(self, table: AsyncTable) -> float:
        """How long to wait before a move, in seconds: people want to see what happens."""
        others = (seat.player for seat in table.now.seats)
        if not any(player and player.kind == "human" for player in others):
            return RATED_S if table.now.rated else 0.0
        left = spare(table)
        pause = self.manners.think_s * self._dice.uniform(0.75, 1.25)
        return pause if left is None else min(pause, left * IN_A_HURRY)


class Member(Resident):
    """One who plays rated with others of the house, and cannot be invited."""

    offers = tournaments = False
