"""Commands: what a player, a director, a clock or the end of a match wants of a tournament.

`croupier_tournament.decide` says what follows from one. Who may give it is for the caller to know.
"""

from dataclasses import dataclass, field
from typing import TypeAlias

from croupier_tournament.entries import Reason, Withdrawal
from croupier_tournament.settings import Settings


@dataclass(frozen=True, slots=True)
class Create:
    """Make the tournament."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class Open:
    """Let players register."""


@dataclass(frozen=True, slots=True)
class Register:
    """Join, with a seal before the check-in, and without one later."""

    player: str
    rating: int | None = None
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave before the first round."""

    player: str


@dataclass(frozen=True, slots=True)
class OpenCheckIn:
    """Open the check-in before its time."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Reveal the entropy of the own seal, in hex."""

    player: str
    entropy: str = field(repr=False)  # secret until the check-in


@dataclass(frozen=True, slots=True)
class Proceed:
    """Do what is due by now, if anything is: see `croupier_tournament.due`."""


@dataclass(frozen=True, slots=True)
class Report:
    """A match of the tournament ended, at `ended`: its ranks by the players of the table as they
    were paired, or who was `absent` from it."""

    round: int
    table: int
    leg: int
    reason: Reason
    ended: int
    ranks: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    log_head: str = ""


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Play no further round."""

    player: str
    reason: Withdrawal = Withdrawal.OWN


@dataclass(frozen=True, slots=True)
class Return:
    """Play again, after having withdrawn."""

    player: str


@dataclass(frozen=True, slots=True)
class Hold:
    """No engine can play the matches."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Let no round begin."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after a hold, or a pause: `after` is the kind of its entry."""

    after: str


@dataclass(frozen=True, slots=True)
class Abort:
    """Call it off."""

    reason: str


Command: TypeAlias = (
    Create
    | Open
    | Register
    | Leave
    | OpenCheckIn
    | Reveal
    | Proceed
    | Report
    | Withdraw
    | Return
    | Hold
    | Pause
    | Resume
    | Abort
)
