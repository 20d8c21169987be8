"""Hands of Just4Fun: what can be played from one, and how it is discarded and filled up."""

from functools import lru_cache
from itertools import combinations

from croupier_game.chance import Chance
from croupier_game.replace import replace
from croupier_game.tuples import with_item

from croupier_just4fun.board import next_turn
from croupier_just4fun.types import (
    CACHED,
    FIELDS,
    HAND_SIZE,
    Cards,
    CardsDrawn,
    DeckReshuffled,
    Event,
    Field,
    Move,
    State,
)


@lru_cache(maxsize=CACHED)
def plays_of(hand: Cards) -> tuple[tuple[Field, Move], ...]:
    """Return the moves of a hand on an empty board, each with its field; equal cards once."""
    # There are some thousand hands, and they come again in every match.
    chosen = (cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size))
    return tuple(
        (sum(cards), _move(cards)) for cards in dict.fromkeys(chosen) if sum(cards) <= FIELDS
    )


_move = lru_cache(maxsize=CACHED)(Move)  # the same object is found faster than an equal one


def discard_cards(state: State, seat: int, cards: Cards) -> State:
    """Move cards of the hand to the discard pile."""
    hand = list(state.hands[seat])
    for card in cards:
        hand.remove(card)
    hands = with_item(state.hands, seat, tuple(hand))
    # The order counts: a reshuffle begins with it (FAIRNESS.md).
    return replace(state, hands=hands, discard=(*state.discard, *cards))


def end_turn(state: State, seat: int, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Draw until the hand is full, and pass the turn.

    When the last card has left the deck, the discard pile is shuffled at once and
    becomes the deck, even if no more cards are needed.
    """
    hand, deck, discard = state.hands[seat], state.deck, state.discard
    # A card was played, so that count is 1 to 4; the slices below would be wrong for 0.
    count = HAND_SIZE - len(hand)
    drawn, deck = deck[-count:], deck[:-count]
    reshuffled: tuple[Event, ...] = ()
    # At once, not at the next draw: the rule sheet word by word (RULES.md, Sources).
    if not deck:
        reshuffled = (DeckReshuffled(len(discard)),)
        # The deck may have had fewer cards than wanted: the rest comes from the new one.
        more = count - len(drawn)
        deck, discard = chance.shuffle(discard), ()
        drawn, deck = (*drawn, *deck[len(deck) - more :]), deck[: len(deck) - more]
    hands = with_item(state.hands, seat, sort_cards((*hand, *drawn)))
    filled = replace(state, turn=next_turn(state), deck=deck, discard=discard, hands=hands)
    return filled, (CardsDrawn(seat, len(drawn), sort_cards(drawn)), *reshuffled)


def sort_cards(cards: Cards) -> Cards:
    """Return the cards in ascending order, as hands and moves keep them."""
    return tuple(sorted(cards))
