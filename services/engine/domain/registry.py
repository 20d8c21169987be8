"""The games, and what the three modules of each must offer: rules, wire and table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Any, Protocol

from pydantic import TypeAdapter, ValidationError

from engine.domain.errors import NotPlayedHere
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
from engine.games.replace import replace


class Rules(Protocol):
    """A game as pure functions over frozen dataclasses; see `engine.games.lost_cities.rules`.

    `Options`, `Move`, `State` and `Event` are the game's own types, which is why they
    are Any here. A module that imports them from its `types` hands them on with
    `import Move as Move`. A state is never changed, only replaced. `seat` is a seat of
    the match; where it may be None, that is a spectator.
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

    def check_options(self, options: Any, seats: int) -> None:
        """Raise InvalidOptions if no match of `seats` can be played with these options."""

    def new_game(self, options: Any, seats: int, chance: Chance) -> tuple[Any, Any]:
        """Return the first state, and the events of the deal."""

    def rematch_options(self, state: Any, keep_score: bool) -> Any:
        """Return the options of a rematch, with the standings carried on if the game has any."""

    def to_move(self, state: Any) -> tuple[int, ...]:
        """Return the seats that must decide now; empty when the match is over."""

    def over(self, state: Any) -> bool:
        """Return whether the match has come to its end."""

    def legal_moves(self, state: Any, seat: int) -> Sequence[Any]:
        """Return the legal moves of a seat that must decide; of amounts, the least and the most."""

    def check(self, state: Any, seat: int, move: Any) -> None:
        """Raise InvalidMove if the move makes no sense, IllegalMove if the rules forbid it here."""

    def apply(self, state: Any, seat: int, move: Any, chance: Chance) -> tuple[Any, Any]:
        """Return the state after a legal move, and the events that it led to."""

    # The next three are public at every version of a match, so they must not depend on secrets.

    def scores(self, state: Any) -> tuple[int, ...]:
        """Return the points of each seat."""

    def ranking(self, state: Any) -> tuple[tuple[int, ...], ...]:
        """Return all seats by rank, best first; those of one rank together."""

    def eliminated(self, state: Any) -> tuple[int, ...]:
        """Return the seats that cannot win, however they rank; empty before the end."""

    def view(self, state: Any, seat: int | None) -> Any:
        """Return all that the seat may see of the state."""

    def event_view(self, event: Any, seat: int | None) -> Any:
        """Return the event as the seat may see it."""

    def move_view(self, move: Any, mover: int, seat: int | None) -> Any:
        """Return a move of the seat `mover` as `seat` may see it."""

    def notation(self, move: Any) -> str:
        """Return the move in writing."""

    def parse(self, text: str) -> Any:
        """Read a move as `notation` writes it; raise InvalidMove if `text` is not one."""


class Wire(Protocol):
    """A game's types as protobuf messages, which are `GameOptions`, `GameMove` and so on."""

    def decode_options(self, message: Any) -> Any:
        """Read options, with defaults for what is left out.

        Raise InvalidOptions for what the message can say and the type cannot, such as
        an unknown enum value; all else is for `check_options`.
        """

    def encode_options(self, options: Any) -> Any:
        """Return the message, with all defaults written out."""

    def decode_move(self, message: Any) -> Any:
        """Read a move; raise InvalidMove for what the type cannot say, as with options."""

    def encode_move(self, move: Any) -> Any:
        """Return the message of a move, or of what a viewer may see of it."""

    def encode_view(self, view: Any) -> Any:
        """Return the message of a view."""

    def encode_event(self, event: Any) -> Any:
        """Return the message of an event, as a viewer may see it."""


class Table(Protocol):
    """A game's view as text, for terminals."""

    def render(self, view: Any, names: Sequence[str], seat: int | None) -> str:
        """Draw the table for `seat`, up to 100 columns wide; `names` are the players' by seat."""


# No slots: cached_property keeps what it has computed in the instance's dict.
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
    def entry_json(self) -> TypeAdapter[Entry[Any, Any]]:
        return TypeAdapter(Entry[self.rules.Move, self.rules.State])  # type: ignore[name-defined]


class Games(dict[str, Game]):
    """The games that this engine has, by their ids."""

    def of(self, match: Match[Any, Any, Any]) -> Game:
        """Return the game of the match, with the rules it was made by. Raise NotPlayedHere."""
        game = self.get(match.game)
        if game is None or match.rules_version != game.rules.VERSION:
            raise NotPlayedHere
        return game

    def has_rules_of(self, match: Match[Any, Any, Any]) -> bool:
        """Return whether the match can be played here."""
        game = self.get(match.game)
        return game is not None and match.rules_version == game.rules.VERSION

    def read(self, game_id: str, json: bytes) -> Match[Any, Any, Any]:
        """Return the match in this JSON. Raise ValidationError.

        Of one that is not played here, what the rules have made is left as plain JSON: all else
        can be read, and whoever asks for the rules is refused by `of`.
        """
        if game := self.get(game_id):
            try:
                match = game.match_json.validate_json(json)
            except ValidationError:
                if ANY_MATCH.validate_json(json).rules_version == game.rules.VERSION:
                    raise
            else:
                # The members that other rules have more are left out of it.
                if match.rules_version == game.rules.VERSION:
                    return match
        return replace(ANY_MATCH.validate_json(json), game=game_id)


ANY_MATCH: TypeAdapter[Match[Any, Any, Any]] = TypeAdapter(Match[Any, Any, Any])
"""Reads what all matches have, whatever their game."""

GAMES = Games(
    (game.rules.ID, game)
    for game in (
        Game(lost_cities_rules, lost_cities_wire, lost_cities_table),
        Game(livingstone_rules, livingstone_wire, livingstone_table),
        Game(just4fun_rules, just4fun_wire, just4fun_table),
    )
)
