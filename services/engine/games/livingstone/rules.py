"""Livingstone, by Benjamin Liersch: dice on a river, tents, gems, and a chest for the Queen.

The board has six rows above the ten spaces of a river, where a boat moves on by a
column each round. Everyone has eleven tents, three coins and an empty chest.

A round: two dice per player are rolled into a common pool. In turn, take a die,
higher than your last one of this round, and do one thing with it: draw an action
card; take as many coins as it shows; draw as many stones from the bag; or pay for
a tent in the boat's column and the row that it shows: the price of the river, and
one coin for every tent that is there already. Who has no die to take is out for
the round. Before, between and after, gems may be sold, coins donated to the own
chest, which nobody else sees, and cards played. When nobody has a die to take,
every tent in the boat's column earns its row, 1 to 6 points. The boat moves on,
and the next player begins.

The bag has 29 black stones, 15 clear, 10 blue and 5 red gems, and a white stone.
Black ones are set aside, gems are kept; but whoever draws the white one gets
nothing, and all stones drawn and set aside go back into the bag.

After the last column most tents in a row earn 12 points in row 1 down to 2 in
row 6, shared and rounded down on a tie; a gem is a point, and so are the points
on cards. Then the chests are opened: whoever gave least is out. With two players
whoever gave less than four dice show is out, and who has no tent left moves one.
Most points win; then the larger donation; then more tents.

A field is the letter of its column and its row, "c2". Moves are written "die 4",
"card", "coins", "dig", "tent 4", with cards "tent 6 free any", moved "tent 4 from
c2", "sell 2c 1b 1r", "donate 5", "play VP2", "play MARKET 2c", "play
SCORED_ROW_TENT 3", "end" and "pass".

Sources: German short rules (H@LL9000, 2025), the publisher's Italian sheet, the
help page of Board Game Arena; river prices and card counts are guesses, and
options.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal, TypeAlias, TypeVar

from engine.games.chance import Chance
from engine.games.errors import IllegalMove, InvalidMove, InvalidOptions
from engine.games.replace import replace

T = TypeVar("T")

ID = "livingstone"
NAME = "Livingstone"
VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 5

Card: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]
Field: TypeAlias = str
Gems: TypeAlias = tuple[int, ...]
"""How many are clear, blue, red."""
Stones: TypeAlias = tuple[int, ...]
"""How many are black, clear, blue, red."""
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
"""With so many players some rules differ."""

BAG: Stones = (29, 15, 10, 5)
NO_GEMS: Gems = (0, 0, 0)
NO_STONES: Stones = (0, 0, 0, 0)
GEM_LETTERS = "cbr"
PRICES: Gems = (1, 3, 5)
MARKET_PRICES: Gems = (1, 2, 3)
"""In coins, and in points as well."""

CACHED = 10_000
"""Answers that are remembered, of small questions that come again and again."""

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
"""Cards that are played without saying more."""


@dataclass(frozen=True)
class Options:
    """What is agreed before the start; `start_seat` None is drawn at random.

    `river` are prices by column, `card_counts` numbers of cards in the order of
    CARDS, `row_bonus` points by row.
    """

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
    """What was added to the scores at the end, by seat; and whom the chests eliminate."""

    rows: tuple[int, ...]
    gems: tuple[int, ...]
    cards: tuple[int, ...]
    dice: tuple[int, ...]
    eliminated: tuple[int, ...]


@dataclass(frozen=True)
class State:
    """A match between two decisions. The deck has its top at the end.

    `die` is the one taken and not used yet, 0 for none; `owed` how many more must
    be taken in this turn. `last` are dice by seat, `tents` fields by seat, and
    `unscored` those of the tents that earn nothing in this round.
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
    seat: int
    card: Card | None  # secret
    kind: Literal["card_drawn"] = "card_drawn"


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    cards: int
    kind: Literal["deck_reshuffled"] = "deck_reshuffled"


@dataclass(frozen=True, slots=True)
class MineCrashed:
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
    """With the white stone, all of them are back in the bag."""

    seat: int
    stones: Stones
    white: bool
    kind: Literal["stones_drawn"] = "stones_drawn"


@dataclass(frozen=True, slots=True)
class TentPlaced:
    seat: int
    field: Field
    paid: int
    cards: Cards
    origin: Field
    kind: Literal["tent_placed"] = "tent_placed"


@dataclass(frozen=True, slots=True)
class GemsSold:
    seat: int
    gems: Gems
    coins: int
    points: int
    kind: Literal["gems_sold"] = "gems_sold"


@dataclass(frozen=True, slots=True)
class Donated:
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
"""The state after something, and what happened."""


@dataclass(frozen=True, slots=True)
class BoardField:
    """A field with tents on it, by seat; `unscored` are those that earn nothing in this round."""

    field: Field
    tents: tuple[int, ...]
    unscored: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One player; `coins` and `chest` are None where the viewer may not see them."""

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
class View:
    """What one seat, or a spectator, may see; `hand` is the viewer's own."""

    round: int
    starter: int
    boat: int
    river: tuple[int, ...]
    pool: tuple[int, ...]
    die: int
    dice_to_take: int
    hand: Cards
    deck_size: int
    discard: Cards
    out_of_game: Cards
    bag: Stones
    aside: Stones
    board: tuple[BoardField, ...]
    sides: tuple[Side, ...]
    final: Final | None


def check_options(options: Options, seats: int) -> None:
    """Raise InvalidOptions if no match of `seats` can be played so."""
    if len(options.river) != LAST_COLUMN or not all(0 <= each <= 100 for each in options.river):
        raise InvalidOptions("river must have ten prices of 0 to 100.")
    if len(options.row_bonus) != len(ROWS) or not all(
        0 <= each <= 100 for each in options.row_bonus
    ):
        raise InvalidOptions("rowBonus must have six numbers of 0 to 100.")
    if not all(0 <= count <= 30 for count in options.card_counts):
        raise InvalidOptions("cardCounts must be 0 to 30 of each card.")
    if options.start_seat is not None and not 0 <= options.start_seat < seats:
        raise InvalidOptions(f"startSeat must be a seat of the match: 0 to {seats - 1}.")


def new_game(options: Options, seats: int, chance: Chance) -> Step:
    """Draw the starter unless the options name one, shuffle the cards, roll the dice."""
    starter = chance.below(seats) if options.start_seat is None else options.start_seat
    state = State(
        options=options,
        round=0,
        starter=starter,
        turn=starter,
        boat=1,
        pool=(),
        die=0,
        owed=0,
        taken=False,
        last=(),
        passed=(),
        deck=chance.shuffle(deck(options)),
        hands=((),) * seats,
        discard=(),
        out_of_game=(),
        coins=(COINS,) * seats,
        chests=(0,) * seats,
        gems=(NO_GEMS,) * seats,
        bag=BAG,
        aside=NO_STONES,
        tents=((),) * seats,
        unscored=((),) * seats,
        scored_rows=((),) * seats,
        points=(0,) * seats,
    )
    return _start_round(state, chance)


def rematch_options(state: State, keep_score: bool) -> Options:
    """The same again: a match of Livingstone has no standings to carry on."""
    return state.options


def to_move(state: State) -> tuple[int, ...]:
    """The seats that must decide now."""
    return () if over(state) else (state.turn,)


def over(state: State) -> bool:
    return state.final is not None


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """What `seat`, which must be to move, may do; of amounts the least and the most.

    Of SELL_GEMS, DONATE and MARKET every smaller amount is legal as well. Where a
    tent must be moved, each place and each tent is named at least once, and every
    place goes with every tent that is not there.
    """
    return (
        *_dice_moves(state, seat),
        *(_main_moves(state, seat) if state.die else ()),
        *_free_moves(state, seat),
    )


def check(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove, saying why, unless `seat` may make `move`."""
    ACTIONS[move.action].check(state, seat, move)


def apply(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """The state after a legal `move`, and what happened."""
    return ACTIONS[move.action].apply(state, seat, move, chance)


def scores(state: State) -> tuple[int, ...]:
    """Victory points of each seat."""
    return state.points


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Seats by points, then donation, then tents on the board; the eliminated share the end.

    While the match goes on, by points alone: donations are secret.
    """
    out = eliminated(state)
    keys = {
        seat: (state.points[seat], state.chests[seat], len(state.tents[seat]))
        if over(state)
        else (state.points[seat],)
        for seat in _seats(state)
        if seat not in out
    }
    ranks = (
        tuple(seat for seat, own in keys.items() if own == key)
        for key in sorted(set(keys.values()), reverse=True)
    )
    return (*ranks, *filter(None, [out]))


def eliminated(state: State) -> tuple[int, ...]:
    """The seats that gave too little; they cannot win, whatever their points."""
    return state.final.eliminated if state.final else ()


def view(state: State, seat: int | None) -> View:
    """What `seat` may see; None is a spectator.

    Built up from nothing rather than stripped from the state, so a field added
    to State stays hidden until someone shows it here.
    """
    return View(
        round=state.round,
        starter=state.starter,
        boat=state.boat,
        river=state.options.river,
        pool=state.pool,
        die=state.die,
        dice_to_take=state.owed,
        hand=() if seat is None else state.hands[seat],
        deck_size=len(state.deck),
        discard=state.discard,
        out_of_game=state.out_of_game,
        bag=state.bag,
        aside=state.aside,
        board=_board(state),
        sides=tuple(_side(state, side, seat) for side in _seats(state)),
        final=state.final,
    )


def event_view(event: Event, seat: int | None) -> Event:
    """The event as `seat` may see it: own cards and donations, and all that is open."""
    match event:
        case CardDrawn():
            return CardDrawn(event.seat, event.card if event.seat == seat else None)
        case Donated():
            return Donated(event.seat, event.amount if event.seat == seat else None)
        case (
            RoundStarted()
            | DieTaken()
            | DeckReshuffled()
            | MineCrashed()
            | CoinsTaken()
            | StonesDrawn()
            | TentPlaced()
            | GemsSold()
            | CardPlayed()
            | TurnEnded()
            | Passed()
            | RoundScored()
            | MatchScored()
        ):
            return event


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    """A move is public, but for the amount of a donation."""
    if move.action == "donate" and mover != seat:
        return Move("donate")
    return Move(
        move.action, move.number, move.card, move.gems, move.no_cost, move.any_row, move.origin
    )


def notation(move: Move) -> str:
    """`die 4`, `tent 6 free any from c2`, `sell 2c 1b`, `play VP2`; see the top of this module."""
    words = [WORDS[move.action], move.card if move.action == "play_card" else ""]
    words += [f"{move.number}" if move.number else ""]
    words += [f"{count}{gem}" for count, gem in zip(move.gems, GEM_LETTERS, strict=True) if count]
    words += ["free" if move.no_cost else "", "any" if move.any_row else ""]
    words += [f"from {move.origin}" if move.origin else ""]
    return " ".join(filter(None, words))


def parse(text: str) -> Move:
    """Read `notation`; raise InvalidMove if it is none."""
    for action, pattern in PATTERNS.items():
        if found := pattern.fullmatch(text):
            return _read(action, found.groupdict())
    raise InvalidMove(
        "A move is written like one of these: die 4, card, coins, dig, tent 4, tent 6 free any, "
        "sell 2c 1b 1r, donate 5, play VP2, play MARKET 2c, play SCORED_ROW_TENT 3, end, pass; "
        "a tent that is moved also names where from, as in tent 4 from c2."
    )


WORDS: dict[Action, str] = {
    "take_die": "die",
    "draw_card": "card",
    "take_coins": "coins",
    "dig": "dig",
    "place_tent": "tent",
    "sell_gems": "sell",
    "donate": "donate",
    "play_card": "play",
    "play_market": f"play {MARKET}",
    "play_scored_row_tent": f"play {SCORED_ROW_TENT}",
    "end_turn": "end",
    "pass_round": "pass",
}
_NUMBER = r" (?P<number>[1-9]\d{0,8})"
_GEMS = r"(?=.)( (?P<clear>[1-9]\d{0,2})c)?( (?P<blue>[1-9]\d{0,2})b)?( (?P<red>[1-9]\d{0,2})r)?"
_ORIGIN = r"( from (?P<origin>[a-j][1-6]))?"
_DETAILS: dict[Action, str] = {
    "take_die": _NUMBER,
    "place_tent": _NUMBER + r"(?P<no_cost> free)?(?P<any_row> any)?" + _ORIGIN,
    "sell_gems": _GEMS,
    "donate": _NUMBER,
    "play_card": f" (?P<card>{'|'.join(PLAIN)})",
    "play_market": _GEMS,
    "play_scored_row_tent": _NUMBER + _ORIGIN,
}
PATTERNS = {
    action: re.compile(word + _DETAILS.get(action, ""), re.ASCII) for action, word in WORDS.items()
}


def deck(options: Options) -> Cards:
    """All cards of a match, by face."""
    counted = zip(CARDS, options.card_counts, strict=True)
    return tuple(card for card, count in counted for _ in range(count))


def _read(action: Action, found: dict[str, str | None]) -> Move:
    clear, blue, red = (int(found.get(gem) or 0) for gem in ("clear", "blue", "red"))
    return Move(
        action,
        number=int(found.get("number") or 0),
        card=found.get("card") or "",
        gems=(clear, blue, red),
        no_cost=bool(found.get("no_cost")),
        any_row=bool(found.get("any_row")),
        origin=found.get("origin") or "",
    )


def _seats(state: State) -> range:
    return range(len(state.hands))


# Dice and turns


def _dice_moves(state: State, seat: int) -> Iterator[Move]:
    """Take a die, or be done."""
    values = sorted(_higher(state, state.last[seat]))
    if not state.die and state.owed:
        yield from (TAKE_DIE[value] for value in values[: len(values) - state.owed + 1])
    if not state.die and not state.owed:
        yield END_TURN
    if state.options.allow_pass and not state.taken:
        yield Move("pass_round")


def _higher(state: State, value: int) -> set[int]:
    """The different values of the pool above this one: so many dice can follow it."""
    return {each for each in state.pool if each > value}


def _check_take_die(state: State, seat: int, move: Move) -> None:
    if not 1 <= move.number <= SIDES:
        raise InvalidMove("A die shows 1 to 6.")
    if state.die:
        raise IllegalMove("The die you have taken must be used before another one is taken.")
    if not state.owed:
        raise IllegalMove("You take one die in a turn, or one more with each card TWO_DICE.")
    if move.number not in state.pool:
        raise IllegalMove("A die must be in the pool to be taken.")
    if move.number <= state.last[seat]:
        raise IllegalMove("A die must be higher than your last one of this round.")
    if len(set(state.pool) - set(range(move.number + 1))) < state.owed - 1:
        raise IllegalMove("Higher dice must remain for the card TWO_DICE that you have played.")


def _take_die(state: State, seat: int, move: Move, chance: Chance) -> Step:
    after = replace(
        state,
        pool=_without(state.pool, move.number),
        die=move.number,
        owed=state.owed - 1,
        taken=True,
        last=_with(state.last, seat, move.number),
    )
    return after, (DieTaken(seat, move.number),)


def _check_end_turn(state: State, seat: int, move: Move) -> None:
    if state.die:
        raise IllegalMove("The die you have taken must be used before the turn ends.")
    if state.owed:
        raise IllegalMove("A die must be taken before the turn ends.")


def _end_turn(state: State, seat: int, move: Move, chance: Chance) -> Step:
    after, events = _next_turn(state, chance)
    return after, (TurnEnded(seat), *events)


def _check_pass_round(state: State, seat: int, move: Move) -> None:
    if not state.options.allow_pass:
        raise InvalidMove("Nobody may pass in this match.")
    if state.taken:
        raise IllegalMove("Who has taken a die in this turn cannot pass any more.")


def _pass_round(state: State, seat: int, move: Move, chance: Chance) -> Step:
    out = replace(state, passed=_with(state.passed, seat, True))
    after, events = _next_turn(out, chance)
    return after, (Passed(seat), *events)


def _next_turn(state: State, chance: Chance) -> Step:
    """The next player clockwise who has a die to take; the round ends if there is none."""
    seats = len(state.hands)
    for seat in ((state.turn + step) % seats for step in range(1, seats + 1)):
        if not state.passed[seat] and _higher(state, state.last[seat]):
            return replace(state, turn=seat, die=0, owed=1, taken=False), ()
    return _end_round(state, chance)


def _start_round(state: State, chance: Chance) -> Step:
    seats = len(state.hands)
    dice = _roll(DICE * seats, chance)
    started = replace(
        state,
        round=state.round + 1,
        turn=state.starter,
        pool=dice,
        die=0,
        owed=1,
        taken=False,
        last=(0,) * seats,
        passed=(False,) * seats,
    )
    return started, (RoundStarted(started.round, started.starter, started.boat, dice),)


def _roll(dice: int, chance: Chance) -> tuple[int, ...]:
    return tuple(sorted(chance.below(SIDES) + 1 for _ in range(dice)))


def _end_round(state: State, chance: Chance) -> Step:
    """Score the boat's column; then the boat moves on, or the match ends."""
    earned = tuple(_earned(state, seat) for seat in _seats(state))
    scored = replace(
        state,
        pool=(),
        owed=0,
        points=tuple(map(sum, zip(state.points, map(sum, earned), strict=True))),
        scored_rows=tuple(
            tuple(sorted({*before, *rows}))
            for before, rows in zip(state.scored_rows, earned, strict=True)
        ),
        unscored=((),) * len(state.hands),
    )
    event = RoundScored(state.boat, tuple(map(sum, earned)))
    if state.boat == LAST_COLUMN:
        after, events = _end_match(scored, chance)
    else:
        starter = (state.starter + 1) % len(state.hands)
        after, events = _start_round(replace(scored, boat=state.boat + 1, starter=starter), chance)
    return after, (event, *events)


def _earned(state: State, seat: int) -> list[int]:
    """The rows of the seat's tents that score now; a row is worth its number."""
    here = [field for field in state.tents[seat] if field[0] == COLUMNS[state.boat - 1]]
    return [_row(field) for field in (Counter(here) - Counter(state.unscored[seat])).elements()]


def _end_match(state: State, chance: Chance) -> Step:
    dice = _roll(CHEST_DICE, chance) if len(state.hands) == TWO else ()
    final = Final(
        rows=_row_bonuses(state),
        gems=tuple(map(sum, state.gems)),
        cards=tuple(sum(POINTS.get(card, 0) for card in hand) for hand in state.hands),
        dice=dice,
        eliminated=_gave_too_little(state, dice),
    )
    added = zip(state.points, final.rows, final.gems, final.cards, strict=True)
    return replace(state, points=tuple(map(sum, added)), final=final), (MatchScored(final),)


def _row_bonuses(state: State) -> tuple[int, ...]:
    """For most tents in each row, shared on a tie and rounded down, by seat."""
    bonuses = [0] * len(state.hands)
    for row, bonus in zip(ROWS, state.options.row_bonus, strict=True):
        counts = [sum(_row(field) == row for field in fields) for fields in state.tents]
        most = [seat for seat, count in enumerate(counts) if count and count == max(counts)]
        for seat in most:
            bonuses[seat] += bonus // len(most)
    return tuple(bonuses)


def _gave_too_little(state: State, dice: tuple[int, ...]) -> tuple[int, ...]:
    """Less than the dice of two players; with more, everyone who gave least."""
    least = sum(dice) if dice else min(state.chests) + 1
    return tuple(seat for seat, chest in enumerate(state.chests) if chest < least)


# What a die is for


def _main_moves(state: State, seat: int) -> Iterator[Move]:
    if state.deck or state.discard:
        yield DRAW_CARD
    yield TAKE_COINS
    yield DIG
    hand = state.hands[seat]
    places = [
        _tent(row, no_cost, any_row)
        for any_row in (False, True)[: 1 + (ANY_ROW_TENT in hand)]
        for no_cost in (False, True)[: 1 + (NO_COST_TENT in hand)]
        for row in (ROWS if any_row else [state.die])
        if _price(state, row, no_cost) <= state.coins[seat]
    ]
    yield from _with_origins(state, seat, places)


def _check_die(state: State, seat: int, move: Move) -> None:
    if not state.die:
        raise IllegalMove("A die must be taken first.")


def _check_draw_card(state: State, seat: int, move: Move) -> None:
    _check_die(state, seat, move)
    if not state.deck and not state.discard:
        raise IllegalMove("There is no card left to draw.")


def _draw_card(state: State, seat: int, move: Move, chance: Chance) -> Step:
    return _draw(replace(state, die=0), seat, chance)


def _take_coins(state: State, seat: int, move: Move, chance: Chance) -> Step:
    coins = _add(state.coins, seat, state.die)
    return replace(state, die=0, coins=coins), (CoinsTaken(seat, state.die),)


def _dig(state: State, seat: int, move: Move, chance: Chance) -> Step:
    return _draw_stones(replace(state, die=0), seat, state.die, chance)


def _check_place_tent(state: State, seat: int, move: Move) -> None:
    _check_row(move.number)
    _check_origin_written(move.origin)
    _check_die(state, seat, move)
    if move.number != state.die and not move.any_row:
        raise IllegalMove("A tent goes to the row that the die shows, unless with ANY_ROW_TENT.")
    for card in _tent_cards(move):
        _check_card(state, seat, card)
    _check_tent(state, seat, move)


def _place_tent(state: State, seat: int, move: Move, chance: Chance) -> Step:
    cards = _tent_cards(move)
    used = _discarded(replace(state, die=0), seat, cards)
    return _put_tent(used, seat, move, cards, unscored=False)


def _tent_cards(move: Move) -> Cards:
    """The cards that are used up for the tent of a die."""
    return (NO_COST_TENT,) * move.no_cost + (ANY_ROW_TENT,) * move.any_row


@lru_cache(maxsize=CACHED)
def _tent(row: int, no_cost: bool, any_row: bool) -> Move:
    return Move("place_tent", row, no_cost=no_cost, any_row=any_row)


# Tents


def _price(state: State, row: int, no_cost: bool) -> int:
    """The river's price, unless a card saves it, and a coin for every tent on the field."""
    target = _target(state, row)
    there = sum([fields.count(target) for fields in state.tents])
    return there + (0 if no_cost else state.options.river[state.boat - 1])


def _target(state: State, row: int) -> Field:
    return f"{COLUMNS[state.boat - 1]}{row}"


def _row(field: Field) -> int:
    return int(field[1])


def _supply(state: State, seat: int) -> int:
    return TENTS - len(state.tents[seat])


def _with_origins(state: State, seat: int, places: Sequence[Move]) -> Iterator[Move]:
    """The same moves, with the tent that must be moved if none is left; see `legal_moves`."""
    if _supply(state, seat):
        yield from places
        return
    origins = sorted(set(state.tents[seat])) if len(state.hands) == TWO else []
    named: set[Move | Field] = set()
    for place, origin in product(places, origins):
        if origin != _target(state, place.number) and not {place, origin} <= named:
            named |= {place, origin}
            yield replace(place, origin=origin)


def _check_row(row: int) -> None:
    if row not in ROWS:
        raise InvalidMove("A row is 1 to 6.")


def _check_origin_written(origin: Field) -> None:
    if origin and origin not in FIELDS:
        raise InvalidMove("A field is written like c2: column a to j, row 1 to 6.")


def _check_tent(state: State, seat: int, move: Move) -> None:
    """A tent to place, and the coins for it."""
    if _supply(state, seat):
        if move.origin:
            raise IllegalMove("A tent is moved only when none is left to place.")
    elif len(state.hands) != TWO:
        raise IllegalMove("You have no tent left.")
    elif move.origin not in state.tents[seat]:
        raise IllegalMove("With no tent left, one of your own must be moved: say where from.")
    elif move.origin == _target(state, move.number):
        raise IllegalMove("A tent cannot be moved to its own field.")
    free = move.no_cost or move.action == "play_scored_row_tent"
    if _price(state, move.number, free) > state.coins[seat]:
        raise IllegalMove(
            "A tent costs the river's price, unless a card saves it, and a coin for every tent "
            "on the field; you have too few coins."
        )


def _put_tent(state: State, seat: int, move: Move, cards: Cards, unscored: bool) -> Step:
    """Pay, and put a tent to the boat's column; what is lifted is best one that scores nothing."""
    paid = _price(state, move.number, move.no_cost or unscored)
    target = _target(state, move.number)
    marked = _without(state.unscored[seat], move.origin)
    fields = (*_without(state.tents[seat], move.origin), target)
    after = replace(
        state,
        coins=_add(state.coins, seat, -paid),
        tents=_with(state.tents, seat, fields),
        unscored=_with(state.unscored, seat, (*marked, target) if unscored else marked),
    )
    return after, (TentPlaced(seat, target, paid, cards, move.origin),)


# The bag


def _draw_stones(state: State, seat: int, count: int, chance: Chance) -> Step:
    """Draw from the bag, where the white stone always is; it sends all of them back."""
    stones, white = _drawn(state.bag, count, chance)
    event = StonesDrawn(seat, stones, white)
    if white:
        bag = _plus(state.bag, state.aside)
        return replace(state, bag=bag, aside=NO_STONES), (event,)
    black, *gems = stones
    after = replace(
        state,
        bag=_plus(state.bag, _minus(stones)),
        aside=_plus(state.aside, (black, *NO_GEMS)),
        gems=_with(state.gems, seat, _plus(state.gems[seat], gems)),
    )
    return after, (event,)


def _drawn(bag: Stones, count: int, chance: Chance) -> tuple[Stones, bool]:
    """`count` stones, or all there are; and whether the white one is among them."""
    left = [*bag, 1]
    drawn = [0] * len(left)
    for _ in range(min(count, sum(left))):
        place = chance.below(sum(left))
        kind = next(kind for kind in range(len(left)) if place < sum(left[: kind + 1]))
        left[kind] -= 1
        drawn[kind] += 1
    black, clear, blue, red, white = drawn
    return (black, clear, blue, red), bool(white)


# Free actions


def _free_moves(state: State, seat: int) -> Iterator[Move]:
    yield from _sales("sell_gems", state.gems[seat])
    yield from _donations(state.coins[seat])
    for card in dict.fromkeys(state.hands[seat]):
        yield from _card_moves(state, seat, card)


@lru_cache(maxsize=CACHED)
def _sales(action: Action, held: Gems) -> tuple[Move, ...]:
    return tuple(Move(action, gems=gems) for gems in _amounts(held))


@lru_cache(maxsize=CACHED)
def _donations(coins: int) -> tuple[Move, ...]:
    return tuple(Move("donate", amount) for amount in dict.fromkeys((1, coins)) if coins)


def _amounts(held: Gems) -> list[Gems]:
    """Of each kind one gem and all; and everything."""
    clear, blue, red = held
    amounts = [
        *((count, 0, 0) for count in (1, clear)),
        *((0, count, 0) for count in (1, blue)),
        *((0, 0, count) for count in (1, red)),
        held,
    ]
    return [each for each in dict.fromkeys(amounts) if any(each) and _holds(held, each)]


def _card_moves(state: State, seat: int, card: Card) -> Iterator[Move]:
    match card:
        case "MARKET":
            yield from _sales("play_market", state.gems[seat])
        case "SCORED_ROW_TENT":
            places = [
                Move("play_scored_row_tent", row)
                for row in state.scored_rows[seat]
                if _price(state, row, True) <= state.coins[seat]
            ]
            yield from _with_origins(state, seat, places)
        case "TWO_DICE":
            if len(_higher(state, state.last[seat])) > state.owed:
                yield Move("play_card", card=card)
        case "BOAT_BACK":
            if state.boat > 1:
                yield Move("play_card", card=card)
        case "NO_COST_TENT" | "ANY_ROW_TENT":
            return
        case _:
            yield Move("play_card", card=card)


def _check_sell_gems(state: State, seat: int, move: Move) -> None:
    if not any(move.gems) or min(move.gems) < 0:
        raise InvalidMove("At least one gem must be sold.")
    if not _holds(state.gems[seat], move.gems):
        raise IllegalMove("You can sell only gems that you have.")


def _sell_gems(state: State, seat: int, move: Move, chance: Chance) -> Step:
    coins = _worth(move.gems, PRICES)
    return _sold(state, seat, move.gems, coins), (GemsSold(seat, move.gems, coins, 0),)


def _sold(state: State, seat: int, gems: Gems, coins: int) -> State:
    """Sold gems are set aside, as black stones are."""
    return replace(
        state,
        gems=_with(state.gems, seat, _plus(state.gems[seat], _minus(gems))),
        aside=_plus(state.aside, (0, *gems)),
        coins=_add(state.coins, seat, coins),
    )


def _check_donate(state: State, seat: int, move: Move) -> None:
    if move.number < 1:
        raise InvalidMove("At least one coin must be donated.")
    if move.number > state.coins[seat]:
        raise IllegalMove("You can donate only coins that you have.")


def _donate(state: State, seat: int, move: Move, chance: Chance) -> Step:
    after = replace(
        state,
        coins=_add(state.coins, seat, -move.number),
        chests=_add(state.chests, seat, move.number),
    )
    return after, (Donated(seat, move.number),)


def _check_play_card(state: State, seat: int, move: Move) -> None:
    if move.card not in PLAIN:
        raise InvalidMove(f"A card that is played so is one of {', '.join(PLAIN)}.")
    _check_card(state, seat, move.card)
    if move.card == BOAT_BACK and state.boat == 1:
        raise IllegalMove("The boat cannot go back from the first column.")
    if move.card == TWO_DICE:
        _check_two_dice(state, seat)


def _check_two_dice(state: State, seat: int) -> None:
    """`_higher` again: can a rising chain of so many dice be taken from the pool?"""
    last, chain = state.last[seat], 0
    for value in state.pool:
        if value > last:
            last, chain = value, chain + 1
    if chain < state.owed + 1:
        raise IllegalMove("TWO_DICE needs enough dice in the pool, each higher than the last one.")


def _check_card(state: State, seat: int, card: Card) -> None:
    if card not in state.hands[seat]:
        raise IllegalMove("A card must be in your hand to be played.")


def _play_card(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """The card leaves the hand, then it takes effect."""
    state, played = _discarded(state, seat, (move.card,)), CardPlayed(seat, move.card)
    match move.card:
        case "TWO_DICE":
            return replace(state, owed=state.owed + 1), (played,)
        case "BOAT_BACK":
            return replace(state, boat=state.boat - 1), (played,)
        case "FOUR_COINS":
            return replace(state, coins=_add(state.coins, seat, 4)), (played,)
        case "THREE_STONES":
            after, events = _draw_stones(state, seat, 3, chance)
            return after, (played, *events)
        case card:
            return replace(state, points=_add(state.points, seat, POINTS[card])), (played,)


def _check_play_market(state: State, seat: int, move: Move) -> None:
    _check_sell_gems(state, seat, move)
    _check_card(state, seat, MARKET)


def _play_market(state: State, seat: int, move: Move, chance: Chance) -> Step:
    worth = _worth(move.gems, MARKET_PRICES)
    sold = _sold(_discarded(state, seat, (MARKET,)), seat, move.gems, worth)
    after = replace(sold, points=_add(sold.points, seat, worth))
    return after, (CardPlayed(seat, MARKET), GemsSold(seat, move.gems, worth, worth))


def _check_play_scored_row_tent(state: State, seat: int, move: Move) -> None:
    _check_row(move.number)
    _check_origin_written(move.origin)
    _check_card(state, seat, SCORED_ROW_TENT)
    if move.number not in state.scored_rows[seat]:
        raise IllegalMove("SCORED_ROW_TENT goes to a row in which a tent of yours has scored.")
    _check_tent(state, seat, move)


def _play_scored_row_tent(state: State, seat: int, move: Move, chance: Chance) -> Step:
    used = _discarded(state, seat, (SCORED_ROW_TENT,))
    return _put_tent(used, seat, move, (SCORED_ROW_TENT,), unscored=True)


# Cards


def _discarded(state: State, seat: int, cards: Cards) -> State:
    """The cards leave the hand for the discard pile; BOAT_BACK leaves the game."""
    hand = state.hands[seat]
    for card in cards:
        hand = _without(hand, card)
    gone = tuple(card for card in cards if card == BOAT_BACK)
    return replace(
        state,
        hands=_with(state.hands, seat, hand),
        discard=(*state.discard, *(card for card in cards if card != BOAT_BACK)),
        out_of_game=(*state.out_of_game, *gone),
    )


def _draw(state: State, seat: int, chance: Chance) -> Step:
    """A card for the seat, if there is any; an empty deck is made anew from the discards."""
    events: tuple[Event, ...] = ()
    if not state.deck and state.discard:
        events = (DeckReshuffled(len(state.discard)),)
        state = replace(state, deck=chance.shuffle(state.discard), discard=())
    if not state.deck:
        return state, events
    card, rest = state.deck[-1], replace(state, deck=state.deck[:-1])
    if card == MINE_CRASH:
        after, more = _crash(rest, seat, chance)
        return after, (*events, *more)
    hand = tuple(sorted((*rest.hands[seat], card), key=CARDS.index))
    return replace(rest, hands=_with(rest.hands, seat, hand)), (*events, CardDrawn(seat, card))


def _crash(state: State, seat: int, chance: Chance) -> Step:
    """All gems go back into the bag, then the replacements are drawn, from the drawer clockwise."""
    lost, seats = state.gems, len(state.hands)
    bag = state.bag
    for gems in lost:
        bag = _plus(bag, (0, *gems))
    out = (*state.out_of_game, MINE_CRASH)
    state = replace(state, bag=bag, gems=(NO_GEMS,) * seats, out_of_game=out)
    events: tuple[Event, ...] = (MineCrashed(seat, lost),)
    for each in ((seat + step) % seats for step in range(seats)):
        if _draws_again(state.options, each, seat, lost):
            state, more = _draw(state, each, chance)
            events += more
    return state, events


def _draws_again(options: Options, seat: int, drawer: int, lost: Sequence[Gems]) -> bool:
    match options.mine_crash_draw:
        case "all":
            return True
        case "drawer":
            return seat == drawer
        case "losers":
            return any(lost[seat])


# What is seen


def _board(state: State) -> tuple[BoardField, ...]:
    fields = sorted({field for fields in state.tents for field in fields})
    return tuple(
        BoardField(
            field,
            tuple(fields.count(field) for fields in state.tents),
            tuple(fields.count(field) for fields in state.unscored),
        )
        for field in fields
    )


def _side(state: State, side: int, viewer: int | None) -> Side:
    own, coins, chest = side == viewer, state.coins[side], state.chests[side]
    return Side(
        score=state.points[side],
        wealth=coins + chest,
        coins=coins if own or state.options.coins_public else None,
        chest=chest if own or over(state) else None,
        gems=state.gems[side],
        tents=_supply(state, side),
        hand_size=len(state.hands[side]),
        last_die=state.last[side],
        passed=state.passed[side],
        scored_rows=state.scored_rows[side],
    )


# Small things


def _holds(held: Iterable[int], wanted: Iterable[int]) -> bool:
    return all(want <= have for have, want in zip(held, wanted, strict=True))


def _worth(gems: Gems, prices: Gems) -> int:
    return sum(count * price for count, price in zip(gems, prices, strict=True))


def _plus(one: Iterable[int], other: Iterable[int]) -> tuple[int, ...]:
    return tuple(map(sum, zip(one, other, strict=True)))


def _minus(counts: Iterable[int]) -> tuple[int, ...]:
    return tuple(-count for count in counts)


def _add(counts: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return _with(counts, place, counts[place] + more)


def _without(items: tuple[T, ...], item: T) -> tuple[T, ...]:
    """`items` less one `item`, if it is among them."""
    if item not in items:
        return items
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])


@dataclass(frozen=True, slots=True)
class Rule:
    """How an action is checked, and what it does."""

    check: Callable[[State, int, Move], None]
    apply: Callable[[State, int, Move, Chance], Step]


ACTIONS: dict[Action, Rule] = {
    "take_die": Rule(_check_take_die, _take_die),
    "draw_card": Rule(_check_draw_card, _draw_card),
    "take_coins": Rule(_check_die, _take_coins),
    "dig": Rule(_check_die, _dig),
    "place_tent": Rule(_check_place_tent, _place_tent),
    "sell_gems": Rule(_check_sell_gems, _sell_gems),
    "donate": Rule(_check_donate, _donate),
    "play_card": Rule(_check_play_card, _play_card),
    "play_market": Rule(_check_play_market, _play_market),
    "play_scored_row_tent": Rule(_check_play_scored_row_tent, _play_scored_row_tent),
    "end_turn": Rule(_check_end_turn, _end_turn),
    "pass_round": Rule(_check_pass_round, _pass_round),
}
