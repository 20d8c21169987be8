"""A bot in ten lines: say which games it plays and how it chooses, and run it."""

import asyncio
import itertools
import logging
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

import msgspec

from croupier_client.aio import AsyncCroupier, AsyncTable
from croupier_client.errors import BadChoice, CroupierError, Refused
from croupier_client.inviting import joined_by_one, who_can_be_had
from croupier_client.opponents import Offer
from croupier_client.results import Tally, told
from croupier_client.running import (
    Enough,
    alone,
    aside,
    going_on,
    keep_token,
    read_token,
    until_told,
)
from croupier_client.stream import Notice
from croupier_client.turns import Choice, Strategy, Tell, seen_in, turn_of
from croupier_client.types import (
    Clock,
    Conflict,
    IllegalMove,
    InvalidMove,
    InvalidOptions,
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

log = logging.getLogger("croupier_client")
LATE = (VersionMismatch, NotYourTurn, MatchNotActive)
"""How a move is refused when the match has gone on before it came: by a clock, or another seat."""
WRONG = (IllegalMove, InvalidMove, Malformed)
"""How a move is refused that is not one of the legal moves."""
TAKEN = (Conflict, MatchFull, MatchNotActive, NotFound)
"""Refusals of a join when another player was quicker, or the inviter has gone."""
GONE = (NotFound, NotYourMatch)
"""Refusals of a match that is not there any more, or not this player's."""
NO_ROUTE = (404, 405)
"""How a service refuses an offer that has no invitations yet."""
TO_PLAY = ("entropyNeeded", "matchStarted", "yourTurn", "undoOffered")
"""The notices that tell of a match to play."""
OFFER_S = 30.0
"""After how many seconds the bot says again that it can be invited: an offer holds for 90."""
GO_S = 2.0
"""For how long it tries to say that it cannot be invited any more, when it ends."""
MOST_OFFERED = 1000
"""The most matches to which a player can be invited at a time."""


class Bot:
    """A player that offers itself, and plays all of its matches at once.

    It can be invited to matches of its games, searches for opponents by tickets, and joins matches
    that wait for players, as long as it has fewer than `most` matches. After lost connections, and
    restarts of the service, it goes on; after its own if `run` is told of a file to keep its
    token in. If `run` names opponents, it invites those instead, to one match after the other.
    """

    games: ClassVar[Sequence[str]] = ()
    clock: ClassVar[Clock | None] = Clock(per_move="60s")
    """The clock of its tickets, without which a match whose opponent vanishes never ends.

    It meets those only that ask for the same one; None asks for matches without a clock.
    """
    options: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """The options of the matches that it creates or searches for, as JSON, by the game's id."""
    offers: ClassVar[bool] = True
    """Whether it can be invited; it accepts while it has room, and declines otherwise."""
    seeks: ClassVar[bool] = True
    """Whether it looks for opponents: by tickets, and among matches that wait for players."""
    description: ClassVar[str] = ""
    """What those read who choose whom to invite."""
    level: ClassVar[int | None] = None
    """How strong it plays, for the same: 1 easy, 2 medium, 3 strong, 4 expert."""
    most: ClassVar[int] = 20
    look_s: ClassVar[float] = 2.0
    """After how many seconds it looks again for matches to join."""

    def __init__(self, name: str, strategy: Strategy | None = None) -> None:
        """Make a bot of this name, which chooses as the strategy does, unless it has a `choose`."""
        self.name = name
        self._strategy = strategy
        self._playing: set[str] = set()
        self._full = False
        self._against = ""
        self._tally = Tally()
        self._group: asyncio.TaskGroup

    def choose(self, turn: Turn) -> Choice:
        """The move to make, one of `turn.moves`. It may take its time: it runs in a thread."""
        if self._strategy is None:
            raise NotImplementedError
        return self._strategy.choose(turn)

    def wants(self, match: Match) -> bool:
        """Whether to join this match, which waits for players or to which it is invited."""
        return True

    def on_undo(self, match: Match) -> bool:
        """Whether to agree to the request `match.undo`, which is refused otherwise.

        By default it agrees: a service that keeps the rules takes nothing back that has shown
        somebody what was hidden. Like `choose`, it runs in a thread.
        """
        return True

    def over(self, match: Match) -> None:
        """What to do when a match has ended; by default it is logged."""
        log.info("%s %s: %s", match.game, match.id, told(match))

    def run(
        self,
        url: str,
        *,
        against: str = "",
        matches: int = 0,
        token: str = "",
        keep: str = "",
        **settings: Any,
    ) -> None:
        """Play until Ctrl-C or SIGTERM, as the player of the token, or else as a new one.

        `against` is the name of those to invite, such as "Hugo" of the house, or "any" for any bot.
        After so many `matches` it ends. `keep` names a file for the token of a new player, with
        which it comes back.
        """
        logging.basicConfig(level=logging.INFO, format="%(message)s")
        logging.getLogger("httpx2").setLevel(logging.WARNING)
        with suppress(KeyboardInterrupt, asyncio.CancelledError):
            settings |= {"against": against, "matches": matches, "token": token, "keep": keep}
            asyncio.run(until_told(self.serve(url, **settings)))

    async def serve(
        self,
        url: str,
        *,
        against: str = "",
        matches: int = 0,
        token: str = "",
        keep: str = "",
        **settings: Any,
    ) -> None:
        """Play until the task is cancelled; the same as `run` in a program with asyncio.

        Raise BadChoice if `choose` returns what is not a legal move, or `options` are refused.
        """
        self._check()
        self._against, self._tally = against, Tally(matches)
        settings = {"notes": f"{keep}.notes" if keep else "", **settings}
        kept = token or read_token(keep)
        async with AsyncCroupier(url, kept, **settings) as me:
            await self._check_games(me)
            if not kept:
                await me.register(self.name)
                keep_token(keep, me.token)
            log.info("%s plays %s at %s", self.name, " and ".join(self.games), url)
            try:
                await alone(self._serve(me))
            except Enough:
                log.info("%s has played %s", self.name, self._tally)
            finally:
                await self._go(me)

    def _check(self) -> None:
        """Raise CroupierError for what the author of the bot has forgotten."""
        if type(self).choose is Bot.choose and self._strategy is None:
            raise CroupierError(f"{type(self).__name__} has no choose(self, turn), nor a strategy.")
        for game in self.options:
            if game not in self.games:
                raise BadChoice(
                    f"{type(self).__name__}.options has {game!r}, which it does not play."
                )

    async def _check_games(self, me: AsyncCroupier) -> None:
        """Raise CroupierError unless the service has the games. This client need not know them."""
        known = [game.id for game in await me.games()]
        if not self.games or not set(self.games) <= set(known):
            has, takes = self.games, ", ".join(map(repr, known))
            raise CroupierError(
                f"{type(self).__name__}.games is {has!r}; it is a list of some of {takes}."
            )

    async def _serve(self, me: AsyncCroupier) -> None:
        async with asyncio.TaskGroup() as self._group:
            for task in self._tasks(me):
                self._group.create_task(task)
            async for notice in me.follow():
                if notice.event in TO_PLAY:
                    self._begin(me, notice.match_id)
                elif notice.event == "invited" and self._is_offered:
                    self._group.create_task(self._answer(me, notice))

    def _tasks(self, me: AsyncCroupier) -> Iterator[Coroutine[Any, Any, None]]:
        if self._against:
            yield self._challenge(me)
        if self._is_offered:
            yield self._offer(me)
        if self.seeks and not self._against:
            yield self._look(me)
            for game in self.games:
                yield self._seek(me, game)

    def _begin(self, me: AsyncCroupier, match_id: str, join: bool = False) -> None:
        if match_id not in self._playing:
            self._playing.add(match_id)
            self._group.create_task(self._play(me, match_id, join))

    async def _offer(self, me: AsyncCroupier) -> None:
        """Be open to invitations, as long as it runs."""
        games = dict.fromkeys(self.games, Offer(min(self.most, MOST_OFFERED)))
        while True:
            with going_on():
                try:
                    await me.available(games, self.description, level=self.level)
                except Refused as refused:
                    if refused.status not in NO_ROUTE:
                        raise
                    log.info("%s cannot be invited: this service has no invitations", self.name)
                    return
            await asyncio.sleep(OFFER_S)

    async def _go(self, me: AsyncCroupier) -> None:
        """Be invited no more, if the service can be told so before anybody waits for that."""
        if self._is_offered:
            with suppress(CroupierError, TimeoutError):
                await asyncio.wait_for(me.unavailable(), GO_S)

    async def _answer(self, me: AsyncCroupier, notice: Notice) -> None:
        """Accept an invitation, or decline it."""
        with going_on(), suppress(*TAKEN):
            table = await me.matches.get(notice.match_id)
            if self._is_full() or table.now.game not in self.games or not self.wants(table.now):
                await table.withdraw(notice.invitation_id)
            else:
                self._begin(me, table.id, join=True)

    async def _challenge(self, me: AsyncCroupier) -> None:
        """Invite available players, to a match of each game in turn."""
        for game in itertools.cycle(self.games):
            missed = False
            while not await self._has_played(me, game):
                if not missed:
                    log.info("%s cannot be had for %s now; trying again", self._against, game)
                missed = True
                await asyncio.sleep(self.look_s)

    @contextmanager
    def _options(self, game: str) -> Iterator[Mapping[str, Any] | None]:
        """Give the options of a match to ask for. Raise BadChoice if they are refused."""
        try:
            yield self.options.get(game)
        except (InvalidOptions, Malformed) as refused:
            raise BadChoice(f"the options of {game} were refused: {refused}") from refused

    async def _has_played(self, me: AsyncCroupier, game: str) -> bool:
        """Whether there was a match, after its end, with an invited player."""
        with going_on():
            if not (players := await who_can_be_had(me, game, self._against)):
                return False
            with self._options(game) as options:
                table = await me.matches.create(
                    game, options=options, clock=self.clock, access="private"
                )
            self._playing.add(table.id)  # or notices of it would begin it as well
            try:
                if await joined_by_one(table, players):
                    await self._play(me, table.id, join=False)
                    return True
            finally:
                self._playing.discard(table.id)
        return False

    async def _seek(self, me: AsyncCroupier, game: str) -> None:
        """Search for opponents, again and again."""
        while True:
            await self._room()
            with going_on():
                with self._options(game) as options:
                    ticket = await me.seek(game, options=options, clock=self.clock)
                self._begin(me, ticket.id)
                continue
            await asyncio.sleep(self.look_s)

    async def _look(self, me: AsyncCroupier) -> None:
        """Join matches that wait for players."""
        while True:
            with going_on():
                async for match in me.matches.list(status="waiting"):
                    await self._room()
                    if self._may_join(match) and self.wants(match):
                        self._begin(me, match.id, join=True)
            await asyncio.sleep(self.look_s)

    def _may_join(self, match: Match) -> bool:
        free = any(seat.player is None for seat in match.seats)
        return free and match.your_seat is None and match.game in self.games

    @property
    def _is_offered(self) -> bool:
        return self.offers and not self._against

    def _is_full(self) -> bool:
        return len(self._playing) >= self._tally.room(self.most)

    async def _room(self) -> None:
        if len(self._playing) >= self.most and not self._full:
            log.info("%s waits: it has %d matches, the most it plays", self.name, self.most)
        self._full = self._is_full()
        while self._is_full():  # noqa: ASYNC110 - no hurry
            await asyncio.sleep(self.look_s)

    async def _play(self, me: AsyncCroupier, match_id: str, join: bool) -> None:
        """Play one match to its end; join it first, unless another player is quicker.

        What fails on the way is tried again: no notice tells of the same turn twice.
        """
        try:
            joined = not join
            with going_on():
                joined = joined or await _joined(me, match_id)
            while joined and not await self._followed(me, match_id):  # noqa: ASYNC110 - a pause
                await asyncio.sleep(self.look_s)
        finally:
            self._playing.discard(match_id)
            me.core.session.notes.forget(match_id)

    async def _followed(self, me: AsyncCroupier, match_id: str) -> bool:
        """Play one match; return False if something has failed before its end."""
        with going_on():
            with suppress(*GONE):
                await self._follow(await me.matches.get(match_id))
            return True
        return False

    async def _follow(self, table: AsyncTable) -> None:
        """Play one match to its end, and count it. Raise Enough if it was the last one."""
        if table.now.over:  # a notice of it has come late, and it is counted already
            return
        undoing = Undoing(table, self.on_undo)
        async for change in table.follow(include_legal_moves=True):
            await undoing.answer(change.match)
            await self._decide(table, change.match, undoing)
        self.over(table.now)
        self._tally.add(table.now)
        if self._tally.is_full:
            raise Enough

    async def _decide(self, table: AsyncTable, match: Match, undoing: Undoing) -> None:
        """Move if it is the bot's turn; but while others answer a request for undo, not yet."""
        turn = turn_of(match, teller(table, match.version))
        if turn is None:
            return
        if match.undo:
            self._group.create_task(self._move_on(table, match, turn, undoing))
        else:
            await self._move(table, turn)

    async def _move_on(self, table: AsyncTable, match: Match, turn: Turn, undoing: Undoing) -> None:
        with going_on():
            if await undoing.unanswered(match):
                await self._move(table, turn)

    async def _move(self, table: AsyncTable, turn: Turn) -> None:
        chosen = await aside(self.choose, turn)
        if not isinstance(chosen, (str, msgspec.Struct, Mapping)):
            raise BadChoice(f"choose returned {chosen!r}; it must return one of turn.moves.")
        try:
            await table.move(chosen, turn.version)
        except LATE:
            return
        except WRONG as refused:
            raise BadChoice(_told(chosen, table.id, turn, refused)) from refused


async def seen(table: AsyncTable, version: int) -> Sequence[Sequence[Any]]:
    """Return what `Turn.seen` of a version is, by the history of a match."""
    return seen_in([entry async for entry in table.history()], version)


def teller(table: AsyncTable, version: int) -> Tell:
    """Return what fetches `Turn.seen`, for a strategy that chooses in another thread."""
    loop = asyncio.get_running_loop()
    return lambda: asyncio.run_coroutine_threadsafe(seen(table, version), loop).result()


async def _joined(me: AsyncCroupier, match_id: str) -> bool:
    with suppress(*TAKEN):
        await me.matches.join(match_id)
        return True
    return False


def _told(chosen: Choice, match_id: str, turn: Turn, refused: Refused) -> str:
    move = getattr(chosen, "notation", chosen)
    where = f"in match {match_id} at version {turn.version}"
    return f"the move {move} was refused {where}: {refused}"
