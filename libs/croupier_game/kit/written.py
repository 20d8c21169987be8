"""Moves in writing, made by the seat to move: what the rules of any game say of them."""

from collections.abc import Callable
from typing import Any

import pytest

from croupier_game.errors import IllegalMove


class Written:
    """The moves of a game; `unlisted` says whether a legal one may be missing from the list."""

    def __init__(self, rules: Any, unlisted: Callable[[Any], object] = lambda move: False) -> None:
        self._rules = rules
        self._unlisted = unlisted

    def legal(self, state: Any, text: str) -> bool:
        """Whether the move is; the list and the check must agree."""
        move = self._rules.parse(text)
        listed = move in self._rules.legal_moves(state, state.turn)
        try:
            self._rules.check(state, state.turn, move)
        except IllegalMove:
            assert not listed, f"{text} is listed and refused"
            return False
        assert listed or self._unlisted(move), f"{text} is allowed and not listed"
        return True

    def refusal(self, state: Any, text: str) -> str:
        """The sentence with which the rules forbid the move, which is not listed either."""
        assert not self.legal(state, text)
        with pytest.raises(IllegalMove) as refused:
            self._rules.check(state, state.turn, self._rules.parse(text))
        return str(refused.value)
