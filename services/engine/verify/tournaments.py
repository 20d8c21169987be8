"""`croupier verify --tournament FILE|URL`: all rounds of a tournament paired anew, from its log.

`--head=` is the hash that the service shows of the log's last entry.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from croupier_match.verify.errors import NotAReplay, must
from croupier_tournament import RECIPE, Tournament, standings
from croupier_tournament.verify import verify

from engine.verify.fetching import fetch_lines, is_url

OPTION = "--tournament"
HEAD = re.compile("--head=([0-9a-f]{64})")
SHOWN = 3
"""Players of the standings that are told."""
WHERE = (
    "Give the file of a log, as GET /v1/tournaments/ID/log answers, or that URL: "
    "croupier verify --tournament log.ndjson. --head=HASH is compared with its last entry."
)


class NotALog(NotAReplay):
    """The file is none that this verifier can check; the message says why."""


def verified(arguments: Sequence[str]) -> list[str]:
    """The report on the log that the arguments after the option name, in a few lines.

    Raise Refuted, or NotALog.
    """
    heads = [found[1] for found in map(HEAD.fullmatch, arguments) if found]
    files = [each for each in arguments if not HEAD.fullmatch(each)]
    if len(files) != 1:
        raise NotALog("one file or URL is needed.")
    report = verify(_read(files[0]).splitlines(), "".join(heads[-1:]))
    if report.tournament is None:
        raise NotALog(report.finding.says if report.finding else "it is empty.")
    must(report.finding is None, str(report.finding))
    return [*_told(report.tournament), "verified"]


def _read(source: str) -> bytes:
    """The lines of the log at a path or a URL. Raise NotALog."""
    try:
        return fetch_lines(source) if is_url(source) else Path(source).read_bytes()
    except OSError as error:
        raise NotALog(f"it cannot be read ({error.strerror}).") from None
    except NotAReplay as error:
        raise NotALog(str(error)) from None


def _told(of: Tournament) -> Iterator[str]:
    yield f"{of.id}, {of.settings.system}, {of.status}"
    yield f"entries     {of.version}, in an unbroken chain of hashes"
    yield f"recomputed  {len(of.rounds)} rounds by recipe {RECIPE}; {of.draws} draws of lots"
    if of.ranked:
        for place, row in enumerate(standings(of, of.key)[:SHOWN], 1):
            yield f"place {place}     {row.player}"
    yield f"compare     head {of.head}"
