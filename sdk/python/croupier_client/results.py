"""How matches have ended, as their players see it, and what their moves were worth."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from croupier_client.base import Struct
from croupier_client.types import Match, Tournament, TournamentRow

RESULTS = ("won", "tied", "lost")
NO_RESULTS = ("aborted", "gone")
"""What is counted besides: matches that nobody has won, and those that cannot be seen any more."""
KEPT = 10_000
"""So many ends are remembered: notices of them may come late, and a restore may undo them."""


class MoveWorth(Struct, frozen=True):
    """A move, and what was to be expected of it, with the standard error; see `Analysis.unit`.

    `move` is the move itself, in JSON, as the game's moves are.
    """

    notation: str
    move: Mapping[str, Any]
    expected: float
    error: float


class JudgedMove(Struct, frozen=True):
    """A move against the best one that was tried, by what its seat knew when it was made.

    `loss` is what it cost, None if that cannot be told; with 95 % it is from `low` to `high`.
    `luck` is what chance brought the seat until it was to move again, None with more than two.
    """

    version: int
    seat: int
    part: int
    played: MoveWorth
    best: MoveWorth
    loss: float | None
    low: float
    high: float
    luck: float | None


class Analysis(Struct, frozen=True):
    """What the moves of a match were worth, as far as they have been judged.

    `state` is "unavailable", "none", "queued", "running", "done" or "failed"; `done` moves `of` all
    have been judged. `place` is that in the line of a "queued" one, 1 for the next; in about
    `seconds_left` it is done, None if nobody knows. `unit` is what is counted: "points" ahead of
    the opponent at the end of the part of the match, or shares of the "victory", 0 to 1; None until
    it is known.
    """

    state: str
    done: int
    of: int
    strategy: str
    unit: Literal["points", "victory"] | None
    place: int | None
    seconds_left: int | None
    moves: tuple[JudgedMove, ...]


ANALYSIS = msgspec.json.Decoder(Analysis)


class Tally:
    """The results of matches, of which there are to be `wanted`; 0 is no end."""

    def __init__(self, wanted: int = 0) -> None:
        self.wanted = wanted
        self._results = Counter[str]()
        self._ends: dict[str, tuple[int, str]] = {}
        """The version and the result of the last matches, by id."""

    def add(self, match: Match) -> bool:
        """Count a match that has ended or is gone; False if just this end is counted already.

        A match that goes on after a restore ends once more, and is counted by its last end.
        """
        before, end = self._ends.pop(match.id, None), (match.version, result(match))
        if before:
            self._results[before[1]] -= 1
        self._ends[match.id] = end
        self._results[end[1]] += 1
        if len(self._ends) > KEPT:
            del self._ends[next(iter(self._ends))]
        return before != end

    def __contains__(self, match_id: str) -> bool:
        return match_id in self._ends

    @property
    def total(self) -> int:
        """How many matches are counted."""
        return self._results.total()

    def room(self, most: int) -> int:
        """How many matches may run now, if `most` may at a time."""
        return min(most, self.wanted - self.total) if self.wanted else most

    @property
    def is_full(self) -> bool:
        """Whether there have been as many as are wanted."""
        return 0 < self.wanted <= self.total

    def __str__(self) -> str:
        shown = [*RESULTS, *(each for each in NO_RESULTS if self._results[each])]
        counts = ", ".join(f"{self._results[each]} {each}" for each in shown)
        return f"{self.total} matches: {counts}"


def result(match: Match) -> str:
    """Return "won", "tied" with others, or "lost", for the caller's seat.

    "aborted" if nobody has won it, "gone" if it was not over when it was seen last.
    """
    if match.status == "aborted" or not match.over:
        return match.status if match.over else "gone"
    winners = match.outcome.winners if match.outcome else []
    if match.your_seat not in winners:
        return "lost" if winners else "tied"
    return "won" if len(winners) == 1 else "tied"


def told(match: Match) -> str:
    """The result, the own score first: "won 202 : 164 against Hugo"."""
    seats = sorted(match.seats, key=lambda seat: seat.index != match.your_seat)
    others = [seat.player.display_name if seat.player else "nobody" for seat in seats[1:]]
    scores = match.outcome.scores if match.outcome else []
    said = " : ".join(str(scores[seat.index]) for seat in seats if seat.index < len(scores))
    reason = match.outcome.reason if match.outcome else "aborted"
    ended = "" if reason in ("completed", "aborted") else f" ({reason})"
    if not match.over:
        ended = f" (seen last at version {match.version})"
    return " ".join(filter(None, [result(match), said, "against", " and ".join(others)])) + ended


def placed(tournament: Tournament, row: TournamentRow | None) -> str:
    """How a tournament has ended for the player of a row: "place 3 of 12, with 4.5 points"."""
    if row is None or tournament.status == "aborted":
        return tournament.reason or tournament.status
    return f"place {row.rank} of {tournament.players}, with {row.points:g} points"
