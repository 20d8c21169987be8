"""How matches have ended, as their players see it."""

from collections import Counter

from croupier_client.types import Match

RESULTS = ("won", "tied", "lost")


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
