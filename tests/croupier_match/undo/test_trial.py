"""What a move has told, in games that hide things in ways of their own."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from types import SimpleNamespace
from typing import Any, cast

import pytest
from croupier_game.time_limit import WATCH
from croupier_match.entries import Moved
from croupier_match.games import Game
from croupier_match.match import AnyMatch
from croupier_match.undo import trial

MOVER, OTHER = 0, 1


class Mask(Enum):
    FOX, OWL = "fox", "owl"


@dataclass(frozen=True)
class Options:
    size: int = 3


@dataclass(frozen=True)
class Place:
    card: str | None


@dataclass(frozen=True)
class State:
    """Seat 0 moves. `own` and `heap` are hidden by the views of a test only."""

    options: Options = field(default_factory=Options)
    own: tuple[str, ...] = ("A1", "A2")
    hand: tuple[str, ...] = ("B1", "C2", "D3")
    numbers: tuple[int, ...] = (2, 5, 7)
    flag: bool = True
    mask: Mask = Mask.FOX
    places: tuple[Place, ...] = (Place(None), Place("E1"))
    public: str = "A1"


Say = Callable[[State, Any], Any]
View = Callable[[State], Any]


def nothing(state: State) -> Any:
    return state.public, len(state.hand)


def tells(say: Say, view: View = nothing, move: Any = "", state: State | None = None) -> bool:
    """Whether a move by which all hear what `say` returns tells the mover something, given that it
    has seen `view`. The other seat sees all."""
    rules = SimpleNamespace(
        ID="trial",
        VERSION=1,
        Options=Options,
        apply=lambda state, seat, move, chance: (state, (say(state, move),)),
        public_view=lambda state: (),
        private_view=lambda state, seat: state if seat == OTHER else view(state),
        event_view=lambda event, seat: event,
        to_move=lambda state: (MOVER,),
        over=lambda state: False,
        scores=lambda state: (0, 0),
    )
    rules.bare, rules.limit = rules, WATCH.limited
    now = state or State()
    made = SimpleNamespace(game="trial", rules_version=1, seats=(None, None), state=now)
    match = cast(AnyMatch, made)
    entry = Moved(9, MOVER, "", move)
    game = cast(Game, SimpleNamespace(rules=rules))
    what = trial.told(game.rules, now, entry, trial.Silent())
    return trial.at_once(trial.tells(game, match, entry, what))


def has_pair(state: State) -> bool:
    return len({card[0] for card in state.hand}) < len(state.hand)


@pytest.mark.parametrize(
    ("say", "move"),
    [
        (lambda state, _: state.hand[0], ""),
        (lambda state, guess: guess in state.hand, "Z9"),
        (lambda state, _: state.hand[0] > state.own[0], ""),
        (lambda state, _: max(state.hand), ""),
        (lambda state, _: has_pair(state), ""),
        (lambda state, _: state.numbers[0] > 6, ""),
        (lambda state, _: sum(state.numbers) > 20, ""),
        (lambda state, _: state.flag, ""),
        (lambda state, _: state.mask is Mask.OWL, ""),
        (lambda state, _: state.places[0].card is None, ""),
        (lambda state, _: state.places[1].card is None, ""),
        (lambda state, _: state.hand.index("B1"), ""),
    ],
    ids=range(12),
)
def test_what_depends_on_a_hidden_value_is_told(say: Say, move: str) -> None:
    assert tells(say, move=move)


def test_a_move_that_has_no_end_in_another_world_is_taken_for_one_that_tells() -> None:
    def follow(state: State, _: Any) -> None:
        while state.numbers != (2, 5, 7):
            pass

    WATCH.start(0.02)
    try:
        assert tells(follow)
    finally:
        WATCH.stop()


@pytest.mark.parametrize(
    "say",
    [
        lambda state, move: move,
        lambda state, _: state.public,
        lambda state, _: len(state.hand),
        lambda state, _: state.options.size,
    ],
    ids=range(4),
)
def test_what_the_mover_knew_or_said_is_not(say: Say) -> None:
    assert not tells(say, move="Z9")


@pytest.mark.parametrize(
    "view",
    [
        lambda state: (state.public, sum(state.numbers)),
        lambda state: (state.public, sorted(state.numbers)),
        lambda state: (state.public, state.numbers[0] % 2),
    ],
    ids=["a sum", "which there are", "odd or even"],
)
def test_what_was_shown_but_not_alone_is_told(view: View) -> None:
    assert tells(lambda state, _: state.numbers[0], view)
    assert not tells(lambda *_: "hello", view)


def test_who_sees_which_cards_are_left_does_not_know_where() -> None:
    def left(state: State) -> Any:
        return state.public, state.own, sorted((*state.hand, str(state.places[1].card)))

    assert tells(lambda state, _: state.hand[0], left)
    assert tells(lambda state, _: state.places[1].card, left)
    assert not tells(lambda state, _: state.own[0], left)


def test_a_world_that_cannot_be_viewed_is_not_overlooked() -> None:
    """Where a value is looked up in a table that has no other, the view fails in every world."""

    def looked_up(state: State) -> Any:
        return {State().hand: "as dealt"}[state.hand]

    assert tells(lambda state, _: state.hand[0], looked_up)
    assert tells(lambda state, _: state.public, lambda state: {"A1": 1}[state.public])


def test_a_move_that_fails_elsewhere_has_told_that_it_did_not() -> None:
    assert tells(lambda state, _: {"B1": "hit"}[state.hand[0]])


def test_a_state_that_is_too_large_to_be_tried_is_not_returned_to() -> None:
    large = State(hand=tuple(f"card {number}" for number in range(100)))
    assert not tells(lambda *_: "hello", state=large)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(trial, "MOST_WORLDS", 100)
        assert tells(lambda *_: "hello", state=large)
