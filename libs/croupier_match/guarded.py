"""The guarded layer: the only way to what a game has, whose code may be anybody's.

Whatever goes wrong there is GameFailed: an exception that is no refusal, a value of another type or
range than the rules of all games promise, a call that does not come to its end. So no game fails
what is not its own, and what has failed changes nothing.
"""

from collections.abc import Callable, Sequence
from functools import partial
from inspect import isfunction
from itertools import chain
from types import SimpleNamespace, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from croupier_game.chance import Chance
from croupier_game.choose import Moves
from croupier_game.errors import RulesError
from croupier_game.game import REQUIRED, Rules, Table, Wire

from croupier_match.guard import REFUSES, Failed, Guard, Limit, unheard, unlimited

T = TypeVar("T")
MAX_NOTATION = 1_000
"""Characters that a move may have in writing."""
PHASE_MS = range(1_000, 24 * 60 * 60 * 1_000 + 1)
"""What the time of a phase may be."""
MAX_TABLE = 100_000
"""Characters that a table may have as text."""
FUNCTIONS = {name for name, each in vars(Rules).items() if isfunction(each) and name[0] != "_"}
STEPS = ("new_game", "apply")
"""The functions that return a state and events."""
FAILED = object()


class Guarded(Guard, Rules):
    """The rules of a game, of which everything that they return is checked.

    `seats` is the number of seats of the match; without it, one of the game's is taken for right.
    What is stored was checked by it.
    """

    def __init__(self, rules: Any, limit: Limit = unlimited, failed: Failed = unheard) -> None:
        super().__init__(rules.ID, rules.VERSION, limit, failed)
        self.bare = rules
        """The rules themselves, to try what can never be: see `croupier_match.undo.trial`."""
        self.module = rules.module
        for name in {*REQUIRED, "PrivateView", "RATED"} - FUNCTIONS:
            setattr(self, name, getattr(rules, name))
        functions = {name: getattr(rules, name) for name in FUNCTIONS}
        functions |= {name: _hashed(functions[name]) for name in STEPS}
        self._call = {name: self.guarded(each, name=name) for name, each in functions.items()}
        self._own: Any = SimpleNamespace(**{name: limit(each) for name, each in functions.items()})
        self.has_on_timeout, self.has_phases = (
            name in vars(rules) for name in ("on_timeout", "phase_ms")
        )
        # The default of check fails if legal_moves does, and by nothing that a player sends.
        self._check = "check" if "check" in vars(rules) else "legal_moves"
        self._hash = limit(hash)
        self._equal = self.guarded(_equal, name="decision_view")
        self._asked: tuple[Any, tuple[int, ...]] = (FAILED, ())
        self._states, self._events = (_classes(rules.State), _classes(rules.Event))
        self._moves = _classes(rules.Move)

    # Those that come with every move or look have no frame more than this and that of the limit.

    def new_game(self, options: Any, seats: int, chance: Chance) -> tuple[Any, Any]:
        return self._step("new_game", self._call["new_game"](options, seats, chance))

    def to_move(self, state: Any, seats: int = 0) -> tuple[int, ...]:
        # It is asked several times in a row, of one state.
        asked, found = self._asked
        if state is not asked:
            try:
                found = self._own.to_move(state)
            except BaseException as error:
                self.raised("to_move", error)
            if type(found) is not tuple:
                self.fail("to_move")
            last = -1
            for seat in found:
                if type(seat) is not int or seat <= last:
                    self.fail("to_move")
                last = seat
            self._asked = state, found
        if found and found[-1] >= (seats or self.MAX_SEATS):
            self.fail("to_move")
        return found

    def legal_moves(self, state: Any, seat: int) -> Sequence[Any]:
        found = self._call["legal_moves"](state, seat)
        if type(found) is Moves:
            return GuardedMoves(self, found)
        if type(found) not in (tuple, list) or not found:
            self.fail("legal_moves")
        for each in found:
            self._is("legal_moves", self._moves, each)
        return found  # type: ignore[no-any-return]

    def apply(self, state: Any, seat: int, move: Any, chance: Chance) -> tuple[Any, Any]:
        try:
            found = self._own.apply(state, seat, move, chance)
        except BaseException as error:
            self.raised("apply", error)
        return self._step("apply", found)

    def public_view(self, state: Any) -> Any:
        try:
            found = self._own.public_view(state)
        except BaseException as error:
            self.raised("public_view", error)
        return found if isinstance(found, self.PublicView) else self.fail("public_view")

    def private_view(self, state: Any, seat: int | None) -> Any:
        try:
            found = self._own.private_view(state, seat)
        except BaseException as error:
            self.raised("private_view", error)
        return found if isinstance(found, self.PrivateView) else self.fail("private_view")

    def scores(self, state: Any, seats: int = 0) -> tuple[int, ...]:
        found = self._call["scores"](state)
        if not self._are_seats(found, seats) or any(type(each) is not int for each in found):
            self.fail("scores")
        return found  # type: ignore[no-any-return]

    def ranking(self, state: Any, seats: int = 0) -> tuple[tuple[int, ...], ...]:
        found = self._call["ranking"](state)
        if type(found) is not tuple or any(type(rank) is not tuple or not rank for rank in found):
            self.fail("ranking")
        ranked = (*chain(*found),)
        if any(type(seat) is not int for seat in ranked):
            self.fail("ranking")
        if not self._are_seats(ranked, seats) or sorted(ranked) != [*range(len(ranked))]:
            self.fail("ranking")
        return found

    def eliminated(self, state: Any, seats: int = 0) -> tuple[int, ...]:
        found = self._call["eliminated"](state)
        most = seats or self.MAX_SEATS
        if type(found) is not tuple or any(
            type(each) is not int or not 0 <= each < most for each in found
        ):
            self.fail("eliminated")
        return found

    def over(self, state: Any) -> bool:
        try:
            found = self._own.over(state)
        except BaseException as error:
            self.raised("over", error)
        return found if found is True or found is False else self.fail("over")

    def check_options(self, options: Any, seats: int) -> None:
        self._call["check_options"](options, seats)
        try:
            self._hash(options)  # by which what is shown of them is remembered
        except BaseException as error:
            self.raised("check_options", error)

    def on_timeout(self, state: Any, seat: int) -> Any:
        found = self._is("on_timeout", self._moves, self._call["on_timeout"](state, seat))
        try:
            self.check(state, seat, found)
        except RulesError:
            self.fail("on_timeout")
        return found

    def phase_ms(self, state: Any) -> int | None:
        if not self.has_phases:
            return None
        found = self._call["phase_ms"](state)
        if found is not None and (type(found) is not int or found not in PHASE_MS):
            self.fail("phase_ms")
        return found

    def rematch_options(self, state: Any, keep_score: bool) -> Any:
        found = self._call["rematch_options"](state, keep_score)
        return self._is("rematch_options", (self.Options,), found)

    def check(self, state: Any, seat: int, move: Any) -> None:
        try:
            self._own.check(state, seat, move)
        except BaseException as error:
            self.raised(self._check, error, *REFUSES["check"])

    def event_view(self, event: Any, seat: int | None) -> Any:
        try:
            found = self._own.event_view(event, seat)
        except BaseException as error:
            self.raised("event_view", error)
        return found if isinstance(found, self._events) else self.fail("event_view")

    def move_view(self, move: Any, mover: int, seat: int | None) -> Any:
        return self._is("move_view", self._moves, self._call["move_view"](move, mover, seat))

    def decision_view(self, view: Any) -> Any:
        return self._call["decision_view"](view)

    def decides_alike(self, one: Any, other: Any) -> bool:
        """Return whether a seat decides by the same: to compare moves and views may be the game's
        own code."""
        return self._equal(one, other)  # type: ignore[no-any-return]

    def notation(self, move: Any) -> str:
        found = self._call["notation"](move)
        return self._text("notation", found, MAX_NOTATION)

    def parse(self, text: str) -> Any:
        try:
            found = self._own.parse(text)
        except BaseException as error:
            self.raised("parse", error)
        return found if isinstance(found, self._moves) else self.fail("parse")

    def check_stored(self, state: Any, seats: int, ended: bool) -> None:
        """Raise GameFailed if a state cannot go on: nobody is to move who could end the match."""
        if not (self.to_move(state, seats) or ended):
            self.fail("to_move")

    def _step(self, name: str, found: Any) -> tuple[Any, Any]:
        if type(found) is not tuple or len(found) != 2:
            self.fail(name)
        state, events = found
        if type(events) is not tuple or not isinstance(state, self._states):
            self.fail(name)
        for event in events:
            if not isinstance(event, self._events):
                self.fail(name)
        return state, events

    def _is(self, name: str, kinds: tuple[type, ...], value: T) -> T:
        if not isinstance(value, kinds):
            self.fail(name)
        return value

    def _text(self, name: str, found: Any, most: int) -> str:
        if type(found) is not str or len(found) > most:
            self.fail(name)
        return found

    def _are_seats(self, found: Any, seats: int) -> bool:
        """Return whether there is one for each seat."""
        if type(found) is not tuple:
            return False
        return len(found) == seats if seats else self.MIN_SEATS <= len(found) <= self.MAX_SEATS


class GuardedMoves(Moves):
    """Described moves, whose conditions are code of the game, too: see `croupier_game.choose`."""

    def __init__(self, guard: Guarded, moves: Moves) -> None:
        super().__init__(*moves.parts)
        self._guard, self._called = guard, partial(guard.guarded, name="legal_moves")
        for each in self.listed:
            guard._is("legal_moves", guard._moves, each)
        for each in self.choices:
            guard._is("legal_moves", guard._moves, each.move)
        if not self._called(moves.__len__)():
            guard.fail("legal_moves")

    def _at(self, place: int) -> Any:
        return self._called(super()._at)(place)

    def refusal(self, move: Any) -> RulesError | None:
        return self._called(super().refusal)(move)  # type: ignore[no-any-return]


MAKES_JSON = (
    *("options_json", "move_json", "event_json"),
    *("public_view_json", "private_view_json"),
)


class GuardedWire:
    """A game's wire: see `croupier_game.game.Wire`."""

    def __init__(self, guard: Guard, wire: Wire) -> None:
        self.descriptors, self.classes = wire.descriptors, wire.classes
        for name in MAKES_JSON:
            setattr(self, name, guard.guarded(getattr(wire, name), name=name))
        # What is no message is the fault of who has sent it.
        for name in ("read_options", "read_move"):
            setattr(self, name, guard.guarded(getattr(wire, name), ValueError, name=name))

    read_options: Callable[[bytes], Any]
    read_move: Callable[[bytes], Any]
    options_json: Callable[[Any], Any]
    move_json: Callable[[Any], Any]
    public_view_json: Callable[[Any], Any]
    private_view_json: Callable[[Any], Any]
    event_json: Callable[[Any], Any]


class GuardedTable:
    """A game's table, which gives a text of bounded length."""

    def __init__(self, guard: Guarded, table: Table) -> None:
        self._guard, self._render = guard, guard.guarded(table.render, name="render")

    def render(self, view: Any, names: Sequence[str], seat: int | None) -> str:
        return self._guard._text("render", self._render(view, names, seat), MAX_TABLE)


def _equal(one: Any, other: Any) -> bool:
    return bool(one == other)


def _hashed(step: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, which fails unless its events have a hash.

    What is shown of them is remembered by it, and it may be code of the game, too.
    """

    def hashed(*args: Any) -> Any:
        found = step(*args)
        hash(found[1])
        return found

    return hashed


def _classes(kind: Any) -> tuple[type, ...]:
    """Return the classes of a type, which may be a union, or a name for one."""
    kind = getattr(kind, "__value__", kind)
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return tuple(get_origin(each) or each for each in members)
