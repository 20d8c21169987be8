"""Players with fresh ids, and matches brought to where a test begins."""

import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias, TypeVar

import anyio
from croupier_game.seeded import seeded_chance
from croupier_lost_cities import rules as lost_cities
from croupier_match.admission import Caller, Expected
from croupier_match.commands import Command, Join, Leave, Move, Resign, Start
from croupier_match.entries import BY_KIND, Entry
from croupier_match.evolve import evolve, genesis
from croupier_match.games import Game
from croupier_match.match import Access, AnyMatch, Kind, Match, Player, Seat, StartMode
from croupier_match.sealing import NOTHING, Given
from croupier_match.settings import MatchSettings
from engine.domain.registry import GAMES
from engine.service.changes import Change
from engine.service.matches import Matches
from engine.service.rematches import Rematch, Rematches, RematchRequest
from engine.store.idempotency import IdempotencyKey

TIME = "2026-01-02T03:04:05.678Z"
SEED = "5eed" * 16
SHORT = lost_cities.Options(rounds=1, start_seat=0)
"""One round, begun by seat 0."""

T = TypeVar("T")

Step: TypeAlias = tuple[AnyMatch, Entry]
"""A match after a log entry, and that entry."""


async def outcomes(calls: Sequence[Callable[[], Awaitable[T]]]) -> list[T | Exception]:
    """What calls made at the same time return or raise, in their order."""
    found: dict[int, T | Exception] = {}

    async def run(index: int, call: Callable[[], Awaitable[T]]) -> None:
        try:
            found[index] = await call()
        except Exception as error:
            found[index] = error

    async with anyio.create_task_group() as group:
        for index, call in enumerate(calls):
            group.start_soon(run, index, call)
    return [found[index] for index in range(len(calls))]


def fresh_id() -> str:
    return secrets.token_urlsafe(16)


def person(name: str = "Ada") -> Player:
    return Player(fresh_id(), name, "human")


def key(player: Player, name: str = "key-1", fingerprint: str = "POST /this {}") -> IdempotencyKey:
    return IdempotencyKey(player.id, name, fingerprint)


def created() -> Step:
    """A new match, which is not stored yet."""
    empty: AnyMatch = Match(
        id=fresh_id(),
        game=lost_cities.ID,
        rules_version=lost_cities.VERSION,
        options=SHORT,
        access=Access.PUBLIC,
        start=StartMode.AUTO,
        invite_code="",
        seed=SEED,
        seats=(Seat(), Seat()),
    )
    return seated(genesis(GAMES.of(empty), empty), 0)


def seated(match: AnyMatch, seat: int, player: Player | None = None) -> Step:
    """The match with a player in `seat`; the last one starts it."""
    kind = Kind.JOINED if match.version else Kind.CREATED
    return step(match, kind, seat, player=player or person())


def moved(match: AnyMatch) -> Step:
    """The match after the first legal move."""
    rules = GAMES[match.game].rules
    seat = rules.to_move(match.state)[0]
    return step(match, Kind.MOVE, seat, move=rules.legal_moves(match.state, seat)[0])


def resigned(match: AnyMatch, seat: int) -> Step:
    return step(match, Kind.RESIGNED, seat)


def step(match: AnyMatch, kind: Kind, seat: int, **more: Any) -> Step:
    entry: Entry = BY_KIND[kind](match.version + 1, seat, TIME, **more)
    return evolve(GAMES.of(match), match, entry, seeded_chance), entry


@dataclass(frozen=True)
class Table:
    """A match in the store and the players at it, by seat."""

    matches: Matches
    match_id: str
    players: tuple[Player, ...]

    def caller(self, seat: int) -> Caller:
        return Caller(self.players[seat].id, seat)

    def through(self, matches: Matches) -> "Table":
        """The same table, served by another engine."""
        return replace(self, matches=matches)

    async def match(self) -> AnyMatch:
        return await self.matches.queries.store.load(self.match_id)

    async def turn(self) -> tuple[int, Any]:
        """The seat to move, and a legal move."""
        match = await self.match()
        rules = GAMES[match.game].rules
        seat = rules.to_move(match.state)[0]
        return seat, rules.legal_moves(match.state, seat)[0]

    async def change(
        self,
        seat: int,
        command: Callable[[int], Command],
        expected: int | None = None,
        key: IdempotencyKey | None = None,
    ) -> Change:
        """What a command of the player at a seat changes."""
        return await self.matches.change(
            self.match_id, self.caller(seat), command(seat), Expected(expected), key
        )

    async def move(
        self, seat: int, move: Any, expected: int | None = None, key: IdempotencyKey | None = None
    ) -> Change:
        return await self.change(seat, partial(Move, read=reading(move)), expected, key)

    async def play(self, moves: int) -> None:
        for _ in range(moves):
            await self.move(*await self.turn())

    async def join(
        self, player: Player, key: IdempotencyKey | None = None, given: Given = NOTHING
    ) -> "Table":
        """The table with this player at its lowest free seat."""
        code = (await self.match()).invite_code
        await join(self.matches, self.match_id, player, key=key, given=given, invite_code=code)
        return replace(self, players=(*self.players, player))

    async def leave(self, seat: int, key: IdempotencyKey | None = None) -> Change:
        return await self.change(seat, Leave, key=key)

    async def start(self, key: IdempotencyKey | None = None) -> Change:
        return await self.change(0, Start, key=key)

    async def resign(self, seat: int, key: IdempotencyKey | None = None) -> Change:
        return await self.change(seat, Resign, key=key)

    async def rematch(
        self,
        seat: int,
        keep_score: bool = False,
        key: IdempotencyKey | None = None,
        given: Given = NOTHING,
    ) -> Rematch:
        rematches = Rematches(self.matches)
        asking = RematchRequest(keep_score, given)
        return await rematches.request(self.match_id, self.caller(seat), asking, key)


async def join(
    matches: Matches,
    match_id: str,
    player: Player,
    expected: int | None = None,
    key: IdempotencyKey | None = None,
    seat: int | None = None,
    given: Given = NOTHING,
    invite_code: str = "",
) -> Change:
    """What a match becomes when a player joins it."""
    caller = Caller(player.id, invite_code=invite_code)
    command = Join(player, seat, given)
    return await matches.change(match_id, caller, command, Expected(expected), key)


def reading(move: Any) -> Any:
    """What reads `move` off a request that holds just that."""

    def read(game: Game) -> Any:
        return move

    return read


async def waiting_table(matches: Matches, **wish: Any) -> Table:
    """A match with its creator, waiting for others."""
    creator = person("Ada")
    defaults: dict[str, Any] = {"game": lost_cities.ID, "options": SHORT}
    made = await matches.create(creator, MatchSettings(**defaults | wish), None)
    return Table(matches, made.match.id, (creator,))


async def full_table(matches: Matches, **wish: Any) -> Table:
    """A match of two with both seats taken: running, unless it is to be started by hand."""
    return await (await waiting_table(matches, **wish)).join(person("Bob"))
