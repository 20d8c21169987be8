"""What Just4Fun is made of: cards, the board, options, moves, states, events and views."""

from typing import Literal, TypeAlias

from croupier_game.records import dataclass
from croupier_game.view import View as AnyView

Card: TypeAlias = int
Cards: TypeAlias = tuple[Card, ...]
Field: TypeAlias = int
Layout = Literal["original", "random", "custom"]

SIDE = 6
FIELDS = SIDE * SIDE
STONES = 20
HAND_SIZE = 4
LEAD = 2
"""A lead of so many stones bars a field to the other player, and locks it if all are behind."""
LENGTH = 4
"""The fields of a winning line."""

DECK: Cards = tuple(value for value in range(1, 20) for _ in range(4 if value <= 12 else 1))
CARDS = frozenset(DECK)
# fmt: off
# No rule sheet shows the board; this is that of Just4Fun.jl (RULES.md, Sources).
ORIGINAL: tuple[Field, ...] = (
     1, 14, 30, 24, 19,  8,
    33, 11,  9, 16, 35, 21,
     6, 27, 31, 20,  3, 12,
    15, 32,  5, 29, 17, 26,
    22, 10, 18, 36, 25,  2,
    28,  7, 23,  4, 13, 34,
)
# fmt: on
CACHED = 10_000
"""Results that each cache keeps, of small functions that are called again and again."""


# Options, Move and State have no slots: `replace` copies their dict; see docs/decisions/speed.md.
@dataclass(frozen=True)
class Options:
    """What is agreed before the deal; `start_seat` None is drawn at random.

    `custom_layout` has the numbers row by row and belongs to the layout "custom".
    """

    layout: Layout = "original"
    custom_layout: tuple[Field, ...] = ()
    own_locked: bool = True
    start_seat: int | None = None


@dataclass(frozen=True)
class Move:
    """A turn: the `cards` to play, ascending; none at all exchanges the hand."""

    cards: Cards = ()


@dataclass(frozen=True)
class State:
    """A match between two turns. The deck and the discard pile have their top at the end.

    `stones` are by field number, from 1 on, and by seat; `layout` has the numbers as
    they lie on the board, row by row. A lock needs no mark: the player who leads by
    two is alone there, and the field is barred to all others.
    """

    options: Options
    starter: int
    turn: int
    layout: tuple[Field, ...]
    deck: Cards  # secret
    hands: tuple[Cards, ...]  # secret
    discard: Cards
    stones: tuple[tuple[int, ...], ...]
    supplies: tuple[int, ...]
    removed: tuple[int, ...]
    line: tuple[Field, ...] = ()


# `kind` tells events apart when they are read from JSON.
@dataclass(frozen=True, slots=True)
class MatchStarted:
    """`hands` are by seat, None where the viewer may not see them."""

    starter: int
    layout: tuple[Field, ...]
    hands: tuple[Cards | None, ...]  # secret
    kind: Literal["match_started"] = "match_started"


@dataclass(frozen=True, slots=True)
class CardsPlayed:
    seat: int
    cards: Cards
    field: Field
    kind: Literal["cards_played"] = "cards_played"


@dataclass(frozen=True, slots=True)
class FieldLocked:
    """`removed` are by seat the stones that left the game."""

    seat: int
    field: Field
    removed: tuple[int, ...]
    kind: Literal["field_locked"] = "field_locked"


@dataclass(frozen=True, slots=True)
class LineCompleted:
    seat: int
    fields: tuple[Field, ...]
    kind: Literal["line_completed"] = "line_completed"


@dataclass(frozen=True, slots=True)
class HandExchanged:
    seat: int
    cards: Cards
    kind: Literal["hand_exchanged"] = "hand_exchanged"


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """`cards` are None where the viewer may not see them."""

    seat: int
    count: int
    cards: Cards | None  # secret
    kind: Literal["cards_drawn"] = "cards_drawn"


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    """The `cards` of the discard pile became the deck, after the draw that had emptied it."""

    cards: int
    kind: Literal["deck_reshuffled"] = "deck_reshuffled"


Event: TypeAlias = (
    MatchStarted
    | CardsPlayed
    | FieldLocked
    | LineCompleted
    | HandExchanged
    | CardsDrawn
    | DeckReshuffled
)


@dataclass(frozen=True, slots=True)
class BoardField:
    """A field as all viewers see it; `owner` has more stones here than each other, or is None."""

    number: Field
    stones: tuple[int, ...]
    owner: int | None
    locked: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One player's stones and cards, as all viewers see them."""

    hand_size: int
    supply: int
    removed: int
    score: int
    highest_field: Field


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody may see."""

    starter: int
    deck_size: int
    discard: Cards
    board: tuple[BoardField, ...]
    sides: tuple[Side, ...]
    line: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one viewer may see: the own `hand`, empty for a spectator."""

    hand: Cards


View: TypeAlias = AnyView[PublicView, PrivateView]
