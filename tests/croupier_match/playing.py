"""A match that is played by commands, without any server."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

from croupier_game.errors import RulesError
from croupier_game.installed import load
from croupier_game.seeded import ChanceSource, seeded_chance
from croupier_match import clock, deadlines
from croupier_match.commands import Ask, Command, Create, Expire, Join, Move, Resign, Reveal
from croupier_match.decide import Decided, asks_for, decide
from croupier_match.entries import Entry
from croupier_match.forced import NONE, Limits
from croupier_match.games import Game
from croupier_match.match import BOT, AnyMatch, Deal, Player
from croupier_match.refusals import Refusal
from croupier_match.sealing import NOTHING, REVEAL_MS, Given, seal_of
from croupier_match.settings import MatchSettings, new_match
from croupier_match.undo.asking import Version, tried
from croupier_match.undo.trial import at_once

from tests.croupier_match.games import nim, rounds, windows

T = TypeVar("T")

BEGAN_MS = 1_772_366_400_000
SECOND_MS = 1000
SEED = "5eed" * 16
MATCH_ID = "m" * 22


def game_of(module: ModuleType) -> Game:
    return Game.of(load(module))


NIM = game_of(nim)
ROUNDS = game_of(rounds)
WINDOWS = game_of(windows)


def player(seat: int, kind: str = "") -> Player:
    return Player(f"player-{seat}", f"P{seat}", kind or (BOT if seat == 1 else "human"))


def secret(seat: int) -> str:
    """The entropy that the player of a seat keeps, in a sealed deal."""
    return f"{seat:02}" * 32


def reading(move: Any) -> Any:
    """What reads `move` off a request that holds just that."""

    def read(game: Game) -> Any:
        return move

    return read


def returned(call: Callable[[], T]) -> T | Exception:
    """What a call returns, or the refusal that it raises."""
    try:
        return call()
    except (Refusal, RulesError) as refusal:
        return refusal


@dataclass
class Playing:
    """A match, all its versions, and the time; `now_ms` goes on as it is told to."""

    game: Game
    match: AnyMatch
    past: tuple[Version, ...] = ()
    now_ms: int = BEGAN_MS
    chance: ChanceSource = seeded_chance
    limits: Limits = NONE

    @property
    def now(self) -> str:
        return clock.rfc3339_of(self.now_ms)

    @property
    def time(self) -> str:
        """The time of the next entry."""
        return max(self.now, self.match.update_time)

    @property
    def overdue(self) -> bool:
        return deadlines.overdue(self.game, self.match, self.time)

    @property
    def log(self) -> Sequence[Entry]:
        return [entry for _, entry in self.past]

    def kinds(self, after: int = 0) -> list[tuple[str, int]]:
        return [(entry.kind, entry.seat) for entry in self.log[after:]]

    def decided(self, command: Command) -> Decided:
        """What follows from the command now; what has to be tried before is tried."""
        if isinstance(command, Ask):
            command = self._tried(command)
        return decide(self.game, self.match, command, self.now, self.chance, self.limits)

    def found(self, command: Command) -> Decided | Exception:
        """The same, or the refusal."""
        return returned(lambda: self.decided(command))

    def do(self, command: Command, after_ms: int = SECOND_MS) -> Decided:
        """What is decided so long after; the match goes on from it."""
        self.now_ms += after_ms
        found = self.decided(command)
        self.past += tuple(zip(found.versions, found.entries, strict=True))
        if found.versions:
            self.match = found.versions[-1]
        return found

    def seated(self, *seats: int) -> "Playing":
        """Players sit down, by default at all seats."""
        for seat in seats or range(len(self.match.seats)):
            given = Given(seal=seal_of(secret(seat))) if self.match.deal == Deal.SEALED else NOTHING
            if self.match.version:
                self.do(Join(player(seat), seat, given))
            else:
                self.do(Create(player(seat), given))
        return self

    def revealed(self, *seats: int) -> "Playing":
        for seat in seats or range(len(self.match.seats)):
            self.do(Reveal(seat, secret(seat)))
        return self

    @property
    def to_move(self) -> tuple[int, ...]:
        return self.game.rules.to_move(self.match.state)

    def legal(self, seat: int, place: int = 0) -> Move:
        """The command to make a legal move, by default the first."""
        return Move(seat, reading(self.game.rules.legal_moves(self.match.state, seat)[place]))

    def play(self, moves: int = 1) -> "Playing":
        for _ in range(moves):
            self.do(self.legal(self.to_move[0]))
        return self

    def resigned(self, *seats: int) -> "Playing":
        for seat in seats:
            self.do(Resign(seat))
        return self

    def late(self) -> "Playing":
        """The time of the seat that is to move runs out."""
        due = clock.deadline(self.game, self.match)
        assert due
        self.do(Expire(), due - self.now_ms)
        return self

    def _tried(self, command: Ask) -> Ask:
        since = asks_for(self.game, self.match, command)
        if since is None:
            return command
        found = tried(self.game, self.past[since - 1 :], command.seat, self.chance)
        return Ask(command.seat, command.to, at_once(found))


def match_of(game: Game, seats: int | None = None, **wish: Any) -> Playing:
    """A match before its first entry."""
    if wish.get("deal") == Deal.SEALED:
        wish = {"reveal_ms": REVEAL_MS} | wish
    settings = MatchSettings(game.rules.ID, seats=seats, **wish)
    return Playing(game, new_match(game, settings, MATCH_ID, SEED, "CODE"))


def table_of(game: Game, seats: int | None = None, **wish: Any) -> Playing:
    """A match with all its seats taken."""
    return match_of(game, seats, **wish).seated()
