"""What a verifier finds: a rule that does not hold, where, and in a sentence.

The codes are the same in every verifier; the sentences are not. docs/pairings.md lists them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Rule(StrEnum):
    """What has to hold of a log."""

    # A line by itself.
    JSON = "json"
    NUMBER = "number"
    CANONICAL = "canonical"
    KIND = "kind"
    RECIPE = "recipe"
    FORM = "form"
    ID = "id"
    BOUNDS = "bounds"
    SETTINGS = "settings"
    # The beginning, and the chain.
    BASE = "base"
    VERSION = "version"
    LINK = "link"
    TIME = "time"
    HEAD = "head"
    # The lots.
    KEY = "key"
    SEAL_TWICE = "sealTwice"
    ENTROPY = "entropy"
    WITHHELD = "withheld"
    # Who takes part.
    CLOSED = "closed"
    LATE_SEAL = "lateSeal"
    FULL = "full"
    TWICE = "twice"
    STRANGER = "stranger"
    MAY_NOT_RETURN = "mayNotReturn"
    # Rounds.
    EARLY = "early"
    STARTS_AT = "startsAt"
    ROUNDS = "rounds"
    ROUND = "round"
    PAIRING = "pairing"
    BYE = "bye"
    REPEATS = "repeats"
    ENDS_BY = "endsBy"
    # Results, and what they come to.
    TABLE = "table"
    RESULT = "result"
    MATCH = "match"
    DUE = "due"
    STANDINGS = "standings"
    END = "end"
    STATUS = "status"


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that does not hold at a line of the file, which counts from 1; an entry's number is
    that of its line."""

    line: int
    rule: Rule
    says: str

    def __str__(self) -> str:
        return f"Entry {self.line}, {self.rule}: {self.says}"


Says: TypeAlias = tuple[Rule, str]
"""A rule that does not hold, where the line is known."""
Found: TypeAlias = Iterator[Says]
