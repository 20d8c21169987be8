"""Following a log: an entry is legal if and only if a command at its time leads to it.

There is no other list of what is legal than `decide`.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from croupier_game.errors import RulesError
from croupier_game.seeded import ChanceSource

from croupier_match.decide import Decided, decide
from croupier_match.entries import Aborted, Entry, Moved
from croupier_match.forced import Limits
from croupier_match.games import Game
from croupier_match.match import AnyMatch
from croupier_match.refusals import GameFailed, Refusal
from croupier_match.undo.asking import Version
from croupier_match.verify.errors import MAX_QUOTE, Refuted, must, printable
from croupier_match.verify.inverse import Before, command_of


class Step(NamedTuple):
    """An entry of the log, the one that had to be there, and the match after this."""

    given: Entry
    due: Entry
    after: AnyMatch


def follow(
    game: Game, match: AnyMatch, log: Iterable[Entry], length: int, chance: ChanceSource
) -> Iterator[Step]:
    """Each entry of a log of this length that begins with this match, and what had to be there.

    Whoever takes a step compares the two. Raise Refuted, which names the version.
    """
    # The moves of the server need not end by the rules of a game; what lies beyond the log, and the
    # entry that it lacks, is not wanted.
    limits = Limits(most_versions=length + 2)
    past: list[Version] = []
    entries = iter(log)
    given = next(entries, None)
    while given is not None:
        decided = _decided(Before(game, match, past, chance), given, limits)
        for own, (due, after) in enumerate(zip(*decided, strict=True)):
            if given is None:
                raise Refuted(f"Version {due.version} is missing, of kind {due.kind}.")
            if own and _is_end(match, given):
                break
            yield Step(given, due, after)
            past.append((after, due))
            match = after
            given = next(entries, None)


def _decided(before: Before, entry: Entry, limits: Limits) -> Decided:
    """What follows from the command that leads to the entry. Raise Refuted if none does."""
    game, match = before.game, before.match
    try:
        command = command_of(before, entry)
        decided = decide(game, match, command, entry.time, before.chance, limits)
    except (Refusal, RulesError) as error:
        raise Refuted(f"Version {match.version + 1}{_said(game, entry, error)}") from None
    must(bool(decided.entries), f"Version {match.version + 1}: this had been done before.")
    return decided


def _is_end(match: AnyMatch, entry: Entry) -> bool:
    """Whether a match ends by a note where the server had to move: it had become too long.

    How long matches may be is no rule of theirs. The move of a seat that is late comes
    without exception.
    """
    return isinstance(entry, Aborted) and bool(entry.note) and not match.late


def _said(game: Game, entry: Entry, refusal: Exception) -> str:
    """The words with which a service refuses this to the entry's seat."""
    says, seat = printable(str(refusal)), entry.seat
    if not isinstance(entry, Moved):
        return f", seat {seat}: {says}"
    return f": seat {seat} cannot play {_notation(game, entry)}. {says}"


def _notation(game: Game, entry: Moved[Any]) -> str:
    try:
        return printable(game.rules.notation(entry.move)[:MAX_QUOTE])
    except GameFailed:  # rules need not know how to write what they refuse
        return "this"
