"""Matches in this process: rules, views and legal moves as a service has them, without one.

It plays the games that are installed here, and needs `pip install croupier-client[local]`.
"""

from collections.abc import Mapping, Sequence
from copy import copy, deepcopy
from functools import cache, cached_property, lru_cache, partial
from hashlib import sha256
from typing import Any

import msgspec
from croupier_game.errors import IllegalMove as IllegalMove
from croupier_game.errors import InvalidMove as InvalidMove
from croupier_game.errors import InvalidOptions as InvalidOptions
from croupier_game.game import view_json, view_of
from croupier_game.installed import Package, find, names
from croupier_game.protobuf.strict_json import Unreadable, encoded
from croupier_game.seeded import SeededChance, match_key
from croupier_match import Game
from google.protobuf.message import Message

from croupier_client.base import Options, plain
from croupier_client.turns import Choice, Strategy
from croupier_client.types import LegalMove, Turn
from croupier_client.types.known import OtherTurn, turn_type

MOVES_KEPT = 10_000
"""How many moves of a game are remembered as structs: most positions have the same ones."""
MOST = 10_000
"""The most moves of a match, if nobody says otherwise."""


class Endless(Exception):
    """A match has not come to its end."""


class UnknownGame(LookupError):
    """No game of this name is installed here."""


class WrongSeats(InvalidOptions):
    """The game cannot be played by so many."""


class LocalMatch:
    """A match with all of its seats in one hand.

    The same `seed`, options and moves make the same match: cards and dice follow from it by the
    recipe of docs/fairness.md. A `turn` has what the service would show to its seat, and no more.
    """

    def __init__(
        self,
        game: str | Options,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int | str = 0,
    ) -> None:
        """Deal a match of a game, such as "lost-cities" or LostCities(rounds=1).

        `seats` are its least by default. Raise UnknownGame, or InvalidOptions.
        """
        if isinstance(game, Options):
            game, options = game.game, plain(game)
        self._played = played(game)
        rules = self._played.package.rules
        self.game = game
        self.seats = rules.MIN_SEATS if seats is None else seats
        self._key = match_key(sha256(str(seed).encode()).hexdigest(), (), game)
        self._options = self._played.read_options(options or {}, self.seats)
        self._shown_options = self._played.shown_options(self._options)
        self.version = 1
        self._told: tuple[Any, ...] = ()
        self._become(rules.new_game(self._options, self.seats, self._chance()))

    def __deepcopy__(self, memo: object) -> "LocalMatch":
        """Return a match that goes on from here by itself, with the same chance. What it holds is
        replaced by moves, and never changed."""
        return copy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_played"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state, _played=played(state["game"]))

    @property
    def options(self) -> Any:
        """What was agreed, with all defaults."""
        return self._played.own(self._shown_options)

    @property
    def over(self) -> bool:
        """Whether the match has come to its end."""
        return not self.to_move

    @property
    def scores(self) -> Sequence[int]:
        """The points of each seat."""
        return self._played.package.rules.scores(self._state)

    @property
    def ranking(self) -> Sequence[Sequence[int]]:
        """All seats by rank, best first, those of one rank together."""
        return self._played.package.rules.ranking(self._state)

    @property
    def winners(self) -> Sequence[int]:
        """The seats that have won; none before the end."""
        if not self.over:
            return ()
        out = self._played.package.rules.eliminated(self._state)
        return tuple(seat for seat in self.ranking[0] if seat not in out)

    def turn(self, seat: int | None = None) -> Turn:
        """Return the decision of a seat that must decide, by default of the first one.

        Raise IllegalMove for another one.
        """
        seat = self._deciding(seat)
        made: Turn = self._played.turn(
            partial(self._played.show, self._state, self._told, seat),
            game=self.game,
            seat=seat,
            seats=self.seats,
            version=self.version,
            rules_version=self._played.package.rules.VERSION,
            to_move=self.to_move,
            options=self.options,
        )
        return made

    def view(self, seat: int | None) -> Any:
        """Return the table as a seat may see it; None is a spectator."""
        return self._played.view(self._state, seat)

    def text(self, seat: int | None) -> str:
        """Return the table drawn for people, as a seat may see it."""
        package = self._played.package
        seated = [f"Seat {each}" for each in range(self.seats)]
        return package.table.render(view_of(package.rules, self._state, seat), seated, seat)

    def events(self, seat: int | None) -> Any:
        """Return the events that led to this version, as a seat may see them."""
        return self._played.events(self._told[-1], seat)

    def move(self, choice: Choice, seat: int | None = None) -> None:
        """Make the move of a seat that must decide, by default of the first one.

        Raise IllegalMove, or InvalidMove for what is none; the match is then as it was.
        """
        seat = self._deciding(seat)
        rules, move = self._played.package.rules, self._played.read_move(choice)
        rules.check(self._state, seat, move)
        self.version += 1
        self._become(rules.apply(self._state, seat, move, self._chance()))

    def _become(self, now: tuple[Any, Any]) -> None:
        self._state, events = now
        self._told = (*self._told, events)
        self.to_move = tuple(self._played.package.rules.to_move(self._state))
        """The seats that must decide now; none when the match is over."""

    def _deciding(self, seat: int | None) -> int:
        to_move = self.to_move
        if seat is None and to_move:
            return to_move[0]
        if seat is None or seat not in to_move:
            raise IllegalMove("The match is over." if not to_move else "It is another seat's turn.")
        return seat

    def _chance(self) -> SeededChance:
        return SeededChance(self._key, self.version)


def play(match: LocalMatch, strategies: Sequence[Strategy], most: int = MOST) -> LocalMatch:
    """Play a match to its end, and return it: the strategy of each seat chooses for it.

    Raise Endless after so many moves: by the rules of some games, nobody need ever end a match.
    """
    while to_move := match.to_move:
        if match.version > most:
            raise Endless(
                f"No end after {most} moves. An option of the game may set one, as"
                " maxTurnsWithoutDeckDraw of Lost Cities does."
            )
        match.move(strategies[to_move[0]].choose(match.turn()))
    return match


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
        """Return a member of a turn: "state", "events", "moves", or "seen"."""
        match what:
            case "state":
                return self.view(state, seat)
            case "events":
                return self.events(told[-1], seat)
            case "moves":
                legal = self.package.rules.legal_moves(state, seat)
                return self.own(tuple(map(self.listed, legal)))
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
