"""Forged logs of tournaments: what was done to an honest one, and the rule that it breaks."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from croupier_tournament import chain, lots
from croupier_tournament.verify import Rule

from tests.croupier_tournament.playing import entropy, player

Json: TypeAlias = dict[str, Any]
Lines: TypeAlias = list[Json]
Tamper: TypeAlias = Callable[[Lines], Any]
STRANGER = player(99)


@dataclass(frozen=True)
class Forgery:
    """What is done to the entries of the honest log, and the rule that does not hold then.

    If it is `bound`, the forger has made all hashes anew, as anybody can.
    """

    name: str
    rule: Rule
    tamper: Tamper
    bound: bool = True

    def lines(self, honest: list[bytes]) -> list[bytes]:
        entries = [json.loads(line) for line in honest]
        self.tamper(entries)
        return rebound(entries) if self.bound else [*map(chain.canonical, entries)]


@dataclass(frozen=True)
class Rewritten:
    """One line written in another way: `old` in its text becomes `new`."""

    name: str
    rule: Rule
    line: int
    old: bytes
    new: bytes

    def lines(self, honest: list[bytes]) -> list[bytes]:
        assert honest[self.line].count(self.old) == 1, self
        forged = [*honest]
        forged[self.line] = forged[self.line].replace(self.old, self.new)
        return forged


def rebound(entries: Lines) -> list[bytes]:
    """The lines, each bound to the one before."""
    bound: list[bytes] = []
    for entry in entries:
        if bound and "prev" in entry:
            entry["prev"] = chain.hash_of(bound[-1])
        bound.append(chain.canonical(entry))
    return bound


def at(lines: Lines, kind: str, number: int = 0) -> int:
    """The place of the entry of a kind; those of a kind count from 0."""
    return [place for place, entry in enumerate(lines) if entry["kind"] == kind][number]


def change(of: str, number: int = 0, **members: Any) -> Tamper:
    return lambda lines: lines[at(lines, of, number)].update(members)


def setting(**members: Any) -> Tamper:
    return lambda lines: lines[0]["settings"].update(members)


def without(kind: str, number: int = 0) -> Tamper:
    """The entry is left out, and those after it are numbered anew."""

    def tamper(lines: Lines) -> None:
        lines.pop(at(lines, kind, number))
        renumber(lines)

    return tamper


def inserted(before: str, number: int, **members: Any) -> Tamper:
    """Another entry comes before that of a kind, at its time, without the others' members."""

    def tamper(lines: Lines) -> None:
        place = at(lines, before, number)
        lines.insert(place, {"at": lines[place]["at"], "prev": ""} | members)
        renumber(lines)

    return tamper


def renumber(lines: Lines) -> None:
    for version, entry in enumerate(lines, 1):
        entry["version"] = version


def paired_with_a_friend(lines: Lines) -> None:
    one, two, *_ = lines[at(lines, "paired", 1)]["tables"]
    one[1], two[1] = two[1], one[1]


def seats_turned(lines: Lines) -> None:
    lines[at(lines, "paired", 0)]["tables"][0].reverse()


def table_missing(lines: Lines) -> None:
    lines[at(lines, "paired", 0)]["tables"].pop()


def own_key(lines: Lines) -> None:
    lines[at(lines, "paired", 1)]["key"] = "5" * 64


def key_of_the_next_draw(lines: Lines) -> None:
    lines[at(lines, "paired", 0)]["key"] = lines[at(lines, "standings", 0)]["key"]


def other_winner(lines: Lines) -> None:
    lines[at(lines, "standings", 2)]["first"] = player(6)


def ranks_turned(lines: Lines) -> None:
    entry = lines[at(lines, "result", 0)]
    assert entry["reason"] == "noShow"
    entry["ranks"].reverse()


def result_twice(lines: Lines) -> None:
    place = at(lines, "result", 1)
    lines.insert(place, dict(lines[place - 1]))
    renumber(lines)


def seal_of_another(lines: Lines) -> None:
    lines[at(lines, "registered", 1)]["seal"] = lines[at(lines, "registered", 0)]["seal"]


def too_early(lines: Lines) -> None:
    lines[at(lines, "started")]["at"] -= 1


def earlier(lines: Lines) -> None:
    lines[3]["at"] = lines[2]["at"] - 1


SEAL = lots.seal_of(entropy(99))

FORGERIES: tuple[Forgery, ...] = (
    Forgery("a friend is paired with a friend", Rule.PAIRING, paired_with_a_friend),
    Forgery("the seats of a table are turned", Rule.PAIRING, seats_turned),
    Forgery("a table is left out", Rule.PAIRING, table_missing),
    Forgery("somebody else has the bye", Rule.BYE, change("paired", 0, byes=[player(0)])),
    Forgery("a meeting is said to be repeated", Rule.REPEATS, change("paired", 1, repeats=[1])),
    Forgery("a key that was not bound", Rule.KEY, own_key),
    Forgery("a key that is not due yet", Rule.KEY, key_of_the_next_draw),
    Forgery("the keys are bound afterwards", Rule.KEY, change("created", commitment="7" * 64)),
    Forgery("other entropy than was sealed", Rule.ENTROPY, change("revealed", 2, entropy="8" * 64)),
    Forgery("entropy is left out", Rule.WITHHELD, without("revealed", 3)),
    Forgery("who withheld is not named", Rule.WITHHELD, change("started", withheld=[])),
    Forgery(
        "somebody revealed and is named", Rule.WITHHELD, change("started", withheld=[player(3)])
    ),
    Forgery(
        "who withheld plays on",
        Rule.MAY_NOT_RETURN,
        inserted("paired", 1, kind="returned", player=player(7)),
    ),
    Forgery("two players have one seal", Rule.SEAL_TWICE, seal_of_another),
    Forgery(
        "somebody joins after registration",
        Rule.CLOSED,
        inserted("revealed", 2, kind="registered", player=STRANGER, rating=None, seal=SEAL),
    ),
    Forgery(
        "somebody joins in the last round",
        Rule.CLOSED,
        inserted("paired", 2, kind="registered", player=STRANGER, rating=None, seal=""),
    ),
    Forgery(
        "who joins late has a seal",
        Rule.LATE_SEAL,
        inserted("paired", 0, kind="registered", player=STRANGER, rating=None, seal=SEAL),
    ),
    Forgery("one more than may", Rule.FULL, setting(mostPlayers=8)),
    Forgery("somebody joins twice", Rule.TWICE, change("registered", 3, player=player(0))),
    Forgery(
        "entropy is revealed twice",
        Rule.TWICE,
        inserted("revealed", 3, kind="revealed", player=player(0), entropy=entropy(0)),
    ),
    Forgery("somebody unknown withdraws", Rule.STRANGER, change("withdrew", player=STRANGER)),
    Forgery("it starts before its time", Rule.EARLY, too_early),
    Forgery("the check-in is shorter", Rule.STARTS_AT, change("checkInOpened", startsAt=1)),
    Forgery("it has another number of rounds", Rule.ROUNDS, change("started", rounds=2)),
    Forgery("a round is left out", Rule.ROUND, change("paired", 1, round=3)),
    Forgery("a round begins without a break", Rule.EARLY, setting(breakMs=3_600_000)),
    Forgery("a round may last longer", Rule.ENDS_BY, change("paired", 1, endsBy=2**50)),
    Forgery("a no-show wins", Rule.RESULT, ranks_turned),
    Forgery("a result of a match that is none", Rule.RESULT, change("result", 1, ranks=[1, 1])),
    Forgery("a result comes twice", Rule.TABLE, result_twice),
    Forgery("a result of no table", Rule.TABLE, change("result", 0, table=9)),
    Forgery("a result of a round to come", Rule.TABLE, change("result", 0, round=2)),
    Forgery(
        "another match than that of the table", Rule.MATCH, change("result", 1, match="x" * 22)
    ),
    Forgery("who has withdrawn holds the round up", Rule.DUE, without("result", -1)),
    Forgery("no standings after a round", Rule.KEY, without("standings", 0)),
    Forgery("standings before all results", Rule.EARLY, without("result", 2)),
    Forgery("another is first", Rule.STANDINGS, other_winner),
    Forgery("other standings", Rule.STANDINGS, change("standings", 1, digest="a" * 64)),
    Forgery("it ended for another reason", Rule.END, change("ended", reason="tooFewPlayers")),
    Forgery("it ends before its last round", Rule.DUE, without("standings", 2)),
    Forgery("registration opens twice", Rule.STATUS, inserted("started", 0, kind="opened")),
    Forgery("settings that cannot be", Rule.SETTINGS, setting(rounds=0)),
    Forgery("a start that is no time", Rule.SETTINGS, setting(start="tomorrow")),
    Forgery("the chain is broken", Rule.LINK, change("started", prev="0" * 64), bound=False),
    Forgery("an entry is changed", Rule.LINK, change("result", 1, logHead="f" * 64), bound=False),
    Forgery("an entry is missing", Rule.VERSION, lambda lines: lines.pop(12), bound=False),
    Forgery("an entry from before", Rule.TIME, earlier),
    Forgery("no beginning", Rule.BASE, lambda lines: lines.pop(0), bound=False),
    Forgery("a log of another tournament", Rule.LINK, change("created", tournament="x" * 22)),
    Forgery(
        "the check-in opens twice",
        Rule.CLOSED,
        inserted("revealed", 2, kind="checkInOpened", startsAt=2**50),
    ),
    Forgery(
        "it ends when a round is due",
        Rule.DUE,
        inserted("paired", 1, kind="ended", reason="completed"),
    ),
    Forgery("a recipe nobody knows", Rule.RECIPE, change("created", recipe=2)),
    Forgery("a recipe that is true", Rule.RECIPE, change("created", recipe=True)),
    Forgery("a kind nobody knows", Rule.KIND, change("started", kind="seeded")),
    Forgery("a member too many", Rule.FORM, change("started", favourite=player(1))),
    Forgery("a text for a number", Rule.FORM, change("started", rounds="3")),
    Forgery("a player whose id is none", Rule.ID, change("registered", 0, player="<b>Ann</b>")),
    Forgery("a rank of nobody", Rule.BOUNDS, change("result", 1, ranks=[0, 5])),
)

REWRITTEN: tuple[Rewritten, ...] = (
    Rewritten("no JSON", Rule.JSON, 2, b"}", b""),
    Rewritten("no object", Rule.JSON, 2, b"{", b"[{"),
    Rewritten("a fraction", Rule.NUMBER, 2, b'"version":3', b'"version":3.0'),
    Rewritten("2 to the 53rd", Rule.NUMBER, 2, b'"version":3', b'"version":9007199254740992'),
    Rewritten(
        "longer than any number", Rule.NUMBER, 2, b'"version":3', b'"version":' + b"3" * 5000
    ),
    Rewritten("33 levels", Rule.JSON, 0, b'"match":{}', b'"match":' + b"[" * 31 + b"]" * 31),
    Rewritten(
        "names that are not ASCII",
        Rule.CANONICAL,
        0,
        b'"match":{}',
        '"match":{"\uff01":1,"\U0001f600":2}'.encode(),
    ),
    Rewritten("a blank", Rule.CANONICAL, 2, b'"version":3', b'"version": 3'),
    Rewritten("a member twice", Rule.CANONICAL, 2, b'"version":3', b'"version":2,"version":3'),
    Rewritten("an escape", Rule.CANONICAL, 1, b'"kind":"opened"', b'"kind":"op\\u0065ned"'),
)

ALL: tuple[Forgery | Rewritten, ...] = (*FORGERIES, *REWRITTEN)
