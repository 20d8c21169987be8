"""The rated matches of the house among itself, so that the boards of bots have somebody on them.

One at a time, however many houses an installation has, and none against anybody else. They come one
after the other until all who play have a place on the board, and then now and then.
"""

import asyncio
import logging
import random
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime

import msgspec
from croupier_client import AsyncCroupier, AsyncTable, Clock, Forbidden, Match, Refused
from croupier_client.aio import call
from croupier_client.core import Core
from croupier_client.effects import Steps
from croupier_client.running import going_on
from croupier_client.types import Game, InvalidOptions, Preset

log = logging.getLogger("bots")

CLOCK = Clock(bank="900s", increment="10s")
"""Bots need seconds. The rest is for a house that begins anew amid a match."""
YOUNG_S = 1.0
"""The time between two matches while somebody has no place on the board yet."""
REFUSED_S = 60.0
"""The time after which a match is tried again that was refused: accounts are too young at first."""
LOOK_S = 1.0
"""The time between two looks at a match that is played."""
LONGEST_S = 900.0
"""A match that takes longer is left to its clock."""
WAITING_S = 30.0
"""A match that has not begun by then never does: its house has ended."""
NEWEST = 50
"""So many of the newest matches are looked at for those of other houses."""
SHARE = 0.25
"""By how much a time is shortened or stretched, so that two houses do not begin at the same one."""
DAY_S = 86_400.0
FULL, MOST = 3, 6
"""So many matches of a pair count in full within a day, and so many at all (docs/ratings.md)."""
SURE = 160
"""Who has at most this deviation has a place on the board."""
NEWCOMER = (1500, 333)
"""The rating and the deviation of who has played no rated match."""

Shown = tuple[int, int]
"""A rating and its deviation."""


class Rating(msgspec.Struct):
    """How a player stands in a pool."""

    pool: str
    rating: int
    deviation: int


class Profile(msgspec.Struct):
    """What is read of a player's profile."""

    ratings: tuple[Rating, ...]


PROFILE = msgspec.json.Decoder(Profile)


def _profile(core: Core, player_id: str) -> Steps[Profile]:
    request = core.session.request("GET", f"/v1/players/{player_id}")
    return (yield from core.session.call(PROFILE, request))


profile_of = call(_profile)


@dataclass(frozen=True)
class Member:
    """A player of the house who is at home."""

    me: AsyncCroupier
    id: str


@dataclass(frozen=True)
class Pairing:
    """Who is to play what; `steady` where it need not be soon."""

    game: Game
    preset: Preset
    players: tuple[str, str]
    steady: bool


class League:
    """Those of the house who play rated, and their matches.

    `every_s` is the time in seconds between the beginnings of two matches once all have a place on
    the boards; with 0, there are none. `names` are those who play, in this house and in others.
    """

    def __init__(self, every_s: float, names: Iterable[str]) -> None:
        self._every_s = every_s
        self._names = frozenset(names)
        self._at_home: dict[str, Member] = {}
        self._met = defaultdict[frozenset[str], list[float]](list)
        """When matches have begun, by game and pair, as far as this program has seen them."""
        self._dice = random.Random()  # noqa: S311 - it is no secret

    @asynccontextmanager
    async def member(self, name: str, me: AsyncCroupier) -> AsyncIterator[None]:
        """Have somebody play rated for as long as this player is at home."""
        if name in self._names:
            self._at_home[name] = Member(me, (await me.player()).id)
        try:
            yield
        finally:
            self._at_home.pop(name, None)

    async def run(self) -> None:
        """Play until cancelled."""
        while self._every_s:
            pause = REFUSED_S
            with going_on():
                pause = await self._round()
            await asyncio.sleep(pause * self._dice.uniform(1 - SHARE, 1 + SHARE))

    async def _round(self) -> float:
        """Play a match unless one runs or has just begun; return when to look again."""
        if len(self._at_home) < 2:
            return YOUNG_S
        me = next(iter(self._at_home.values())).me
        pairing = await self._pairing(me)
        if pairing is None:
            return REFUSED_S
        gap = self._every_s if pairing.steady else min(YOUNG_S, self._every_s)
        if (left := await self._busy(me, gap)) > 0:
            return left
        began = time.monotonic()
        try:
            await self._play(pairing)
        except (InvalidOptions, Forbidden) as refused:
            log.info("The house plays no rated %s yet: %s", pairing.game.id, refused)
            return min(REFUSED_S, self._every_s)
        return max(0.0, gap - (time.monotonic() - began))

    async def _busy(self, me: AsyncCroupier, gap: float) -> float:
        """For how many seconds more a house is busy: with a match that runs, or until `gap` after
        the last one has begun."""
        now = me.core.session.clock.now()
        for match in await self._newest(me):
            age = now - _moment(match.create_time)
            if match.status == "waiting" and age > WAITING_S:
                await self._give_up(match)
            elif not match.over and age < LONGEST_S:
                return LOOK_S
            elif age < gap:
                return gap - age
        return 0.0

    async def _newest(self, me: AsyncCroupier) -> Sequence[Match]:
        """Of the newest matches, those of the house, newest first."""
        found, seen = list[Match](), 0
        async for match in me.matches.list():
            seen += 1
            if self._is_of_the_house(match):
                found.append(match)
            if seen == NEWEST:
                break
        return found

    def _is_of_the_house(self, match: Match) -> bool:
        players = [seat.player for seat in match.seats if seat.player]
        return bool(match.rated) and all(each.display_name in self._names for each in players)

    async def _give_up(self, match: Match) -> None:
        """Leave a match of this house that has not begun: the program has ended meanwhile."""
        seated = {seat.player.id for seat in match.seats if seat.player}
        for member in self._at_home.values():
            if member.id in seated:
                with suppress(Refused):
                    await (await member.me.matches.get(match.id)).leave()

    async def _pairing(self, me: AsyncCroupier) -> Pairing | None:
        """The match that makes ratings surest: of who is known least, with who is about as strong
        and has not been met often."""
        games = [each for each in await me.games() if _presets(each)]
        if not games:
            return None
        known = {
            name: (await profile_of(me, each.id)).ratings for name, each in [*self._at_home.items()]
        }
        boards = {each.id: {name: shown(known[name], each.id) for name in known} for each in games}
        young = [each for each in games if any(sure > SURE for _, sure in boards[each.id].values())]
        for game in sorted(
            young, key=lambda each: sum(sure for _, sure in boards[each.id].values())
        ):
            if pair := self.unsure(game.id, boards[game.id]):
                return self._agreed(game, pair, steady=False)
        game = self._dice.choice(games)
        one = self.first(boards[game.id])
        return self._agreed(game, (one, self.second(game.id, boards[game.id], one)), steady=True)

    def _agreed(self, game: Game, pair: tuple[str, str], *, steady: bool) -> Pairing:
        return Pairing(game, self._dice.choice(_presets(game)), pair, steady)

    def unsure(self, game: str, board: Mapping[str, Shown]) -> tuple[str, str] | None:
        """The least known player without a place on a board, and with whom a match still counts
        today; None if that is nobody."""
        for one in sorted(board, key=lambda name: (-board[name][1], self._dice.random())):
            other = self.second(game, board, one)
            if board[one][1] > SURE and self._times(game, one, other) < MOST:
                return one, other
        return None

    def first(self, board: Mapping[str, Shown]) -> str:
        """Who plays next: the one of whom the least is known."""
        return max(board, key=lambda name: (board[name][1], self._dice.random()))

    def second(self, game: str, board: Mapping[str, Shown], one: str) -> str:
        """With whom: who has not been met often, is about as strong, and little known as well."""

        def cost(name: str) -> tuple[int, float, float]:
            rating, sure = board[name]
            met = self._times(game, one, name) // FULL
            return met, abs(rating - board[one][0]) - sure / 2, self._dice.random()

        return min((name for name in board if name != one), key=cost)

    def met(self, game: str, one: str, other: str) -> None:
        """Note that two have met in a game just now."""
        self._met[frozenset((game, one, other))].append(time.monotonic())

    def _times(self, game: str, one: str, other: str) -> int:
        """How often two have met in a game within the last day."""
        since = time.monotonic() - DAY_S
        return sum(at > since for at in self._met[frozenset((game, one, other))][-MOST:])

    async def _play(self, pairing: Pairing) -> None:
        """Begin a match, and wait for its end. Both play it as they play all of their matches."""
        one, other = (self._at_home[name].me for name in pairing.players)
        table = await one.matches.create(
            pairing.game.id,
            options=pairing.preset.options,
            clock=CLOCK,
            seats=2,
            deal="sealed",
            undo="never",
            talk=False,
            rated=True,
        )
        if await self._is_late(one, table.id):
            await table.leave()
            return
        try:
            await other.matches.join(table.id)
        except BaseException:
            with suppress(Exception):
                await table.leave()
            raise
        self.met(pairing.game.id, *pairing.players)
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_S):
                await _over(table)

    async def _is_late(self, me: AsyncCroupier, match_id: str) -> bool:
        """Whether another house has begun one as well, before: each sees those of both by now."""
        now = me.core.session.clock.now()
        begun = [
            (each.create_time, each.id)
            for each in await self._newest(me)
            if not each.over and now - _moment(each.create_time) < WAITING_S
        ]
        return bool(begun) and min(begun)[1] != match_id


def _presets(game: Game) -> Sequence[Preset]:
    """The tables of two at which a game is rated."""
    return [each for each in game.rated if each.seats == 2]


def shown(ratings: Iterable[Rating], game: str) -> Shown:
    """The numbers of a player in the latest season of live matches of bots, of those told."""
    found = (each for each in ratings if each.pool.startswith(f"{game}.live.bot."))
    last = max(found, key=lambda each: int(each.pool.rpartition(".")[2]), default=None)
    return (last.rating, last.deviation) if last else NEWCOMER


def _moment(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()


async def _over(table: AsyncTable) -> None:
    while not table.now.over:
        await asyncio.sleep(LOOK_S)
        await table.read()
