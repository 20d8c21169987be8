"""What a game's rules over arrays are."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from croupier_game.arrays.libraries import Library

Array: TypeAlias = Any
"""An array of the library at hand; its first axis is that of the tables, n of them."""
Tables: TypeAlias = Any
"""A NamedTuple of arrays [n, ...]: the states of n tables; n may be 0."""
Drawn: TypeAlias = Any
"""A NamedTuple of arrays [n, ...]: what chance brought in a step, such as the cards drawn."""
Row = TypeVar("Row", bound=tuple[Any, ...])
NONE = -(10**9)
"""The worth of a play that is none."""
WHOLE = 60
"""The whole victory, as `shares` counts it: two to six share it without a rest."""


class OutOfBounds(ValueError):
    """Arrays cannot hold it: too many cards, an option beyond its bound."""


def held(xp: Any, numbers: Any, kind: Any, shape: tuple[int, ...]) -> Array:
    """Return whole numbers, a list that may have lists in it, as an array. Raise OutOfBounds."""
    try:
        return xp.reshape(xp.asarray(numbers, dtype=kind), shape)
    except (OverflowError, ValueError) as error:
        raise OutOfBounds(f"Arrays cannot hold it: {error}") from error


def repeated(xp: Any, table: Row, times: int) -> Row:
    """Return so many times one table, or what was drawn for one: of [1, ...], [times, ...]."""
    kind: Any = type(table)
    made: Row = kind(*(xp.broadcast_to(each, (times, *each.shape[1:])) for each in table))
    return made


class Plays(NamedTuple):
    """Actions that are worth a try at each table, and what is expected of each.

    action: int32 [n, k], in any order.
    worth:  int32 [n, k], in 1/SCALE of the unit; NONE for what is no legal play.
    """

    action: Array
    worth: Array


class ArrayRules(Protocol):
    """The rules of a game over arrays, for one set of options, number of seats and library.

    Functions are pure: no array is changed in place. All whole numbers are int32 or smaller, and
    those of chance uint32: JAX has no others by default. Nothing depends on floats but
    observations: compiled, `x == max(x)` of floats may hold nowhere.

    An action is `id + actions * argument`: the mask is over ids, and an id without its argument
    means what the learners' coding says. Most games have no arguments.
    """

    RULES_VERSION: int
    """Of the rules whose moves these are; with others they are refused."""
    actions: int
    """How many ids of actions there are."""
    size: int
    """How many numbers an observation has."""
    dealing: int
    """How many uniform numbers a deal takes."""
    luck: int
    """How many uniform numbers the chance of a step takes; 0 for none."""
    hidden: int
    """How many uniform numbers a world takes."""

    def __init__(self, library: Library, options: Any, seats: int) -> None:
        """Raise OutOfBounds for options that arrays cannot hold."""

    def deal(self, uniform: Array) -> Tables:
        """Return new tables, from uniform numbers [n, dealing], uint32."""

    def legal(self, tables: Tables) -> Array:
        """Return the mask of legal ids, bool [n, actions]; empty where the match is over."""

    def chances(self, tables: Tables, action: Array, uniform: Array) -> Drawn:
        """Return what chance brings in a step, from uniform numbers [n, luck], uint32."""

    def step(self, tables: Tables, action: Array, drawn: Drawn) -> Tables:
        """Return the tables after legal actions, int32 [n]; a table that is over stays as it is."""

    def turn(self, tables: Tables) -> Array:
        """Return the seat that must decide, int8 [n]; any seat where the match is over."""

    def over(self, tables: Tables) -> Array:
        """Return whether the match has come to its end, bool [n]."""

    def scores(self, tables: Tables) -> Array:
        """Return the points of each seat, int32 [n, seats]."""

    def shares(self, tables: Tables) -> Array:
        """Return the shares of the victory, in 1/WHOLE, if the match ended so: int32 [n, seats]."""

    def observe(self, tables: Tables, seat: Array) -> Array:
        """Return what a seat of each table, int8 [n], sees, as float32 [n, size].

        It is built from nothing, as a view is: from what the seat may know, and nothing else.
        """

    def from_states(self, states: Sequence[Any]) -> Tables:
        """Return states of the rules as tables. Raise OutOfBounds, and never wrap."""

    def to_state(self, tables: Tables, row: int) -> Any:
        """Return a table as a state of the rules; what arrays leave out is in any order."""

    def action(self, move: Any, state: Any) -> int:
        """Return the action of a legal move in a state."""

    def move(self, action: int, state: Any) -> Any:
        """Return the move of a legal action in a state."""

    def drawn(self, before: Any, events: Sequence[Any], after: Any) -> Drawn:
        """Return what chance brought in a step of the rules, for one table: arrays [1, ...]."""

    # For a search; a game may leave it out.

    UNIT: str
    """What `worth` counts: croupier_game.search.POINTS or VICTORY."""
    SCALE: int
    """The worth of a point, or of the whole victory."""
    ROLLOUTS: int
    """How many rollouts of two seats a move is worth: 0.1 to 0.3 seconds of a core in NumPy."""

    def plays(self, tables: Tables) -> Plays:
        """Return what the seats to move may try, and what they expect of it, in whole numbers."""

    def policy(self, tables: Tables) -> Array:
        """Return a play of the greatest worth, int32 [n]: how all play on in a rollout."""

    def worlds(self, seen: Any, table: Tables, seat: int, uniform: Array) -> Tables:
        """Return m tables that look the same to the seat as one table does.

        `seen` are the game's Worlds, after all that the seat has seen; `table` has one row, and
        `uniform` is [m, hidden], uint32. They are as likely as those of `Worlds.world`.
        """

    def part(self, state: Any) -> int:
        """Return the part of the match that a state is in, such as a round; 0 if it has none."""

    def alone(self, state: Any) -> Any:
        """Return the state as if its part were the whole match; the state itself if it has none."""
