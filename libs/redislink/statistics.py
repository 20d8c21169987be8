"""The counters of each player, which engines write and gateways show.

    stats:{P}       hash        "GAME OPPONENTS" -> Record of the player's public matches, "GAME
                                OPPONENTS private" -> Record of the others; "reliability" ->
                                Reliability
    stats:{P}:met   hash        "ID" -> Met, of public matches against the 50 opponents that were
                                met last; "ID private" -> the same of private ones
    stats:{P}:done  sorted set  match id -> when it was counted, ms since the epoch: the last
                                matches, none of which is counted twice

OPPONENTS is "people", or "bots" if at least one of the others at the table was a bot. Counted are
matches that were dealt and finished. **Only the player is shown what is private**; reliability is
of public matches alone. A value is words with a space between them, in the order of the members
of its class. docs/decisions/statistics.md has the rules and their reasons.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

RELIABILITY = "reliability"
"""The field with the Reliability."""
PRIVATE = "private"
"""The last word of a field that only the player is shown."""
MOST_MET = 50
"""Opponents that are kept, of public matches and of private ones each."""

LAST = 100
"""Matches with a clock that reliability is of."""
FEWEST = 10
"""With fewer of them nothing is said."""
RELIABLE = 80
"""The least percentage of matches not left that goes without waiting."""
DAY_MS = 24 * 60 * 60 * 1000
WAITS_MS = (10 * 60 * 1000, 60 * 60 * 1000, DAY_MS)
"""How long an unreliable player waits after leaving for the first, the second and the third time
within a day."""


class Opponents(StrEnum):
    """Whom one played against."""

    PEOPLE = "people"
    BOTS = "bots"
    """At least one of the others was a bot."""


def counters(player_id: str) -> str:
    """The key of a player's counters."""
    return f"stats:{{{player_id}}}"


def met(player_id: str) -> str:
    """The key of those a player has met."""
    return f"{counters(player_id)}:met"


def done(player_id: str) -> str:
    """The key of the matches that were counted last."""
    return f"{counters(player_id)}:done"


def all_of(player_id: str) -> list[str]:
    """All keys of a player, in the order in which scripts take them; deletion drops them."""
    return [counters(player_id), met(player_id), done(player_id)]


class Record(NamedTuple):
    """How a player fared in a game. `scored` matches were played to the end by this player, and
    `points` is the sum of theirs; `best` is the most in one of them, `best_match`. Without any,
    these are 0 and "".

    `streak` is matches won in a row by now, below 0 lost in a row, and 0 after a tie; `longest` is
    the most that were won in a row. A value has both as they were before the last ends, and after
    all other words these ends, a letter and the time of each: "w1790000000000,l1790000060000". So a
    match that is counted after later ones takes its place among them.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    scored: int = 0
    points: int = 0
    best: int = 0
    streak: int = 0
    longest: int = 0
    best_match: str = ""

    @property
    def played(self) -> int:
        return self.won + self.drawn + self.lost

    @classmethod
    def parse(cls, value: bytes) -> "Record":
        """The record of a value. Raise ValueError for what is none."""
        *numbers, best_match, ends = value.decode().split(" ")
        won, drawn, lost, scored, points, best, streak, longest = map(int, numbers)
        for result in _letters(ends):
            if result == "w":
                streak = max(streak, 0) + 1
            else:
                streak = min(streak, 0) - 1 if result == "l" else 0
            longest = max(longest, streak)
        return cls(won, drawn, lost, scored, points, best, streak, longest, best_match)

    def dump(self) -> str:
        """A value with this record, and without the last ends."""
        return " ".join((*map(str, self), ""))


class Met(NamedTuple):
    """How a player fared against another one: of two at a table, the one with the better rank has
    won. `time_ms` is the end of the last match, `match`."""

    won: int
    drawn: int
    lost: int
    time_ms: int
    match: str

    @classmethod
    def parse(cls, value: bytes) -> "Met":
        """The meetings of a value. Raise ValueError for what is none."""
        won, drawn, lost, time_ms, match = value.decode().split(" ")
        return cls(int(won), int(drawn), int(lost), int(time_ms), match)

    def dump(self) -> str:
        return " ".join(map(str, self))


class Reliability(NamedTuple):
    """The last matches with a clock, "1" for each that the player did not leave, and "0" for each
    other, the newest at the end; and when the player left last, up to as often as there are
    WAITS_MS, ms since the epoch, ascending. Between both, a value has the last ends, as that of a
    Record has: "11790000000000,01790000060000"."""

    stayed: str = ""
    left_ms: tuple[int, ...] = ()

    @classmethod
    def parse(cls, value: bytes | None) -> "Reliability":
        """The reliability of a value, None being that of a newcomer. Raise ValueError."""
        stayed, ends, *left_ms = (value or b" ").decode().split(" ")
        return cls(stayed + _letters(ends), tuple(map(int, left_ms)))

    def dump(self) -> str:
        """A value with this reliability, and without the last ends."""
        return " ".join((self.stayed, "", *map(str, self.left_ms)))

    @property
    def percent(self) -> int | None:
        """The share of matches not left, rounded down; None of fewer than FEWEST matches."""
        matches = len(self.stayed)
        return 100 * self.stayed.count("1") // matches if matches >= FEWEST else None

    @property
    def waits_until_ms(self) -> int:
        """Until when the player may not play rated in the class `live`; 0 if that was never.

        Whether it is over is for the caller to see. ms since the epoch.
        """
        if self.percent is None or self.percent >= RELIABLE or not self.left_ms:
            return 0
        last = self.left_ms[-1]
        within_a_day = sum(each > last - DAY_MS for each in self.left_ms)
        return last + WAITS_MS[min(within_a_day, len(WAITS_MS)) - 1]


def _letters(ends: str) -> str:
    """The letters of the last ends, the newest at the end."""
    return "".join(each[:1] for each in ends.split(","))


class Kept(NamedTuple):
    """What is in one of a player's hashes: by its name without PRIVATE, of public matches and of
    private ones."""

    public: dict[str, bytes]
    private: dict[str, bytes]


def kept(fields: Mapping[bytes, bytes]) -> Kept:
    """The fields of `counters` or of `met`, so that nobody shows the private ones by mistake."""
    found = Kept({}, {})
    for name, value in fields.items():
        words = name.decode().split(" ")
        if words[-1] == PRIVATE:
            found.private[" ".join(words[:-1])] = value
        elif words != [RELIABILITY]:
            found.public[name.decode()] = value
    return found


def records(fields: Mapping[str, bytes]) -> dict[tuple[str, Opponents], Record]:
    """The record of each game and kind of opponents, from one side of `kept`."""
    found = {}
    for name, value in fields.items():
        game, opponents = name.split(" ")
        found[game, Opponents(opponents)] = Record.parse(value)
    return found


def meetings(fields: Mapping[str, bytes]) -> dict[str, Met]:
    """The opponents by their ids, whoever was met last first, from one side of `kept`."""
    found = {name: Met.parse(value) for name, value in fields.items()}
    return dict(sorted(found.items(), key=lambda each: -each[1].time_ms))
