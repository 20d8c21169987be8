"""What a game is: its rules, and the defaults of what an author leaves out."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from types import ModuleType
from typing import Any, Protocol

from croupier_game import notation
from croupier_game.chance import Chance
from croupier_game.choose import refusal
from croupier_game.presets import Preset
from croupier_game.tuples import ranked
from croupier_game.view import Nothing, View

REQUIRED = (
    *("ID", "NAME", "VERSION", "MIN_SEATS", "MAX_SEATS"),
    *("Options", "Move", "State", "Event", "PublicView"),
    *("new_game", "to_move", "legal_moves", "apply", "scores", "public_view"),
)
"""What the module of every game has."""


def package_of(module: ModuleType) -> str:
    """Return the package that has what belongs to the rules: their own name, if they are one."""
    return module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]


class Rules:
    """A game as pure functions over frozen dataclasses; see `croupier_lost_cities.rules`.

    It has what the game's module has, and what is written here for all else. `Options`, `Move`,
    `State`, `Event` and the views are the game's own types, so they are Any here. A module that
    imports them from its `types` hands them on with `import Move as Move`. A state is never
    changed, only replaced. `seat` is a seat of the match; where it may be None, that is a
    spectator.
    """

    ID: str
    NAME: str
    VERSION: int
    MIN_SEATS: int
    MAX_SEATS: int

    Options: type[Any]
    Move: Any
    State: type[Any]
    Event: Any
    PublicView: type[Any]
    PrivateView: type[Any] = Nothing
    RATED: tuple[Preset, ...] = ()
    """The tables at which matches are rated, where the operator has named the game as his own."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        for name in vars(Rules).keys() | REQUIRED:
            if not name.startswith("_") and hasattr(module, name):
                setattr(self, name, getattr(module, name))

    def new_game(self, options: Any, seats: int, chance: Chance) -> tuple[Any, Any]:
        """Return the first state, and the events of the deal."""
        raise NotImplementedError

    def to_move(self, state: Any) -> tuple[int, ...]:
        """Return the seats that must decide now; empty when the match is over."""
        raise NotImplementedError

    def legal_moves(self, state: Any, seat: int) -> Sequence[Any]:
        """Return the legal moves of a seat that must decide; of amounts, the least and the most.

        A tuple, or `Moves`, which describes them where they are too many to list.
        """
        raise NotImplementedError

    def apply(self, state: Any, seat: int, move: Any, chance: Chance) -> tuple[Any, Any]:
        """Return the state after a legal move, and the events that it led to."""
        raise NotImplementedError

    def public_view(self, state: Any) -> Any:
        """Return what everybody may see of the state: all seats, and spectators."""
        raise NotImplementedError

    # `scores`, `ranking` and `eliminated` are public at every version of a match, so they must not
    # depend on secrets.

    def scores(self, state: Any) -> tuple[int, ...]:
        """Return the points of each seat."""
        raise NotImplementedError

    # All that follows may be left out.

    def private_view(self, state: Any, seat: int | None) -> Any:
        """Return what else the seat may see of the state; by default nothing.

        What one viewer is shown otherwise than another is in here for all of them.
        """
        return self.PrivateView()

    def ranking(self, state: Any) -> tuple[tuple[int, ...], ...]:
        """Return all seats by rank, best first, those of one rank together.

        By default they are ranked by their points.
        """
        return ranked(dict(enumerate(self.scores(state))))

    def eliminated(self, state: Any) -> tuple[int, ...]:
        """Return the seats that cannot win, however they rank; empty before the end."""
        return ()

    def over(self, state: Any) -> bool:
        """Return whether the match has come to its end: by default, if nobody is to move."""
        return not self.to_move(state)

    def check_options(self, options: Any, seats: int) -> None:
        """Raise InvalidOptions if no match of `seats` can be played with these options."""

    def on_timeout(self, state: Any, seat: int) -> Any:
        """Return the legal move of a seat that must decide, and whose time has run out.

        With it, a clock may have `onTimeout` `rules`. The move depends on nothing that the seat may
        not see.
        """
        raise NotImplementedError

    def phase_ms(self, state: Any) -> int | None:
        """Return the time of a phase that has its own, 1 s to a day; by default None, the clock's.

        It counts in matches with a clock, for all seats that must decide; whoever is late makes the
        move of `on_timeout`. Everybody sees it, so it must not depend on secrets.
        """
        return None

    def rematch_options(self, state: Any, keep_score: bool) -> Any:
        """Return the options of a rematch, with the standings carried on if the game has any.

        By default they are those of the match, which its state has as `options`.
        """
        return state.options

    def check(self, state: Any, seat: int, move: Any) -> None:
        """Raise InvalidMove if the move makes no sense, IllegalMove if the rules forbid it here."""
        if refused := refusal(self.legal_moves(state, seat), move):
            raise refused

    def event_view(self, event: Any, seat: int | None) -> Any:
        """Return the event as the seat may see it; by default as it is."""
        return event

    def move_view(self, move: Any, mover: int, seat: int | None) -> Any:
        """Return a move of the seat `mover` as `seat` may see it; by default as it is."""
        return move

    def decision_view(self, view: View[Any, Any]) -> Any:
        """Return what of its view a seat decides by while others decide, too; by default all of it.

        A choice of another seat that leaves it, and the seat's legal moves, as they were is no
        reason to choose anew: see docs/adding-a-game.md.
        """
        return view

    def notation(self, move: Any) -> str:
        """Return the move in writing; by default its members in order, with blanks between them."""
        return notation.written(self.Move, move)

    def parse(self, text: str) -> Any:
        """Read a move as `notation` writes it; raise InvalidMove if `text` is not one."""
        return notation.read(self.Move, text)


class Table(Protocol):
    """A game's view as text, for terminals."""

    def render(self, view: View[Any, Any], names: Sequence[str], seat: int | None) -> str:
        """Draw the table for `seat`, up to 100 columns wide; `names` are the players' by seat."""


class MembersTable:
    """The table of a game that has none of its own: a line for each member of the view."""

    def render(self, view: View[Any, Any], names: Sequence[str], seat: int | None) -> str:
        return "\n".join(
            f"{each.name}: {getattr(part, each.name)}"
            for part in (view.public, view.private)
            for each in fields(part)
        )


class Wire(Protocol):
    """A game's types as JSON for those who look on, and from protobuf messages for those who move.

    The JSON is the proto3 mapping of the messages Options, Move, View and Event.
    """

    descriptors: bytes
    """The messages, with comments, as a FileDescriptorSet; the last file has the four."""
    classes: Mapping[str, Any]
    """The four messages' classes, by name."""

    def read_options(self, message: bytes) -> Any:
        """Read options, with defaults for what is left out.

        Raise InvalidOptions for what the message can say and the type cannot, such as an unknown
        enum value; all else is for `check_options`. Raise ValueError for what is no message.
        """

    def read_move(self, message: bytes) -> Any:
        """Read a move; raise InvalidMove for what the type cannot say, and ValueError."""

    def options_json(self, options: Any) -> Any:
        """Return the options, with all defaults written out."""

    def move_json(self, move: Any) -> Any:
        """Return a move, or what a viewer may see of it."""

    def public_view_json(self, view: Any) -> Any:
        """Return what everybody sees: the members of View that are public."""

    def private_view_json(self, view: Any) -> Any:
        """Return what one viewer sees beside: all other members of View."""

    def event_json(self, event: Any) -> Any:
        """Return an event, as a viewer may see it."""


class Views(Protocol):
    """Rules, or the module that has them."""

    def public_view(self, state: Any, /) -> Any: ...

    def private_view(self, state: Any, seat: int | None, /) -> Any: ...


class Game(Protocol):
    """Rules, and their types as JSON."""

    @property
    def rules(self) -> Rules: ...

    @property
    def wire(self) -> Wire: ...


def view_of(rules: Views, state: Any, seat: int | None) -> View[Any, Any]:
    """Return all that a seat, or a spectator, may see of the state."""
    return View(rules.public_view(state), rules.private_view(state, seat))


def view_json(game: Game, state: Any, seat: int | None) -> Any:
    """Return the same as the API has it: the members of both parts in one object."""
    public = game.wire.public_view_json(game.rules.public_view(state))
    return {**public, **game.wire.private_view_json(game.rules.private_view(state, seat))}
