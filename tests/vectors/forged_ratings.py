"""Forged ledgers of ratings: what was done to an honest one, and the rule that it breaks."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from croupier_rating import chain
from croupier_rating.verify import Rule

Json: TypeAlias = dict[str, Any]
Lines: TypeAlias = list[Json]
"""A ledger: the line of its beginning, and its entries, each at the place of its `seq`."""


@dataclass(frozen=True)
class Forgery:
    """What is done to the lines of the honest ledger, and the rule of the first finding.

    If it is `bound`, the forger has made all hashes anew, as anybody can.
    """

    name: str
    rule: Rule
    tamper: Callable[[Lines], Any]
    bound: bool = True

    def lines(self, honest: list[bytes]) -> list[bytes]:
        lines = [json.loads(line) for line in honest]
        self.tamper(lines)
        return [*map(chain.line, lines)] if not self.bound else rebound(lines)


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


def rebound(lines: Lines) -> list[bytes]:
    """The lines, each bound to the one before."""
    bound: list[bytes] = []
    head = ""
    for line in lines:
        if "prev" in line:
            line["prev"] = head
        bound.append(chain.line(line))
        head = chain.hash_of(bound[-1]) if "prev" in line else line.get("head", head)
    return bound


def change(at: int, **members: Any) -> Callable[[Lines], Any]:
    return lambda lines: lines[at].update(members)


def number(at: int, seat: int, place: int, by: int) -> Callable[[Lines], Any]:
    """A number of a row is another one; the last four are mu and sigma before, and after."""

    def tamper(lines: Lines) -> None:
        lines[at]["seats"][seat][place] += by

    return tamper


def same_player(lines: Lines) -> None:
    lines[2]["seats"][1][0] = lines[2]["seats"][0][0]


def no_idle_weeks(lines: Lines) -> None:
    """The numbers of a player after weeks are those of before them."""
    lines[11]["seats"][0][2:4] = lines[9]["seats"][0][-2:]


def swap(lines: Lines) -> None:
    lines[2], lines[3] = lines[3], lines[2]


def swap_and_number(lines: Lines) -> None:
    swap(lines)
    lines[2]["seq"], lines[3]["seq"] = 2, 3


def with_number(at: int, **members: Any) -> Callable[[Lines], Any]:
    """Insert a copy of a line after it, with a number of its own, as those after it have."""

    def tamper(lines: Lines) -> None:
        copy = json.loads(json.dumps(lines[at])) | members
        lines.insert(at + 1, copy)
        for seq in range(at + 1, len(lines)):
            lines[seq]["seq"] = seq

    return tamper


def another_pool(lines: Lines) -> None:
    """The hash that the first entry is bound to is that of another pool."""
    lines[0]["pool"] = "nim.live.human.2"


def one_seat(lines: Lines) -> None:
    """A seat is one player's, and the other has somebody who has lost nothing."""
    lines[10]["seats"][1] = ["x" * 22, *[25_000_000, 8_333_333] * 2]


def new_ranks(*ranks: int) -> Callable[[Lines], Any]:
    def tamper(lines: Lines) -> None:
        for row, rank in zip(lines[6]["seats"], ranks, strict=True):
            row[1] = rank

    return tamper


def without(at: int, member: str) -> Callable[[Lines], Any]:
    return lambda lines: lines[at].pop(member)


def origin(**members: int) -> Callable[[Lines], Any]:
    return lambda lines: lines[1]["from"].update(members)


MU, SIGMA = -2, -1
"""Their places in a row, after the entry; -4 and -3 before it."""

FORGERIES: tuple[Forgery, ...] = (
    Forgery("the winner gets a point more", Rule.MU, number(2, 0, MU, 25_000)),
    Forgery("two millionths more", Rule.MU, number(2, 0, MU, 2)),
    Forgery("the loser loses less", Rule.MU, number(2, 1, MU, 400_000)),
    Forgery("somebody is surer than by the recipe", Rule.SIGMA, number(3, 0, SIGMA, -100_000)),
    Forgery("a newcomer begins above others", Rule.NEWCOMER, number(2, 1, -4, 1_000_000)),
    Forgery("somebody has become better overnight", Rule.BEFORE, number(3, 0, -4, 500_000)),
    Forgery("somebody has become less sure overnight", Rule.BEFORE, number(3, 0, -3, 500_000)),
    Forgery("idle weeks are left out", Rule.IDLE, no_idle_weeks),
    Forgery("a fourth match of a pair in full", Rule.WEIGHT, change(5, weight=100)),
    Forgery("a first match by half", Rule.WEIGHT, change(2, weight=50)),
    Forgery("a match that does not count", Rule.WEIGHT, change(6, weight=0)),
    Forgery("somebody wins by leaving early", Rule.KEPT, number(7, 1, MU, 100_000)),
    Forgery("the others win by one who leaves", Rule.KEPT, number(9, 1, MU, 100_000)),
    Forgery("who left is not named", Rule.WEIGHT, change(9, short=[])),
    Forgery("a match of weight 3", Rule.BOUNDS, change(2, weight=3)),
    Forgery("the chain is broken", Rule.LINK, change(4, prev="0" * 64), bound=False),
    Forgery("an entry is changed", Rule.LINK, change(4, logHead="f" * 64), bound=False),
    Forgery("an entry is missing", Rule.SEQ, lambda lines: lines.pop(12 - 1), bound=False),
    Forgery("two entries change places", Rule.SEQ, swap),
    Forgery("they get each other's numbers", Rule.BEFORE, swap_and_number),
    Forgery("an entry comes twice", Rule.SEQ, lambda lines: lines.insert(5, lines[4])),
    Forgery("a match counts twice", Rule.MATCH_TWICE, with_number(4)),
    Forgery("it is another pool's", Rule.BASE, another_pool),
    Forgery("no line of beginning", Rule.BASE, lambda lines: lines.pop(0), bound=False),
    Forgery("a second beginning", Rule.BASE, lambda lines: lines.append(lines[0])),
    Forgery("a pool without a name", Rule.POOL, change(0, pool="nim.fast.human.1")),
    Forgery("a recipe nobody knows", Rule.RECIPE, change(2, recipe=2)),
    Forgery("a recipe that is true", Rule.RECIPE, change(2, recipe=True)),
    Forgery("a kind nobody knows", Rule.KIND, change(2, kind="bonus")),
    Forgery("a member too many", Rule.FORM, change(2, bonus=1)),
    Forgery("a member too few", Rule.FORM, without(2, "rulesVersion")),
    Forgery("a text for a number", Rule.FORM, change(2, weight="100")),
    Forgery("a seat without numbers", Rule.FORM, lambda lines: lines[2]["seats"][0].pop()),
    Forgery("one seat", Rule.FORM, lambda lines: lines[2]["seats"].pop()),
    Forgery("the id of a match is none", Rule.ID, change(2, match="../../../etc/passwd...")),
    Forgery("a time that is none", Rule.TIME, change(2, ended="2026-02-30T00:00:00.000Z")),
    Forgery("a time before all games", Rule.TIME, change(2, ended="1969-12-31T23:59:59.999Z")),
    Forgery("surer than newcomers are unsure", Rule.BOUNDS, number(2, 1, -3, 1)),
    Forgery("sigma 0", Rule.BOUNDS, lambda lines: lines[2]["seats"][0].__setitem__(SIGMA, 0)),
    Forgery("a player twice", Rule.PLAYER_TWICE, same_player),
    Forgery("ranks without a first", Rule.RANKS, new_ranks(1, 2, 2)),
    Forgery("ranks that leave one out", Rule.RANKS, new_ranks(0, 2, 2)),
    Forgery("a seat that is none leaves", Rule.SHORT, change(7, short=[2])),
    Forgery("a seat leaves twice", Rule.SHORT, change(7, short=[1, 1])),
    Forgery("nothing is void", Rule.VOID_OF, change(10, of=11)),
    Forgery("a player's season is void", Rule.VOID_OF, change(10, of=1)),
    Forgery("another match is void", Rule.VOID_MATCH, change(10, match="x" * 22)),
    Forgery("a match is void twice", Rule.VOID_TWICE, with_number(10)),
    Forgery("a void match gives more", Rule.MU, number(10, 0, MU, 1_000_000)),
    Forgery("only one seat is given back", Rule.VOID_SEATS, one_seat),
    Forgery("what was never lost is given back", Rule.BEFORE, number(10, 1, -4, 1_000_000)),
    Forgery("the season of tomorrow", Rule.SEASON, origin(season=1)),
    Forgery("more is carried over", Rule.MU, number(1, 0, MU, 1_000_000)),
    Forgery("somebody is carried over as sure as before", Rule.SIGMA, number(1, 0, SIGMA, -9)),
    Forgery("a season begins twice", Rule.SEASON_LATE, with_number(1)),
)  # fmt: skip

REWRITTEN: tuple[Rewritten, ...] = (
    Rewritten("no JSON", Rule.JSON, 2, b"}", b""),
    Rewritten("not a number", Rule.JSON, 2, b'"weight":100', b'"weight":NaN'),
    Rewritten("minus nothing", Rule.NUMBER, 2, b'"weight":100', b'"weight":-0'),
    Rewritten("a fraction", Rule.NUMBER, 2, b'"weight":100', b'"weight":100.0'),
    Rewritten("an exponent", Rule.NUMBER, 2, b'"weight":100', b'"weight":1e2'),
    Rewritten("2 to the 53rd", Rule.NUMBER, 2, b'"seq":2', b'"seq":9007199254740992'),
    Rewritten("too large a seq", Rule.BOUNDS, 2, b'"seq":2', b'"seq":9007199254740991'),
    Rewritten("a blank", Rule.CANONICAL, 2, b'"weight":100', b'"weight": 100'),
    Rewritten("a member twice", Rule.CANONICAL, 2, b'"weight":100', b'"weight":0,"weight":100'),
    Rewritten("an escape", Rule.CANONICAL, 2, b'"kind":"match"', b'"kind":"m\\u0061tch"'),
    Rewritten("no object", Rule.JSON, 2, b"{", b"[{"),
)

ALL: tuple[Forgery | Rewritten, ...] = (*FORGERIES, *REWRITTEN)
