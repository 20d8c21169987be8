"""Commands: what a player, a clock or an operator wants of a match, one class for each.

`croupier_match.decide` says what follows from one. A `seat` is that of the player who gives the
command, unless its class says otherwise.
"""

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any, TypeAlias

from croupier_game.records import dataclass

from croupier_match.absence import Absence
from croupier_match.games import Game
from croupier_match.match import Player
from croupier_match.sealing import NOTHING, Given
from croupier_match.undo.asking import Tried

ReadMove: TypeAlias = Callable[[Game], Any]
"""Gives the move of a request in the terms of the game's rules; raises InvalidMove."""


@dataclass(frozen=True, slots=True)
class Create:
    """Take the first seat of a match that has none yet, and give this to its deal."""

    player: Player
    given: Given = NOTHING


@dataclass(frozen=True, slots=True)
class Join:
    """Take this seat, or the lowest free one."""

    player: Player
    seat: int | None = None
    given: Given = NOTHING


@dataclass(frozen=True, slots=True)
class Leave:
    """Free the seat before the start, or call a running match off before one's first move."""

    seat: int


@dataclass(frozen=True, slots=True)
class Free:
    """Free `seat`, at which a bot waits for the start; only the creator may."""

    seat: int


@dataclass(frozen=True, slots=True)
class Start:
    """Start a match with all its seats taken; only the creator may."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal the entropy of the seat's seal, in hex."""

    seat: int
    entropy: str = field(repr=False)  # secret


@dataclass(frozen=True, slots=True)
class Move:
    """Make a move. It is read once it is the seat's turn."""

    seat: int
    read: ReadMove = field(repr=False)  # secret


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Have those withdrawn who are to move and have gone, or `abort` the match for it.

    `away` are the players that are not here.
    """

    seat: int
    away: Sequence[Absence]
    abort: bool = False


@dataclass(frozen=True, slots=True)
class Expire:
    """Do what follows from the deadline that has passed."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask to go back to version `to`, or agree to that.

    `tried` is what a trial has found, where `asks_for` wants one.
    """

    seat: int
    to: int
    tried: Tried | None = None


@dataclass(frozen=True, slots=True)
class Refuse:
    """Refuse the open request to take something back, or withdraw one's own."""

    seat: int


@dataclass(frozen=True, slots=True)
class Abort:
    """End the match without a winner, on behalf of an operator or the server; `note` says why."""

    note: str


Command: TypeAlias = (
    Create
    | Join
    | Leave
    | Free
    | Start
    | Reveal
    | Move
    | Resign
    | Claim
    | Expire
    | Ask
    | Refuse
    | Abort
)
