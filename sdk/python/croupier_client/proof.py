"""Whether a replay is the match that was promised and seen.

This checks promises, terms, seals, entropy, the chain of hashes and what this client has noted.
That every card and die follows from the seed, and that all that was done was possible just then,
is checked where the game is installed, as for `croupier_client.local`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from croupier_client import checks
from croupier_client.checks import Replay, demand
from croupier_client.errors import NotProven
from croupier_client.notes import Note, Notes, promise_of


@dataclass(frozen=True)
class Proof:
    """What has been proven, in sentences; `not_mine` are versions with moves of this seat that
    this client has not made: the server's after a time-out, or those of another program. `resets`
    are versions to which the service has gone back; what was seen behind them is not compared."""

    proven: list[str]
    not_mine: list[int]
    resets: list[int]


def prove(replay: Replay, note: Note, notes: Notes) -> Proof:
    """Compare a replay with the notes. Raise NotProven for the first thing that is wrong."""
    try:
        proven = [check(replay, note, notes) for check in CHECKS]
        return Proof([each for each in proven if each], list(_not_mine(replay, note)), note.resets)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise NotProven("The replay is not of the documented form.") from error


def _promise(replay: Replay, note: Note, notes: Notes) -> str:
    shown = promise_of(replay["match"])
    for name, value in note.promise.items():
        # The seals of an open deal are none; those of later seats come after the first look.
        demand(name == "seals" or shown[name] == value, f"{name} is not what was promised.")
    return "It is the match that was promised: id, rules, options, clock and commitment."


def _seed(replay: Replay, note: Note, notes: Notes) -> str:
    return checks.seed(replay)


def _terms(replay: Replay, note: Note, notes: Notes) -> str:
    return checks.terms(replay)


def _chain(replay: Replay, note: Note, notes: Notes) -> str:
    return checks.chain(replay)


def _heads(replay: Replay, note: Note, notes: Notes) -> str:
    hashes = {entry["version"]: entry["hash"] for entry in replay["log"]}
    for version, head in note.heads.items():
        demand(hashes.get(version) == head, f"Version {version} is not the one that was shown.")
    return f"It is the log that was shown at {len(note.heads)} versions."


def _seals(replay: Replay, note: Note, notes: Notes) -> str:
    said = checks.seals(replay)
    if not said:
        return ""
    shown, before = replay["match"]["fairness"]["seals"], note.promise.get("seals") or ()
    for seat, (seal, noted) in enumerate(zip(shown, before, strict=False)):
        demand(noted in (None, seal), f"The seal of seat {seat} is not the one that was shown.")
    if any(notes.entropy(seal) for seal in shown):
        return f"{said[:-1]}, and yours is the one that you drew."
    return said


def _moves(replay: Replay, note: Note, notes: Notes) -> str:
    entries = {entry["version"]: entry for entry in replay["log"]}
    for version, move in note.moves.items():
        entry = entries.get(version, {})
        same = entry.get("kind") == "move" and move in (None, entry["move"])
        demand(same, f"Version {version} is not the move that this client made.")
    return f"All {len(note.moves)} moves of this client are in it as they were made."


def _rules(replay: Replay, note: Note, notes: Notes) -> str:
    try:
        from croupier_client.replaying import UnknownGame, play_again
    except ImportError:  # without croupier-client[local]
        return ""
    try:
        return play_again(replay)
    except UnknownGame:
        return ""


def _not_mine(replay: Replay, note: Note) -> Iterator[int]:
    seat = replay["match"]["yourSeat"]
    for entry in replay["log"]:
        mine = seat is not None and entry["seat"] == seat and entry["kind"] == "move"
        if mine and entry["version"] not in note.moves:
            yield entry["version"]


Check: TypeAlias = Callable[[Replay, Note, Notes], str]
CHECKS: tuple[Check, ...] = (_promise, _seed, _terms, _chain, _heads, _seals, _moves, _rules)
