"""What can be taken back, and who must agree, as far as that needs no rules of any game.

As in `independent_order.py`, from `docs/fairness.md` alone. Whether a move has shown something, and
whether a seat is still to move under a clock, needs the rules.
"""

from typing import Any

from tests.docs.independent_verifier import must

Json = dict[str, Any]

QUIET = ("asked", "agreed", "refused")


class Requests:
    """The open request of a match, and what has been asked before."""

    def __init__(self, match: Json) -> None:
        self.allowed = match.get("undoMode") == "consent"
        self.clock = match["clock"] is not None
        self.log: list[tuple[Json, bool]] = []
        self.dealt = 0
        self.asks: list[int] = []
        self.open: Json | None = None
        self.due: list[int] = []

    def remember(self, entry: Json, forced: bool, active: bool) -> None:
        """Any entry, after it was followed; `forced` is the server's move."""
        self.log.append((entry, forced))
        self.dealt = self.dealt or entry["version"] * active
        if entry["kind"] not in (*QUIET, "undone"):
            self.open = None
        if entry["kind"] == "move":
            self.asks = [seat for seat in self.asks if seat == entry["seat"]]

    def asked(self, seat: int, entry: Json, others: list[int]) -> None:
        alone = self.check(seat, entry)
        must(entry["needs"] == others and not (alone and not self.clock), "needs")
        self.open, self.due = entry, list(others)
        self.asks.append(seat)

    def agreed(self, seat: int, entry: Json) -> None:
        must(self.open is not None and seat in self.due and len(self.due) > 1, "agreed")
        self.due.remove(seat)

    def refused(self, seat: int, entry: Json) -> None:
        asked = self.open or {"seat": None, "needs": []}
        must(seat in [asked["seat"], *asked["needs"]], "refused")
        self.open = None

    def undone(self, seat: int, entry: Json) -> None:
        if self.open is None:
            must(self.check(seat, entry), "nobody was asked")
            self.asks.append(seat)
        else:
            must(self.due == [seat] and entry["to"] == self.open["to"], "agreement")
        self.open = None

    def check(self, seat: int, entry: Json) -> bool:
        """Whether only the seat has moved since; ValueError if it cannot ask for this."""
        to = entry["to"]
        must(self.allowed and self.open is None, "cannot ask")
        must(self.asks.count(seat) < 3, "asked too often")
        must(type(to) is int and self.dealt <= to < len(self.log) <= to + 200, "to")
        since = self.log[to:]
        must(all(each["kind"] in ("move", *QUIET) for each, _ in since), "kinds")
        moves = [(each["seat"], forced) for each, forced in since if each["kind"] == "move"]
        must(since[0][0]["kind"] == "move" and moves[0][0] == seat, "the first move")
        must(not any(forced for _, forced in moves), "forced")
        movers = [each for each, _ in moves]
        after = movers[movers.count(seat) :]
        must(seat not in after and movers == [seat] * movers.count(seat) + after, "turns")
        return not after
