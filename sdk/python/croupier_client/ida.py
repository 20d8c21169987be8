"""Ida and Emil, who search in worlds: strategies for LocalMatch, the arena and Bot alike.

They play the games that are installed here, and need `pip install croupier-client[local]`; NumPy
as well for games with rules over arrays, `pip install croupier-game[arrays]`.
"""

import random
from typing import Any

from croupier_game.search import CannotSearch as CannotSearch
from croupier_game.search import Guide, GuidedSearch, Position
from croupier_game.searches import search_of

from croupier_client.base import plain
from croupier_client.types import Turn


class Ida:
    """Tries moves in states that fit all that her seat has seen, as often as `rollouts` say.

    By default it is as often as the game says, 0.1 to 0.3 seconds of a core with rules over arrays.
    """

    effort = 1
    """How many times as many rollouts are made by default."""

    def __init__(
        self,
        rollouts: int | None = None,
        dice: random.Random | None = None,
        guide: Guide | None = None,
    ) -> None:
        """With the same dice she makes the same choices, on any machine.

        `guide` takes the place of the one that the game's package has. Raise ValueError without
        a rollout.
        """
        if rollouts is not None and (not isinstance(rollouts, int) or rollouts < 1):
            raise ValueError(f"rollouts are a whole number from 1 on, not {rollouts!r}.")
        self._guide = guide
        self._rollouts = rollouts
        self._dice = dice or random.Random()  # noqa: S311 - it is no secret

    def choose(self, turn: Turn) -> str:
        """Return the notation of a move. Raise CannotSearch in a game without worlds."""
        search = search_of(turn.game, turn.rules_version)
        rollouts = self._rollouts or self.effort * search.rollouts(turn.seats)
        if self._guide:
            search = GuidedSearch(search.rules, search.worlds, self._guide)
        return search.choose(position_of(turn), rollouts, self._dice)


class Emil(Ida):
    """Searches as Ida does, and takes longer over it."""

    effort = 8


def position_of(turn: Turn) -> Position:
    """Return what a turn shows, in JSON."""
    shown: Any = turn
    options, view, seen = plain((shown.options, shown.state, turn.seen))
    known = (options, turn.seats, turn.seat, view, turn.to_move, seen)
    return Position(*known, turn.rules_version)
