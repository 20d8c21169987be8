"""The inverse of `decide`: the one command that could have led to an entry of the log.

Nothing is judged here. Whether the command leads to just this entry is for `decide` to say, and
for whoever compares the two.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from croupier_game.seeded import ChanceSource

from croupier_match.absence import Absence
from croupier_match.commands import (
    Abort,
    Ask,
    Claim,
    Command,
    Create,
    Expire,
    Join,
    Leave,
    Move,
    Refuse,
    Resign,
    Reveal,
    Start,
)
from croupier_match.decide import asks_for
from croupier_match.entries import (
    Aborted,
    Agreed,
    Asked,
    Claimed,
    Created,
    Entry,
    Joined,
    Left,
    Moved,
    Refused,
    Resigned,
    Revealed,
    Started,
    TimedOut,
    Undone,
)
from croupier_match.games import Game
from croupier_match.match import AnyMatch
from croupier_match.sealing import Given
from croupier_match.undo import asking
from croupier_match.undo.trial import at_once


class Before(NamedTuple):
    """The match before an entry, and all of its versions, from 1 to this one."""

    game: Game
    match: AnyMatch
    past: Sequence[asking.Version]
    chance: ChanceSource


def command_of(before: Before, entry: Entry) -> Command:
    """The command that leads to the entry, if any does. Raise a refusal if none can."""
    return COMMANDS[type(entry)](before, entry)


def _create(before: Before, entry: Created) -> Create:
    return Create(entry.player, Given(entry.entropy, entry.seal))


def _join(before: Before, entry: Joined) -> Join:
    return Join(entry.player, entry.seat, Given(entry.entropy, entry.seal))


def _leave(before: Before, entry: Left) -> Leave:
    return Leave(entry.seat)


def _start(before: Before, entry: Started) -> Start:
    return Start(entry.seat)


def _reveal(before: Before, entry: Revealed) -> Reveal:
    return Reveal(entry.seat, entry.entropy)


def _move(before: Before, entry: Moved[Any]) -> Move:
    return Move(entry.seat, lambda game: entry.move)


def _resign(before: Before, entry: Resigned) -> Resign:
    return Resign(entry.seat)


def _expire(before: Before, entry: TimedOut) -> Expire:
    return Expire()


def _abort(before: Before, entry: Aborted) -> Abort | Expire | Claim | Leave:
    """With a note by an operator or the server, as entropy was withheld, or by a player."""
    if entry.note:
        return Abort(entry.note)
    if entry.withheld:
        return Expire()
    return _claim(before, entry, abort=True) if entry.gone else Leave(entry.seat)


def _claim(before: Before, entry: Claimed | Aborted, abort: bool = False) -> Claim:
    # Who was away for how long is in no log.
    return Claim(entry.seat, [Absence(seat, sys.maxsize) for seat in entry.gone], abort)


def _ask(before: Before, entry: Asked | Undone[Any]) -> Ask:
    return _tried(before, Ask(entry.seat, entry.to))


def _agree(before: Before, entry: Agreed) -> Ask:
    return _tried(before, Ask(entry.seat, asking.open_request(before.match).to))


def _tried(before: Before, ask: Ask) -> Ask:
    """The command, with what a trial finds where one is needed."""
    game, match, past, chance = before
    first = asks_for(game, match, ask)
    if first is None:
        return ask
    tried = at_once(asking.tried(game, past[first - 1 :], ask.seat, chance))
    return Ask(ask.seat, ask.to, tried)


def _refuse(before: Before, entry: Refused) -> Refuse:
    return Refuse(entry.seat)


COMMANDS: dict[type[Entry], Callable[[Before, Any], Command]] = {
    Created: _create,
    Joined: _join,
    Left: _leave,
    Started: _start,
    Revealed: _reveal,
    Moved: _move,
    Resigned: _resign,
    TimedOut: _expire,
    Claimed: _claim,
    Aborted: _abort,
    Asked: _ask,
    Agreed: _agree,
    Refused: _refuse,
    Undone: _ask,
}
