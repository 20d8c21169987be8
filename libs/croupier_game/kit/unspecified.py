"""What the suites take for the spec of a game that has none: the little that any game has."""

import random
from collections.abc import Iterable
from typing import Any

from croupier_game.game import Rules
from croupier_game.kit.described import some_of
from croupier_game.kit.spec import Oracle, Secrets

BOUND, TURNS = 2_000, 20
"""The most moves of a match, and of one that is only begun."""


def oracle(rules: Rules) -> Oracle:
    """Return what can be said of a game without knowing it."""

    def moves(state: Any, seat: int, rng: random.Random) -> Iterable[Any]:
        """Moves of all players, of which most can make only their own."""
        return [m for each in rules.to_move(state) for m in some_of(rules.legal_moves(state, each))]

    return Oracle(
        options=(rules.Options(),),
        bound=lambda options, seats: BOUND,
        box=lambda options, seats: (),
        pieces=lambda state: (),
        moves=moves,
        kind=lambda move: type(move).__name__,
        kinds=frozenset(),
        specimens={},
    )


def secrets(rules: Rules) -> Secrets:
    """Return what lets matches be played; it says nothing of secrets."""
    return Secrets(
        known=lambda state, events, viewer: None,
        hidden=lambda state, viewer: {},
        probe=lambda state, viewer: "",
        options=lambda seats, dice: rules.Options(),
        turns=TURNS,
    )
