"""Just4Fun, by Jürgen P.K. Grunau: cards add up to fields, stones make four in a row.

The board has the fields 1 to 36, six by six in no visible order. Everyone has 20
stones and a hand of four cards; of the 55 cards, 1 to 12 are there four times,
13 to 19 once.

In turn, play one to four cards and put a stone on the field that is their sum;
a player that can do so must. A field is barred to a player while another one is
two stones ahead there. Once a player has two stones more than every other, the
field is locked: the stones of the others leave the game. Then draw up to four cards. If
nothing in the hand can be played, the hand is exchanged instead, and that is
the turn. When the last card of the deck is drawn, the discard pile is shuffled
at once and becomes the deck.

More stones than each other player on four adjacent fields in a straight line
win at once. Otherwise, when all stones are placed, each field counts its number
for the player with most stones there, and for none on a tie; the highest sum
wins, on equal sums the highest field of these players.

A card is its value, a field its number. A move is the cards, "5+11+13", or
"exchange".

Sources: the German rule sheet (Kosmos 2005); the board as in Just4Fun.jl.
"""

import re
from functools import lru_cache

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove, InvalidOptions
from croupier_game.presets import Preset
from croupier_game.replace import replace
from croupier_game.tuples import ranked, with_item

from croupier_just4fun.board import (
    can_go_on,
    is_locked,
    is_open,
    owned_fields,
    owner,
    takes_stone,
    winning_line,
)
from croupier_just4fun.hand import discard_cards, end_turn, plays_of, sort_cards
from croupier_just4fun.types import (
    CACHED,
    CARDS,
    DECK,
    FIELDS,
    HAND_SIZE,
    LEAD,
    ORIGINAL,
    STONES,
    BoardField,
    Cards,
    CardsDrawn,
    CardsPlayed,
    DeckReshuffled,
    Field,
    FieldLocked,
    HandExchanged,
    LineCompleted,
    MatchStarted,
    Side,
)

# "as" hands these on: the registry takes them from this module.
from croupier_just4fun.types import Event as Event
from croupier_just4fun.types import Move as Move
from croupier_just4fun.types import Options as Options
from croupier_just4fun.types import PrivateView as PrivateView
from croupier_just4fun.types import PublicView as PublicView
from croupier_just4fun.types import State as State

ID = "just4fun"
NAME = "Just4Fun"
VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 4
RATED = tuple(Preset(Options(), seats) for seats in range(MIN_SEATS, MAX_SEATS + 1))

EXCHANGE = "exchange"
"""The notation of the move that exchanges the hand."""
PLAY = re.compile(r"[1-9]\d?(\+[1-9]\d?)*", re.ASCII)
"""The notation of a move that plays cards."""


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
    # The order of the draws is part of FAIRNESS.md: starter, layout, deck.
    starter = chance.below(seats) if options.start_seat is None else options.start_seat
    layout = _layout(options, chance)
    deck = chance.shuffle(DECK)
    hands = []
    for _ in range(seats):
        deck, hand = deck[:-HAND_SIZE], deck[-HAND_SIZE:]
        hands.append(sort_cards(hand))
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
    """Return the same options: a match of Just4Fun has no standings to carry on."""
    return state.options


def to_move(state: State) -> tuple[int, ...]:
    """Return the seats that must decide now; empty when the match is over."""
    return () if over(state) else (state.turn,)


def over(state: State) -> bool:
    """Return whether the match has come to its end."""
    # "Twenty rounds" is read as all stones placed: an exchange places none (RULES.md, Sources).
    if state.line or not any(state.supplies):
        return True
    # With own locked fields open, a player with a stone has a field for it; see `can_go_on`.
    return not state.options.own_locked and not any(
        can_go_on(state, seat) for seat in _seats(state)
    )


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return every legal move of `seat`, which must be to move; equal cards are listed once."""
    stones, own_locked = state.stones, state.options.own_locked
    plays = [
        move
        for field, move in plays_of(state.hands[seat])
        if takes_stone(stones[field - 1], seat, own_locked)
    ]
    # The exchange is legal only when no play is.
    return tuple(plays) or (Move(),)


def check(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove, saying why, unless `seat` may make `move`."""
    if len(move.cards) > HAND_SIZE:
        raise InvalidMove("One to four cards can be played.")
    if not CARDS.issuperset(move.cards):
        raise InvalidMove("There is no such card: they are 1 to 19.")
    # What was refused so far makes no sense at any time; from here on it depends on the position.
    if not move.cards:
        _check_exchange(state, seat)
        return
    # As a multiset: 5+5 needs two fives.
    hand = state.hands[seat]
    if any(move.cards.count(card) > hand.count(card) for card in move.cards):
        raise IllegalMove("A card must be in your hand to be played.")
    if sum(move.cards) > FIELDS:
        raise IllegalMove("The cards must add up to a field: 36 at most.")
    _check_field(state, seat, sum(move.cards))


def apply(state: State, seat: int, move: Move, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Return the state after a legal `move`, and the events that it led to."""
    if not move.cards:
        hand = state.hands[seat]
        drawn, events = end_turn(discard_cards(state, seat, hand), seat, chance)
        return drawn, (HandExchanged(seat, hand), *events)
    field = sum(move.cards)
    locked, events = _play(state, seat, move.cards, field)
    # The order is the rule sheet's (RULES.md, A turn): lock, line, draw. A winner draws none.
    if line := winning_line(locked, seat, field):
        return replace(locked, line=line), (*events, LineCompleted(seat, line))
    if over(locked):
        return locked, events  # no cards are drawn after the end
    drawn, more = end_turn(locked, seat, chance)
    return drawn, (*events, *more)


def scores(state: State) -> tuple[int, ...]:
    """Return for each seat the sum of the fields where it has most stones."""
    return tuple(sum(owned_fields(state, seat)) for seat in _seats(state))


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the seats, best first: the one with a line, else by sum and highest field."""
    if state.line:
        # All fields of a line have one owner, so the first one tells the winner. The others
        # share the second place (RULES.md, The end and scoring).
        winners = tuple(
            seat for seat in _seats(state) if state.line[0] in owned_fields(state, seat)
        )
        return (winners, tuple(seat for seat in _seats(state) if seat not in winners))
    owned = [owned_fields(state, seat) for seat in _seats(state)]
    # As one key: only equal sums compare their highest fields. That a third player owns a higher
    # one does not count (RULES.md, Sources).
    keys = {seat: (sum(fields), max(fields, default=0)) for seat, fields in enumerate(owned)}
    return ranked(keys)


def eliminated(state: State) -> tuple[int, ...]:
    """Return no seats: the first of the ranking have won."""
    return ()


def public_view(state: State) -> PublicView:
    """Return what everybody may see.

    It is built up field by field rather than stripped from the state, so a field
    added to State stays hidden until it is shown here.
    """
    board = tuple([_board_field(field, state.stones[field - 1]) for field in state.layout])
    return PublicView(
        starter=state.starter,
        deck_size=len(state.deck),
        discard=state.discard,
        board=board,
        sides=tuple(_side(state, board, side) for side in _seats(state)),
        line=state.line,
    )


def private_view(state: State, seat: int | None) -> PrivateView:
    """Return what `seat` alone may see; None is a spectator."""
    return PrivateView(() if seat is None else state.hands[seat])


def event_view(event: Event, seat: int | None) -> Event:
    """Return the event as `seat` may see it: its own cards, and all that lay open."""
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
    """Return the whole move: its cards are played face up."""
    return Move(move.cards)


def notation(move: Move) -> str:
    """Write a move as its cards, `5+11+13`, or as `exchange`."""
    return "+".join(map(str, move.cards)) or EXCHANGE


def parse(text: str) -> Move:
    """Read a move as `notation` writes it; raise InvalidMove if `text` is not one."""
    if text == EXCHANGE:
        return Move()
    if not PLAY.fullmatch(text):
        raise InvalidMove(
            "A move is written like 5+11+13: one to four cards from the hand; "
            "or it is the word exchange."
        )
    # Ascending, as `wire.decode_move` has it too: the order reaches the discards.
    return Move(sort_cards(tuple(map(int, text.split("+")))))


def _seats(state: State) -> range:
    return range(len(state.hands))


def _layout(options: Options, chance: Chance) -> tuple[Field, ...]:
    if options.layout == "random":
        return chance.shuffle(range(1, FIELDS + 1))
    return options.custom_layout or ORIGINAL


def _check_exchange(state: State, seat: int) -> None:
    """Raise IllegalMove if the hand, or a part of it, adds up to an open field."""
    sums = {0}
    for card in state.hands[seat]:
        sums |= {card + other for other in sums}
    # 0 is the sum of no cards at all, and no field.
    if any(is_open(state, seat, field) for field in sums - {0}):
        raise IllegalMove("A hand can be exchanged only when nothing in it can be played.")


def _check_field(state: State, seat: int, field: Field) -> None:
    """Raise IllegalMove unless the field takes a stone of the seat.

    This is `is_open` again in the rulebook's words, so that each tests the other.
    """
    stones = state.stones[field - 1]
    others = [count for other, count in enumerate(stones) if other != seat]
    if any(count >= stones[seat] + LEAD for count in others):
        raise IllegalMove(
            "A field is barred to you while another player has two stones more there than you."
        )
    if not state.options.own_locked and all(stones[seat] >= count + LEAD for count in others):
        raise IllegalMove("A field that you have locked takes no more stones in this match.")


def _play(state: State, seat: int, cards: Cards, field: Field) -> tuple[State, tuple[Event, ...]]:
    """Discard the cards, put a stone on the field, and lock it if that is two more than all others.

    The lead grows by one stone at a time, and by more only when a lock removes
    the others; so it is exactly LEAD at the lock, and never again after it.
    """
    here, removed = state.stones[field - 1], state.removed
    # With 0 in the mover's place, neither the lead nor the stones removed include the mover's own.
    others = with_item(here, seat, 0)
    stones = with_item(here, seat, here[seat] + 1)
    events: tuple[Event, ...] = (CardsPlayed(seat, cards, field),)
    if stones[seat] - max(others) == LEAD:
        stones = with_item((0,) * len(stones), seat, stones[seat])
        removed = tuple(before + out for before, out in zip(removed, others, strict=True))
        events = (*events, FieldLocked(seat, field, others))
    after = replace(
        discard_cards(state, seat, cards),
        stones=with_item(state.stones, field - 1, stones),
        supplies=with_item(state.supplies, seat, state.supplies[seat] - 1),
        removed=removed,
    )
    return after, events


@lru_cache(maxsize=CACHED)
def _board_field(field: Field, stones: tuple[int, ...]) -> BoardField:
    return BoardField(field, stones, owner(stones), is_locked(stones))


def _side(state: State, board: tuple[BoardField, ...], seat: int) -> Side:
    owned = [each.number for each in board if each.owner == seat]
    return Side(
        hand_size=len(state.hands[seat]),
        supply=state.supplies[seat],
        removed=state.removed[seat],
        score=sum(owned),
        highest_field=max(owned, default=0),
    )
