"""What follows from a command: the next entries of the log, or a refusal.

That an entry is legal means that a command at its time leads to it; `croupier_match.verify` has no
list of its own. Nothing here reads or writes, and nothing asks a clock.
"""

from typing import Any, NamedTuple

from croupier_game.seeded import ChanceSource

from croupier_match import deadlines
from croupier_match.commands import Abort, Ask, Command, Expire
from croupier_match.decide.endings import ENDINGS
from croupier_match.decide.moves import MOVES
from croupier_match.decide.rule import Rule
from croupier_match.decide.seats import SEATS
from croupier_match.decide.taking_back import TAKING_BACK, may_ask, must_try
from croupier_match.entries import Entry
from croupier_match.evolve import evolve
from croupier_match.forced import NONE, Limits, own_entry
from croupier_match.games import Game
from croupier_match.match import AnyMatch, Status
from croupier_match.refusals import NotYourMatch, Overdue

RULES: dict[type, Rule] = {**MOVES, **ENDINGS, **SEATS, **TAKING_BACK}


class Decided(NamedTuple):
    """What follows from a command: entries of the log, and the match after each of them."""

    entries: tuple[Entry, ...]
    versions: tuple[AnyMatch, ...]


DONE = Decided((), ())
"""What follows from a command that has nothing to change."""


def decide(
    game: Game,
    match: AnyMatch,
    command: Command,
    now: str,
    chance: ChanceSource,
    limits: Limits = NONE,
) -> Decided:
    """What follows from a command, with all that the server adds by itself.

    Nothing does if it is done. Its time is `now`, or that of the last entry if this is later.
    Raise a refusal: those of the situation before those of what was sent. Overdue is for whoever
    calls, who has to Expire first. Raise GameFailed, also if the match could not go on, or if the
    moves of the server come to no end.
    """
    rule = RULES[type(command)]
    if rule.of_seat:
        _check_seat(match, command)
    if rule.is_done and rule.is_done(match, command):
        return DONE
    # Clocks differ, and a log that goes back in time would give players time back.
    time = max(now, match.update_time)
    _check_in_time(game, match, command, time)
    rule.situation(game, match, command, time)
    return _followed(game, match, rule.substance(game, match, command, time), chance, limits)


def is_done(match: AnyMatch, command: Command) -> bool:
    """Whether a command has nothing to change, whatever the situation."""
    done = RULES[type(command)].is_done
    return done is not None and done(match, command)


def asks_for(game: Game, match: AnyMatch, command: Command) -> int | None:
    """The version from which on all must be tried before the command is decided; None if none.

    Raise the refusals for which nothing has to be tried. See croupier_match.undo.asking.tried.
    """
    if not isinstance(command, Ask):
        return None
    _check_seat(match, command)
    may_ask(game, match, command, match.update_time)
    return command.to if must_try(match, command) else None


def _check_seat(match: AnyMatch, command: Any) -> None:
    """Raise NotYourMatch unless a player has the seat."""
    seat = command.seat
    if not (0 <= seat < len(match.seats) and match.seats[seat].player):
        raise NotYourMatch("Nobody sits there.")


def _check_in_time(game: Game, match: AnyMatch, command: Command, time: str) -> None:
    """Raise Overdue if a deadline has passed, and this is not what follows from it."""
    if isinstance(command, Expire) or not deadlines.is_set(match):
        return
    # The server ends a match that its rules have failed at the time of the last entry. That takes
    # no time, so it is never late; and the rules are not asked.
    if isinstance(command, Abort) and time == match.update_time:
        return
    if deadlines.overdue(game, match, time):
        raise Overdue("Time has run out.")


def _followed(
    game: Game, match: AnyMatch, entry: Entry, chance: ChanceSource, limits: Limits
) -> Decided:
    """The entry, and all that the server adds. Raise GameFailed if it comes to no end."""
    match = _stored(game, evolve(game, match, entry, chance))
    entries, versions = [entry], [match]
    while own := own_entry(game, match, chance, limits):
        if len(entries) > limits.most_forced:
            game.rules.fail("to_move")
        match = _stored(game, evolve(game, match, own, chance))
        entries.append(own)
        versions.append(match)
    return Decided(tuple(entries), tuple(versions))


def _stored(game: Game, match: AnyMatch) -> AnyMatch:
    """The match. Raise GameFailed if it could not go on."""
    if match.state is not None and match.status != Status.ABORTED:
        game.rules.check_stored(match.state, len(match.seats), match.status == Status.FINISHED)
    return match
