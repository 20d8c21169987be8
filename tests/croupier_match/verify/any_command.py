"""The other way to tell whether a log is legal: every command that there is is tried."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from croupier_game.errors import RulesError
from croupier_match import clock
from croupier_match.absence import Absence
from croupier_match.commands import (
    Abort,
    Ask,
    Claim,
    Command,
    Create,
    Expire,
    Free,
    Join,
    Leave,
    Move,
    Refuse,
    Resign,
    Reveal,
    Start,
)
from croupier_match.entries import Aborted, Entry
from croupier_match.refusals import Refusal
from croupier_match.sealing import Given
from croupier_match.undo.asking import Version

from tests.croupier_match.playing import Playing, reading

LONG_MS = 10**12


def leads_to(playing: Playing, log: Sequence[Entry]) -> bool:
    """Whether commands lead from this match to all entries of a log that goes on with it."""
    while log:
        found = (_taken(playing, command, log) for command in _all(playing, log[0]))
        taken = next(filter(None, found), ())
        if not taken:
            return False
        playing = replace(playing, past=(*playing.past, *taken), match=taken[-1][0])
        log = log[len(taken) :]
    return True


def _taken(playing: Playing, command: Command, log: Sequence[Entry]) -> Sequence[Version]:
    """The versions to which the command leads; none if the log says otherwise."""
    try:
        now = replace(playing, now_ms=clock.ms(log[0].time))
        decided = now.decided(command)
    except (Refusal, RulesError):
        return ()
    taken = list(zip(decided.versions, decided.entries, strict=True))
    same = [due == given for (_, due), given in zip(taken, log, strict=False)]
    if all(same) and len(same) == len(taken):
        return taken
    # A server may end a match that has become too long, also where it had to move.
    count = same.index(False) if False in same else len(same)
    end = log[count] if 0 < count < len(log) else None
    ended = isinstance(end, Aborted) and end.note
    return taken[:count] if ended and taken[count - 1][0].late == () else ()


def _all(playing: Playing, entry: Any) -> Iterator[Command]:
    """All commands with anything in them that the entry, or the match, says."""
    note, entropy = getattr(entry, "note", ""), getattr(entry, "entropy", "")
    given = Given(entropy, getattr(entry, "seal", ""))
    gone = [Absence(seat, LONG_MS) for seat in getattr(entry, "gone", ())]
    request = playing.match.undo.request if playing.match.undo else None
    yield Expire()
    yield Abort(note or "Enough.")
    for seat in dict.fromkeys((entry.seat, *range(len(playing.match.seats)))):
        if someone := getattr(entry, "player", None):
            yield Create(someone, given)
            yield Join(someone, seat, given)
        yield from (Leave(seat), Free(seat), Start(seat), Resign(seat), Refuse(seat))
        yield Reveal(seat, entropy)
        yield Move(seat, reading(getattr(entry, "move", None)))
        yield from (Claim(seat, gone), Claim(seat, gone, abort=True))
        yield Ask(seat, request.to if request else getattr(entry, "to", 0))
