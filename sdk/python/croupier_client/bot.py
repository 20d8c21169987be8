"""A bot in ten lines: say which games it plays and how it chooses, and run it."""

import asyncio
import itertools
import logging
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

from croupier_client.aio import AsyncCroupier, AsyncTable
from croupier_client.errors import BadChoice, CroupierError, Refused
from croupier_client.inviting import ANY, joined_by, who_can_be_had
from croupier_client.opponents import Available, Offer
from croupier_client.playing import GONE, TAKEN, Playing
from croupier_client.results import Tally, told
from croupier_client.running import (
    Enough,
    alone,
    going_on,
    keep_token,
    patiently,
    read_token,
    until_told,
)
from croupier_client.stream import Notice
from croupier_client.turns import Choice, Strategy
from croupier_client.types import (
    Clock,
    InvalidOptions,
    Malformed,
    Match,
    NotFound,
    Turn,
    Unauthenticated,
)

log = logging.getLogger("croupier_client")
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
    seats: ClassVar[Mapping[str, int]] = {}
    """How many seats those have, by the game's id; without it the fewest that the game takes."""
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
        self._playing: dict[str, Playing] = {}
        self._full = False
        self._against = ""
        self._tally = Tally()
        self._least: dict[str, int] = {}
        """The least numbers of seats, by the game's id."""
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
        """What to do when a match has ended; by default it is logged. It is called once for each.

        If the match is not `over`, the bot cannot see it any more: it was deleted, the service was
        restored to a time before it, or the token was revoked. So it was seen last.
        """
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
        self._against, self._tally, self._playing = against, Tally(matches), {}
        settings = {"notes": f"{keep}.notes" if keep else "", **settings}
        async with AsyncCroupier(url, token or read_token(keep), **settings) as me:
            try:
                await self._arrive(me, keep)
                log.info("%s plays %s at %s", self.name, " and ".join(self.games), url)
                await alone(self._serve(me))
            except Enough:
                pass
            except Unauthenticated as refused:
                self._lose_all()
                if keep and not token:
                    refused.add_note(
                        f"The token is from {keep}: without it, the bot is a new player."
                    )
                raise
            finally:
                if self._tally.total:
                    log.info("%s has played %s", self.name, self._tally)
                await self._go(me)

    async def _arrive(self, me: AsyncCroupier, keep: str) -> None:
        """Be a player who can play the games, however long the service is away."""
        await patiently(lambda: self._check_games(me), self.look_s)
        if not me.token:
            await patiently(lambda: me.register(self.name), self.look_s)
            keep_token(keep, me.token)

    def _check(self) -> None:
        """Raise CroupierError for what the author of the bot has forgotten."""
        if type(self).choose is Bot.choose and self._strategy is None:
            raise CroupierError(f"{type(self).__name__} has no choose(self, turn), nor a strategy.")
        for name, given in (("options", self.options), ("seats", self.seats)):
            for game in given:
                if game not in self.games:
                    raise BadChoice(
                        f"{type(self).__name__}.{name} has {game!r}, which it does not play."
                    )

    async def _check_games(self, me: AsyncCroupier) -> None:
        """Raise CroupierError unless the service has the games. This client need not know them."""
        self._least = {game.id: game.seats.min for game in await me.games()}
        if not self.games or not set(self.games) <= set(self._least):
            has, takes = self.games, ", ".join(map(repr, self._least))
            raise CroupierError(
                f"{type(self).__name__}.games is {has!r}; it is a list of some of {takes}."
            )

    async def _serve(self, me: AsyncCroupier) -> None:
        async with asyncio.TaskGroup() as self._group:
            for task in self._tasks(me):
                self._group.create_task(task)
            while True:
                with going_on():
                    async for notice in me.follow():
                        self._hear(me, notice)
                await asyncio.sleep(self.look_s)

    def _hear(self, me: AsyncCroupier, notice: Notice) -> None:
        """Play what is to be played, and tell of an end that no task has seen."""
        unseen = notice.event == "matchFinished" and notice.match_id not in self._tally
        if notice.event in TO_PLAY or unseen:
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
            self._playing[match_id] = Playing(self, me, match_id, join)
            self._group.create_task(self._play(me, match_id))

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
        if self._is_offered and me.token:
            with suppress(CroupierError, TimeoutError):
                await asyncio.wait_for(me.unavailable(), GO_S)

    async def _answer(self, me: AsyncCroupier, notice: Notice) -> None:
        """Accept an invitation, or decline it."""
        with going_on(), suppress(*TAKEN, NotFound):
            table = await me.matches.get(notice.match_id)
            if self._is_full() or table.now.game not in self.games or not self.wants(table.now):
                await table.withdraw(notice.invitation_id)
            else:
                self._begin(me, table.id, join=True)

    async def _challenge(self, me: AsyncCroupier) -> None:
        """Invite available players, to a match of each game in turn."""
        for game in itertools.cycle(self.games):
            missed = ""
            while missing := await self._missing(me, game):
                if missing != missed:
                    log.info("%s; trying again", missing)
                missed = missing
                await asyncio.sleep(self.look_s)

    @contextmanager
    def _options(self, game: str) -> Iterator[Mapping[str, Any] | None]:
        """Give the options of a match to ask for. Raise BadChoice if they are refused."""
        try:
            yield self.options.get(game)
        except (InvalidOptions, Malformed) as refused:
            raise BadChoice(f"the options of {game} were refused: {refused}") from refused

    async def _missing(self, me: AsyncCroupier, game: str) -> str:
        """Say why no match was played with invited players; empty after the end of one."""
        wanted, who = self.seats.get(game, self._least[game]) - 1, self._against
        with going_on():
            players = await who_can_be_had(me, game, who)
            if not players:
                return f"{who} cannot be had for {game} now"
            if len(players) < wanted:
                return too_few(game, who, wanted, len(players))
            with self._options(game) as options:
                table = await me.matches.create(
                    game, options=options, clock=self.clock, seats=wanted + 1, access="private"
                )
            if await self._has_played(me, table, players):
                return ""
        return f"{who} cannot be had for {game} now"

    async def _has_played(
        self, me: AsyncCroupier, table: AsyncTable, players: Sequence[Available]
    ) -> bool:
        """Whether invited players have joined, after the end of the match."""
        self._playing[table.id] = Playing(self, me, table.id)  # or notices would begin it as well
        joined = False
        with going_on():
            joined = await joined_by(table, players, len(table.now.seats) - 1)
        if joined or await self._has_begun(me, table.id):
            await self._play(me, table.id)
            return True
        del self._playing[table.id]
        return False

    async def _has_begun(self, me: AsyncCroupier, match_id: str) -> bool:
        """Whether somebody has joined unheard, as while the service was away; leave it if not."""
        while True:
            with going_on():
                with suppress(*GONE):
                    table = await me.matches.get(match_id)
                    if table.now.status == "waiting":
                        await table.leave()
                    return table.now.status in ("active", "finished")
                return False
            await asyncio.sleep(self.look_s)

    async def _seek(self, me: AsyncCroupier, game: str) -> None:
        """Search for opponents, again and again."""
        while True:
            await self._room()
            with going_on():
                with self._options(game) as options:
                    ticket = await me.seek(
                        game, options=options, clock=self.clock, seats=self.seats.get(game)
                    )
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

    async def _play(self, me: AsyncCroupier, match_id: str) -> None:
        """Play one match to its end. Raise Enough if it was the last one."""
        if match := await self._playing[match_id].to_the_end(self._group.create_task):
            self._count(match)
        del self._playing[match_id]
        me.core.session.notes.forget(match_id)
        if self._tally.is_full:
            raise Enough

    def _count(self, match: Match) -> None:
        """Count a match and tell of it, unless a notice of it has come late."""
        if self._tally.add(match):
            self.over(match)

    def _lose_all(self) -> None:
        """Count the matches that this player may not see any more."""
        for each in self._playing.values():
            if each.seen:
                self._count(each.seen)


def too_few(game: str, who: str, wanted: int, found: int) -> str:
    """Say that a game takes more players than can be had by a name."""
    name = "of any bot" if who == ANY else f"called {who}"
    more = "" if who == ANY else f'; against="{ANY}" takes any bots'
    return f"{game} takes {wanted} opponents, and {found} {name} can be had now{more}"
