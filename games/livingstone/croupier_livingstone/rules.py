"""Livingstone, by Benjamin Liersch: dice on a river, tents, gems, and a chest for the Queen.

The board has six rows above the ten spaces of a river, where a boat moves on by a
column each round. Everyone has eleven tents, three coins and an empty chest.

A round: two dice per player are rolled into a common pool. In turn, take a die,
higher than your last one of this round, and do one thing with it: draw an action
card; take as many coins as it shows; draw as many stones from the bag; or pay for
a tent in the boat's column and the row that it shows: the price of the river, and
one coin for every tent that is there already. A player without a die to take is
out for the round. Before, between and after, gems may be sold, coins donated to
the own chest, which is hidden from the others, and cards played. When no player
has a die to take, every tent in the boat's column earns its row, 1 to 6 points.
The boat moves on, and the next player begins.

The bag has 29 black stones, 15 clear, 10 blue and 5 red gems, and a white stone.
Black ones are set aside, gems are kept; but with the white one among them the
player gets none, and all stones drawn and set aside go back into the bag.

After the last column most tents in a row earn 12 points in row 1 down to 2 in
row 6, shared and rounded down on a tie; a gem is a point, and so are the points
on cards. Then the chests are opened: the players who gave least are out. With two
players, those are out who gave less than four dice show; and a player without a
tent left moves one.
Most points win; then the larger donation; then more tents.

A field is the letter of its column and its row, "c2". Moves are written "die 4",
"card", "coins", "dig", "tent 4", with cards "tent 6 free any", moved "tent 4 from
c2", "sell 2c 1b 1r", "donate 5", "play VP2", "play MARKET 2c", "play
SCORED_ROW_TENT 3", "end" and "pass".

Sources: German short rules (H@LL9000, 2025), the publisher's Italian sheet, the
help page of Board Game Arena; river prices and card counts are guesses, and
options.
"""

from collections.abc import Callable, Iterator

from croupier_game.chance import Chance
from croupier_game.errors import InvalidOptions
from croupier_game.presets import Preset
from croupier_game.records import dataclass
from croupier_game.tuples import ranked

from croupier_livingstone import bag, cards, coins, dice, tents
from croupier_livingstone.notation import notation as notation
from croupier_livingstone.notation import parse as parse
from croupier_livingstone.types import (
    BAG,
    COINS,
    DIG,
    DRAW_CARD,
    LAST_COLUMN,
    NO_GEMS,
    NO_STONES,
    ROWS,
    TAKE_COINS,
    Action,
    BoardField,
    CardDrawn,
    CardPlayed,
    CoinsTaken,
    DeckReshuffled,
    DieTaken,
    Donated,
    GemsSold,
    MatchScored,
    MineCrashed,
    Passed,
    RoundScored,
    RoundStarted,
    Side,
    Step,
    StonesDrawn,
    TentPlaced,
    TurnEnded,
)

# "as" hands these on: the registry takes them from this module.
from croupier_livingstone.types import Event as Event
from croupier_livingstone.types import Move as Move
from croupier_livingstone.types import Options as Options
from croupier_livingstone.types import PrivateView as PrivateView
from croupier_livingstone.types import PublicView as PublicView
from croupier_livingstone.types import State as State

ID = "livingstone"
NAME = "Livingstone"
VERSION = 1
MIN_SEATS, MAX_SEATS = 2, 5
RATED = tuple(Preset(Options(), seats) for seats in range(MIN_SEATS, MAX_SEATS + 1))


@dataclass(frozen=True, slots=True)
class Rule:
    """How an action is checked, and what it does."""

    check: Callable[[State, int, Move], None]
    apply: Callable[[State, int, Move, Chance], Step]


ACTIONS: dict[Action, Rule] = {
    "take_die": Rule(dice.check_take_die, dice.take_die),
    "draw_card": Rule(cards.check_draw_card, cards.draw_card),
    "take_coins": Rule(dice.check_die, coins.take_coins),
    "dig": Rule(dice.check_die, bag.dig),
    "place_tent": Rule(tents.check_place_tent, tents.place_tent),
    "sell_gems": Rule(bag.check_sell_gems, bag.sell_gems),
    "donate": Rule(coins.check_donate, coins.donate),
    "play_card": Rule(cards.check_play_card, cards.play_card),
    "play_market": Rule(bag.check_play_market, bag.play_market),
    "play_scored_row_tent": Rule(tents.check_play_scored_row_tent, tents.play_scored_row_tent),
    "end_turn": Rule(dice.check_end_turn, dice.end_turn),
    "pass_round": Rule(dice.check_pass_round, dice.pass_round),
}


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
    # The order of the draws is part of FAIRNESS.md: starter, deck, dice.
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
        deck=chance.shuffle(cards.deck(options)),
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
    return dice.start_round(state, chance)


def rematch_options(state: State, keep_score: bool) -> Options:
    """Return the same options: a match of Livingstone has no standings to carry on."""
    return state.options


def to_move(state: State) -> tuple[int, ...]:
    """Return the seats that must decide now; empty when the match is over."""
    return () if over(state) else (state.turn,)


def over(state: State) -> bool:
    """Return whether the match has come to its end."""
    return state.final is not None


def legal_moves(state: State, seat: int) -> tuple[Move, ...]:
    """Return what `seat`, which must be to move, may do; of amounts the least and the most.

    Of SELL_GEMS, DONATE and MARKET every smaller amount is legal as well. Where a
    tent must be moved, each place and each tent is named at least once, and every
    place goes with every tent that is not there.
    """
    return (
        *dice.moves(state, seat),
        *(_main_moves(state, seat) if state.die else ()),
        *_free_moves(state, seat),
    )


def check(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove, saying why, unless `seat` may make `move`."""
    ACTIONS[move.action].check(state, seat, move)


def apply(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Return the state after a legal `move`, and the events that it led to."""
    return ACTIONS[move.action].apply(state, seat, move, chance)


def scores(state: State) -> tuple[int, ...]:
    """Return the victory points of each seat."""
    return state.points


def ranking(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the seats by points, then donation, then tents; the eliminated share the end.

    While the match goes on, points alone count: donations are secret.
    """
    out = eliminated(state)
    keys = {
        # Tents break a tie of donations (RULES.md, The end and scoring).
        seat: (state.points[seat], state.chests[seat], len(state.tents[seat]))
        if over(state)
        else (state.points[seat],)
        for seat in _seats(state)
        if seat not in out
    }
    # Without anyone out there is no last rank: an empty one would be a rank too.
    return (*ranked(keys), *filter(None, [out]))


def eliminated(state: State) -> tuple[int, ...]:
    """Return the seats that gave too little, and so cannot win; empty before the end."""
    return state.final.eliminated if state.final else ()


def public_view(state: State) -> PublicView:
    """Return what everybody may see.

    It is built up field by field rather than stripped from the state, so a field
    added to State stays hidden until it is shown here.
    """
    return PublicView(
        round=state.round,
        starter=state.starter,
        boat=state.boat,
        river=state.options.river,
        pool=state.pool,
        die=state.die,
        dice_to_take=state.owed,
        deck_size=len(state.deck),
        discard=state.discard,
        out_of_game=state.out_of_game,
        bag=state.bag,
        aside=state.aside,
        board=_board(state),
        final=state.final,
    )


def private_view(state: State, seat: int | None) -> PrivateView:
    """Return what `seat` may see beside it: the own hand, and each side with coins if they are the
    own; None is a spectator.
    """
    return PrivateView(
        hand=() if seat is None else state.hands[seat],
        sides=tuple(_side(state, side, seat) for side in _seats(state)),
    )


def event_view(event: Event, seat: int | None) -> Event:
    """Return the event as `seat` may see it: its own cards and donations, and all that is open."""
    match event:
        case CardDrawn():
            return CardDrawn(event.seat, event.card if event.seat == seat else None)
        case Donated():
            return Donated(event.seat, event.amount if event.seat == seat else None)
        case (
            # All kinds are named, so that mypy finds a new one that is not judged here yet.
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
    """Return the move, without the amount of a donation by another seat."""
    if move.action == "donate" and mover != seat:
        return Move("donate")  # 0 coins, which no move can have
    return Move(
        move.action, move.number, move.card, move.gems, move.no_cost, move.any_row, move.origin
    )


def _seats(state: State) -> range:
    return range(len(state.hands))


def _main_moves(state: State, seat: int) -> Iterator[Move]:
    """Yield what the seat may do with its die."""
    # An empty deck is no obstacle: the discards are shuffled when the card is drawn.
    if state.deck or state.discard:
        yield DRAW_CARD
    yield TAKE_COINS
    yield DIG
    yield from tents.die_moves(state, seat)


def _free_moves(state: State, seat: int) -> Iterator[Move]:
    """Yield what the seat may do at any time of its turn."""
    yield from bag.sales("sell_gems", state.gems[seat])
    yield from coins.donations(state.coins[seat])
    for card in dict.fromkeys(state.hands[seat]):
        yield from cards.moves(state, seat, card)


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
    own, purse, chest = side == viewer, state.coins[side], state.chests[side]
    return Side(
        score=state.points[side],
        # Open: everyone could add it up from what was gained and paid (RULES.md, Open and hidden).
        wealth=purse + chest,
        # Hidden, or the difference would tell what was donated (RULES.md, Sources).
        coins=purse if own or state.options.coins_public else None,
        chest=chest if own or over(state) else None,
        gems=state.gems[side],
        tents=tents.supply(state, side),
        hand_size=len(state.hands[side]),
        last_die=state.last[side],
        passed=state.passed[side],
        scored_rows=state.scored_rows[side],
    )
