"""`croupier verify --ratings FILE|URL`: a ledger of ratings, every number of it computed anew.

`--head=` is the hash that the service shows of the ledger's last entry.
"""

from collections.abc import Iterator, Sequence

from croupier_match.verify.errors import NotAReplay, must
from croupier_rating import RECIPE, Ledger
from croupier_rating.verify import Report, verify

from engine.verify.chained import given

OPTION = "--ratings"
MOST_SHOWN = 20
"""Findings that are told; the others are counted."""
WHERE = (
    "Give the file of a ledger, as GET /v1/ratings/POOL/ledger answers, or that URL: "
    "croupier verify --ratings ledger.ndjson. --head=HASH is compared with its last entry."
)


def verified(arguments: Sequence[str]) -> list[str]:
    """The report on the ledger that the arguments after the option name, in a few lines.

    Raise Refuted, or NotAReplay.
    """
    report = verify(*given(arguments))
    if report.ledger is None:
        raise NotAReplay(report.findings[0].says)
    must(not report.findings, "\n".join(_findings(report)))
    return [*_told(report, report.ledger), "verified"]


def _findings(report: Report) -> Iterator[str]:
    yield from map(str, report.findings[:MOST_SHOWN])
    if len(report.findings) > MOST_SHOWN:
        yield f"and {len(report.findings) - MOST_SHOWN} more"


def _told(report: Report, ledger: Ledger) -> Iterator[str]:
    yield ledger.pool
    yield f"entries     {report.entries} after entry {report.began}, in an unbroken chain of hashes"
    yield f"recomputed  all numbers by recipe {RECIPE}; {len(ledger.players)} players have a rating"
    if report.began:
        yield f"believed    the numbers after entry {report.began}, with which the file begins"
    for seq in report.unchecked:
        yield f"believed    entry {seq} voids a match from before"
    yield f"compare     head {ledger.head}"
