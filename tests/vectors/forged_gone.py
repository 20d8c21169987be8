"""Forgeries of matches in which players had gone, or left before their first move."""

from datetime import datetime, timedelta

from croupier_match.clock import rfc3339

from tests.croupier_match.verify.replays import Tamper, put
from tests.vectors.forged import FORM, HASHES, MOVES, ORDER, RESULT, Forgery, first_move, hashed
from tests.vectors.tables import Json

LEAST = timedelta(milliseconds=1)


def last(**members: object) -> Tamper:
    """The last entry has these members."""

    def tamper(replay: Json) -> None:
        replay["log"][-1] |= members

    return hashed(tamper)


def too_early(replay: Json) -> None:
    """A moment before the time that the match says."""
    last = replay["log"][-1]
    last["time"] = rfc3339(datetime.fromisoformat(last["time"]) - LEAST)
    replay["match"]["updateTime"] = last["time"]


def named_twice(replay: Json) -> None:
    replay["log"][-1]["gone"] *= 2


def nobody_named(replay: Json) -> None:
    del replay["log"][-1]["gone"]


def by_who_was_gone(replay: Json) -> None:
    """The one who is gone claims that the other one is."""
    last = replay["log"][-1]
    last["seat"], last["gone"] = last["gone"][0], [last["seat"]]


def another_who_was_gone(replay: Json) -> None:
    """Not the seat that is to move, but another one."""
    first = next(entry for entry in replay["log"] if entry["kind"] == "claimed")
    seats = {*range(len(replay["match"]["seats"]))}
    first["gone"] = [min(seats - {first["seat"], *first["gone"]})]


def left_after_a_move(replay: Json) -> None:
    replay["log"][-1]["seat"] = first_move(replay)["seat"]


OF_BOTH = tuple(
    Forgery(f"{name}, {way}", check, tamper, way)
    for way in ("claimed", "called off")
    for name, check, tamper in (
        ("too early", ORDER, hashed(too_early)),
        ("one gone twice", ORDER, hashed(named_twice)),
        ("nobody gone", ORDER, last(gone=[])),
        ("a seat gone that there is not", ORDER, last(gone=[9])),
        ("by who was gone", MOVES, hashed(by_who_was_gone)),
        ("where nobody is ever gone", ORDER, hashed(put("match.goneAfter", None))),
        ("with a longer time", ORDER, hashed(put("match.goneAfter", "180s"))),
        ("gone at once", RESULT, hashed(put("match.goneAfter", "59.999s"))),
        ("another time", HASHES, put("match.goneAfter", "61s")),
        ("a time that is none", FORM, put("match.goneAfter", "1 minute")),
    )
)
OPEN = (
    *OF_BOTH,
    Forgery("nobody named, claimed", ORDER, hashed(nobody_named), "claimed"),
    Forgery("a move that says who was gone", ORDER, hashed(put("log.5.gone", [0])), "claimed"),
    Forgery("left after a move", ORDER, hashed(left_after_a_move), "left"),
    Forgery("gone before the start", ORDER, last(gone=[1]), "aborted"),
    Forgery("an operator's note on who was gone", ORDER, last(note="!"), "called off"),
)
MANY = (Forgery("another who was gone", MOVES, hashed(another_who_was_gone), "claimed"),)
"""With three seats or more."""
