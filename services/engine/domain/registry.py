"""The games, and what the three modules of each must offer: rules, wire and table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, Protocol

from pydantic import TypeAdapter

from engine.domain.match import Entry, Match
from engine.games.chance import Chance
from engine.games.just4fun import rules as just4fun_rules
from engine.games.just4fun import table as just4fun_table
from engine.games.just4fun import wire as just4fun_wire
from engine.games.livingstone import rules as livingstone_rules
from engine.games.livingstone import table as livingstone_table
from engine.games.livingstone import wire as livingstone_wire
from engine.games.lost_cities import rules as lost_cities_rules
from engine.games.lost_cities import table as lost_cities_table
from engine.games.lost_cities import wire as lost_cities_wire


class Rules(Protocol):
    """A game as pure functions over frozen dataclasses; see `engine.games.lost_cities`.

    `Options`, `Move`, `State` and `Event` are the module's own types, which is
    why they are Any here. A state is never changed, only replaced.
    """

    __name__: str

    ID: str
    NAME: str
    VERSION: int
    MIN_SEATS: int
    MAX_SEATS: int

    @property
    def Options(self) -> type[Any]: ...  # noqa: N802
    @property
    def Move(self) -> type[Any]: ...  # noqa: N802
    @property
    def State(self) -> type[Any]: ...  # noqa: N802
    @property
    def Event(self) -> Any: ...  # noqa: N802

    def check_options(self, options: Any, seats: int) -> None: ...
    def new_game(self, options: Any, seats: int, chance: Chance) -> tuple[Any, Any]: ...
    def rematch_options(self, state: Any, keep_score: bool) -> Any: ...
    def to_move(self, state: Any) -> tuple[int, ...]: ...
    def over(self, state: Any) -> bool: ...
    def legal_moves(self, state: Any, seat: int) -> Sequence[Any]: ...
    def check(self, state: Any, seat: int, move: Any) -> None: ...
    def apply(self, state: Any, seat: int, move: Any, chance: Chance) -> tuple[Any, Any]: ...
    def scores(self, state: Any) -> tuple[int, ...]: ...
    def ranking(self, state: Any) -> tuple[tuple[int, ...], ...]: ...
    def eliminated(self, state: Any) -> tuple[int, ...]: ...
    def view(self, state: Any, seat: int | None) -> Any: ...
    def event_view(self, event: Any, seat: int | None) -> Any: ...
    def move_view(self, move: Any, mover: int, seat: int | None) -> Any: ...
    def notation(self, move: Any) -> str: ...
    def parse(self, text: str) -> Any: ...


class Wire(Protocol):
    """A game's types as protobuf messages.

    `decode_options` and `decode_move` raise InvalidOptions and InvalidMove for what
    the messages can say and the types cannot, such as an unknown enum value.
    """

    def decode_options(self, message: Any) -> Any: ...
    def encode_options(self, options: Any) -> Any: ...
    def decode_move(self, message: Any) -> Any: ...
    def encode_move(self, move: Any) -> Any: ...
    def encode_view(self, view: Any) -> Any: ...
    def encode_event(self, event: Any) -> Any: ...


class Table(Protocol):
    """A game's view as text, for terminals."""

    def render(self, view: Any, names: Sequence[str], seat: int | None) -> str: ...


@dataclass(frozen=True)
class Game:
    """One game: the three modules of its package in `engine.games`."""

    rules: Rules
    wire: Wire
    table: Table

    @property
    def arm(self) -> str:
        """The field of this game in Options, Move, View and Event."""
        return self.rules.ID.replace("-", "_")

    @cached_property
    def page(self) -> str:
        """The rules for players, in Markdown: RULES.md of the package, or its rules' docstring."""
        package, _, _ = self.rules.__name__.rpartition(".")
        page = files(package) / "RULES.md"
        return page.read_text(encoding="utf-8") if page.is_file() else self.rules.__doc__ or ""

    @cached_property
    def match_json(self) -> TypeAdapter[Match[Any, Any, Any]]:
        rules = self.rules
        return TypeAdapter(Match[rules.Options, rules.State, rules.Event])  # type: ignore[name-defined]

    @cached_property
    def entry_json(self) -> TypeAdapter[Entry[Any]]:
        return TypeAdapter(Entry[self.rules.Move])  # type: ignore[name-defined]


GAMES: Mapping[str, Game] = {
    game.rules.ID: game
    for game in (
        Game(lost_cities_rules, lost_cities_wire, lost_cities_table),
        Game(livingstone_rules, livingstone_wire, livingstone_table),
        Game(just4fun_rules, just4fun_wire, just4fun_table),
    )
}
