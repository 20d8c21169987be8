"""What a replay proves by itself, without the game and without notes of the match.

Each check returns what has been proven, in a sentence, or nothing where there was nothing to
prove. It raises NotProven for the first thing that is wrong.
"""

import hashlib
import hmac
import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from croupier_client.errors import NotProven
from croupier_client.notes import terms_of

Replay: TypeAlias = Mapping[str, Any]
SEATING = ("created", "joined")
SEAL_LABEL = b"croupier seal v1"
ENTROPY_BYTES = 32


def seed(replay: Replay) -> str:
    given, shown = bytes.fromhex(replay["serverSeed"]), replay["match"]["fairness"]
    fits = hashlib.sha256(given).hexdigest() == shown["commitment"]
    same = replay["serverSeed"] == shown["serverSeed"]
    demand(fits and same, "The seed is not the committed one.")
    game = replay["match"]["game"]
    demand(replay.get("game", game) == game, "The replay and its match are of two games.")
    return "The seed is the one that was committed to."


def terms(replay: Replay) -> str:
    match = replay["match"]
    demand(match["fairness"]["terms"] == terms_of(match), "The terms are not those of the match.")
    return "All that was agreed is bound by the terms, with which the log begins."


def chain(replay: Replay) -> str:
    match, key = replay["match"], bytes.fromhex(replay["serverSeed"])
    head = bytes.fromhex(match["fairness"]["terms"])
    for version, entry in enumerate(replay["log"], 1):
        said = {name: entry[name] for name in entry if name not in ("prev", "hash")}
        salt = hmac.digest(key, f"log:{version}".encode(), "sha256")
        text = json.dumps(said, sort_keys=True, separators=(",", ":")).encode()
        linked = entry["version"] == version and entry["prev"] == head.hex()
        head = hashlib.sha256(head + salt + text).digest()
        demand(linked and entry["hash"] == head.hex(), f"Version {version}: the chain breaks.")
    demand(len(replay["log"]) == match["version"], "The log is not complete.")
    demand(match["fairness"]["logHead"] == head.hex(), "logHead is not the log's last hash.")
    return f"The log is an unbroken chain of {match['version']} hashes."


def seals(replay: Replay) -> str:
    if not has_seals(replay):
        return ""
    shown = replay["match"]["fairness"]["seals"]
    bound, revealed = _bound(replay)
    demand(bound == dict(enumerate(shown)), "Not every seat was bound before any had revealed.")
    demand(len({*shown}) == len(shown), "Two seats have one seal.")
    for seat, (seal, entropy) in enumerate(zip(shown, replay["entropy"], strict=True)):
        given = bytes.fromhex(entropy)
        fits = len(given) == ENTROPY_BYTES and _seal_of(given) == seal
        demand(fits, f"The entropy of seat {seat} does not fit its seal.")
        demand(revealed.get(seat) == [entropy], f"Seat {seat} gave another.")
    return "Everybody was bound to their entropy before any was known."


def has_seals(replay: Replay) -> bool:
    """Whether it is the replay of a sealed deal that was dealt."""
    return replay["match"].get("deal") == "sealed" and replay["match"]["state"] is not None


def _bound(replay: Replay) -> tuple[Mapping[int, str], Mapping[int, list[str]]]:
    """The seal of each seat, and what it has revealed. Nobody may come or go after the first."""
    bound, revealed = dict[int, str](), dict[int, list[str]]()
    for entry in replay["log"]:
        kind, seat = entry["kind"], entry["seat"]
        if kind == "revealed":
            revealed.setdefault(seat, []).append(entry["entropy"])
        elif kind in (*SEATING, "left"):
            demand(not revealed, f"Seat {seat} came or went after entropy was revealed.")
            bound[seat] = entry.get("seal")
    return bound, revealed


def _seal_of(entropy: bytes) -> str:
    return hashlib.sha256(SEAL_LABEL + entropy).hexdigest()


def demand(fulfilled: bool, otherwise: str) -> None:
    if not fulfilled:
        raise NotProven(otherwise)


ALONE: tuple[Callable[[Replay], str], ...] = (seed, terms, chain, seals)
"""The checks, in their order."""
