"""Settings by which no match can be played, of matches that never began: no other
check refutes them."""

from dataclasses import replace
from functools import partial
from typing import Any

from engine.domain.registry import GAMES

from tests.croupier_match.verify.replays import Tamper, both, put, renumber
from tests.vectors.driven import Plays
from tests.vectors.forged import FORM, RESULT, SEATS, Forgery, hashed, without
from tests.vectors.honest import BANK, HURRY
from tests.vectors.tables import Json, Table

NEVER, SEALED, HURRIED = "never started", "never sealed", "never hurried"
CLOCK = "match.clock."


def never(game: str, name: str = NEVER, **settings: Any) -> Table:
    """The creator of the largest table leaves before anybody has come."""
    seats = GAMES[game].rules.MAX_SEATS
    return Table(f"{game}-rare {name}", game, seats, **settings).seated(0).aborted()


def honest(game: str) -> Plays:
    return {
        NEVER: (partial(never, game, clock=BANK), None),
        SEALED: (partial(never, game, SEALED, sealed=True), None),
        HURRIED: (partial(never, game, HURRIED, clock=HURRY), None),
    }


def option(name: str, value: Any) -> Tamper:
    """An option in both copies."""
    return both(put(f"options.{name}", value), put(f"match.options.{name}", value))


def banks(bank: str) -> Tamper:
    """A bank, of which every seat has all left."""

    def tamper(replay: Json) -> None:
        clock = replay["match"]["clock"]
        clock["bank"], clock["banks"] = bank, [bank] * len(replay["match"]["seats"])

    return tamper


def two_clocks(replay: Json) -> None:
    both(banks("30s"), put(f"{CLOCK}increment", "0s"))(replay)


def no_time(replay: Json) -> None:
    replay["match"]["clock"] |= {"bank": None, "increment": None, "banks": None}


def one_seat(replay: Json) -> None:
    _seats(replay, 1)


def one_more(replay: Json) -> None:
    _seats(replay, len(replay["entropy"]) + 1)


def _seats(replay: Json, count: int) -> None:
    """Other seats, and all that goes with them."""
    match = replay["match"]
    free = {"player": None, "resigned": False}
    match["seats"] = [{"index": index, **free} for index in range(count)]
    replay["entropy"] = [None] * count
    match["clock"]["banks"] = match["clock"]["banks"][:1] * count
    match["outcome"] |= {"ranking": [[*range(count)]], "scores": [0] * count}


OPTIONS: dict[str, tuple[tuple[str, Any], ...]] = {
    "lost-cities": (
        ("rounds", 0),
        ("rounds", 10),
        ("colors", 7),
        ("maxTurnsWithoutDeckDraw", 1001),
        ("carriedScores", [0]),
        ("carriedScores", [0, -1_000_001]),
        ("startSeat", 2),
    ),
    "livingstone": (
        ("river", [101] + [0] * 9),
        ("river", [0] * 9),
        ("rowBonus", [101] + [0] * 5),
        ("cardCounts.vp4", 31),
        ("mineCrashDraw", "NOBODY"),
        ("startSeat", 5),
    ),
    "just4fun": (
        ("layout", "PRINTED"),
        ("layout", "CUSTOM"),
        ("customLayout", [*range(1, 37)]),
        ("startSeat", 4),
    ),
}
"""Of each game, options that are not possible, each a little beyond what is."""
CLOCKS = (
    Forgery("less than a second", RESULT, banks("0.999s"), NEVER),
    Forgery("more than 30 days", RESULT, banks("2592000.001s"), NEVER),
    Forgery(
        "an increment of more than a day", RESULT, put(f"{CLOCK}increment", "86400.001s"), NEVER
    ),
    Forgery("a bank that is short", RESULT, put(f"{CLOCK}banks.0", "59.999s"), NEVER),
    Forgery("no time at all", RESULT, no_time, NEVER),
    Forgery("a move of more than 30 days", RESULT, put(f"{CLOCK}perMove", "2592000.001s"), HURRIED),
    Forgery("an increment of moves", RESULT, put(f"{CLOCK}increment", "1s"), HURRIED),
    Forgery("a bank beside a time for moves", RESULT, two_clocks, HURRIED),
    Forgery("a bank of nothing", RESULT, put(f"{CLOCK}bank", "0s"), HURRIED),
    Forgery("an increment of nothing", RESULT, put(f"{CLOCK}increment", "0s"), HURRIED),
    Forgery("a time with four places", FORM, put(f"{CLOCK}perMove", "30.0001s"), HURRIED),
    Forgery("a time with a zero before it", FORM, put(f"{CLOCK}perMove", "030s"), HURRIED),
    Forgery("less than 5 s to reveal", RESULT, put("match.fairness.reveal", "4.999s"), SEALED),
    Forgery(
        "more than a day to reveal", RESULT, put("match.fairness.reveal", "86400.001s"), SEALED
    ),
    Forgery("a time to reveal in an open deal", RESULT, put("match.fairness.reveal", "20s"), NEVER),
    Forgery("one seat", SEATS, one_seat, NEVER),
    Forgery("a seat more than the game has", SEATS, one_more, NEVER),
    Forgery("entropy of no bytes", FORM, put("entropy.0", ""), NEVER),
)


def going_on(replay: Json) -> None:
    """The match before its last entry, a resignation, as if that were its end."""
    match = replay["match"]
    gone = replay["log"].pop()
    match["seats"][gone["seat"]]["resigned"] = False
    match["updateTime"] = replay["log"][-1]["time"]
    match["outcome"], match["status"] = None, "active"
    renumber(replay)


def left_out(replay: Json) -> None:
    """An option that has its default is left out of one copy."""
    del replay["options"]["customLayout"]


ENDS = (
    Forgery("a player of another kind", FORM, put("match.seats.1.player.kind", "cat"), "thrice"),
    Forgery("a word for true", RESULT, put("options.ownLocked", "true"), "thrice"),
    Forgery("an option left out", RESULT, left_out, "thrice"),
    Forgery("a match that goes on", RESULT, going_on, "thrice"),
    Forgery("the last resignation left out", RESULT, both(without(0), renumber), "thrice"),
)
"""A log that stops before the end of the match, and other small changes of a short match."""


def forged(game: str) -> tuple[Forgery, ...]:
    """Impossible options of a game; in one game, impossible clocks and numbers of seats too."""
    impossible = (
        Forgery(f"{name} {value}", RESULT, option(name, value), NEVER)
        for name, value in OPTIONS[game]
    )
    all_forged = (*impossible, *((*CLOCKS, *ENDS) if game == "just4fun" else ()))
    # Hashed anew, or the terms would refute them.
    return tuple(replace(each, tamper=hashed(each.tamper)) for each in all_forged)
