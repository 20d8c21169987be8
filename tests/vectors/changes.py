"""Random changes of one entry of an honest log, after which it is hashed anew.

Most of what comes of them is against the rules somewhere, and some is not. Which, is for the
verifiers to say: two that share no code must say the same.
"""

import copy
import random
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from croupier_match.clock import DAY_MS, rfc3339
from croupier_match.match import Kind

from tests.croupier_match.verify.replays import OTHER, renumber
from tests.vectors.tables import Json

PLAIN = ("version", "kind", "seat", "move", "time", "prev", "hash")
"""The members that every entry has."""
LISTS = ("withheld", "gone", "needs")
LONG = 80
"""Of longer logs the rest is left out."""
MORE = 4
"""How many entries may follow the changed one, where the log is cut."""
STEPS_MS = (-1000, -1, 1, 999, 1000, 4_999, 5_000, 20_000, 29_999, 30_000, 60_000, DAY_MS)


def changed(replay: Json, chosen: random.Random) -> tuple[str, Json]:
    """Return what was done, and the replay with it; its result is still the honest one's."""
    replay = replay | {
        "log": copy.deepcopy(replay["log"][:LONG]),
        "match": copy.deepcopy(replay["match"]),
    }
    log = replay["log"]
    at = chosen.randrange(len(log))
    name = chosen.choice([*CHANGES])
    before = str({name: log[at][name] for name in log[at] if name not in ("prev", "hash")})
    CHANGES[name](replay, at, chosen)
    if chosen.random() < 0.6 or len(log) == LONG:
        cut(replay, at + 1 + chosen.randrange(MORE), chosen)
    renumber(replay)
    return f"{name} of version {at + 1}, {before}", replay


def cut(replay: Json, length: int, chosen: random.Random) -> None:
    """End the match by a note after so many entries, now or a little later."""
    log = replay["log"]
    if length < len(log):
        del log[max(length, 1) :]
        time = log[-1]["time"] if chosen.random() < 0.5 else later(log[-1]["time"], 1000)
        log.append(_entry(kind="aborted", seat=0, time=time, note="!"))


def later(time: str, by_ms: int) -> str:
    return rfc3339(datetime.fromisoformat(time) + timedelta(milliseconds=by_ms))


def _entry(**members: Any) -> Json:
    return {"version": 0, "move": None, "prev": OTHER, "hash": OTHER} | members


def _seat(replay: Json, chosen: random.Random) -> int:
    return chosen.randrange(len(replay["match"]["seats"]))


def _seats(replay: Json, chosen: random.Random) -> list[int]:
    """Some seats, mostly as a list of seats should be."""
    seats = [*range(len(replay["match"]["seats"]))]
    some = sorted(chosen.sample(seats, chosen.randrange(len(seats) + 1)))
    return some if chosen.random() < 0.9 else chosen.choices(seats, k=2)


def _any(replay: Json, member: str, chosen: random.Random) -> Any:
    """A member as another entry has it; as none has it, if none has any."""
    found = [entry[member] for entry in replay["log"] if entry.get(member) is not None]
    return copy.deepcopy(chosen.choice(found)) if found else OTHER


def _kind(replay: Json, at: int, chosen: random.Random) -> None:
    replay["log"][at]["kind"] = chosen.choice([*Kind]).value


def _other_seat(replay: Json, at: int, chosen: random.Random) -> None:
    seats = len(replay["match"]["seats"])
    replay["log"][at]["seat"] = chosen.choice([*range(seats), *range(seats), -1, seats])


def _time(replay: Json, at: int, chosen: random.Random) -> None:
    """A little earlier or later, and all that follows too, or not."""
    log, by = replay["log"], chosen.choice(STEPS_MS)
    for entry in log[at:] if chosen.random() < 0.7 else [log[at]]:
        entry["time"] = later(entry["time"], by)


def _at_once(replay: Json, at: int, chosen: random.Random) -> None:
    """At the time of the entry before."""
    replay["log"][at]["time"] = replay["log"][at - 1 if at else 0]["time"]


def _move(replay: Json, at: int, chosen: random.Random) -> None:
    """The move of another entry, or none."""
    replay["log"][at]["move"] = chosen.choice([_any(replay, "move", chosen), None])
    if replay["log"][at]["move"] == OTHER:
        replay["log"][at]["move"] = {}


def _value(replay: Json, at: int, chosen: random.Random) -> None:
    """Another value of one of its members that are not of every entry."""
    entry = replay["log"][at]
    members = [name for name in entry if name not in PLAIN]
    name = chosen.choice(members or ["note", "to", "seal", "entropy", *LISTS])
    entry[name] = _other(replay, name, chosen)


def _other(replay: Json, name: str, chosen: random.Random) -> Any:
    if name in LISTS:
        return _seats(replay, chosen)
    if name == "to":
        return chosen.randrange(-1, len(replay["log"]) + 1)
    if name == "note":
        return chosen.choice(["!", "", "ä"])
    return chosen.choice([OTHER, OTHER[:32], _any(replay, name, chosen)])


def _less(replay: Json, at: int, chosen: random.Random) -> None:
    """Without one of these members."""
    entry = replay["log"][at]
    members = [name for name in entry if name not in PLAIN]
    if members:
        del entry[chosen.choice(members)]


def _left_out(replay: Json, at: int, chosen: random.Random) -> None:
    if len(replay["log"]) > 1:
        del replay["log"][at]


def _twice(replay: Json, at: int, chosen: random.Random) -> None:
    replay["log"].insert(at, copy.deepcopy(replay["log"][at]))


def _exchanged(replay: Json, at: int, chosen: random.Random) -> None:
    """The entry and the next one; the times stay where they are, or not."""
    log = replay["log"]
    if at + 1 < len(log):
        log[at], log[at + 1] = log[at + 1], log[at]
        if chosen.random() < 0.7:
            log[at]["time"], log[at + 1]["time"] = log[at + 1]["time"], log[at]["time"]


def _instead(replay: Json, at: int, chosen: random.Random) -> None:
    """Another entry, with the members that its kind has."""
    replay["log"][at] = made(replay, replay["log"][at]["time"], chosen)


def _between(replay: Json, at: int, chosen: random.Random) -> None:
    """One entry more, at the time of the one before, or of this one, or once they have waited."""
    log = replay["log"]
    times = [log[at]["time"], log[at - 1 if at else 0]["time"]]
    log.insert(at, made(replay, chosen.choice(times), chosen))
    if chosen.random() < 0.5:
        by = chosen.choice([each for each in STEPS_MS if each > 0])
        for entry in log[at:]:
            entry["time"] = later(entry["time"], by)


def made(replay: Json, time: str, chosen: random.Random) -> Json:
    """An entry of any kind, with the members that its kind has."""
    kind = chosen.choice([*Kind])
    entry = _entry(kind=kind.value, seat=_seat(replay, chosen), time=time)
    sealed = replay["match"]["deal"] == "sealed"
    if kind == Kind.MOVE:
        entry["move"] = _any(replay, "move", chosen)
        entry["move"] = {} if entry["move"] == OTHER else entry["move"]
    elif kind in (Kind.CREATED, Kind.JOINED) and sealed:
        entry["seal"] = chosen.choice([OTHER, _any(replay, "seal", chosen)])
    elif kind == Kind.REVEALED:
        entry["entropy"] = chosen.choice([OTHER, _any(replay, "entropy", chosen)])
    elif kind == Kind.ABORTED:
        more: Json = {
            "note": "!",
            "withheld": _seats(replay, chosen),
            "gone": _seats(replay, chosen),
        }
        name = chosen.choice([None, *more])
        entry |= {name: more[name]} if name else {}
        entry["seat"] = chosen.choice([0, entry["seat"]])
    elif kind == Kind.CLAIMED:
        entry["gone"] = _seats(replay, chosen)
    elif kind in (Kind.ASKED, Kind.UNDONE):
        entry["to"] = chosen.randrange(1, len(replay["log"]) + 1)
        entry |= {"needs": _seats(replay, chosen)} if kind == Kind.ASKED else {}
    return entry


CHANGES: Mapping[str, Callable[[Json, int, random.Random], None]] = {
    "kind": _kind,
    "seat": _other_seat,
    "time": _time,
    "at once": _at_once,
    "move": _move,
    "value": _value,
    "less": _less,
    "left out": _left_out,
    "twice": _twice,
    "exchanged": _exchanged,
    "instead": _instead,
    "between": _between,
}
"""What is done to the entry at a place of the log, by name."""
