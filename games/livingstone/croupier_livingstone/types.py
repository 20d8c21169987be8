"""What Livingstone is made of: cards and constants, options, moves, states, events and views."""

from typing import Literal, TypeAlias

from croupier_game.records import dataclass
from croupier_game.view import View as AnyView

Card: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]
Field: TypeAlias = str
Gems: TypeAlias = tuple[int, ...]
"""Numbers of clear, blue and red gems."""
Stones: TypeAlias = tuple[int, ...]
"""Numbers of black, clear, blue and red stones."""
MineCrashDraw = Literal["all", "drawer", "losers"]
Action = Literal[
    "take_die",
    "draw_card",
    "take_coins",
    "dig",
    "place_tent",
    "sell_gems",
    "donate",
    "play_card",
    "play_market",
    "play_scored_row_tent",
    "end_turn",
    "pass_round",
]

COLUMNS = "abcdefghij"
ROWS = range(1, 7)
LAST_COLUMN = len(COLUMNS)
FIELDS = frozenset(f"{column}{row}" for column in COLUMNS for row in ROWS)
TENTS = 11
COINS = 3
DICE = 2
"""Dice per player."""
SIDES = 6
CHEST_DICE = 4
TWO = 2
"""The number of players for whom some rules differ."""

# The white stone is counted nowhere: it always goes back into the bag.
BAG: Stones = (29, 15, 10, 5)
NO_GEMS: Gems = (0, 0, 0)
NO_STONES: Stones = (0, 0, 0, 0)
GEM_LETTERS = "cbr"
PRICES: Gems = (1, 3, 5)
MARKET_PRICES: Gems = (1, 2, 3)
"""In coins, and in points as well."""

CACHED = 10_000
"""Results that each cache keeps, of small functions that are called again and again."""

NO_COST_TENT = "NO_COST_TENT"
ANY_ROW_TENT = "ANY_ROW_TENT"
SCORED_ROW_TENT = "SCORED_ROW_TENT"
TWO_DICE = "TWO_DICE"
MARKET = "MARKET"
THREE_STONES = "THREE_STONES"
FOUR_COINS = "FOUR_COINS"
BOAT_BACK = "BOAT_BACK"
MINE_CRASH = "MINE_CRASH"
POINTS = {"VP2": 2, "VP3": 3, "VP4": 4}
# The order before the shuffle, and that of the options' card counts: FAIRNESS.md has it.
CARDS: Cards = (
    NO_COST_TENT,
    ANY_ROW_TENT,
    SCORED_ROW_TENT,
    TWO_DICE,
    MARKET,
    THREE_STONES,
    FOUR_COINS,
    *POINTS,
    BOAT_BACK,
    MINE_CRASH,
)
PLAIN: Cards = (TWO_DICE, THREE_STONES, FOUR_COINS, *POINTS, BOAT_BACK)
"""Cards that are played by their name alone."""


# Options, Move and State have no slots: `replace` copies their dict; see docs/decisions/speed.md.
@dataclass(frozen=True)
class Options:
    """What is agreed before the start; `start_seat` None is drawn at random.

    `river` are prices by column, `card_counts` numbers of cards in the order of
    CARDS, `row_bonus` points by row.
    """

    # Guesses: no source has the ten prices, nor the numbers of cards but two (RULES.md, Sources).
    river: tuple[int, ...] = (1, 2, 2, 3, 3, 4, 4, 5, 5, 6)
    card_counts: tuple[int, ...] = (3, 3, 2, 3, 3, 3, 3, 2, 2, 1, 1, 1)
    row_bonus: tuple[int, ...] = (12, 10, 8, 6, 4, 2)
    mine_crash_draw: MineCrashDraw = "all"
    allow_pass: bool = False
    coins_public: bool = False
    start_seat: int | None = None


@dataclass(frozen=True)
class Move:
    """A decision; what an action does not need keeps its default.

    `number` is the die taken, the row of a tent or the coins donated; 0 coins
    are those that a viewer may not know.
    """

    action: Action
    number: int = 0
    card: Card = ""
    gems: Gems = NO_GEMS
    no_cost: bool = False
    any_row: bool = False
    origin: Field = ""


DRAW_CARD, TAKE_COINS, DIG = Move("draw_card"), Move("take_coins"), Move("dig")
END_TURN = Move("end_turn")
TAKE_DIE = {value: Move("take_die", value) for value in range(1, SIDES + 1)}


@dataclass(frozen=True, slots=True)
class Final:
    """What the end adds to the points, by seat, and the seats that the chests eliminate.

    `dice` are those that two players must match with their donations; empty with more.
    """

    rows: tuple[int, ...]
    gems: tuple[int, ...]
    cards: tuple[int, ...]
    dice: tuple[int, ...]
    eliminated: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """A match between two decisions. The deck has its top at the end.

    `die` is the one taken and not used yet, 0 for none; `owed` is the number of dice
    still to take in this turn, and `taken` whether one has been. `last` are by seat
    the last die of the round, 0 for none. `tents` are fields by seat, and `unscored`
    those of them that do not score in this round. `aside` are the stones that lie
    beside the bag until the white one is drawn.
    """

    options: Options
    round: int
    starter: int
    turn: int
    boat: int
    pool: tuple[int, ...]
    die: int
    owed: int
    taken: bool
    last: tuple[int, ...]
    passed: tuple[bool, ...]
    deck: Cards  # secret
    hands: tuple[Cards, ...]  # secret
    discard: Cards
    out_of_game: Cards
    coins: tuple[int, ...]  # secret
    chests: tuple[int, ...]  # secret
    gems: tuple[Gems, ...]
    bag: Stones
    aside: Stones
    tents: tuple[tuple[Field, ...], ...]
    unscored: tuple[tuple[Field, ...], ...]
    scored_rows: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    final: Final | None = None


# `kind` tells events apart when they are read from JSON.
@dataclass(frozen=True, slots=True)
class RoundStarted:
    round: int
    starter: int
    boat: int
    dice: tuple[int, ...]
    kind: Literal["round_started"] = "round_started"


@dataclass(frozen=True, slots=True)
class DieTaken:
    seat: int
    value: int
    kind: Literal["die_taken"] = "die_taken"


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """`card` is None where the viewer may not see it."""

    seat: int
    card: Card | None  # secret
    kind: Literal["card_drawn"] = "card_drawn"


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    cards: int
    kind: Literal["deck_reshuffled"] = "deck_reshuffled"


@dataclass(frozen=True, slots=True)
class MineCrashed:
    """`seat` drew MINE_CRASH; `lost` are by seat the gems that went back into the bag."""

    seat: int
    lost: tuple[Gems, ...]
    kind: Literal["mine_crashed"] = "mine_crashed"


@dataclass(frozen=True, slots=True)
class CoinsTaken:
    seat: int
    coins: int
    kind: Literal["coins_taken"] = "coins_taken"


@dataclass(frozen=True, slots=True)
class StonesDrawn:
    """With `white`, the white stone was among them, and all are back in the bag."""

    seat: int
    stones: Stones
    white: bool
    kind: Literal["stones_drawn"] = "stones_drawn"


@dataclass(frozen=True, slots=True)
class TentPlaced:
    """`cards` were used for it; `origin` is the field that it was moved from, or empty."""

    seat: int
    field: Field
    paid: int
    cards: Cards
    origin: Field
    kind: Literal["tent_placed"] = "tent_placed"


@dataclass(frozen=True, slots=True)
class GemsSold:
    """`points` are those that MARKET brought, else 0."""

    seat: int
    gems: Gems
    coins: int
    points: int
    kind: Literal["gems_sold"] = "gems_sold"


@dataclass(frozen=True, slots=True)
class Donated:
    """`amount` is None where the viewer may not see it."""

    seat: int
    amount: int | None  # secret
    kind: Literal["donated"] = "donated"


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: int
    card: Card
    kind: Literal["card_played"] = "card_played"


@dataclass(frozen=True, slots=True)
class TurnEnded:
    seat: int
    kind: Literal["turn_ended"] = "turn_ended"


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class RoundScored:
    """`points` are by seat what the tents in the boat's column earned."""

    boat: int
    points: tuple[int, ...]
    kind: Literal["round_scored"] = "round_scored"


@dataclass(frozen=True, slots=True)
class MatchScored:
    final: Final
    kind: Literal["match_scored"] = "match_scored"


Event: TypeAlias = (
    RoundStarted
    | DieTaken
    | CardDrawn
    | DeckReshuffled
    | MineCrashed
    | CoinsTaken
    | StonesDrawn
    | TentPlaced
    | GemsSold
    | Donated
    | CardPlayed
    | TurnEnded
    | Passed
    | RoundScored
    | MatchScored
)
Step: TypeAlias = tuple[State, tuple[Event, ...]]
"""The state after an action, and the events that it led to."""


@dataclass(frozen=True, slots=True)
class BoardField:
    """A field with tents, by seat; `unscored` are those of them that do not score in this round."""

    field: Field
    tents: tuple[int, ...]
    unscored: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One player: `wealth` is `coins` and `chest`, each None where the viewer may not see it."""

    score: int
    wealth: int
    coins: int | None
    chest: int | None
    gems: Gems
    tents: int
    hand_size: int
    last_die: int
    passed: bool
    scored_rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PublicView:
    """What everybody may see."""

    round: int
    starter: int
    boat: int
    river: tuple[int, ...]
    pool: tuple[int, ...]
    die: int
    dice_to_take: int
    deck_size: int
    discard: Cards
    out_of_game: Cards
    bag: Stones
    aside: Stones
    board: tuple[BoardField, ...]
    final: Final | None


@dataclass(frozen=True, slots=True)
class PrivateView:
    """What one viewer may see: the own `hand`, empty for a spectator, and the own coins."""

    hand: Cards
    sides: tuple[Side, ...]


View: TypeAlias = AnyView[PublicView, PrivateView]
