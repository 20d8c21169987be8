"""The guarded layer: the only way to what a game has, whose code may be anybody's.

Whatever goes wrong there is GameFailed: an exception that is no refusal, a value of another type or
range than the rules of all games promise, a call that does not come to its end. So no game fails
what is not its own, and what has failed changes nothing.
"""

import logging
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from inspect import isfunction
from itertools import chain
from types import UnionType
from typing import Any, NoReturn, TypeVar, Union, get_args, get_origin

from cachetools import TTLCache
from croupier_game.chance import Chance
from croupier_game.errors import IllegalMove, InvalidMove, InvalidOptions, RulesError
from croupier_game.game import REQUIRED, Rules, Table, Wire

from engine.domain.errors import GameFailed
from engine.domain.time_limit import WATCH

T = TypeVar("T")
MAX_REFUSAL = 500
"""Characters that a refusal may have: it travels in the trailers of a call."""
MAX_NOTATION = 1_000
"""Characters that a move may have in writing."""
MAX_TABLE = 100_000
"""Characters that a table may have as text."""
LOGGED, LOGGED_S = 1_000, 60.0
"""How many failures are remembered, and for how long none is logged again."""

REFUSES: dict[str, tuple[type[RulesError], ...]] = {
    "check_options": (InvalidOptions,),
    "rematch_options": (InvalidOptions,),
    "check": (InvalidMove, IllegalMove),
    "parse": (InvalidMove,),
    "read_options": (InvalidOptions,),
    "read_move": (InvalidMove,),
}
"""The functions that may refuse something, and how: any other exception is a failure."""

FUNCTIONS = {name for name, each in vars(Rules).items() if isfunction(each) and name[0] != "_"}
FAILED = object()

failures: Counter[tuple[str, str]] = Counter()
"""How often each function of each game has failed since this process has begun."""

log = logging.getLogger("engine")
_logged: TTLCache[tuple[str, int, str], bool] = TTLCache(LOGGED, LOGGED_S)


class Guard:
    """Calls the functions of one game, by one version of its rules."""

    def __init__(self, game: str, version: int) -> None:
        self.game, self.version = game, version

    def guarded(
        self, function: Callable[..., Any], *more: type[Exception], name: str = ""
    ) -> Callable[..., Any]:
        """Return a function of the game that raises nothing but GameFailed and its refusals.

        They are those of REFUSES, and `more`. It is known by its own name unless another is given.
        """
        name = name or function.__name__
        refusals = (*REFUSES.get(name, ()), *more)
        limited = WATCH.limited(function)

        def call(*args: Any) -> Any:
            try:
                return limited(*args)
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                if type(error) in refusals:
                    raise type(error)(_sentence(error)) from None
                # SystemExit and CancelledError, too: nothing in here waits, so they are its own.
                self.fail(name, error)

        return call

    def fail(self, function: str, error: BaseException | None = None) -> NoReturn:
        """Count the failure, log it with its place in the code, and raise GameFailed.

        Without an error, it is for a value that it must not give.
        """
        failure, what = self._counted(function), (self.game, self.version, function)
        if what not in _logged:
            _logged[what] = True
            # No values, and no message of an exception: they could hold a card.
            why = type(error).__name__ if error else "it has given what it must not"
            lines = "".join(traceback.format_tb(error.__traceback__)) if error else ""
            log.error("%s %s\n%s", failure, why, lines, extra={"game": self.game})
        raise failure from None

    def _counted(self, function: str) -> GameFailed:
        failures[self.game, function] += 1
        return GameFailed(self.game, self.version, function)


class Guarded(Guard, Rules):
    """The rules of a game, of which everything that they return is checked.

    `seats` is the number of seats of the match; without it, one of the game's is taken for right.
    What is stored was checked by it.
    """

    def __init__(self, rules: Any) -> None:
        super().__init__(rules.ID, rules.VERSION)
        self.bare = rules
        """The rules themselves, for those who try what can never be, as in engine.domain.undo."""
        self.module = rules.module
        for name in {*REQUIRED, "PrivateView"} - FUNCTIONS:
            setattr(self, name, getattr(rules, name))
        self._call = {name: self.guarded(getattr(rules, name), name=name) for name in FUNCTIONS}
        if "check" not in vars(rules):
            # Its default fails if legal_moves does, and by nothing that a player sends.
            of_check = self.guarded(rules.check, *REFUSES["check"], name="legal_moves")
            self._call["check"] = of_check
        self._to_move, self._over = self._call["to_move"], self._call["over"]
        self._hash = {name: self.guarded(hash, name=name) for name in ("new_game", "apply")}
        self._asked: tuple[Any, tuple[int, ...]] = (FAILED, ())
        self._states, self._events = (_classes(rules.State), _classes(rules.Event))
        self._moves = _classes(rules.Move)

    def new_game(self, options: Any, seats: int, chance: Chance) -> tuple[Any, Any]:
        return self._step("new_game", self._call["new_game"](options, seats, chance))

    def to_move(self, state: Any, seats: int = 0) -> tuple[int, ...]:
        # It is asked several times in a row, of one state.
        asked, found = self._asked
        if state is not asked:
            found = self._to_move(state)
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
        if type(found) not in (tuple, list) or not found:
            self.fail("legal_moves")
        for each in found:
            self._is("legal_moves", self._moves, each)
        return found  # type: ignore[no-any-return]

    def apply(self, state: Any, seat: int, move: Any, chance: Chance) -> tuple[Any, Any]:
        return self._step("apply", self._call["apply"](state, seat, move, chance))

    def public_view(self, state: Any) -> Any:
        return self._is("public_view", (self.PublicView,), self._call["public_view"](state))

    def private_view(self, state: Any, seat: int | None) -> Any:
        found = self._call["private_view"](state, seat)
        return self._is("private_view", (self.PrivateView,), found)

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
        found = self._over(state)
        if type(found) is not bool:
            self.fail("over")
        return found

    def check_options(self, options: Any, seats: int) -> None:
        self._call["check_options"](options, seats)

    def rematch_options(self, state: Any, keep_score: bool) -> Any:
        found = self._call["rematch_options"](state, keep_score)
        return self._is("rematch_options", (self.Options,), found)

    def check(self, state: Any, seat: int, move: Any) -> None:
        self._call["check"](state, seat, move)

    def event_view(self, event: Any, seat: int | None) -> Any:
        return self._is("event_view", self._events, self._call["event_view"](event, seat))

    def move_view(self, move: Any, mover: int, seat: int | None) -> Any:
        return self._is("move_view", self._moves, self._call["move_view"](move, mover, seat))

    def notation(self, move: Any) -> str:
        found = self._call["notation"](move)
        return self._text("notation", found, MAX_NOTATION)

    def parse(self, text: str) -> Any:
        return self._is("parse", self._moves, self._call["parse"](text))

    def check_stored(self, state: Any, seats: int, ended: bool) -> None:
        """Raise GameFailed if a state cannot go on: nobody is to move who could end the match."""
        if not (self.to_move(state, seats) or ended):
            self.fail("to_move")

    def _step(self, name: str, found: Any) -> tuple[Any, Any]:
        if type(found) is not tuple or len(found) != 2:
            self.fail(name)
        state, events = found
        if type(events) is not tuple:
            self.fail(name)
        self._is(name, self._states, state)
        for event in events:
            self._is(name, self._events, event)
        self._hash[name](events)  # by which what is shown of them is remembered
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


def _sentence(error: BaseException) -> str:
    """Return what a refusal says; half a character, which no answer could carry, is a `?`."""
    return str(error)[:MAX_REFUSAL].encode("utf-8", "replace").decode()


def _classes(kind: Any) -> tuple[type, ...]:
    """Return the classes of a type, which may be a union, or a name for one."""
    kind = getattr(kind, "__value__", kind)
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    return tuple(get_origin(each) or each for each in members)
