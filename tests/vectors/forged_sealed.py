"""Forgeries of sealed deals: of seals, of reveals and their times, and of withholding seats."""

from datetime import datetime, timedelta
from typing import Any

from croupier_match.sealing import seal_of

from tests.croupier_match.verify.replays import OTHER, Tamper, both, put, renumber
from tests.vectors.forged import FORM, HASHES, MOVES, ORDER, RESULT, Forgery, hashed
from tests.vectors.tables import Json

# In the replay that is forged unless another one is named, versions 1 and 2 are the seats', and
# 3 and 4 reveal.
LATER = "2026-03-01T13:00:00.000Z"


def exchanged(member: str, one: int, other: int) -> Tamper:
    """A member of two versions."""

    def tamper(replay: Json) -> None:
        first, second = (replay["log"][version - 1] for version in (one, other))
        first[member], second[member] = second[member], first[member]

    return hashed(tamper)


def moved(version: int, to: int) -> Tamper:
    """An entry to another version; the times stay where they are."""

    def tamper(replay: Json) -> None:
        times = [entry["time"] for entry in replay["log"]]
        replay["log"].insert(to - 1, replay["log"].pop(version - 1))
        for entry, time in zip(replay["log"], times, strict=True):
            entry["time"] = time

    return both(tamper, renumber)


def dropped(version: int) -> Tamper:
    return both(lambda replay: replay["log"].pop(version - 1), renumber)


def again(version: int, **members: Any) -> Tamper:
    """An entry once more, right behind itself, with other members."""

    def tamper(replay: Json) -> None:
        replay["log"].insert(version, replay["log"][version - 1] | members)

    return both(tamper, renumber)


def plain(version: int, **members: Any) -> Tamper:
    """An entry with other members, where None takes one away."""

    def tamper(replay: Json) -> None:
        entry = replay["log"][version - 1] | members
        absent = [
            name for name in ("seal", "entropy", "withheld", "note") if entry.get(name, 0) is None
        ]
        replay["log"][version - 1] = {name: entry[name] for name in entry if name not in absent}

    return hashed(tamper)


def last(**members: Any) -> Tamper:
    return lambda replay: plain(len(replay["log"]), **members)(replay)


def late(replay: Json) -> None:
    """The last one revealed an hour too late, and all else came after that."""
    for entry in replay["log"][3:]:
        entry["time"] = LATER


def too_early(replay: Json) -> None:
    replay["log"][-1]["time"] = replay["log"][-2]["time"]


def short(replay: Json) -> None:
    """31 bytes of entropy, with a seal that fits them."""
    entry = replay["log"][3]
    entry["entropy"] = entry["entropy"][2:]
    replay["log"][entry["seat"]]["seal"] = seal_of(entry["entropy"])


def other_entropy(replay: Json) -> None:
    """Other entropy with its seal everywhere: only the cards tell."""
    entry = replay["log"][3]
    entry["entropy"] = replay["entropy"][entry["seat"]] = OTHER
    seal = seal_of(OTHER)
    replay["log"][entry["seat"]]["seal"] = replay["match"]["fairness"]["seals"][entry["seat"]] = (
        seal
    )


def seals_exchanged(replay: Json) -> None:
    replay["match"]["fairness"]["seals"].reverse()


def no_seals(replay: Json) -> None:
    del replay["match"]["fairness"]["seals"]


def nobody_left(replay: Json) -> None:
    del replay["match"]["fairness"]["toReveal"]


def too_late(replay: Json) -> None:
    """The last entry comes at the very end of the time to reveal, which began with the third."""
    began = datetime.fromisoformat(replay["log"][2]["time"])
    due = began + timedelta(seconds=int(replay["match"]["fairness"]["reveal"][:-1]))
    replay["log"][-1]["time"] = (
        due.strftime("%Y-%m-%dT%H:%M:%S.") + f"{due.microsecond // 1000:03}Z"
    )


def everybody(replay: Json) -> None:
    replay["log"][-1]["withheld"] = [*range(len(replay["match"]["seats"]))]


def left(replay: Json) -> None:
    """Seat 1 leaves when everybody is bound."""
    leaving = replay["log"][-2] | {"kind": "left", "seat": 1}
    del leaving["entropy"]
    replay["log"][-2] = leaving


def left_again(replay: Json) -> None:
    """The creator leaves when everybody is bound."""
    leaving = replay["log"][-2] | {"kind": "aborted", "seat": 0}
    del leaving["entropy"]
    replay["log"][-2:] = [leaving]


SEALED = (
    Forgery("another seal", HASHES, put("log.1.seal", OTHER)),
    Forgery("other entropy in the log", HASHES, put("log.3.entropy", OTHER)),
    Forgery("entropy in capitals", FORM, hashed(put("log.3.entropy", OTHER.upper()))),
    Forgery("half a seal", FORM, hashed(put("log.1.seal", OTHER[:32]))),
    Forgery("another seal, hashed", ORDER, hashed(put("log.1.seal", OTHER))),
    Forgery("other entropy, hashed", ORDER, hashed(put("log.3.entropy", OTHER))),
    Forgery("no entropy, hashed", ORDER, hashed(put("log.3.entropy", ""))),
    Forgery("31 bytes of entropy", ORDER, hashed(short)),
    Forgery("seals exchanged between seats", ORDER, exchanged("seal", 1, 2)),
    Forgery("entropy exchanged between seats", ORDER, exchanged("entropy", 3, 4)),
    Forgery("reveals exchanged between seats", ORDER, exchanged("seat", 3, 4)),
    Forgery("revealed before all were bound", ORDER, moved(3, 2)),
    Forgery("revealed before the first seat", ORDER, moved(3, 1)),
    Forgery("withheld, and yet dealt", ORDER, dropped(4)),
    Forgery("revealed twice", ORDER, again(3)),
    Forgery("revealed twice, and differently", ORDER, again(3, entropy=OTHER)),
    Forgery("revealed by a seat that is none", ORDER, plain(3, seat=2)),
    Forgery("revealed too late", ORDER, hashed(late)),
    Forgery("revealed once more after the deal", ORDER, again(4)),
    Forgery("revealed without entropy", ORDER, plain(3, entropy=None)),
    Forgery("revealed with a seal", ORDER, plain(3, seal=OTHER)),
    Forgery("a seat without a seal", ORDER, plain(2, seal=None)),
    Forgery("a seat with entropy", ORDER, plain(2, entropy=OTHER)),
    Forgery("a move with entropy", ORDER, plain(5, entropy=OTHER)),
    Forgery("a move of who withheld", ORDER, plain(5, withheld=[0])),
    Forgery("a start instead of a reveal", ORDER, plain(4, kind="started", seat=0, entropy=None)),
    Forgery("a deal that was open", ORDER, hashed(put("match.deal", "open"))),
    Forgery("other entropy under its seal", MOVES, hashed(other_entropy)),
    Forgery("another seal in the match", RESULT, put("match.fairness.seals.0", OTHER)),
    Forgery("a seal less in the match", RESULT, put("match.fairness.seals.0", None)),
    Forgery("seals exchanged in the match", RESULT, seals_exchanged),
    Forgery("no seals in the match", RESULT, no_seals),
    Forgery("other entropy beside the log", RESULT, put("entropy.1", OTHER)),
    Forgery("no entropy beside the log", RESULT, put("entropy.1", None)),
    Forgery("somebody to reveal", RESULT, put("match.fairness.toReveal", [1])),
    Forgery("no list of who is to reveal", RESULT, nobody_left),
    Forgery("a time to reveal by", RESULT, put("match.fairness.revealBy", LATER)),
    Forgery("a second to reveal", RESULT, hashed(put("match.fairness.reveal", "1s"))),
    Forgery("no time to reveal", RESULT, hashed(put("match.fairness.reveal", "0s"))),
    Forgery("somebody else withheld", ORDER, last(withheld=[1]), "withheld"),
    Forgery("everybody withheld", ORDER, hashed(everybody), "withheld"),
    Forgery("nobody withheld", ORDER, last(withheld=None), "withheld"),
    Forgery("a list of nobody who withheld", ORDER, last(withheld=[]), "withheld"),
    Forgery("withheld too early", ORDER, hashed(too_early), "withheld"),
    Forgery(
        "a longer time to reveal", ORDER, hashed(put("match.fairness.reveal", "21s")), "withheld"
    ),
    Forgery("withheld, with a note", ORDER, last(note="He did."), "withheld"),
    Forgery("withheld, said by seat 1", ORDER, last(seat=1), "withheld"),
    Forgery("left when all were bound", ORDER, hashed(left), "withheld"),
    Forgery("the creator left when all were bound", ORDER, both(left_again, renumber), "withheld"),
    Forgery("withheld before the start", ORDER, last(withheld=[0]), "aborted"),
    Forgery("a note after the time to reveal", ORDER, hashed(too_late), "ended"),
    Forgery("the note of an operator left out", ORDER, last(note=None), "ended"),
)
