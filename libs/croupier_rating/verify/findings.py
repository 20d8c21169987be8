"""What a verifier finds: a rule that does not hold, where, and in a sentence.

The codes are the same in every verifier; the sentences are not. docs/ratings.md lists them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Rule(StrEnum):
    """What has to hold of a ledger."""

    # A line by itself.
    JSON = "json"
    NUMBER = "number"
    CANONICAL = "canonical"
    KIND = "kind"
    RECIPE = "recipe"
    FORM = "form"
    ID = "id"
    TIME = "time"
    BOUNDS = "bounds"
    # What an entry says, by itself.
    PLAYER_TWICE = "playerTwice"
    RANKS = "ranks"
    SHORT = "short"
    # The beginning, and the chain.
    BASE = "base"
    POOL = "pool"
    SEQ = "seq"
    LINK = "link"
    HEAD = "head"
    # What follows from the entries before.
    MATCH_TWICE = "matchTwice"
    WEIGHT = "weight"
    NEWCOMER = "newcomer"
    IDLE = "idle"
    BEFORE = "before"
    MU = "mu"
    SIGMA = "sigma"
    KEPT = "kept"
    VOID_OF = "voidOf"
    VOID_MATCH = "voidMatch"
    VOID_TWICE = "voidTwice"
    VOID_SEATS = "voidSeats"
    SEASON = "season"
    SEASON_LATE = "seasonLate"


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that does not hold at a line of the file, which counts from 1.

    `seq` is that of the line's entry, None where it has none.
    """

    line: int
    seq: int | None
    rule: Rule
    says: str

    def __str__(self) -> str:
        where = f"Line {self.line}" if self.seq is None else f"Entry {self.seq}"
        return f"{where}, {self.rule}: {self.says}"


Says: TypeAlias = tuple[Rule, str]
"""A rule that does not hold, where the line is known."""
Found: TypeAlias = Iterator[Says]
