"""Whether a replay is the match that was promised and seen.

This checks promises, terms, seals, entropy, the chain of hashes and what this client has noted.
That every card and die follows from the seed, and that each move was legal, is checked where the
game is installed, as for `croupier_client.local`.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from croupier_client.errors import NotProven
from croupier_client.notes import Note, Notes, promise_of, terms_of

Replay = Mapping[str, Any]


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


def _terms(replay: Replay, note: Note, notes: Notes) -> str:
    match = replay["match"]
    demand(match["fairness"]["terms"] == terms_of(match), "The terms are not those of the match.")
    return "All that was agreed is bound by the terms, with which the log begins."


def _seed(replay: Replay, note: Note, notes: Notes) -> str:
    seed = bytes.fromhex(replay["serverSeed"])
    shown = replay["match"]["fairness"]
    fits = hashlib.sha256(seed).hexdigest() == shown["commitment"]
    same = replay["serverSeed"] == shown["serverSeed"]
    demand(fits and same, "The seed is not the committed one.")
    game = replay["match"]["game"]
    demand(replay.get("game", game) == game, "The replay and its match are of two games.")
    return "The seed is the one that was committed to."


def _chain(replay: Replay, note: Note, notes: Notes) -> str:
    match, seed = replay["match"], bytes.fromhex(replay["serverSeed"])
    head = bytes.fromhex(match["fairness"]["terms"])
    for version, entry in enumerate(replay["log"], 1):
        said = {name: entry[name] for name in entry if name not in ("prev", "hash")}
        salt = hmac.digest(seed, f"log:{version}".encode(), "sha256")
        text = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
        linked = entry["version"] == version and entry["prev"] == head.hex()
        head = hashlib.sha256(head + salt + text).digest()
        demand(linked and entry["hash"] == head.hex(), f"Version {version}: the chain breaks.")
    demand(len(replay["log"]) == match["version"], "The log is not complete.")
    demand(match["fairness"]["logHead"] == head.hex(), "logHead is not the log's last hash.")
    return f"The log is an unbroken chain of {match['version']} hashes."


def _heads(replay: Replay, note: Note, notes: Notes) -> str:
    hashes = {entry["version"]: entry["hash"] for entry in replay["log"]}
    for version, head in note.heads.items():
        demand(hashes.get(version) == head, f"Version {version} is not the one that was shown.")
    return f"It is the log that was shown at {len(note.heads)} versions."


def _seals(replay: Replay, note: Note, notes: Notes) -> str:
    seals = note.promise.get("seals") or ()
    if replay["match"].get("deal") != "sealed" or replay["match"]["state"] is None:
        return ""
    shown = replay["match"]["fairness"]["seals"]
    for seat, (seal, entropy) in enumerate(zip(shown, replay["entropy"], strict=True)):
        fits = hashlib.sha256(b"croupier seal v1" + bytes.fromhex(entropy)).hexdigest() == seal
        demand(fits, f"The entropy of seat {seat} does not fit its seal.")
        revealed = [each for each in replay["log"] if each.get("entropy") and each["seat"] == seat]
        demand([each["entropy"] for each in revealed] == [entropy], f"Seat {seat} gave another.")
        before = seals[seat] if seat < len(seals) else None
        demand(before in (None, seal), f"The seal of seat {seat} is not the one that was shown.")
    mine = [seal for seal in shown if notes.entropy(seal)]
    own = ", and yours is the one that you drew" if mine else ""
    return f"Everybody was bound to their entropy before any was known{own}."


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


def demand(fulfilled: bool, otherwise: str) -> None:
    if not fulfilled:
        raise NotProven(otherwise)


Check: TypeAlias = Callable[[Replay, Note, Notes], str]
ALONE: tuple[Check, ...] = (_seed, _terms, _chain, _seals)
"""What a replay proves without notes."""
CHECKS: tuple[Check, ...] = (*(_promise, _seed, _terms, _chain, _heads, _seals, _moves, _rules),)
