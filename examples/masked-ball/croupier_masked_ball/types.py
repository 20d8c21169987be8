"""The masks, and the types of the rules: what is agreed, moves, states, events, views."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, TypeAlias


class Mask(IntEnum):
    WASP = 1
    OWL = 2
    BOAR = 3
    TORTOISE = 4
    MAGPIE = 5
    FOX = 6
    PEACOCK = 7
    SWAN = 8


Masks: TypeAlias = tuple[Mask, ...]

COPIES = dict.fromkeys(Mask, 1) | {
    Mask.WASP: 5,
    Mask.OWL: 2,
    Mask.BOAR: 2,
    Mask.TORTOISE: 2,
    Mask.MAGPIE: 2,
}
DECK: Masks = tuple(mask for mask in Mask for _ in range(COPIES[mask]))
ROSES = {2: 7, 3: 5, 4: 4}
"""The roses that win a match, by its number of players."""
OPEN = {2: 3, 3: 0, 4: 0}
"""How many masks lie open in each round."""
CHOOSING = (Mask.WASP, Mask.OWL, Mask.BOAR, Mask.MAGPIE, Mask.FOX)
"""The masks with which a player is chosen."""
NAMED = tuple(mask for mask in Mask if mask != Mask.WASP)
"""The masks that a Wasp may name."""


@dataclass(frozen=True)
class Options:
    """What is agreed; `roses` None is as ROSES says, `start_seat` None is drawn at random."""

    roses: int | None = None
    start_seat: int | None = None


@dataclass(frozen=True)
class Move:
    """Put `mask` down. `target` is the seat that is chosen, `named` what a Wasp names."""

    mask: Mask
    target: int | None = None
    named: Mask | None = None


@dataclass(frozen=True)
class State:
    """A match between two turns: `turn` has drawn a mask, and holds two.

    A seat without a mask has left the round. `seen[a][b]` is the mask that a knows b to
    hold. The deck has its top at the end.
    """

    options: Options
    round: int
    starter: int
    turn: int
    deck: Masks  # secret
    aside: Masks  # secret
    open: Masks
    hands: tuple[Masks, ...]  # secret
    seen: tuple[tuple[Mask | None, ...], ...]  # secret
    put_down: tuple[Masks, ...]
    sheltered: tuple[int, ...]
    roses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    round: int
    starter: int
    open: Masks
    dealt: tuple[Mask | None, ...]  # secret
    kind: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class Drawn:
    seat: int
    mask: Mask | None  # secret
    kind: Literal["drawn"] = "drawn"


@dataclass(frozen=True, slots=True)
class PutDown:
    """By a move, with what it chose; or because of a Magpie, or on leaving, without."""

    seat: int
    mask: Mask
    target: int | None = None
    named: Mask | None = None
    kind: Literal["put_down"] = "put_down"


@dataclass(frozen=True, slots=True)
class Looked:
    """`seat` has looked at the mask of `target`; those two know which it is."""

    seat: int
    target: int
    mask: Mask | None  # secret
    kind: Literal["looked"] = "looked"


@dataclass(frozen=True, slots=True)
class Compared:
    """`masks` are those of `seat` and `target`; no other seat knows them."""

    seat: int
    target: int
    masks: tuple[Mask, Mask] | None  # secret
    kind: Literal["compared"] = "compared"


@dataclass(frozen=True, slots=True)
class Exchanged:
    """`masks` are what `seat` and `target` gave away; no other seat knows them."""

    seat: int
    target: int
    masks: tuple[Mask, Mask] | None  # secret
    kind: Literal["exchanged"] = "exchanged"


@dataclass(frozen=True, slots=True)
class Left:
    seat: int
    kind: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """`masks` are what was still worn, in seat order; all see them."""

    masks: tuple[Mask | None, ...]
    winners: tuple[int, ...]
    kind: Literal["round_ended"] = "round_ended"


Event: TypeAlias = (
    RoundStarted | Drawn | PutDown | Looked | Compared | Exchanged | Left | RoundEnded
)
Events: TypeAlias = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One player; `seen` is their mask if the viewer knows it."""

    roses: int
    masks: int
    sheltered: bool
    put_down: Masks
    seen: Mask | None


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody may see."""

    round: int
    roses: int
    starter: int
    deck_size: int
    open: Masks


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one viewer may see: the own `hand`, empty for a spectator, and each side with the mask
    that the viewer knows.
    """

    hand: Masks
    sides: tuple[Side, ...]
