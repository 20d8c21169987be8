"""What is to be played: the game, the players and the deals, from which all results follow."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import distribution, entry_points
from typing import Any

from croupier_game.installed import GROUP

Record = dict[str, Any]
"""A unit as a line of the file has it."""


class BadContest(Exception):
    """What was asked for cannot be played; the text says what to do."""


@dataclass(frozen=True)
class Contest:
    """Players at all seats, and the deals on which they meet.

    A unit is one deal, played once for each rotation of the seats: with two players a pair.
    """

    game: str
    players: Sequence[str]
    """Who sits at the table, a name for each seat."""
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    split: str = "tune"
    """Deals to choose by are others than deals to report: none is in both."""
    seconds: float = 30.0
    """The time limit of a move."""
    sprt: Sequence[float] = ()
    """Two differences of points a match, of which the test is to choose one; none is no test."""
    url: str = ""
    """The service to play on; without one, matches are played here."""
    tokens: Sequence[str] = field(default=(), repr=False)

    @property
    def seats(self) -> int:
        """How many seats a match has."""
        return len(self.players)

    @property
    def header(self) -> Record:
        """What a file of this contest begins with, and a run that goes on must have alike."""
        return {
            "arena": 1,
            "game": self.game,
            "options": dict(self.options),
            "players": list(self.players),
            "seed": self.seed,
            "split": self.split,
            "seconds": self.seconds,
            "sprt": list(self.sprt),
            "url": self.url,
            "versions": _versions(self.game),
        }

    def deal(self, unit: int) -> str:
        """Return the seed of a unit's deal."""
        return f"{self.seed} {self.split} {unit}"

    def dice(self, unit: int, seat: int) -> random.Random:
        """Return the dice of the player at a seat, the same in all matches of the unit."""
        return random.Random(f"{self.deal(unit)} {seat}")

    def seat(self, player: int, rotation: int) -> int:
        """Return the seat of a player in the match of this number of the unit."""
        return (player + rotation) % self.seats


def _versions(game: str) -> Mapping[str, str]:
    """Return the versions of the packages that a result depends on."""
    games = (each.dist for each in entry_points(group=GROUP) if each.name == game)
    return {each.name: each.version for each in (distribution("croupier-client"), *games) if each}
