"""Just4Fun, by Jürgen P.K. Grunau: cards add up to fields, stones make four in a row.

The board has the fields 1 to 36, six by six in no visible order. Everyone has 20
stones and a hand of four cards; of the 55 cards, 1 to 12 are there four times,
13 to 19 once.

In turn, play one to four cards and put a stone on the field that is their sum;
whoever can must. A field is barred to whom another player is two stones ahead
of there. Once a player has two stones more than every other, the field is
locked: the stones of the others leave the game. Then draw up to four cards. If
nothing in the hand can be played, the hand is exchanged instead, and that is
the turn. When the last card of the deck is drawn, the discard pile is shuffled
at once and becomes the deck.

More stones than each other player on four adjacent fields in a straight line
win at once. Otherwise, when all stones are placed, the fields count their
numbers for whoever has most stones there, and for nobody on a tie; the highest
sum wins, on equal sums whoever of these has the highest field.

A card is its value, a field its number. A move is the cards, "5+11+13", or
"exchange".

Sources: the German rule sheet (Kosmos 2005); the board as in Just4Fun.jl.
"""

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal, TypeAlias, TypeVar

from engine.games.chance import Chance
from engine.games.errors import IllegalMove, InvalidMove, InvalidOptions
from engine.games.replace import replace

T = TypeVar("T")

ID = "just4fun"
NAME = "Just4Fun"
VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 4

Card: TypeAlias = int
Cards: TypeAlias = tuple[Card, ...]
Field: TypeAlias = int
Layout = Literal["original", "random", "custom"]

SIDE = 6
FIELDS = SIDE * SIDE
STONES = 20
HAND_SIZE = 4
LEAD = 2
"""The stones ahead that bar a field to who is behind, and lock it against all."""
LENGTH = 4
"""The fields of a winning line."""

DECK: Cards = tuple(value for value in range(1, 20) for _ in range(4 if value <= 12 else 1))
CARDS = frozenset(DECK)
# fmt: off
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
"""Answers that are remembered, of small questions that come again and again."""
EXCHANGE = "exchange"
PLAY = re.compile(r"[1-9]\d?(\+[1-9]\d?)*", re.ASCII)


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

    `stones` are by field number, from 1 on, and by seat. A lock needs no mark:
    who leads by two is alone there, and nobody can come back.
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


@dataclass(frozen=True, slots=True)
class MatchStarted:
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
    seat: int
    count: int
    cards: Cards | None  # secret
    kind: Literal["cards_drawn"] = "cards_drawn"


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    """Told after the draw in which the deck ran out."""

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
    """A field as everyone sees it; `owner` has more stones here than each other."""

    number: Field
    stones: tuple[int, ...]
    owner: int | None
    locked: bool


@dataclass(frozen=True, slots=True)
class Side:
    """One player's stones and cards, as everyone sees them."""

    hand_size: int
    supply: int
    removed: int
    score: int
    highest_field: Field


@dataclass(frozen=True, slots=True)
class View:
    """What one seat, or a spectator, may see; `hand` is the viewer's own."""

    starter: int
    deck_size: int
    hand: Cards
    discard: Cards
    board: tuple[BoardField, ...]
    sides: tuple[Side, ...]
    line: tuple[Field, ...]


def check_options(options: Options, seats: int) -> None:
    """Raise InvalidOptions if no match of `seats` can be played so."""
    custom = options.layout == "custom"
    if custom and sorted(options.custom_layout) != list(range(1, FIELDS + 1)):
        raise InvalidOptions("customLayout must have each number from 1 to 36 once.")
    if options.custom_layout and not custom:
        raise InvalidOptions("customLayout needs the layout CUSTOM.")
    if options.start_seat is not None and not 0 <= options.start_seat < seats:
        raise InvalidOptions(f"startSeat must be a seat of the match: 0 to {seats - 1}.")


def new_game(options: Options, seats: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Draw the starter and the layout where the options leave them open, and deal.

    The top four cards are seat 0's, the next four seat 1's, and so on.
    """
    starter = chance.below(seats) if options.start_seat is None else options.start_seat
    layout = _layout(options, chance)
    deck = chance.shuffle(DECK)
    hands = []
    for _ in range(seats):
        deck, hand = deck[:-HAND_SIZE], deck[-HAND_SIZE:]
        hands.append(_sorted(hand))
    state = State(
        options=options,
        starter=starter,
        turn=starter,
        layout=layout,
        deck=deck,
        hands=tuple(hands),
        discard=(),
        stones=((0,) * seats,) * FIELDS,
        supplies=(STONES,) * seats,
        removed=(0,) * seats,
    )
    return state, (MatchStarted(starter, layout, state.hands),)


def rematch_options(state: State, keep_score: bool) -> Options:
    """The same again: a match of Just4Fun has no standings to carry on."""
    return state.options


def to_move(state: State) -> tuple[int, ...]:
    """The seats that must decide now."""
    return () if over(state) else (state.turn,)


def over(state: State) -> bool:
    if state.line or not any(state.supplies):
        return True
    # With own locked fields open, whoever has a stone has a field for it; see `_can_go_on`.
    return not state.options.own_locked and not any(
        _can_go_on(state, seat) for seat in _seats(state)
    )


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Every legal move of `seat`, which must be to move; equal cards are listed once."""
    stones, own_locked = state.stones, state.options.own_locked
    plays = [
        move
        for field, move in _plays(state.hands[seat])
        if _takes(stones[field - 1], seat, own_locked)
    ]
    return tuple(plays) or (Move(),)


def check(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove, saying why, unless `seat` may make `move`."""
    if len(move.cards) > HAND_SIZE:
        raise InvalidMove("One to four cards can be played.")
    if not CARDS.issuperset(move.cards):
        raise InvalidMove("There is no such card: they are 1 to 19.")
    if not move.cards:
        _check_exchange(state, seat)
        return
    if Counter(move.cards) - Counter(state.hands[seat]):
        raise IllegalMove("A card must be in your hand to be played.")
    if sum(move.cards) > FIELDS:
        raise IllegalMove("The cards must add up to a field: 36 at most.")
    _check_field(state, seat, sum(move.cards))


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """The state after a legal `move`, and what happened."""
    if not move.cards:
        hand = state.hands[seat]
        drawn, events = _draw(_discard(state, seat, hand), seat, chance)
        return drawn, (HandExchanged(seat, hand), *events)
    field = sum(move.cards)
    locked, events = _play(state, seat, move.cards, field)
    if line := _line(locked, seat, field):
        return replace(locked, line=line), (*events, LineCompleted(seat, line))
    if over(locked):
        return locked, events
    drawn, more = _draw(locked, seat, chance)
    return drawn, (*events, *more)


def scores(state: State) -> tuple[int, ...]:
    """For each seat the sum of the fields where it has most stones."""
    return tuple(sum(_owned(state, seat)) for seat in _seats(state))


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Seats, best first: whoever has a line before all others, else by sum and highest field."""
    if state.line:
        winners = tuple(seat for seat in _seats(state) if state.line[0] in _owned(state, seat))
        return (winners, tuple(seat for seat in _seats(state) if seat not in winners))
    owned = [_owned(state, seat) for seat in _seats(state)]
    keys = [(sum(fields), max(fields, default=0)) for fields in owned]
    return tuple(
        tuple(seat for seat, own in enumerate(keys) if own == key)
        for key in sorted(set(keys), reverse=True)
    )


def eliminated(state: State) -> tuple[int, ...]:
    """Nobody: whoever ranks first has won."""
    return ()


def view(state: State, seat: int | None) -> View:
    """What `seat` may see; None is a spectator.

    Built up from nothing rather than stripped from the state, so a field added
    to State stays hidden until someone shows it here.
    """
    return View(
        starter=state.starter,
        deck_size=len(state.deck),
        hand=() if seat is None else state.hands[seat],
        discard=state.discard,
        board=tuple(_board_field(state, field) for field in state.layout),
        sides=tuple(_side(state, side) for side in _seats(state)),
        line=state.line,
    )


def event_view(event: Event, seat: int | None) -> Event:
    """The event as `seat` may see it: own cards, and what lay open."""
    match event:
        case MatchStarted():
            hands = tuple(cards if side == seat else None for side, cards in enumerate(event.hands))
            return MatchStarted(event.starter, event.layout, hands)
        case CardsPlayed():
            return CardsPlayed(event.seat, event.cards, event.field)
        case FieldLocked():
            return FieldLocked(event.seat, event.field, event.removed)
        case LineCompleted():
            return LineCompleted(event.seat, event.fields)
        case HandExchanged():
            return HandExchanged(event.seat, event.cards)
        case CardsDrawn():
            return CardsDrawn(event.seat, event.count, event.cards if event.seat == seat else None)
        case DeckReshuffled():
            return DeckReshuffled(event.cards)


def move_view(move: Move, mover: int, seat: int | None) -> Move:
    """A move is public: its cards are played face up."""
    return Move(move.cards)


def notation(move: Move) -> str:
    """`5+11+13`: the cards; or `exchange`."""
    return "+".join(map(str, move.cards)) or EXCHANGE


def parse(text: str) -> Move:
    """Read `notation`; raise InvalidMove if it is none."""
    if text == EXCHANGE:
        return Move()
    if not PLAY.fullmatch(text):
        raise InvalidMove(
            "A move is written like 5+11+13: one to four cards from the hand; "
            "or it is the word exchange."
        )
    return Move(_sorted(tuple(map(int, text.split("+")))))


@lru_cache(maxsize=CACHED)
def _plays(hand: Cards) -> tuple[tuple[Field, Move], ...]:
    """What the hand could play on an empty board, and where; there are some thousand hands."""
    chosen = (cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size))
    return tuple(
        (sum(cards), Move(cards)) for cards in dict.fromkeys(chosen) if sum(cards) <= FIELDS
    )


def _lines() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each place of the board, the lines through it, as places."""
    lines = [
        tuple((row + step * down) * SIDE + column + step * right for step in range(LENGTH))
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in range(SIDE - down * (LENGTH - 1))
        for column in range(SIDE)
        if 0 <= column + right * (LENGTH - 1) < SIDE
    ]
    return tuple(tuple(line for line in lines if place in line) for place in range(FIELDS))


LINES = _lines()


def _layout(options: Options, chance: Chance) -> tuple[Field, ...]:
    if options.layout == "random":
        return chance.shuffle(range(1, FIELDS + 1))
    return options.custom_layout or ORIGINAL


def _seats(state: State) -> range:
    return range(len(state.hands))


def _can_go_on(state: State, seat: int) -> bool:
    """Whether the seat has turns to come: stones, and a field that they could go to."""
    if not state.supplies[seat]:
        return False
    # With own locked fields open there always is one: the others have at most 60
    # stones, and need two for each field that they bar.
    return state.options.own_locked or any(
        _is_open(state, seat, field) for field in range(1, FIELDS + 1)
    )


def _is_open(state: State, seat: int, field: int) -> bool:
    """Whether `seat` may put a stone on the field, if it is one."""
    return field <= FIELDS and _takes(state.stones[field - 1], seat, state.options.own_locked)


@lru_cache(maxsize=CACHED)
def _takes(stones: tuple[int, ...], seat: int, own_locked: bool) -> bool:
    if max(stones) - stones[seat] >= LEAD:
        return False
    # What is locked and not barred is the seat's own.
    return own_locked or not _locked(stones)


def _check_exchange(state: State, seat: int) -> None:
    """`_is_open` once more for all that the hand adds up to."""
    sums = {0}
    for card in state.hands[seat]:
        sums |= {card + other for other in sums}
    if any(_is_open(state, seat, field) for field in sums - {0}):
        raise IllegalMove("A hand can be exchanged only when nothing in it can be played.")


def _check_field(state: State, seat: int, field: Field) -> None:
    """`_is_open` again in the rulebook's words, so that each tests the other."""
    stones = state.stones[field - 1]
    others = [count for other, count in enumerate(stones) if other != seat]
    if any(count >= stones[seat] + LEAD for count in others):
        raise IllegalMove(
            "A field is barred to you while another player has two stones more there than you."
        )
    if not state.options.own_locked and all(stones[seat] >= count + LEAD for count in others):
        raise IllegalMove("A field that you have locked takes no more stones in this match.")


def _discard(state: State, seat: int, cards: Cards) -> State:
    """Put cards of the hand on the discard pile."""
    hands = _with(state.hands, seat, _without(state.hands[seat], cards))
    return replace(state, hands=hands, discard=(*state.discard, *cards))


def _play(state: State, seat: int, cards: Cards, field: Field) -> tuple[State, tuple[Event, ...]]:
    """Discard the cards, put a stone on the field, and lock it if that is two more than all others.

    The lead grows by one stone at a time, and by more only when a lock removes
    the others; so it is exactly LEAD at the lock, and never again after it.
    """
    here, removed = state.stones[field - 1], state.removed
    others = _with(here, seat, 0)
    stones = _with(here, seat, here[seat] + 1)
    events: tuple[Event, ...] = (CardsPlayed(seat, cards, field),)
    if stones[seat] - max(others) == LEAD:
        stones = _with((0,) * len(stones), seat, stones[seat])
        removed = tuple(before + out for before, out in zip(removed, others, strict=True))
        events = (*events, FieldLocked(seat, field, others))
    after = replace(
        state,
        hands=_with(state.hands, seat, _without(state.hands[seat], cards)),
        discard=(*state.discard, *cards),
        stones=_with(state.stones, field - 1, stones),
        supplies=_with(state.supplies, seat, state.supplies[seat] - 1),
        removed=removed,
    )
    return after, events


def _without(hand: Cards, cards: Cards) -> Cards:
    left = list(hand)
    for card in cards:
        left.remove(card)
    return tuple(left)


def _line(state: State, seat: int, field: Field) -> tuple[Field, ...]:
    """A line of the seat's own fields through this one, if there is any.

    Nobody else can have won: a stone gives a majority to who places it alone, and
    a lock removes only stones that were behind.
    """
    layout, stones = state.layout, state.stones
    if _owner(stones[field - 1]) != seat:
        return ()
    for line in LINES[layout.index(field)]:
        for place in line:
            if _owner(stones[layout[place] - 1]) != seat:
                break
        else:
            return tuple(layout[place] for place in line)
    return ()


def _draw(state: State, seat: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Fill up the hand, and pass the turn.

    When the last card has left the deck, the discard pile follows at once.
    """
    hand, deck, discard = state.hands[seat], state.deck, state.discard
    count = HAND_SIZE - len(hand)
    drawn, deck = deck[-count:], deck[:-count]
    reshuffled: tuple[Event, ...] = ()
    if not deck:
        reshuffled = (DeckReshuffled(len(discard)),)
        more = count - len(drawn)
        deck, discard = chance.shuffle(discard), ()
        drawn, deck = (*drawn, *deck[len(deck) - more :]), deck[: len(deck) - more]
    hands = _with(state.hands, seat, _sorted((*hand, *drawn)))
    turn = _next_turn(state)
    filled = replace(state, turn=turn, deck=deck, discard=discard, hands=hands)
    return filled, (CardsDrawn(seat, len(drawn), _sorted(drawn)), *reshuffled)


def _next_turn(state: State) -> int:
    """The next player clockwise who has turns to come."""
    seats = len(state.hands)
    turn = (state.turn + 1) % seats
    while not _can_go_on(state, turn):
        turn = (turn + 1) % seats
    return turn


@lru_cache(maxsize=CACHED)
def _owner(stones: tuple[int, ...]) -> int | None:
    """The seat that has more stones than each other."""
    most = max(stones)
    return stones.index(most) if most and stones.count(most) == 1 else None


def _locked(stones: tuple[int, ...]) -> bool:
    most, second = sorted(stones, reverse=True)[:2]
    return most - second >= LEAD


def _owned(state: State, seat: int) -> list[Field]:
    """The fields where the seat has more stones than each other."""
    return [field for field, stones in enumerate(state.stones, 1) if _owner(stones) == seat]


def _board_field(state: State, field: Field) -> BoardField:
    stones = state.stones[field - 1]
    return BoardField(field, stones, _owner(stones), _locked(stones))


def _side(state: State, seat: int) -> Side:
    owned = _owned(state, seat)
    return Side(
        hand_size=len(state.hands[seat]),
        supply=state.supplies[seat],
        removed=state.removed[seat],
        score=sum(owned),
        highest_field=max(owned, default=0),
    )


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards))


def _with(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
