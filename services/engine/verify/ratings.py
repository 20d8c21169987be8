"""`croupier verify --ratings FILE|URL`: a ledger of ratings, every number of it computed anew.

`--head=` is the hash that the service shows of the ledger's last entry.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from croupier_match.verify.errors import NotAReplay, must
from croupier_rating import RECIPE, Ledger
from croupier_rating.verify import Report, verify

from engine.verify.fetching import fetch_lines, is_url

OPTION = "--ratings"
HEAD = re.compile("--head=([0-9a-f]{64})")
MOST_SHOWN = 20
"""Findings that are told; the others are counted."""
WHERE = (
    "Give the file of a ledger, as GET /v1/ratings/POOL/ledger answers, or that URL: "
    "croupier verify --ratings ledger.ndjson. --head=HASH is compared with its last entry."
)


class NotALedger(NotAReplay):
    """The file is none that this verifier can check; the message says why."""


def verified(arguments: Sequence[str]) -> list[str]:
    """The report on the ledger that the arguments after the option name, in a few lines.

    Raise Refuted, or NotALedger.
    """
    heads = [found[1] for found in map(HEAD.fullmatch, arguments) if found]
    files = [each for each in arguments if not HEAD.fullmatch(each)]
    if len(files) != 1:
        raise NotALedger("one file or URL is needed.")
    text = _read(files[0])
    report = verify(text.splitlines(), "".join(heads[-1:]))
    if report.ledger is None:
        raise NotALedger(report.findings[0].says)
    must(not report.findings, "\n".join(_findings(report)))
    return [*_told(report, report.ledger), "verified"]


def _read(source: str) -> bytes:
    """The lines of the ledger at a path or a URL. Raise NotALedger."""
    try:
        return fetch_lines(source) if is_url(source) else Path(source).read_bytes()
    except OSError as error:
        raise NotALedger(f"it cannot be read ({error.strerror}).") from None
    except NotAReplay as error:
        raise NotALedger(str(error)) from None


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
