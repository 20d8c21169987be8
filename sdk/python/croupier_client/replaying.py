"""A match played again from its replay, by the rules that are installed here.

Each card and die must follow from the seed, each move must be legal, and table, events and outcome
must be those that the replay shows. Not checked are times and clocks, such as whether a time-out
or a claim came too early, and whether what was taken back could be: the server's verifier does so.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from croupier_game.errors import RulesError
from croupier_game.game import view_json
from croupier_game.seeded import SeededChance, match_key

from croupier_client.errors import NotProven
from croupier_client.local import Played, played
from croupier_client.local import UnknownGame as UnknownGame
from croupier_client.notes import Note, Notes
from croupier_client.proof import ALONE, demand

Json: TypeAlias = Mapping[str, Any]
RECIPE = 2
"""How chance follows from seed and entropy, as docs/fairness.md numbers it."""


def verify(replay: Json) -> list[str]:
    """Return what the replay of any match proves, in sentences, without notes of it.

    Raise NotProven for the first thing that is wrong, and UnknownGame.
    """
    if not isinstance(replay, Mapping):
        raise NotProven("This is no replay: it is no JSON object.")
    if "match" not in replay:
        raise NotProven(f"This is no replay: {replay.get('detail', 'it has no match.')}")
    try:
        match = replay["match"]
        played(match["game"], match["rulesVersion"])
        proven = [check(replay, Note(), Notes()) for check in ALONE]
        return [*filter(None, proven), play_again(replay)]
    except UnknownGame:
        raise
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise NotProven("The replay is not of the documented form.") from error


def play_again(replay: Json) -> str:
    """Return what has been proven. Raise NotProven for what does not follow, and UnknownGame."""
    match = replay["match"]
    game = played(match["game"], match["rulesVersion"])
    demand(match["fairness"]["recipe"] == RECIPE, "It was dealt by another recipe.")
    try:
        again = Again(game, replay)
        for entry in replay["log"]:
            demand(not again.outcome, "The log goes on after the end.")
            again.advance(entry)
    except RulesError as error:
        raise NotProven(f"The rules say otherwise: {error}") from None
    again.check_result()
    rules = game.package.rules
    return f"Each card, die and move follows by the rules of {rules.NAME}, version {rules.VERSION}."


class Again:
    """A match as it is being played again."""

    def __init__(self, game: Played, replay: Json) -> None:
        self.game, self._rules = game, game.package.rules
        self._replay, self._match = replay, replay["match"]
        self.seats = len(self._match["seats"])
        self.options = game.read_options(replay["options"], self.seats)
        shown = game.package.wire.options_json(self.options)
        for given in (replay["options"], self._match["options"]):
            demand(_same(given, shown), "The options are not written as the server writes them.")
        demand(len(replay["entropy"]) == self.seats, "There is not one entropy for each seat.")
        entropy = [each or "" for each in replay["entropy"]]
        self._key = match_key(replay["serverSeed"], entropy, self._match["id"])
        clock = self._match.get("clock")
        self._random = clock is not None and clock["onTimeout"] == "random"
        self._clock = clock is not None
        self.table: Any = None
        self.events: Any = ()
        self._dealt_at = 0
        self._past: list[tuple[Any, int]] = []
        self._seated, self._revealed, self._resigned = set[int](), set[int](), set[int]()
        self._seals: dict[int, Any] = {}
        self._late: int | None = None
        self._moved = set[int]()
        self._asked: set[int] | None = None
        self.outcome: Json | None = None

    def advance(self, entry: Json) -> None:
        """Add the next entry of the log."""
        kind, seat = entry["kind"], entry["seat"]
        self._version = len(self._past) + 1
        self._must(0 <= seat < self.seats, f"there is no seat {seat}")
        self._must((kind == "created") == (self._version == 1), "it is created once, at first")
        self._must((kind == "move") == (entry["move"] is not None), f"{kind}, and a move or none")
        forced = self.forced()
        if forced is not None and kind != "aborted":
            self._must((kind, seat) == ("move", forced), f"seat {forced} had to move at random")
        active = kind not in BEFORE and kind != "aborted"
        self._must(
            kind == "aborted" or active == (self.table is not None),
            f"{kind} was too early or late",
        )
        if kind in ("move", "resigned", "timeout", "claimed"):
            self._asked = None
        self.events = ()
        STEPS[kind](self, entry)
        self._past.append((self.table, self._dealt_at))

    def check_result(self) -> None:
        """Raise NotProven unless the replay shows the table and the outcome that it comes to."""
        rules, wire, seat = self._rules, self.game.package.wire, self._match["yourSeat"]
        demand(seat is None or seat in self._seated, "yourSeat is not taken.")
        shown = [wire.event_json(rules.event_view(each, seat)) for each in self.events]
        table = None if self.table is None else view_json(self.game.package, self.table, seat)
        reason = self.outcome and self.outcome["reason"]
        for name, due in (
            ("state", table),
            ("lastEvents", shown),
            ("outcome", self.outcome),
            ("status", "aborted" if reason == "aborted" else "finished"),
            ("toMove", []),
        ):
            demand(_same(self._match[name], due), f"{name} is not what the log comes to.")
        demand(self.outcome is not None, "The match has not ended.")
        for index, each in enumerate(self._match["seats"]):
            demand(each["index"] == index, "The seats are in another order.")
            taken, gone = each["player"] is not None, each["resigned"]
            demand(taken == (index in self._seated), f"Seat {index} is not as the log has it.")
            demand(gone is (index in self._resigned), f"Seat {index} is not as the log has it.")

    def _must(self, fulfilled: bool, otherwise: str) -> None:
        demand(fulfilled, f"Version {self._version}: {otherwise}.")

    def _chance(self) -> SeededChance:
        return SeededChance(self._key, self._version - self._dealt_at)

    def forced(self) -> int | None:
        """Return the seat for which the server must move now, if there is one."""
        due = () if self.table is None else self._rules.to_move(self.table)
        return next((seat for seat in due if seat in self._resigned or seat == self._late), None)

    def _sit(self, entry: Json) -> None:
        seat = entry["seat"]
        self._must(seat not in self._seated, f"seat {seat} was taken")
        self._must(entry["kind"] == "joined" or seat == 0, "the creator has seat 0")
        self._seated.add(seat)
        self._seals[seat] = entry.get("seal")
        if self._match["start"] == "auto":
            self._begin()

    def _leave(self, entry: Json) -> None:
        self._must(entry["seat"] in self._seated - {0}, "nobody was there who could leave")
        self._seated.remove(entry["seat"])

    def _start(self, entry: Json) -> None:
        self._must(self._match["start"] == "manual" and not entry["seat"], "it starts otherwise")
        self._must(len(self._seated) == self.seats, "not every seat was taken")
        self._begin()

    def _begin(self) -> None:
        """Deal once all is there that the deal needs."""
        ready = self._seated if self._match["deal"] == "open" else self._revealed
        if len(ready) == self.seats:
            self._dealt_at = self._version
            self._become(self._rules.new_game(self.options, self.seats, self._chance()))

    def _reveal(self, entry: Json) -> None:
        seat = entry["seat"]
        full = self._match["deal"] == "sealed" and len(self._seated) == self.seats
        self._must(full and seat not in self._revealed, f"seat {seat} had nothing to reveal")
        bound = hashlib.sha256(b"croupier seal v1" + bytes.fromhex(entry["entropy"])).hexdigest()
        self._must(bound == self._seals[seat], f"seat {seat} was bound to another entropy")
        self._must(entry["entropy"] == self._replay["entropy"][seat], "another entropy")
        self._revealed.add(seat)
        self._begin()

    def _move(self, entry: Json) -> None:
        rules, seat, chance = self._rules, entry["seat"], self._chance()
        move = self.game.read_move(entry["move"])
        written = self.game.package.wire.move_json(move)
        self._must(_same(written, entry["move"]), "the move is not written as the server writes it")
        self._must(seat in rules.to_move(self.table), f"seat {seat} was not to move")
        if seat == self.forced():
            legal = rules.legal_moves(self.table, seat)
            self._must(move == legal[chance.below(len(legal))], "chance draws another move")
        rules.check(self.table, seat, move)
        self._late = None
        self._moved.add(seat)
        self._become(rules.apply(self.table, seat, move, chance))
        if rules.over(self.table):
            self._end("completed")

    def _resign(self, entry: Json) -> None:
        self._must(entry["seat"] not in self._resigned, "it had resigned already")
        self._withdraw(entry["seat"], "resigned")

    def _time_out(self, entry: Json) -> None:
        self._must(self._clock, "there is no clock")
        self._must(entry["seat"] in self._rules.to_move(self.table), "it was not to move")
        if self._random:
            self._late = entry["seat"]
        else:
            self._withdraw(entry["seat"], "timeout")

    def _abort(self, entry: Json) -> None:
        seat, by_server = entry["seat"], entry.get("note") or entry.get("withheld")
        if self.table is not None and not by_server:
            self._call_off(entry)
        else:
            self._must(seat == 0, "who aborts is the creator, or the server for it")
            self._must("gone" not in entry, "nobody was gone before the start")
            if not by_server:
                self._seated.discard(0)
        everybody = [*range(self.seats)]
        scores = [0] * self.seats
        self._outcome("aborted", [everybody], scores, [])

    def _claim(self, entry: Json) -> None:
        self._must(entry["seat"] not in self._resigned, "it had resigned")
        self._must_be_gone(entry)
        for seat in entry["gone"]:
            self._withdraw(seat, "claimed")

    def _call_off(self, entry: Json) -> None:
        """A player leaves before the own first move, or since all others are gone."""
        seat = entry["seat"]
        self._must(seat not in self._resigned, "it had resigned")
        if "gone" not in entry:
            self._must(seat not in self._moved, f"seat {seat} had moved")
            return
        self._must_be_gone(entry)
        others = {*range(self.seats)} - self._resigned - {seat}
        self._must({*entry["gone"]} == others, "others were still playing")

    def _must_be_gone(self, entry: Json) -> None:
        gone, due = {*entry["gone"]}, {*self._rules.to_move(self.table)}
        self._must(self._match["goneAfter"] is not None, "nobody is ever gone")
        self._must(entry["gone"] == sorted(gone) != [], "who was gone is not in order")
        self._must(gone <= due - self._resigned - {entry["seat"]}, "not all of them were to move")

    def _ask(self, entry: Json) -> None:
        self._must(self._match["undoMode"] == "consent", "nothing can be taken back")
        self._must(self._asked is None, "another request was open")
        self._asked = {*entry["needs"]}
        self._must(bool(self._asked - {entry["seat"]}), "nobody had to agree")
        self._dealt_at += 1

    def _agree(self, entry: Json) -> None:
        self._must(entry["seat"] in (self._asked or ()), "it had nothing to agree to")
        self._asked = (self._asked or set()) - {entry["seat"]}
        self._must(bool(self._asked), "the last to agree restores the table")
        self._dealt_at += 1

    def _refuse(self, entry: Json) -> None:
        self._must(self._asked is not None, "there was no request")
        self._asked = None
        self._dealt_at += 1

    def _undo(self, entry: Json) -> None:
        self._must(self._match["undoMode"] == "consent", "nothing can be taken back")
        self._must(0 < entry["to"] < self._version, "there is no such version")
        self._must(self._asked in (None, {entry["seat"]}), "not all have agreed that had to")
        self._asked = None
        self.table, dealt_at = self._past[entry["to"] - 1]
        self._must(self.table is not None, "it returns to no table")
        self._dealt_at = dealt_at + self._version - entry["to"]

    def _become(self, now: tuple[Any, Any]) -> None:
        self.table, self.events = now

    def _withdraw(self, seat: int, reason: str) -> None:
        self._resigned.add(seat)
        if self.seats - len(self._resigned) == 1:
            self._end(reason)

    def _end(self, reason: str) -> None:
        rules, gone = self._rules, sorted(self._resigned)
        stayed = ([seat for seat in rank if seat not in gone] for rank in rules.ranking(self.table))
        ranking = [*filter(None, stayed), *filter(None, [gone])]
        out = rules.eliminated(self.table)
        winners = [seat for seat in ranking[0] if seat not in out]
        self._outcome(reason, ranking, [*rules.scores(self.table)], winners)

    def _outcome(self, reason: str, ranking: Any, scores: Any, winners: Any) -> None:
        self.outcome = {"reason": reason, "ranking": ranking, "scores": scores, "winners": winners}


BEFORE = frozenset({"created", "joined", "left", "started", "revealed"})
"""The kinds of entries before the deal, the last of which deals."""
STEPS: Mapping[str, Callable[[Again, Json], None]] = {
    "created": Again._sit,
    "joined": Again._sit,
    "left": Again._leave,
    "started": Again._start,
    "revealed": Again._reveal,
    "move": Again._move,
    "resigned": Again._resign,
    "timeout": Again._time_out,
    "aborted": Again._abort,
    "asked": Again._ask,
    "agreed": Again._agree,
    "refused": Again._refuse,
    "undone": Again._undo,
    "claimed": Again._claim,
}


def _same(one: Any, other: Any) -> bool:
    """Return whether both are the same JSON: to Python, True would be 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)
