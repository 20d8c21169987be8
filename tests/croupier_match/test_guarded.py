"""The guard around a game: refusals pass, all else that is wrong is GameFailed."""

import sys
from collections.abc import Callable
from typing import Any

import pytest
from croupier_game import Choose, Condition, Moves
from croupier_game.errors import IllegalMove, InvalidMove, InvalidOptions
from croupier_game.game import Rules, view_of
from croupier_match import guarded
from croupier_match.guard import REFUSES
from croupier_match.guarded import FUNCTIONS, Guarded
from croupier_match.refusals import GameFailed

from tests.support import heap

HEAP: Any = sys.modules[heap.__name__]
MOVE, EVENT = heap.Move(2), heap.Event(0, 2)
START = heap.State(12, 0, (0, 0))
FIVE = heap.State(12, 0, (3, 2, 0, 0, 0))


def guard(**functions: Any) -> Guarded:
    """Heap, with other functions."""
    rules = Rules(HEAP)
    for name, function in functions.items():
        setattr(rules, name, function)
    return Guarded(rules)


def gives(value: Any) -> Callable[..., Any]:
    return lambda *_: value


def test_what_is_right_is_returned_as_it_is() -> None:
    rules = guard()
    assert rules.new_game(heap.Options(), 2, None) == (START, ())  # type: ignore[arg-type]
    assert rules.to_move(START, 2) == (0,)
    assert rules.legal_moves(START, 0) == tuple(map(heap.Move, (1, 2, 3)))
    after, events = rules.apply(START, 0, MOVE, None)  # type: ignore[arg-type]
    assert (after.heap, events) == (10, (EVENT,))
    assert rules.scores(FIVE, 5) == (3, 2, 0, 0, 0)
    assert rules.ranking(FIVE, 5) == ((0,), (1,), (2, 3, 4))
    assert rules.eliminated(FIVE, 5) == ()
    assert rules.over(START) is False
    assert rules.rematch_options(START, True) == heap.Options()
    assert rules.public_view(START) is START
    assert rules.event_view(EVENT, None) is EVENT
    assert rules.move_view(MOVE, 0, None) is MOVE
    assert rules.parse(rules.notation(MOVE)) == MOVE


VIEW = view_of(Rules(HEAP), START, 0)
CALLS: dict[str, tuple[Any, ...]] = {
    "new_game": (heap.Options(), 2, None),
    "to_move": (START, 2),
    "legal_moves": (START, 0),
    "apply": (START, 0, MOVE, None),
    "public_view": (START,),
    "private_view": (START, 0),
    "scores": (START, 2),
    "ranking": (START, 2),
    "eliminated": (START, 2),
    "over": (START,),
    "on_timeout": (START, 0),
    "phase_ms": (START,),
    "check_options": (heap.Options(), 2),
    "rematch_options": (START, True),
    "check": (START, 0, MOVE),
    "event_view": (EVENT, 0),
    "move_view": (MOVE, 0, 1),
    "decision_view": (VIEW,),
    "notation": (MOVE,),
    "parse": ("2",),
}


class Unhashable(heap.Event):
    __hash__ = None  # type: ignore[assignment]


class FailsToHash(heap.Event):
    def __hash__(self) -> int:
        raise RuntimeError


WRONG = [
    *(("to_move", value) for value in (None, [0], (2,), (0, 0), (1, 0), (-1,), ("0",), (True,))),
    *(("legal_moves", value) for value in (None, (), (MOVE, 2), {MOVE}, iter([MOVE]))),
    *(("apply", value) for value in (None, START, (START,), (START, [EVENT]), (START, None))),
    *(("apply", value) for value in ((EVENT, ()), (START, (MOVE,)), [START, ()])),
    *(("apply", (START, (kind(0, 2),))) for kind in (Unhashable, FailsToHash)),
    *(("new_game", value) for value in (None, (None, ()), (START, (1,)))),
    *(("public_view", value) for value in (None, EVENT)),
    *(("private_view", value) for value in (None, START)),
    *(("scores", value) for value in (None, [0, 0], (0,), (0, 0, 0), (0.5, 1), (None, 1))),
    *(("ranking", value) for value in (None, (0, 1), ((0,),), ((0, 1), ()), ((0,), (0,)))),
    *(("ranking", value) for value in (((0,), (2,)), ((0,), (True,)), [(0, 1)])),
    *(("eliminated", value) for value in (None, [0], (2,), ("0",))),
    *(("over", value) for value in (None, 1, "no")),
    *(("on_timeout", value) for value in (None, EVENT, heap.Move(9))),
    *(("phase_ms", value) for value in (0, 999, 5_000.0, True, "5s", 86_400_001)),
    *(("rematch_options", value) for value in (None, START)),
    *(("event_view", value) for value in (None, MOVE)),
    *(("move_view", value) for value in (None, EVENT)),
    *(("notation", value) for value in (None, 2, "x" * (guarded.MAX_NOTATION + 1))),
    ("parse", None),
]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_what_is_wrong_is_a_failure(name: str, value: Any) -> None:
    with pytest.raises(GameFailed) as failed:
        getattr(guard(**{name: gives(value)}), name)(*CALLS[name])
    assert (failed.value.game, failed.value.version) == ("heap", 1)
    assert failed.value.function == name


def test_options_that_cannot_be_remembered_are_a_failure() -> None:
    class Options(heap.Options):
        def __hash__(self) -> int:
            return hash([])

    with pytest.raises(GameFailed) as failed:
        guard().check_options(Options(), 2)
    assert failed.value.function == "check_options"


def test_what_a_seat_decides_by_is_compared_with_care() -> None:
    class Fails:
        def __eq__(self, other: object) -> bool:
            raise RuntimeError

    assert guard().decides_alike((MOVE,), (MOVE,))
    with pytest.raises(GameFailed) as failed:
        guard().decides_alike(Fails(), Fails())
    assert failed.value.function == "decision_view"


def test_a_seat_that_a_match_lacks_is_found_in_a_state_that_is_known() -> None:
    rules = guard(to_move=gives((2,)))
    assert rules.to_move(START) == (2,), "other matches have more seats"
    with pytest.raises(GameFailed):
        rules.to_move(START, 2)


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("error", [KeyError, InvalidMove, IllegalMove, InvalidOptions])
def test_only_those_refuse_that_may(name: str, error: type[Exception]) -> None:
    def raises(*_: Any) -> None:
        raise error("R7 \ud800")

    passes = error in REFUSES.get(name, ())
    with pytest.raises(error if passes else GameFailed) as raised:
        getattr(guard(**{name: raises}), name)(*CALLS[name])
    text = str(raised.value)
    assert text == "R7 ?" if passes else "R7" not in text


def test_check_by_default_fails_as_legal_moves_does() -> None:
    """Failures of `check` do not count, so that a player who sends something odd ends no match."""
    rules = Rules(HEAP)
    del rules.check
    with pytest.raises(IllegalMove):
        Guarded(rules).check(START, 0, heap.Move(9))
    rules.legal_moves = gives(None)  # type: ignore[method-assign]
    with pytest.raises(GameFailed) as failed:
        Guarded(rules).check(START, 0, MOVE)
    assert failed.value.function == "legal_moves"


def test_every_function_is_guarded() -> None:
    assert set(CALLS) == FUNCTIONS
    assert {name for name in FUNCTIONS if getattr(Guarded, name) is getattr(Rules, name)} == set()


def test_other_functions_of_a_game_are_guarded_alike() -> None:
    def read_move(message: bytes) -> None:
        raise {b"": InvalidMove, b"1": ValueError, b"2": KeyError}[message]("R7")

    read = guard().guarded(read_move, ValueError)
    for message, error in ((b"", InvalidMove), (b"1", ValueError), (b"2", GameFailed)):
        with pytest.raises(error):
            read(message)


def described(holds: Callable[[Any], bool], move: Any = None) -> Any:
    """Heap's moves as a game describes them: seats that are chosen for a state's `taken`."""
    kind = heap.State(0, 0, ()) if move is None else move
    condition = Condition("It holds.", holds)
    return Moves(MOVE, Choose(kind, "taken", (1, 2), conditions=(condition,)))


def test_described_moves_are_checked_like_listed_ones() -> None:
    rules = guard(Move=heap.Move | heap.State, legal_moves=gives(described(lambda taken: True)))
    moves = rules.legal_moves(START, 0)
    assert (len(moves), moves[0], moves[1].taken, moves[-1].taken) == (4, MOVE, (1,), (1, 2))
    assert moves[1] in moves
    for wrong in (
        Moves(),
        Moves(2),
        Moves(Choose(heap.State(0, 0, ()), "taken", (1,), conditions=(NEVER,))),
        described(lambda taken: 1 / 0 > 1),
    ):
        with pytest.raises(GameFailed):
            guard(Move=heap.Move | heap.State, legal_moves=gives(wrong)).legal_moves(START, 0)
    with pytest.raises(GameFailed):
        guard(legal_moves=gives(described(lambda taken: True))).legal_moves(START, 0)


def test_a_condition_that_fails_later_is_a_failure_of_legal_moves() -> None:
    things = tuple(range(100))
    fails = Condition("It holds.", lambda taken: bool(taken[99]))
    found = Moves(Choose(heap.State(0, 0, ()), "taken", things, 5, 50, conditions=(fails,)))
    moves = guard(Move=heap.State, legal_moves=gives(found)).legal_moves(START, 0)
    for call in (lambda: moves[7], lambda: heap.State(0, 0, things[:5]) in moves):
        with pytest.raises(GameFailed) as failed:
            call()
        assert failed.value.function == "legal_moves"


NEVER = Condition("It never holds.", lambda taken: False)
