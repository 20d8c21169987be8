"""Livingstone: donations."""

from croupier_livingstone.rules import event_view
from croupier_livingstone.tests.positions import after, events_of, position
from croupier_livingstone.types import Donated


def test_vector_23_donation() -> None:
    state, events = events_of(position(coins=(9,)), "donate 5")
    assert (state.coins[0], state.chests[0]) == (4, 5)
    (donated,) = events
    assert event_view(donated, 0) == Donated(0, 5)
    assert event_view(donated, 1) == event_view(donated, None) == Donated(0, None)


def test_donations_add_up_in_the_chest() -> None:
    state = after(position(coins=(9,)), "donate 5", "donate 1", "donate 3")
    assert (state.coins[0], state.chests[0]) == (0, 9)
