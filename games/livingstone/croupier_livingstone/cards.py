"""Action cards: drawing them, MINE_CRASH, and playing those that need no more than a name."""

from collections.abc import Iterator, Sequence

from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove
from croupier_game.replace import replace
from croupier_game.tuples import add_at, with_item

from croupier_livingstone.bag import draw_stones, return_gems, sales
from croupier_livingstone.dice import check_die, higher_dice
from croupier_livingstone.hand import check_card, discard_cards
from croupier_livingstone.tents import scored_row_moves
from croupier_livingstone.types import (
    BOAT_BACK,
    CARDS,
    MINE_CRASH,
    PLAIN,
    POINTS,
    TWO_DICE,
    Card,
    CardDrawn,
    CardPlayed,
    Cards,
    DeckReshuffled,
    Event,
    Gems,
    MineCrashed,
    Move,
    Options,
    State,
    Step,
)


def deck(options: Options) -> Cards:
    """Return all cards of a match, by face."""
    counted = zip(CARDS, options.card_counts, strict=True)
    return tuple(card for card, count in counted for _ in range(count))


def moves(state: State, seat: int, card: Card) -> Iterator[Move]:
    """Yield the legal moves that play this card of the seat's hand, at any time of its turn."""
    match card:
        case "MARKET":
            yield from sales("play_market", state.gems[seat])
        case "SCORED_ROW_TENT":
            yield from scored_row_moves(state, seat)
        case "TWO_DICE":
            # The card adds one to the dice that are owed; all of them must rise (RULES.md, Cards).
            if len(higher_dice(state, state.last[seat])) > state.owed:
                yield Move("play_card", card=card)
        case "BOAT_BACK":
            if state.boat > 1:
                yield Move("play_card", card=card)
        case "NO_COST_TENT" | "ANY_ROW_TENT":
            return  # they are played with the tent of a die
        case _:
            yield Move("play_card", card=card)


def check_draw_card(state: State, seat: int, move: Move) -> None:
    """Raise IllegalMove unless there is a die to use and a card to draw."""
    check_die(state, seat, move)
    if not state.deck and not state.discard:
        raise IllegalMove("There is no card left to draw.")


def draw_card(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Draw a card for the die."""
    return _draw(replace(state, die=0), seat, chance)


def check_play_card(state: State, seat: int, move: Move) -> None:
    """Raise InvalidMove or IllegalMove unless the seat may play `move.card`."""
    if move.card not in PLAIN:
        raise InvalidMove(f"A card that is played so is one of {', '.join(PLAIN)}.")
    check_card(state, seat, move.card)
    if move.card == BOAT_BACK and state.boat == 1:
        raise IllegalMove("The boat cannot go back from the first column.")
    if move.card == TWO_DICE:
        _check_two_dice(state, seat)


def play_card(state: State, seat: int, move: Move, chance: Chance) -> Step:
    """Discard the card, and let it take effect."""
    state, played = discard_cards(state, seat, (move.card,)), CardPlayed(seat, move.card)
    match move.card:
        case "TWO_DICE":
            return replace(state, owed=state.owed + 1), (played,)
        case "BOAT_BACK":
            # Tents of this round stay where they are, and score when the boat is there again.
            return replace(state, boat=state.boat - 1), (played,)
        case "FOUR_COINS":
            return replace(state, coins=add_at(state.coins, seat, 4)), (played,)
        case "THREE_STONES":
            after, events = draw_stones(state, seat, 3, chance)
            return after, (played, *events)
        case card:
            return replace(state, points=add_at(state.points, seat, POINTS[card])), (played,)


def _check_two_dice(state: State, seat: int) -> None:
    """Raise IllegalMove unless a rising chain of so many dice can be taken from the pool.

    `higher_dice` again in other words, so that each tests the other.
    """
    last, chain = state.last[seat], 0
    # Once through is enough: the pool is sorted.
    for value in state.pool:
        if value > last:
            last, chain = value, chain + 1
    if chain < state.owed + 1:
        raise IllegalMove("TWO_DICE needs enough dice in the pool, each higher than the last one.")


def _draw(state: State, seat: int, chance: Chance) -> Step:
    """Draw a card for the seat, if there is any; an empty deck is made anew from the discards."""
    events: tuple[Event, ...] = ()
    # Not as soon as the deck is empty, unlike in Just4Fun: decided here (RULES.md, Sources).
    if not state.deck and state.discard:
        events = (DeckReshuffled(len(state.discard)),)
        state = replace(state, deck=chance.shuffle(state.discard), discard=())
    if not state.deck:
        return state, events
    card, rest = state.deck[-1], replace(state, deck=state.deck[:-1])
    # Carried out when drawn, and never held: so no discards bring it back.
    if card == MINE_CRASH:
        after, more = _crash(rest, seat, chance)
        return after, (*events, *more)
    hand = tuple(sorted((*rest.hands[seat], card), key=CARDS.index))
    return replace(rest, hands=with_item(rest.hands, seat, hand)), (*events, CardDrawn(seat, card))


def _crash(state: State, seat: int, chance: Chance) -> Step:
    """Return all gems to the bag, then draw the replacements, from the drawer clockwise."""
    lost, seats = state.gems, len(state.hands)
    state = replace(return_gems(state), out_of_game=(*state.out_of_game, MINE_CRASH))
    events: tuple[Event, ...] = (MineCrashed(seat, lost),)
    # A replacement is carried out to its end before the next one: FAIRNESS.md has this order.
    for each in ((seat + step) % seats for step in range(seats)):
        if _draws_again(state.options, each, seat, lost):
            # A replacement may be a MINE_CRASH in turn; each leaves the game, so that ends.
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
