"""Players with fresh ids, and matches brought to where a test begins."""

import secrets
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from engine.chance import seeded_chance
from engine.changes import AnyEntry, AnyMatch, advance
from engine.fairness import GENESIS
from engine.games import GAMES, Game
from engine.match import Access, Entry, Kind, Match, Player, Seat, StartMode
from engine.matches import Change, Matches, NewMatch, Seating
from engine.require import Caller
from engine.rules import lost_cities
from engine.store.redis import Key

TIME = "2026-01-02T03:04:05.678Z"
SEED = "5eed" * 16
SHORT = lost_cities.Options(rounds=1, start_seat=0)
"""One round, begun by seat 0."""

Step: TypeAlias = tuple[AnyMatch, AnyEntry]
"""A match after a log entry, and that entry."""


def fresh_id() -> str:
    return secrets.token_urlsafe(16)


def person(name: str = "Ada") -> Player:
    return Player(fresh_id(), name, "human")


def key(player: Player, name: str = "key-1", fingerprint: str = "POST /this {}") -> Key:
    return Key(player.id, name, fingerprint)


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
        log_head=GENESIS,
    )
    return seated(empty, 0)


def seated(match: AnyMatch, seat: int, player: Player | None = None) -> Step:
    """The match with somebody in `seat`; the last one starts it."""
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
    entry: AnyEntry = Entry(match.version + 1, kind, seat, TIME, **more)
    return advance(match, entry, seeded_chance), entry


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
        return await self.matches.roster(self.match_id)

    async def turn(self) -> tuple[int, Any]:
        """Whose turn it is, and a legal move."""
        match = await self.match()
        rules = GAMES[match.game].rules
        seat = rules.to_move(match.state)[0]
        return seat, rules.legal_moves(match.state, seat)[0]

    async def move(
        self, seat: int, move: Any, expected: int | None = None, key: Key | None = None
    ) -> Change:
        return await self.matches.move(
            self.match_id, self.caller(seat), reading(move), expected, key
        )

    async def play(self, moves: int) -> None:
        for _ in range(moves):
            await self.move(*await self.turn())

    async def resign(self, seat: int) -> Change:
        return await self.matches.resign(self.match_id, self.caller(seat), None, None)


def reading(move: Any) -> Any:
    """What reads `move` off a request that holds just that."""

    def read(game: Game) -> Any:
        return move

    return read


async def waiting_table(matches: Matches, **wish: Any) -> Table:
    """A match whose creator waits for others."""
    creator = person("Ada")
    made = await matches.create(
        creator, NewMatch(lost_cities.ID, **{"options": SHORT} | wish), None
    )
    return Table(matches, made.match.id, (creator,))


async def full_table(matches: Matches, **wish: Any) -> Table:
    """A match with every seat taken: running, unless it is to be started by hand."""
    table = await waiting_table(matches, **wish)
    match, guest = await table.match(), person("Bob")
    await matches.join(match.id, guest, Seating(invite_code=match.invite_code), None, None)
    return replace(table, players=(*table.players, guest))
