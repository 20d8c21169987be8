"""The verifier of tournaments: lots, pairings, results and standings, all of it computed anew.

What the log says is not trusted in anything that follows from something else; the first thing that
does not is named by entry and rule. docs/pairings.md says what is checked, and what that proves.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from croupier_tournament.tournament import Tournament
from croupier_tournament.verify.findings import Finding as Finding
from croupier_tournament.verify.findings import Rule as Rule
from croupier_tournament.verify.following import follow, head_finding


@dataclass(frozen=True)
class Report:
    """What a log says, up to the first thing in it that does not hold.

    `tournament` is None for one that does not even begin.
    """

    tournament: Tournament | None
    entries: int
    finding: Finding | None


def verify(lines: Iterable[bytes], head: str = "") -> Report:
    """The report on a log, by its lines without their ends.

    `head`, if it is given, is the hash that the service showed with the last entry.
    """
    found = follow(lines)
    finding = found.finding or (head_finding(found, head) if head else None)
    return Report(found.it, found.lines, finding)
