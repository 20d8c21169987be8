"""Forgeries that take three seats or more: in each, something true is said of the wrong seat."""

from itertools import pairwise
from typing import Any

from croupier_match.sealing import seal_of

from tests.croupier_match.verify.replays import Tamper, both, renumber
from tests.vectors.forged import MOVES, ORDER, RESULT, Forgery, hashed, other_random_move
from tests.vectors.tables import Json


def passed_on(kind: str, member: str) -> Tamper:
    """A member of all entries of a kind goes round: each entry has that of the one before."""

    def tamper(replay: Json) -> None:
        entries = [entry for entry in replay["log"] if entry["kind"] in kind.split()]
        values = [entry[member] for entry in entries]
        for entry, value in zip(entries, [values[-1], *values], strict=False):
            entry[member] = value

    return hashed(tamper)


def entropy_passed_on(replay: Json) -> None:
    """Each seat has the entropy of the next, and its seal with it: only the cards tell."""
    kept = [*replay["entropy"][1:], replay["entropy"][0]]
    replay["entropy"], replay["match"]["fairness"]["seals"] = kept, [*map(seal_of, kept)]
    for entry in replay["log"]:
        if entry["kind"] == "revealed":
            entry["entropy"] = kept[entry["seat"]]
        if "seal" in entry:
            entry["seal"] = seal_of(kept[entry["seat"]])


def one_less(replay: Json) -> None:
    """The last of all reveals is left out."""
    versions = [each["version"] for each in replay["log"] if each["kind"] == "revealed"]
    del replay["log"][versions[-1] - 1]


def turn_after_next(replay: Json) -> None:
    first = next(entry for entry in replay["log"] if entry["kind"] == "move")
    first["seat"] = (first["seat"] + 2) % len(replay["match"]["seats"])


def places_exchanged(replay: Json) -> None:
    """The first two places of the ranking, regardless of the winner."""
    ranking = replay["match"]["outcome"]["ranking"]
    ranking[:2] = ranking[1::-1]


def scores_passed_on(replay: Json) -> None:
    scores = replay["match"]["outcome"]["scores"]
    scores[:] = [scores[-1], *scores[:-1]]


def withheld(change: Any) -> Tamper:
    """What `change` makes of the list of seats that have withheld."""

    def tamper(replay: Json) -> None:
        replay["log"][-1]["withheld"] = change(replay["log"][-1]["withheld"])

    return hashed(tamper)


def forced_left_out(replay: Json) -> None:
    """The first move that the server made for a seat that has resigned."""
    for before, entry in pairwise(replay["log"]):
        if entry["kind"] == "move" and entry["time"] == before["time"]:
            del replay["log"][before["version"]]
            break
    renumber(replay)


SEALED = (
    Forgery("seals passed on", ORDER, passed_on("created joined", "seal"), "started"),
    Forgery("entropy passed on", ORDER, passed_on("revealed", "entropy"), "started"),
    Forgery("reveals passed on", ORDER, passed_on("revealed", "seat"), "started"),
    Forgery("entropy passed on with its seals", MOVES, hashed(entropy_passed_on), "started"),
    Forgery("dealt before the last had revealed", ORDER, both(one_less, renumber), "started"),
    Forgery("the turn of the seat after the next", MOVES, hashed(turn_after_next), "started"),
    Forgery("two places exchanged", RESULT, places_exchanged, "full"),
    Forgery("scores passed on", RESULT, scores_passed_on, "full"),
    Forgery("one who withheld not named", ORDER, withheld(lambda seats: seats[1:]), "withheld"),
    Forgery("who withheld, backwards", ORDER, withheld(lambda seats: seats[::-1]), "withheld"),
    Forgery("one named twice", ORDER, withheld(lambda seats: [*seats, seats[-1]]), "withheld"),
)

OPEN = (
    Forgery("another move for who resigned", MOVES, other_random_move, "started"),
    Forgery("no move for who resigned", MOVES, forced_left_out, "started"),
)
"""Of seats for which the server moves."""
