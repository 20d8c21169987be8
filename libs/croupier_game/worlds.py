"""Worlds: whole states of a match that fit all that one seat has seen of it.

A search plays in them what it cannot know. What makes them is never given a state, so it cannot
tell what its seat does not know: it is told what the service shows, in the service's JSON.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from croupier_game.chance import Chance

Json = Mapping[str, Any]


class Worlds(Protocol):
    """What a seat knows of a match, and the states that it may be in.

    How likely a state is follows from the deals, all of which are equally likely, and from what was
    seen, if the others choose blindly: what their choices tell, such as why a card was discarded,
    is left out of account.
    """

    def __init__(self, options: Json, seats: int, seat: int) -> None:
        """Begin before the first version of a match."""

    def see(self, events: Sequence[Json]) -> None:
        """Take in the events of the next version, from the first on, as the seat is shown them."""

    def world(self, view: Json, to_move: Sequence[int], chance: Chance) -> Any:
        """Return a state of the game's rules that looks to the seat as the last version does."""


class Bag:
    """Cards that are counted: those that are somewhere, and nobody has seen where."""

    def __init__(self, cards: Sequence[Any]) -> None:
        self._cards = list(cards)

    def without(self, *seen: Sequence[Any]) -> Sequence[Any]:
        """Return the cards that are left, in the order that they had."""
        left = list(self._cards)
        for cards in seen:
            for card in cards:
                left.remove(card)
        return left


def parts(event: Json) -> tuple[str, Json]:
    """Return the kind of an event, and what it says."""
    (kind,) = event
    return kind, event[kind]


def told(events: Sequence[Json], on: Mapping[str, Callable[[Json], None]]) -> None:
    """Call for each event what there is for its kind."""
    for kind, said in map(parts, events):
        if take := on.get(kind):
            take(said)
