"""What Lost Cities is made of: cards and constants, options, moves, states, events and views."""

from dataclasses import field
from typing import Literal, TypeAlias

from croupier_game.records import dataclass
from croupier_game.view import View as AnyView

Card: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]
Place = Literal["expedition", "discard"]
EXPEDITION: Place = "expedition"
DISCARD: Place = "discard"
DECK = "*"

COLORS = "RWYBGP"
WAGER = "x"
CACHED = 10_000
"""Results that each cache keeps, of small functions that are called again and again."""
HAND_SIZE = 8
COST = 20
BONUS = 20
SCORED = 20_000
"""Expeditions whose score a cache keeps: each view shows ten, of which one is new."""
BONUS_CARDS = 8

# Wagers rank below all numbers and equal to each other: that is their order in an expedition.
RANK = {WAGER: 0} | {str(number): number for number in range(2, 11)}
# The order before the shuffle is part of FAIRNESS.md.
DECKS = {
    colors: tuple(
        color + rank for color in COLORS[:colors] for rank in (WAGER, WAGER, WAGER, *list(RANK)[1:])
    )
    for colors in (5, 6)
}
CARDS = {colors: frozenset(deck) for colors, deck in DECKS.items()}
PLACE = {card: COLORS.index(card[0]) for card in DECKS[6]}
"""By card, the place of its colour in expeditions and discard piles."""
RANK_OF = {card: RANK[card[1:]] for card in DECKS[6]}
CARD_OF = {(PLACE[card], RANK_OF[card]): card for card in DECKS[6]}
ORDER = {card: place for place, card in enumerate(dict.fromkeys(DECKS[6]))}


# Options, Move and State have no slots: `replace` copies their dict; see docs/decisions/speed.md.
@dataclass(frozen=True)
class Options:
    """What is agreed before the first deal; `start_seat` None is drawn at random."""

    rounds: int = 3
    colors: int = 5
    start_seat: int | None = None
    max_turns_without_deck_draw: int = 0
    carried_scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class Move:
    """A turn: `card` to `place`, then a card from `draw`, which is DECK or a colour."""

    card: Card
    place: Place
    draw: str


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round: the seat that began it, and the expeditions by seat and colour."""

    starter: int
    expeditions: tuple[tuple[Cards, ...], ...]


@dataclass(frozen=True)
class State:
    """A match between two turns. Piles and the deck have their top at the end.

    `known` are by seat the cards in the hand that were drawn from a discard pile, so
    that both players know of them. `idle_turns` counts the turns since one drew from
    the deck.
    """

    options: Options
    starter: int
    turn: int
    deck: Cards  # secret
    hands: tuple[Cards, ...]  # secret
    known: tuple[Cards, ...]
    expeditions: tuple[tuple[Cards, ...], ...]
    discards: tuple[Cards, ...]
    idle_turns: int = 0
    finished: tuple[Round, ...] = ()


# `kind` tells events apart when they are read from JSON.
@dataclass(frozen=True, slots=True)
class RoundStarted:
    """A round was dealt; `hands` are by seat, None where the viewer may not see them."""

    round: int
    starter: int
    hands: tuple[Cards | None, ...]  # secret
    kind: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: int
    card: Card
    place: Place
    kind: Literal["card_played"] = "card_played"


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """`pile` is DECK or a colour; `card` is None where the viewer may not see it."""

    seat: int
    pile: str
    card: Card | None  # secret when it comes from the deck
    kind: Literal["card_drawn"] = "card_drawn"


@dataclass(frozen=True, slots=True)
class RoundEnded:
    result: "RoundResult"
    kind: Literal["round_ended"] = "round_ended"


Event: TypeAlias = RoundStarted | CardPlayed | CardDrawn | RoundEnded


@dataclass(frozen=True, slots=True)
class Expedition:
    """An expedition with its score; `sum` is of the numbers alone."""

    color: str
    cards: Cards
    # Left out of the hash: all that follows from the cards.
    wagers: int = field(hash=False)
    sum: int = field(hash=False)
    bonus: int = field(hash=False)
    score: int = field(hash=False)


@dataclass(frozen=True, slots=True)
class RoundSide:
    """One seat's part of a finished round; `total` is with all rounds before."""

    # Left out of the hash: results are looked up by it in every view.
    expeditions: tuple[Expedition, ...] = field(hash=False)
    score: int
    total: int


@dataclass(frozen=True, slots=True)
class RoundResult:
    round: int
    starter: int
    sides: tuple[RoundSide, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard pile: all see its top card, None when it is empty, and its size."""

    color: str
    top: Card | None
    size: int


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the table, as all viewers see it."""

    hand_size: int
    hand_known: Cards
    expeditions: tuple[Expedition, ...]
    round_score: int
    total: int


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody may see."""

    round: int
    rounds: int
    starter: int
    deck_size: int
    idle_turns: int
    discards: tuple[Discard, ...]
    sides: tuple[Side, ...]
    finished: tuple[RoundResult, ...]


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one viewer may see: the own `hand`, empty for a spectator."""

    hand: Cards


View: TypeAlias = AnyView[PublicView, PrivateView]
