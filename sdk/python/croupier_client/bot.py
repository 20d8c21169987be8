"""A bot in ten lines: say which games it plays and how it chooses, and run it."""

import asyncio
import itertools
import logging
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, ClassVar

import msgspec

from croupier_client.aio import AsyncCroupier, AsyncTable
from croupier_client.entering import Entering
from croupier_client.errors import BadChoice, CroupierError, Refused
from croupier_client.inviting import ANY, joined_by, who_can_be_had
from croupier_client.opponents import Available, Offer
from croupier_client.playing import GONE, TAKEN, WRONG, Playing, answer_undo, why_wrong
from croupier_client.results import Tally, placed, told
from croupier_client.running import (
    Enough,
    alone,
    aside,
    going_on,
    keep_token,
    patiently,
    read_token,
    until_told,
)
from croupier_client.stream import OF_TOURNAMENTS, Notice
from croupier_client.turns import Choice, Strategy
from croupier_client.types import (
    Clock,
    InvalidOptions,
    ListedTournament,
    Malformed,
    Match,
    NotFound,
    Tournament,
    TournamentRow,
    Turn,
    Unauthenticated,
)

log = logging.getLogger("croupier_client")
NO_ROUTE = (404, 405)
"""How a service refuses an offer that has no invitations yet."""
TO_MOVE = ("entropyNeeded", "yourTurn")
"""The notices that tell of something to do in a match."""
TO_PLAY = (*TO_MOVE, "matchStarted", "undoOffered")
"""Those that tell of a match to follow."""
OFFER_S = 30.0
"""After how many seconds the bot says again that it can be invited: an offer holds for 90."""
FORGETFUL = (
    "after a restart, it is absent from the tournaments that it has joined; keep= names a file"
)
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
    tournaments: ClassVar[bool] = False
    """Whether it joins public tournaments of its games, and plays them to their end."""
    description: ClassVar[str] = ""
    """What those read who choose whom to invite."""
    level: ClassVar[int | None] = None
    """How strong it plays, for the same: 1 easy, 2 medium, 3 strong, 4 expert."""
    follows: ClassVar[bool] = True
    """Whether it follows each of its matches by a stream of its own.

    Else it reads a match when a notice says that something is to be done there, which is a request
    more a turn, and costs nothing while a match waits. That is for bots that are only invited, to
    very many matches: `most` is then kept by the service, as what the bot offers.
    """
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
        self._entering = Entering(self)
        self._least: dict[str, int] = {}
        """The least numbers of seats, by the game's id."""
        self._group: asyncio.TaskGroup
        self.me: AsyncCroupier
        """The client with which it plays."""

    def choose(self, turn: Turn) -> Choice:
        """The move to make, one of `turn.moves`. It may take its time: it runs in a thread."""
        if self._strategy is None:
            raise NotImplementedError
        return self._strategy.choose(turn)

    async def move(self, table: AsyncTable, turn: Turn) -> None:
        """Make a move, by default the one to `choose`. Nothing is lost if it comes too late.

        One with asyncio may do otherwise. Raise BadChoice if the move is none, which ends the bot.
        """
        chosen = await aside(self.choose, turn)
        if not isinstance(chosen, (str, msgspec.Struct, Mapping)):
            raise BadChoice(f"choose returned {chosen!r}; it must return one of turn.moves.")
        try:
            await table.move(chosen, expected_decision=turn.decision)
        except WRONG as refused:
            raise BadChoice(why_wrong(chosen, table.id, turn, refused)) from refused

    def wants(self, match: Match) -> bool:
        """Whether to join this match, which waits for players or to which it is invited."""
        return True

    async def admits(self, match: Match) -> bool:
        """Whether to accept an invitation to this match, which is declined otherwise."""
        return not self._is_full() and match.game in self.games and self.wants(match)

    async def enters(self, tournament: ListedTournament) -> bool:
        """Whether to join this tournament, which is public: by default, if it plays the game."""
        return tournament.game in self.games

    def ended(self, tournament: Tournament, row: TournamentRow | None) -> None:
        """What to do when a tournament is over in which it took part; by default it is logged.

        The row is that of the bot in the standings, None if there are none.
        """
        log.info("%s %s: %s", tournament.game, tournament.name, placed(tournament, row))

    async def join(self, match_id: str) -> AsyncTable:
        """Take a seat in a match."""
        return await self.me.matches.join(match_id)

    def saw(self, match: Match) -> None:
        """Take note of a match in which it has a seat, as it has just been seen."""

    async def on_rematch(self, match_id: str) -> None:
        """What to do when others want to play this match again: nothing by default.

        `await (await self.me.matches.get(match_id)).rematch()` agrees.
        """

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
        self._against, self._tally, self._playing = against, Tally(matches), {}
        self._entering = Entering(self)
        self._check()
        settings = {"notes": f"{keep}.notes" if keep else "", **settings}
        if self.tournaments and not settings["notes"]:
            log.warning("%s keeps no notes: %s", self.name, FORGETFUL)
        async with AsyncCroupier(url, token or read_token(keep), **settings) as me:
            try:
                await self._arrive(me, keep)
                log.info("%s plays %s at %s", self.name, " and ".join(self.games), url)
                await self.live(me)
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

    async def live(self, me: AsyncCroupier) -> None:
        """Play as the player of this client until the task is cancelled."""
        self.me = me
        try:
            await alone(self._live())
        finally:
            if self._is_offered:
                # Nobody is to wait for who has gone, if the service can be told so at once.
                with suppress(CroupierError, TimeoutError):
                    await asyncio.wait_for(me.unavailable(), GO_S)

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
        if not self.follows and (self.seeks or self._against):
            raise CroupierError(f"{type(self).__name__} does not follow: it can only be invited.")
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

    async def _live(self) -> None:
        async with asyncio.TaskGroup() as self._group:
            for task in self._tasks():
                self._group.create_task(task)
            while True:
                with going_on():
                    async for notice in self.me.follow():
                        self.hear(notice)
                await asyncio.sleep(self.look_s)

    def hear(self, notice: Notice) -> None:
        """Play what is to be played, answer, and tell of an end that no task has seen."""
        unseen = notice.event == "matchFinished" and notice.match_id not in self._tally
        if unseen or notice.event in (TO_PLAY if self.follows else TO_MOVE):
            self._begin(notice.match_id).told = notice.version
        elif notice.event == "invited" and self._is_offered:
            self._group.create_task(self._answer(notice))
        elif notice.event == "undoOffered":
            self._group.create_task(answer_undo(self, notice.match_id))
        elif notice.event == "rematchOffered":
            self._group.create_task(self._play_again(notice.match_id))
        elif notice.event in OF_TOURNAMENTS:
            self._entering.hear(notice.tournament_id)

    def _tasks(self) -> Iterator[Coroutine[Any, Any, None]]:
        if self._against:
            yield self._challenge()
        if self.tournaments:
            yield self._entering.run()
        if self._is_offered:
            yield self._be_offered()
        if self.seeks and not self._against:
            yield self._look()
            for game in self.games:
                yield self._seek(game)

    def _begin(self, match_id: str, join: bool = False) -> Playing:
        if match_id not in self._playing:
            self._playing[match_id] = Playing(self, match_id, join)
            self._group.create_task(self._play(match_id))
        return self._playing[match_id]

    async def offer(self) -> None:
        """Be open to invitations for 90 seconds; it is called again before they are over."""
        games = dict.fromkeys(self.games, Offer(min(self.most, MOST_OFFERED)))
        await self.me.available(games, self.description, level=self.level)

    async def _be_offered(self) -> None:
        while True:
            with going_on():
                try:
                    await self.offer()
                except Refused as refused:
                    if refused.status not in NO_ROUTE:
                        raise
                    log.info("%s cannot be invited: this service has no invitations", self.name)
                    return
            await asyncio.sleep(OFFER_S)

    async def _answer(self, notice: Notice) -> None:
        """Accept an invitation, or decline it."""
        with going_on(), suppress(*TAKEN, NotFound):
            table = await self.me.matches.get(notice.match_id)
            if await self.admits(table.now):
                self._begin(table.id, join=True)
            else:
                await table.withdraw(notice.invitation_id)

    async def _play_again(self, match_id: str) -> None:
        with going_on(), suppress(*TAKEN, *GONE):
            await self.on_rematch(match_id)
        self._forget(match_id)

    async def _challenge(self) -> None:
        """Invite available players, to a match of each game in turn."""
        for game in itertools.cycle(self.games):
            missed = ""
            while missing := await self._missing(game):
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

    async def _missing(self, game: str) -> str:
        """Say why no match was played with invited players; empty after the end of one."""
        wanted, who = self.seats.get(game, self._least[game]) - 1, self._against
        with going_on():
            players = await who_can_be_had(self.me, game, who)
            if not players:
                return f"{who} cannot be had for {game} now"
            if len(players) < wanted:
                return too_few(game, who, wanted, len(players))
            with self._options(game) as options:
                table = await self.me.matches.create(
                    game, options=options, clock=self.clock, seats=wanted + 1, access="private"
                )
            if await self._has_played(table, players):
                return ""
        return f"{who} cannot be had for {game} now"

    async def _has_played(self, table: AsyncTable, players: Sequence[Available]) -> bool:
        """Whether invited players have joined, after the end of the match."""
        self._playing[table.id] = Playing(self, table.id)  # or notices would begin it as well
        joined = False
        with going_on():
            joined = await joined_by(table, players, len(table.now.seats) - 1)
        if joined or await self._has_begun(table.id):
            await self._play(table.id)
            return True
        del self._playing[table.id]
        return False

    async def _has_begun(self, match_id: str) -> bool:
        """Whether somebody has joined unheard, as while the service was away; leave it if not."""
        while True:
            with going_on():
                with suppress(*GONE):
                    table = await self.me.matches.get(match_id)
                    if table.now.status == "waiting":
                        await table.leave()
                    return table.now.status in ("active", "finished")
                return False
            await asyncio.sleep(self.look_s)

    async def _seek(self, game: str) -> None:
        """Search for opponents, again and again."""
        while True:
            await self._room()
            with going_on():
                with self._options(game) as options:
                    ticket = await self.me.seek(
                        game, options=options, clock=self.clock, seats=self.seats.get(game)
                    )
                self._begin(ticket.id)
                continue
            await asyncio.sleep(self.look_s)

    async def _look(self) -> None:
        """Join matches that wait for players."""
        while True:
            with going_on():
                async for match in self.me.matches.list(status="waiting"):
                    await self._room()
                    if self._may_join(match) and self.wants(match):
                        self._begin(match.id, join=True)
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

    async def _play(self, match_id: str) -> None:
        """Play one match, to its end if it is followed. Raise Enough if it was the last one."""
        match = await self._playing[match_id].to_the_end(self._group.create_task)
        del self._playing[match_id]
        if match and (match.over or self.follows):
            self._count(match)
        if not match or match.status != "waiting":  # else a promise is needed when it begins
            self._forget(match_id)
        if self._tally.is_full:
            raise Enough

    def _forget(self, match_id: str) -> None:
        """Drop what the client keeps for proofs, which are not asked of a bot."""
        self.me.core.session.notes.forget(match_id)

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
