"""`croupier verify --tournament FILE|URL`: all rounds of a tournament paired anew, from its log.

`--head=` is the hash that the service shows of the log's last entry.
"""

from collections.abc import Iterator, Sequence

from croupier_match.verify.errors import NotAReplay, must
from croupier_tournament import RECIPE, Tournament, standings
from croupier_tournament.verify import verify

from engine.verify.chained import given

OPTION = "--tournament"
SHOWN = 3
"""Players of the standings that are told."""
WHERE = (
    "Give the file of a log, as GET /v1/tournaments/ID/log answers, or that URL: "
    "croupier verify --tournament log.ndjson. --head=HASH is compared with its last entry."
)


def verified(arguments: Sequence[str]) -> list[str]:
    """The report on the log that the arguments after the option name, in a few lines.

    Raise Refuted, or NotAReplay.
    """
    report = verify(*given(arguments))
    if report.tournament is None:
        raise NotAReplay(report.finding.says if report.finding else "it is empty.")
    must(report.finding is None, str(report.finding))
    return [*_told(report.tournament), "verified"]


def _told(of: Tournament) -> Iterator[str]:
    yield f"{of.id}, {of.settings.system}, {of.status}"
    yield f"entries     {of.version}, in an unbroken chain of hashes"
    yield f"recomputed  {len(of.rounds)} rounds by recipe {RECIPE}; {of.draws} draws of lots"
    if of.ranked:
        for place, row in enumerate(standings(of, of.key)[:SHOWN], 1):
            yield f"place {place}     {row.player}"
    yield f"compare     head {of.head}"
