"""What a tournament is made of: its settings, which its log fixes, and the match of its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier_game.errors import InvalidOptions
from croupier_match import clock
from croupier_match.match import Access, AnyMatch, ClockOptions, OnTimeout, Player
from croupier_match.settings import MatchSettings
from croupier_tournament import Settings, System
from croupier_tournament.refusals import OutOfBounds
from croupier_tournament.settings import MOST_MS, MOST_PLAYERS, MOST_ROUNDS, check

from engine.domain import rated
from engine.domain.registry import GAMES

MOVES = 100
"""Moves of a seat that a match is given time for."""
MAKING_MS = 30_000
"""Time until a match is made, and until its end is known: some seconds of it are used."""
MOST_NAME = 60
MOST_HOUSE_BOTS = 6
MOST_PAUSE_MS = 30 * 24 * 60 * 60_000
"""The longest check-in, and the longest time between rounds: what gateways say of a longer one is
the most that a uint32 has, 49 days."""
IN_REQUESTS = {
    "legs": "matchesPerPairing",
    "least_players": "minPlayers",
    "most_players": "maxPlayers",
    "start": "startTime",
    "check_in_ms": "checkIn",
    "break_ms": "roundBreak",
    "reveal_ms": "reveal",
}
"""The names of settings in requests, where these are others."""


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament to make. `match` are the settings of its matches, `conditions` JSON or None;
    the others are those of croupier_tournament.Settings."""

    maker: Player
    name: str
    match: MatchSettings
    system: System
    rounds: int
    minutes: int
    legs: int
    least_players: int
    most_players: int
    start: int | None
    check_in_ms: int
    break_ms: int
    all_at_once: bool
    conditions: Mapping[str, Any] | None = None
    own_game: bool = False
    house_bots: int = 0


def check_new(new: NewTournament, now_ms: int) -> None:
    """Raise InvalidOptions for a start that is too far ahead, or so near that the check-in would
    open before anybody can join, for pauses that are too long, and for bots of the house where they
    do not come.

    The settings have to be those of a tournament.
    """
    if new.start is not None and new.start > now_ms + MOST_MS:
        raise InvalidOptions("startTime has to be within the next 366 days.")
    if new.start is not None and new.start <= (soonest := now_ms + new.check_in_ms):
        raise InvalidOptions(
            f"startTime has to be after {clock.rfc3339_of(soonest)}: "
            "before it, there is the check-in, in which nobody joins any more."
        )
    for name, span_ms in (("checkIn", new.check_in_ms), ("roundBreak", new.break_ms)):
        if span_ms > MOST_PAUSE_MS:
            raise InvalidOptions(f"{name} has to be at most 30 days.")
    if new.house_bots > MOST_HOUSE_BOTS:
        raise InvalidOptions(f"houseBots has to be at most {MOST_HOUSE_BOTS}.")
    if new.house_bots and (new.match.rated or new.match.access != Access.PUBLIC):
        raise InvalidOptions("Bots of the house come to public tournaments that are not rated.")


def settings_of(new: NewTournament, template: AnyMatch) -> Settings:
    """The settings of a tournament whose matches begin as `template`. Raise InvalidSettings, or
    InvalidOptions for a clock that no round can be played by."""
    game, seats = GAMES.of(template), len(template.seats)
    settings = Settings(
        system=new.system,
        game=template.game,
        rules_version=template.rules_version,
        rounds=new.rounds,
        minutes=new.minutes,
        seats=seats,
        least_seats=_least_seats(new, template),
        legs=new.legs,
        least_players=new.least_players,
        most_players=new.most_players or _most_players(new.system),
        start=new.start,
        check_in_ms=new.check_in_ms,
        break_ms=new.break_ms,
        reveal_ms=template.reveal_ms,
        match_ms=match_ms(template.clock, seats, new.all_at_once),
        all_at_once=new.all_at_once,
        match={
            "options": game.wire.options_json(template.options),
            "clock": clock.shown(template.clock) if template.clock else None,
            "rated": template.rated,
        },
    )
    try:
        check(settings)
    except OutOfBounds as error:
        raise InvalidOptions(_in_requests(error)) from None
    return settings


def _in_requests(error: OutOfBounds) -> str:
    """What is wrong with a number, by the name and in the form that requests have."""
    told = IN_REQUESTS.get(error.name, error.name)
    if error.name.endswith("_ms"):  # MOST_PAUSE_MS is less than the most
        return f"{told} has to be at least {clock.duration(error.least)}."
    return f"{told} has to be {error.least} to {error.most}."


def _least_seats(new: NewTournament, template: AnyMatch) -> int:
    """The least that a table of a Swiss may have, if not all can be filled."""
    seats = len(template.seats)
    if new.system is not System.SWISS or template.rated:
        return seats
    return min(seats, GAMES.of(template).rules.MIN_SEATS)


def _most_players(system: System) -> int:
    return MOST_ROUNDS if system is System.ROUND_ROBIN else MOST_PLAYERS


def match_ms(options: ClockOptions | None, seats: int, all_at_once: bool) -> int:
    """The longest that a match may take: MAKING_MS, and all banks, with the increments of MOVES
    moves of each seat. Raise InvalidOptions if there is no end to a match."""
    if options is None or options.on_timeout is not OnTimeout.FORFEIT:
        raise InvalidOptions("A tournament needs a clock, with the onTimeout forfeit.")
    if options.per_move_ms and not all_at_once:
        raise InvalidOptions(
            "A clock without a bank is for round robins whose rounds are open allAtOnce: "
            "elsewhere all would wait for the slowest table."
        )
    of_seat = options.bank_ms + MOVES * (options.per_move_ms + options.increment_ms)
    # Of the slowest clocks, a year: who has not come to an end by then shares the points.
    return min(MAKING_MS + seats * of_seat, MOST_MS)


def made_of(
    new: NewTournament, template: AnyMatch, invite_code: str, now_ms: int
) -> dict[str, Any]:
    """What the log does not say; see redislink.tournaments."""
    maker, options = new.maker, template.clock if template.rated else None
    return {
        "name": new.name,
        "maker": {"id": maker.id, "displayName": maker.display_name, "kind": maker.kind},
        "access": template.access,
        "inviteCode": invite_code,
        "conditions": new.conditions,
        "rated": template.rated,
        "kind": _kind(new) if template.rated else None,
        "timeClass": rated.time_class_of(options) if options else None,
        "houseBots": new.house_bots,
        "createTime": clock.rfc3339_of(now_ms),
    }


def _kind(new: NewTournament) -> str:
    """The kind of the players of a rated tournament: the one of its conditions, or the maker's."""
    kinds: Sequence[str] = (new.conditions or {}).get("kinds") or ()
    return kinds[0] if len(kinds) == 1 else new.maker.kind
