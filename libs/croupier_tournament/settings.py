"""The settings of a tournament, which its first entry fixes."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from croupier_tournament.refusals import InvalidSettings, OutOfBounds

GAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
MOST_PLAYERS = 10_000
MOST_RATING = 100_000
MOST_ROUNDS = 100
MOST_MINUTES = 1_440
MOST_SEATS = 5
ARENA_PAIRS_EVERY_MS = 3_000
MINUTE = 60_000
MOST_MS = 366 * 24 * 60 * MINUTE
"""No span of time is longer."""


class System(StrEnum):
    """How players are paired."""

    SWISS = "swiss"
    ROUND_ROBIN = "roundRobin"
    KNOCKOUT = "knockout"
    ARENA = "arena"


@dataclass(frozen=True, slots=True)
class Settings:
    """What is played, how, and when; times and spans are in milliseconds.

    `rounds` is for a Swiss, `minutes` for an arena. Tables have `seats`, and a Swiss may have
    smaller ones of `least_seats` on, if the game allows these. A pairing has `legs` matches, with
    the seats turned around in every second one. Without a `start`, the check-in opens as soon as
    `most_players` have registered. `reveal_ms` and `match_ms` are the longest that a deal and a
    match can take. All rounds of a round robin may be open `all_at_once`. `match` has the options
    and the clock of the matches, which only their caller reads.
    """

    system: System
    game: str
    rules_version: int
    rounds: int = 0
    minutes: int = 0
    seats: int = 2
    least_seats: int = 2
    legs: int = 1
    least_players: int = 2
    most_players: int = MOST_PLAYERS
    start: int | None = None
    check_in_ms: int = 10 * MINUTE
    break_ms: int = MINUTE
    reveal_ms: int = MINUTE
    match_ms: int = 60 * MINUTE
    all_at_once: bool = False
    match: Mapping[str, Any] = field(default_factory=dict)

    @property
    def draws(self) -> int:
        """As many keys as may be revealed: that of the start, and two for each round."""
        if self.system is System.ARENA:
            return 2 + self.minutes * MINUTE // ARENA_PAIRS_EVERY_MS
        return 1 + 2 * MOST_ROUNDS

    @property
    def matches_per_round(self) -> int:
        """The most matches that a table can have: in a knockout, a tie is played again once."""
        return self.legs + (self.system is System.KNOCKOUT)

    @property
    def round_ms(self) -> int:
        """The longest that a round can take, which is known in advance."""
        return self.matches_per_round * (self.reveal_ms + self.match_ms)

    @property
    def json(self) -> dict[str, Any]:
        return {camel(name): value for name, value in asdict(self).items()}


def settings_of(shown: Mapping[str, Any]) -> Settings:
    """The settings of their JSON. Raise InvalidSettings."""
    names = {camel(name): name for name in Settings.__dataclass_fields__}
    if shown.keys() != names.keys():
        raise InvalidSettings(f"settings has to have just the members {', '.join(sorted(names))}.")
    members = {names[name]: value for name, value in shown.items()}
    try:
        members["system"] = System(members["system"])
    except ValueError:
        raise InvalidSettings("There is no such system.") from None
    settings = Settings(**members)
    check(settings)
    return settings


def check(settings: Settings) -> None:
    """Raise InvalidSettings unless there can be such a tournament."""
    _check_numbers(settings)
    _check_tables(settings)
    _check_length(settings)
    if settings.start is None and settings.most_players == MOST_PLAYERS:
        raise InvalidSettings("Give a start, or how many players make it full.")
    if not isinstance(settings.match, Mapping) or type(settings.all_at_once) is not bool:
        raise InvalidSettings("match has to be an object, and allAtOnce true or false.")
    if settings.all_at_once and settings.system is not System.ROUND_ROBIN:
        raise InvalidSettings("Only the rounds of a round robin can be open all at once.")


def _check_numbers(settings: Settings) -> None:
    bounds = {
        "rules_version": (1, 2**53 - 1),
        "legs": (1, 2),
        "least_players": (2, MOST_PLAYERS),
        "most_players": (settings.least_players, MOST_PLAYERS),
        "check_in_ms": (1_000, MOST_MS),
        "break_ms": (0, MOST_MS),
        "reveal_ms": (0, MOST_MS),
        "match_ms": (1, MOST_MS),
    } | ({} if settings.start is None else {"start": (0, 2**53 - 1 - MOST_MS)})
    for name, (least, most) in bounds.items():
        _check_number(settings, name, least, most)
    if not isinstance(settings.game, str) or not GAME.fullmatch(settings.game):
        raise InvalidSettings("game has to be an id.")


def _check_number(settings: Settings, name: str, least: int, most: int) -> None:
    value = getattr(settings, name)
    if type(value) is not int or not least <= value <= most:
        raise OutOfBounds(name, camel(name), least, most)


def _check_tables(settings: Settings) -> None:
    most = MOST_SEATS if settings.system is System.SWISS else 2
    _check_number(settings, "seats", 2, most)
    _check_number(settings, "least_seats", 2, settings.seats)
    if settings.seats > 2 and settings.legs > 1:
        raise InvalidSettings("Only a table of two can have two matches a pairing.")


def _check_length(settings: Settings) -> None:
    swiss, arena = settings.system is System.SWISS, settings.system is System.ARENA
    _check_number(settings, "rounds", int(swiss), MOST_ROUNDS if swiss else 0)
    _check_number(settings, "minutes", int(arena), MOST_MINUTES if arena else 0)
    if settings.system is System.ROUND_ROBIN and settings.most_players > MOST_ROUNDS:
        raise InvalidSettings(f"A round robin is for at most {MOST_ROUNDS} players.")
    if arena and settings.legs > 1:
        raise InvalidSettings("An arena has one match a pairing.")


def camel(name: str) -> str:
    """The name of a member in JSON."""
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))
