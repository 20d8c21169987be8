"""The verifier of ledgers: every number of every entry, computed anew.

What the file says is not trusted in anything; what does not hold is named by entry, rule and
number. docs/ratings.md says what is checked, and what that proves.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from croupier_rating.ledger import Ledger
from croupier_rating.verify.findings import Finding as Finding
from croupier_rating.verify.findings import Rule as Rule
from croupier_rating.verify.following import follow


@dataclass(frozen=True)
class Report:
    """What a file says, and what of it does not hold.

    `ledger` is None for a file that does not even begin; `began` is the entry after which the file
    goes on, 0 for a whole ledger; `unchecked` are entries that void a match from before that.
    """

    ledger: Ledger | None
    began: int
    entries: int
    unchecked: list[int]
    findings: list[Finding]


def verify(lines: Iterable[bytes], head: str = "") -> Report:
    """The report on a file of a ledger, by its lines without their ends.

    `head`, if it is given, is the hash that the service showed with the last entry.
    """
    found = follow(lines)
    if found.ledger and head and found.last != head:
        says = f"the last line has the hash {found.last}, and not the one that was shown."
        found.findings.append(Finding(found.lines, found.ledger.seq, Rule.HEAD, says))
    return Report(found.ledger, found.began, found.entries, found.unchecked, found.findings)
