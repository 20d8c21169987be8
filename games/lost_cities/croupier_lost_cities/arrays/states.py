"""Tables of Lost Cities, and how states of the rules become tables and tables become states.

A card is 10 * colour + rank, where rank 0 is a wager and 1 to 9 are the numbers 2 to 10.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from croupier_game.arrays import Array, OutOfBounds, held

from croupier_lost_cities import rules, types
from croupier_lost_cities.arrays.codes import CODES, NUMBERS, RANKS, WAGER, WEIGHTS, numbers

HIGH = 12
"""Cards of a colour: no discard pile is higher."""
CARD = {card: types.PLACE[card] * RANKS + max(0, types.RANK_OF[card] - 1) for card in types.ORDER}
NAME = {number: card for card, number in CARD.items()}
MOST = 2**31 - 1


class Tables(NamedTuple):
    """n tables; see `codes` for what a code is.

    hand:    int16 [n, 2, colours]: the code of each colour in each hand.
    known:   int16 [n, 2, colours]: of the cards in it that were drawn from a discard pile.
    laid:    int16 [n, 2, colours]: of the expeditions.
    deck:    int8 [n, cards of the deck]: its top is at left - 1; what lies above is of no account.
    left:    int8 [n]: the cards in the deck.
    pile:    int8 [n, colours * 12]: the ranks in each discard pile, from the bottom.
    size:    int8 [n, colours]: the cards in it; what lies above is of no account.
    turn:    int8 [n]: the seat to move.
    idle:    int32 [n]: turns since one drew from the deck.
    starter: int8 [n]: the seat that began the round.
    done:    int8 [n]: rounds that are over.
    totals:  int32 [n, 2]: points of these, and those brought along.
    began:   int8 [n, rounds - 1]: the seat that began each round that is over, but for the last.
    past:    int16 [n, rounds - 1, 2 * colours]: the expeditions of those rounds.
    later:   int8 [n, rounds - 1, cards]: the decks of the rounds after the first.
    """

    hand: Array
    known: Array
    laid: Array
    deck: Array
    left: Array
    pile: Array
    size: Array
    turn: Array
    idle: Array
    starter: Array
    done: Array
    totals: Array
    began: Array
    past: Array
    later: Array


def from_states(xp: Any, options: types.Options, states: Sequence[types.State]) -> Tables:
    """Return states as tables; later decks are zeros. Raise OutOfBounds."""
    n, colors, rounds = len(states), options.colors, options.rounds - 1
    cards = colors * HIGH
    shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
        "hand": (xp.int16, (2, colors)),
        "known": (xp.int16, (2, colors)),
        "laid": (xp.int16, (2, colors)),
        "deck": (xp.int8, (cards - 2 * types.HAND_SIZE,)),
        "left": (xp.int8, ()),
        "pile": (xp.int8, (cards,)),
        "size": (xp.int8, (colors,)),
        "turn": (xp.int8, ()),
        "idle": (xp.int32, ()),
        "starter": (xp.int8, ()),
        "done": (xp.int8, ()),
        "totals": (xp.int32, (2,)),
        "began": (xp.int8, (rounds,)),
        "past": (xp.int16, (rounds, 2 * colors)),
    }
    rows = [_row(options, state) for state in states]
    fields = {
        name: held(xp, [row[name] for row in rows], kind, (n, *shape))
        for name, (kind, shape) in shapes.items()
    }
    return Tables(**fields, later=xp.zeros((n, rounds, cards), dtype=xp.int8))


def _row(options: types.Options, state: types.State) -> dict[str, Any]:
    if state.options != options:
        raise OutOfBounds("The match has other options than these arrays.")
    if len(state.finished) > options.rounds or not 0 <= state.idle_turns <= MOST:
        raise OutOfBounds("There are too many rounds, or turns without a draw from the deck.")
    # The last round of a match stays on the table.
    past = state.finished[: options.rounds - 1]
    lacking = options.rounds - 1 - len(past)
    nothing = [0] * 2 * options.colors
    return {
        "hand": [_by_color(options, hand) for hand in state.hands],
        "known": [_by_color(options, cards) for cards in state.known],
        "laid": _expeditions(options, state.expeditions),
        "deck": _filled(
            _cards(options, state.deck), options.colors * HIGH - 2 * types.HAND_SIZE, "the deck"
        ),
        "left": len(state.deck),
        "pile": [_pile(options, color, pile) for color, pile in enumerate(state.discards)],
        "size": [*map(len, state.discards)],
        "turn": state.turn,
        "idle": state.idle_turns,
        "starter": state.starter,
        "done": len(state.finished),
        "totals": rules.scores(state),
        "began": [*(each.starter for each in past), *[0] * lacking],
        "past": [
            *(_expeditions(options, each.expeditions) for each in past),
            *[[nothing[: options.colors]] * 2] * lacking,
        ],
    }


def _cards(options: types.Options, cards: Sequence[types.Card]) -> Sequence[int]:
    if not types.CARDS[options.colors].issuperset(cards):
        raise OutOfBounds("There is a card that this match has not.")
    return [CARD[card] for card in cards]


def _filled(numbers: Sequence[int], size: int, where: str) -> Sequence[int]:
    if len(numbers) > size:
        raise OutOfBounds(f"There are too many cards in {where}.")
    return [*numbers, *[0] * (size - len(numbers))]


def _by_color(options: types.Options, cards: Sequence[types.Card]) -> Sequence[int]:
    """Return the code of each colour."""
    if len(cards) > types.HAND_SIZE:
        raise OutOfBounds("There are too many cards in a hand.")
    found = [0] * options.colors
    for number in _cards(options, cards):
        found[number // RANKS] = _with(found[number // RANKS], number % RANKS)
    return found


def _with(code: int, rank: int) -> int:
    """Return the code with one card more."""
    weight = WEIGHTS[rank]
    if code + weight >= CODES or (rank and code & weight):
        raise OutOfBounds("There is a card too many.")
    return code + weight


def _expeditions(
    options: types.Options, sides: Sequence[Sequence[types.Cards]]
) -> Sequence[Sequence[int]]:
    return [
        [_expedition(options, color, cards) for color, cards in enumerate(each)] for each in sides
    ]


def _expedition(options: types.Options, color: int, cards: types.Cards) -> int:
    code = 0
    for number in _cards(options, cards):
        if number // RANKS != color or (code & NUMBERS) >> max(0, number % RANKS - 1):
            raise OutOfBounds("An expedition has a card of another colour, or is not in order.")
        code = _with(code, number % RANKS)
    return code


def _pile(options: types.Options, color: int, cards: types.Cards) -> Sequence[int]:
    found = _cards(options, cards)
    if any(number // RANKS != color for number in found):
        raise OutOfBounds("A discard pile has a card of another colour.")
    return _filled([number % RANKS for number in found], HIGH, "a discard pile")


def to_state(options: types.Options, row: Tables) -> types.State:
    """Return one table, whose fields have lost the axis of the tables, as a state."""
    colors, done = options.colors, int(row.done)
    laid = _laid([[int(row.laid[seat, color]) for color in range(colors)] for seat in (0, 1)])
    past = [
        types.Round(int(row.began[number]), _laid(_halves(row.past[number, :], colors)))
        for number in range(min(done, options.rounds - 1))
    ]
    ended = [types.Round(int(row.starter), laid)] if done == options.rounds else []
    return types.State(
        options=options,
        starter=int(row.starter),
        turn=int(row.turn),
        deck=tuple(NAME[int(row.deck[place])] for place in range(int(row.left))),
        hands=tuple(_hand(row.hand[seat, :], colors) for seat in (0, 1)),
        known=tuple(_hand(row.known[seat, :], colors) for seat in (0, 1)),
        expeditions=laid,
        discards=tuple(
            tuple(
                NAME[color * RANKS + int(row.pile[color * HIGH + height])]
                for height in range(int(row.size[color]))
            )
            for color in range(colors)
        ),
        idle_turns=int(row.idle),
        finished=(*past, *ended),
    )


def _halves(codes: Array, colors: int) -> Sequence[Sequence[int]]:
    return [[int(codes[seat * colors + color]) for color in range(colors)] for seat in (0, 1)]


def _laid(sides: Sequence[Sequence[int]]) -> tuple[tuple[types.Cards, ...], ...]:
    return tuple(tuple(_named(color, code) for color, code in enumerate(each)) for each in sides)


def _hand(codes: Array, colors: int) -> types.Cards:
    return tuple(card for color in range(colors) for card in _named(color, int(codes[color])))


def _named(color: int, code: int) -> types.Cards:
    """Return the cards of a code, in order."""
    ranks = [*[0] * (code // WAGER), *numbers(code)]
    return tuple(NAME[color * RANKS + rank] for rank in ranks)
