"""The games: what a rules module and a codec module must offer, and the list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from pydantic import TypeAdapter

from engine.domain.match import Entry, Match
from engine.games.chance import Chance
from engine.games.just4fun import rules as just4fun
from engine.games.just4fun import wire as just4fun_codec
from engine.games.livingstone import rules as livingstone
from engine.games.livingstone import wire as livingstone_codec
from engine.games.lost_cities import rules as lost_cities
from engine.games.lost_cities import wire as lost_cities_codec

PAGES = Path(__file__).resolve().parents[3] / "docs" / "rules"
"""Where the pages of rules are, beside `services`: an image of the engine needs them, too."""


class Rules(Protocol):
    """A game as pure functions over frozen dataclasses; see `engine.rules.lost_cities`.

    `Options`, `Move`, `State` and `Event` are the module's own types, which is
    why they are Any here. A state is never changed, only replaced.
    """

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


class Codec(Protocol):
    """A game on the wire: its protobuf messages, and its table as text."""

    def decode_options(self, message: Any) -> Any: ...
    def encode_options(self, options: Any) -> Any: ...
    def decode_move(self, message: Any) -> Any: ...
    def encode_move(self, move: Any) -> Any: ...
    def encode_view(self, view: Any) -> Any: ...
    def encode_event(self, event: Any) -> Any: ...
    def table(self, view: Any, names: Sequence[str], seat: int | None) -> str: ...


@dataclass(frozen=True)
class Game:
    """A kind of game: its rules, and how they meet the wire and the store."""

    rules: Rules
    codec: Codec

    @property
    def arm(self) -> str:
        """The field of this game in Options, Move, View and Event."""
        return self.rules.ID.replace("-", "_")

    @cached_property
    def page(self) -> str:
        """How the game is played here, in Markdown; without such a page, what its module says."""
        page = PAGES / f"{self.rules.ID}.md"
        return page.read_text(encoding="utf-8") if page.exists() else self.rules.__doc__ or ""

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
        Game(lost_cities, lost_cities_codec),
        Game(livingstone, livingstone_codec),
        Game(just4fun, just4fun_codec),
    )
}
