"""What can be checked without the rules of any game, from `docs/fairness.md` alone.

As in `independent_verifier.py`, not a line of the engine is used: form, hashes, seats, and which
entry can follow which. Whose turn it was, and when a clock ran out, needs the rules.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.docs.independent_undo import Requests
from tests.docs.independent_verifier import check_hashes, must, seal

Json = dict[str, Any]

SEATS = {"lost-cities": (2, 2), "livingstone": (2, 5), "just4fun": (2, 4)}
KINDS = {"created", "joined", "left", "started", "revealed", "move", "resigned", "timeout"}
KINDS |= {"asked", "agreed", "refused", "undone"}
MEMBERS = {"version", "kind", "seat", "move", "time", "prev", "hash"}
HEX_32, ENTROPY = re.compile("[0-9a-f]{64}"), re.compile("([0-9a-f]{2}){1,32}")
DURATION = re.compile(r"(0|[1-9]\d{0,8})([.]\d{1,3})?s")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


def check(replay: Json) -> None:
    """Raise ValueError unless all that holds."""
    check_form(replay)
    check_hashes(replay)
    must(replay["match"]["version"] == len(replay["log"]), "version")
    must(replay["match"]["fairness"]["serverSeed"] == replay["serverSeed"], "two seeds")
    must(replay.get("game") in (None, replay["match"]["game"]), "two games")
    check_seats(replay)
    table = Table(replay)
    for entry in replay["log"]:
        table.follow(entry)
    check_revealed(replay["match"])


def check_revealed(match: Json) -> None:
    """All that was to be revealed by the end of a sealed deal has been."""
    left = [match["fairness"].get(name, 0) for name in ("toReveal", "revealBy")]
    must(match.get("deal") != "sealed" or left == [[], None], "left to reveal")


def check_form(replay: Json) -> None:
    match, log = replay["match"], replay["log"]
    must(bool(re.fullmatch("[A-Za-z0-9_-]{22}", match["id"])), "id")
    must(match["game"] in SEATS and match["rulesVersion"] == 1, "rules")
    must(match["fairness"].get("recipe", 1) in (1, 2), "recipe")
    must(match.get("undoMode", "never") in ("never", "consent"), "mode of undo")
    hashes = [replay["serverSeed"], match["fairness"]["commitment"], match["fairness"]["logHead"]]
    must(all(map(HEX_32.fullmatch, hashes)), "hex")
    entropies = [*replay["entropy"], *(entry.get("entropy") for entry in log)]
    must(all(ENTROPY.fullmatch(each) for each in entropies if each is not None), "entropy")
    must(all(HEX_32.fullmatch(entry.get("seal", "0" * 64)) for entry in log), "seal")
    must(all(entry["kind"] in {*KINDS, "aborted"} for entry in log), "kind")
    must(all(map(DURATION.fullmatch, durations(match))), "duration")
    for time in (match["createTime"], match["updateTime"], *(entry["time"] for entry in log)):
        must(bool(TIME.fullmatch(time)), "time")
        moment(time)


def durations(match: Json) -> list[str]:
    clock = match["clock"] or {}
    given = [clock.get(name) for name in ("perMove", "bank", "increment")]
    every = [*given, *(clock.get("banks") or []), match["fairness"].get("reveal")]
    return [each for each in every if each is not None]


def moment(time: str) -> datetime:
    return datetime.strptime(time, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)


def check_seats(replay: Json) -> None:
    seats = replay["match"]["seats"]
    least, most = SEATS[replay["match"]["game"]]
    must(least <= len(seats) <= most, "number of seats")
    must([seat["index"] for seat in seats] == [*range(len(seats))], "index")
    players = [seat["player"]["id"] for seat in seats if seat["player"]]
    must(len(players) == len(set(players)), "one player twice")
    kinds = {seat["player"]["kind"] for seat in seats if seat["player"]}
    must(kinds <= {"human", "bot"}, "kind of player")
    must(len(replay["entropy"]) == len(seats), "entropy of each seat")


class Table:
    """Who sits where, what they have sealed and revealed, and whether the match runs."""

    def __init__(self, replay: Json) -> None:
        match = replay["match"]
        self.auto, self.sealed = match["start"] == "auto", match.get("deal") == "sealed"
        must(not self.sealed or match["fairness"].get("recipe") == 2, "sealed under recipe 1")
        must(self.sealed or not match["fairness"].get("reveal"), "a reveal in an open deal")
        self.reveal = timedelta(seconds=float(match["fairness"].get("reveal", "0s")[:-1]))
        self.clock = match["clock"] or {}
        self.seats: list[str | None] = [None] * len(match["seats"])
        self.open: set[int] = set()
        self.gone: set[int] = set()
        self.status, self.time = "waiting", ""
        self.late: int | None = None
        self.undo = Requests(match)
        self.until: datetime | None = None

    def follow(self, entry: Json) -> None:
        """Raise ValueError unless the entry can follow the ones before it."""
        kind, seat = entry["kind"], entry["seat"]
        self.check_members(entry, kind)
        must(0 <= seat < len(self.seats), "seat")
        must((kind == "created") == (entry["version"] == 1), "created")
        must(self.time <= entry["time"] and self.status != "over", "time or end")
        if self.until:
            must(moment(entry["time"]) < self.until or "withheld" in entry, "late")
        self.time = entry["time"]
        forced = seat in {*self.gone, self.late}
        self.late = None
        getattr(self, kind)(seat, entry)
        self.undo.remember(entry, forced, self.status == "active")

    def check_members(self, entry: Json, kind: str) -> None:
        due = set(MEMBERS)
        if self.sealed and kind in ("created", "joined"):
            due.add("seal")
        if kind == "revealed":
            due.add("entropy")
        if kind in ("asked", "undone"):
            due |= {"to", "needs"} if kind == "asked" else {"to"}
        if kind == "aborted":
            due |= {"note", "withheld"} & entry.keys()
        must(entry.keys() == due and due != {*MEMBERS, "note", "withheld"}, "members")
        must((entry["move"] is not None) == (kind == "move"), "move")
        must(bool(re.fullmatch("[ -~]+", entry.get("note", "-"))), "note")

    def before(self, bound: bool = False) -> None:
        """The match waits; and all are bound, or not yet."""
        must(self.status == "waiting" and bool(self.until) == bound, "not while waiting")

    def created(self, seat: int, entry: Json) -> None:
        must(seat == 0, "creator")
        self.joined(seat, entry)

    def joined(self, seat: int, entry: Json) -> None:
        self.before()
        must(self.seats[seat] is None, "taken")
        self.seats[seat] = entry.get("seal", "")
        if self.auto and None not in self.seats:
            self.begin()

    def left(self, seat: int, entry: Json) -> None:
        self.before()
        must(seat != 0 and self.seats[seat] is not None, "left")
        self.seats[seat] = None

    def started(self, seat: int, entry: Json) -> None:
        self.before()
        must(seat == 0 and None not in self.seats, "started")
        self.begin()

    def begin(self) -> None:
        self.until = moment(self.time) + self.reveal if self.sealed else None
        self.status = "waiting" if self.sealed else "active"

    def revealed(self, seat: int, entry: Json) -> None:
        self.before(bound=True)
        must(seat not in self.open and len(entry["entropy"]) == 64, "revealed")
        must(seal(entry["entropy"]) == self.seats[seat], "seal")
        self.open.add(seat)
        if len(self.open) == len(self.seats):
            self.status, self.until = "active", None

    def aborted(self, seat: int, entry: Json) -> None:
        must(seat == 0, "aborted")
        if "withheld" in entry:
            must(self.until is not None and moment(self.time) >= self.until, "there was time")
            left = [each for each in range(len(self.seats)) if each not in self.open]
            must(entry["withheld"] == left, "withheld")
        elif "note" not in entry:
            self.before()
        self.status = "over"

    def move(self, seat: int, entry: Json) -> None:
        must(self.status == "active", "not active")

    def resigned(self, seat: int, entry: Json) -> None:
        must(self.status == "active" and seat not in self.gone, "resigned")
        self.gone.add(seat)
        if len(self.gone) >= len(self.seats) - 1:
            self.status = "over"

    def timeout(self, seat: int, entry: Json) -> None:
        must(bool(self.clock), "no clock")
        if self.clock["onTimeout"] == "forfeit":
            self.resigned(seat, entry)
        else:
            self.late = seat

    def asked(self, seat: int, entry: Json) -> None:
        must(self.status == "active" and seat not in self.gone, "asked")
        stayed = [each for each in range(len(self.seats)) if each not in self.gone]
        self.undo.asked(seat, entry, [each for each in stayed if each != seat])

    def agreed(self, seat: int, entry: Json) -> None:
        must(self.status == "active", "agreed")
        self.undo.agreed(seat, entry)

    def refused(self, seat: int, entry: Json) -> None:
        must(self.status == "active", "refused")
        self.undo.refused(seat, entry)

    def undone(self, seat: int, entry: Json) -> None:
        must(self.status == "active" and seat not in self.gone, "undone")
        self.undo.undone(seat, entry)
