"""The games that are installed here, with the types that the client reads them as."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache, cached_property, lru_cache
from typing import Any

import msgspec
from croupier_game.choose import selected
from croupier_game.errors import InvalidMove, InvalidOptions
from croupier_game.game import view_json
from croupier_game.installed import Package, find, names
from croupier_game.listing import LISTED, described
from croupier_game.protobuf.strict_json import Unreadable, encoded
from croupier_match import Game
from google.protobuf.message import Message

from croupier_client.base import plain
from croupier_client.turns import Choice
from croupier_client.types import LegalMove
from croupier_client.types.known import OtherTurn, turn_type
from croupier_client.types.protocol import ChooseMoves

MOVES_KEPT = 10_000
"""How many moves of a game are remembered as structs: most positions have the same ones."""


class UnknownGame(LookupError):
    """No game of this name is installed here."""


class WrongSeats(InvalidOptions):
    """The game cannot be played by so many."""


class Played:
    """A game, and what the client reads its options, views, events and moves as."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.turn: Any = turn_type(package.rules.ID)
        self.kinds: Mapping[str, Any] = self.turn.__annotations__
        self.listed = lru_cache(MOVES_KEPT)(self._list)
        self.parsed = lru_cache(MOVES_KEPT)(package.rules.parse)

    @cached_property
    def game(self) -> Game:
        """The game as the rulebook of matches has it: its code is called with care."""
        return Game.of(self.package)

    def read_options(self, options: Mapping[str, Any], seats: int) -> Any:
        """Return the options as the rules have them. Raise InvalidOptions."""
        rules, wire = self.package.rules, self.package.wire
        if not rules.MIN_SEATS <= seats <= rules.MAX_SEATS:
            least, most = rules.MIN_SEATS, rules.MAX_SEATS
            takes = f"{least}" if least == most else f"{least} to {most}"
            raise WrongSeats(f"{rules.NAME} has {takes} seats, not {seats}.")
        try:
            message = encoded(options, wire.classes["Options"])
        except Unreadable:
            raise InvalidOptions(_wrong(options, wire.classes["Options"])) from None
        read = wire.read_options(message)
        rules.check_options(read, seats)
        return read

    def shown_options(self, options: Any) -> Any:
        """Return the options with all that they say, as the service shows them."""
        return msgspec.convert(self.package.wire.options_json(options), self.kinds["options"])

    def show(self, state: Any, told: Sequence[Any], seat: int, what: str) -> Any:
        """Return a member of a turn: "state", "events", "moves", "choose", or "seen"."""
        match what:
            case "state":
                return self.view(state, seat)
            case "events":
                return self.events(told[-1], seat)
            case "moves":
                legal = selected(self.package.rules.legal_moves(state, seat), LISTED)
                return self.own(tuple(map(self.listed, legal)))
            case "choose":
                legal = self.package.rules.legal_moves(state, seat)
                return msgspec.convert(described(self.package, legal), tuple[ChooseMoves, ...])
            case _:
                return [self.events(events, seat) for events in told]

    def view(self, state: Any, seat: int | None) -> Any:
        """Return the table as a seat may see it; None is a spectator."""
        return msgspec.convert(self.own(view_json(self.package, state, seat)), self.kinds["state"])

    def events(self, events: Sequence[Any], seat: int | None) -> Any:
        """Return the events of one version, as a seat may see them."""
        wire, event_view = self.package.wire, self.package.rules.event_view
        shown = [wire.event_json(event_view(event, seat)) for event in events]
        return msgspec.convert(self.own(shown), self.kinds["events"])

    def own(self, shown: Any) -> Any:
        """Return what is shown, for one to keep: a copy of plain JSON, which others share."""
        return deepcopy(shown) if self.turn is OtherTurn else shown

    def read_move(self, choice: Choice) -> Any:
        """Return the move as the rules have it. Raise InvalidMove."""
        written = getattr(choice, "notation", choice)
        if isinstance(written, str):
            return self.parsed(written)
        try:
            message = encoded(plain(choice), self.package.wire.classes["Move"])
        except (Unreadable, TypeError, AttributeError) as error:
            raise InvalidMove(f"This is no move: {error}") from None
        return self.package.wire.read_move(message)

    def _list(self, move: Any) -> LegalMove:
        rules, wire = self.package.rules, self.package.wire
        entry = {"move": wire.move_json(move), "notation": rules.notation(move)}
        (listed,) = msgspec.convert([entry], self.kinds["moves"])
        return listed  # type: ignore[no-any-return]


def _wrong(options: Mapping[str, Any], message: type[Message]) -> str:
    """Return which of the options cannot be read, and which there are."""
    there = [field.json_name for field in message.DESCRIPTOR.fields]
    known = f"The options are {', '.join(there)}."
    for name, value in options.items():
        if not _is_read({name: value}, message):
            why = f"cannot be {value!r}" if name in there else "is not known"
            return f"options: {name} {why}. {known}"
    return f"options: only one of two that are given can be. {known}"


def _is_read(options: Mapping[str, Any], message: type[Message]) -> bool:
    try:
        encoded(options, message)
    except Unreadable:
        return False
    return True


@cache
def played(game: str, version: int | None = None) -> Played:
    """Return a game by the version of its rules, by default the current one. Raise UnknownGame."""
    found = find({game})
    for package in found.games:
        if game == package.rules.ID and version in (None, package.rules.VERSION):
            return Played(package)
    here = ", ".join(sorted(names())) or "none"
    why = " ".join(found.refused) or f"pip install its package. Games that are: {here}."
    rules = "" if version is None else f" with version {version} of its rules"
    raise UnknownGame(f"{game!r}{rules} is not installed here: {why}")
