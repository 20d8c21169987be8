"""The cards in a hand: whether one is there, and how they leave it."""

from croupier_game.errors import IllegalMove
from croupier_game.replace import replace
from croupier_game.tuples import with_item, without

from croupier_livingstone.types import BOAT_BACK, Card, Cards, State


def check_card(state: State, seat: int, card: Card) -> None:
    """Raise IllegalMove unless the seat has the card."""
    if card not in state.hands[seat]:
        raise IllegalMove("A card must be in your hand to be played.")


def discard_cards(state: State, seat: int, cards: Cards) -> State:
    """Move cards of the hand to the discard pile; BOAT_BACK leaves the game."""
    hand = state.hands[seat]
    for card in cards:
        hand = without(hand, card)
    # Shuffled in again, it could take the boat back without end.
    gone = tuple(card for card in cards if card == BOAT_BACK)
    return replace(
        state,
        hands=with_item(state.hands, seat, hand),
        discard=(*state.discard, *(card for card in cards if card != BOAT_BACK)),
        out_of_game=(*state.out_of_game, *gone),
    )
