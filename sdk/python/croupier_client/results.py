"""How matches have ended, as their players see it, and what their moves were worth."""

from collections import Counter
from typing import Literal

import msgspec

from croupier_client.base import Struct
from croupier_client.types import Match

RESULTS = ("won", "tied", "lost")


class MoveWorth(Struct):
    """A move, and what was to be expected of it, with the standard error; see `Analysis.unit`."""

    notation: str
    expected: float
    error: float


class JudgedMove(Struct):
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


class Analysis(Struct):
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
    moves: list[JudgedMove]


ANALYSIS = msgspec.json.Decoder(Analysis)


class Tally:
    """The results of matches, of which there are to be `wanted`; 0 is no end."""

    def __init__(self, wanted: int = 0) -> None:
        self.wanted = wanted
        self._results = Counter[str]()

    def add(self, match: Match) -> None:
        """Count a match that has ended."""
        self._results[result(match)] += 1

    def room(self, most: int) -> int:
        """How many matches may run now, if `most` may at a time."""
        return min(most, self.wanted - self._results.total()) if self.wanted else most

    @property
    def is_full(self) -> bool:
        """Whether there have been as many as are wanted."""
        return 0 < self.wanted <= self._results.total()

    def __str__(self) -> str:
        counts = ", ".join(f"{self._results[each]} {each}" for each in RESULTS)
        return f"{self._results.total()} matches: {counts}"


def result(match: Match) -> str:
    """Return "won", "tied" with others, or "lost", for the caller's seat."""
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
    ended = "" if reason == "completed" else f" ({reason})"
    return " ".join(filter(None, [result(match), said, "against", " and ".join(others)])) + ended
