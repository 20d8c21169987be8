"""What the kit says of a game whose seats would have to choose anew when another one has chosen."""

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from croupier_game.kit.disturbed import REMEDY, disturbed
from croupier_match.entries import Moved
from croupier_match.games import Game

from tests.croupier_match.games import nim, rounds
from tests.croupier_match.playing import game_of


def said(game: Game, seats: int, moves: Sequence[tuple[int, Any]]) -> list[str]:
    """What is said of each move of a match."""
    rules, found = game.rules, []
    state, _ = rules.new_game(rules.Options(), seats, None)  # type: ignore[arg-type]
    for version, (seat, move) in enumerate(moves, seats + 1):
        after, _ = rules.apply(state, seat, move, None)  # type: ignore[arg-type]
        found.append(disturbed(game, state, Moved(version, seat, "", move), after))
        state = after
    return found


def without(module: ModuleType, **others: Any) -> Game:
    """A game without its decision_view, and with other functions."""
    members = {name: each for name, each in vars(module).items() if name != "decision_view"}
    changed = ModuleType(module.__name__)
    changed.__dict__.update(members | others)
    return game_of(changed)


BIDS = [(seat, rounds.Move(2)) for seat in (1, 0, 2, 2, 1, 0)]
ANEW = (
    "Seat 1 has chosen, and seat 0 has to choose anew, as its view is another: public.due. "
    f"{REMEDY}"
)


def test_members_of_the_view_that_tell_of_a_choice_are_named() -> None:
    first, second, shown, *_ = said(without(rounds), 3, BIDS)
    assert first == ANEW
    assert "Seat 0 has chosen, and seat 2 has to choose anew" in second
    assert shown == "", "nobody was still to choose"


def test_a_game_that_says_what_is_chosen_by_is_right_whatever_that_is() -> None:
    assert said(game_of(rounds), 3, BIDS) == [""] * 6
    whole = without(rounds, decision_view=lambda view: view)
    assert said(whole, 3, BIDS) == [""] * 6


def test_a_view_that_tells_of_no_choice_needs_nothing() -> None:
    def public_view(state: rounds.State) -> rounds.PublicView:
        return replace(rounds.public_view(state), due=())

    assert said(without(rounds, public_view=public_view), 3, BIDS) == [""] * 6


def test_other_legal_moves_are_chosen_from_anew_rightly() -> None:
    def legal_moves(state: rounds.State, seat: int) -> tuple[rounds.Move, ...]:
        return tuple(map(rounds.Move, range(1, 1 + len(state.due))))

    assert said(without(rounds, legal_moves=legal_moves), 3, BIDS) == [""] * 6


@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_is_said_of_seats_in_turn(seats: int) -> None:
    assert said(without(nim), seats, [(0, nim.Move(2)), (1, nim.Move(1))]) == ["", ""]
