"""`croupierctl export --format`: matches of the archive for research, without their players.

A match is exported if every one of its players consents at that moment.
docs/operations/archive.md says what a record tells and what it cannot hide;
engine.admin.research.research_record makes it.
"""

import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier_match.match import AnyMatch, Match, Status
from redis.asyncio import Redis
from redislink import accounts

from engine.admin.acts import Kind
from engine.admin.operator import Operator
from engine.admin.private_file import private_file
from engine.admin.research.research_files import WRITERS, Shuffled
from engine.admin.research.research_record import record
from engine.domain.registry import GAMES
from engine.store.archive.archive_row import Period
from engine.store.errors import outage
from engine.store.loading import parsed_log, read_one

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive  # which needs the extra of the archive

PAGE = 100
"""Matches that are in memory at once."""
PROGRESS = 1000
"""Matches between two lines about the progress."""
FOR_EVER = date.max

log = logging.getLogger("engine")


class NotExported(Exception):
    """A source or a means of an export is missing; the message says which."""


@dataclass
class Tally:
    """How many matches were found in the archive, are in the file, and cannot be read.

    Those that other rules decided count as unreadable."""

    seen: int = 0
    exported: int = 0
    unreadable: int = 0

    def __str__(self) -> str:
        return f"{self.exported} of {self.seen} matches"

    @property
    def left_out(self) -> str:
        """What to add if there were any that cannot be read, by this release or by none."""
        return f"; {self.unreadable} cannot be read" if self.unreadable else ""


async def export(
    operator: Operator,
    redis: Redis,
    form: str,
    path: Path,
    game: str = "",
    since: date = date.min,
    until: date = FOR_EVER,
) -> Tally:
    """Write the matches whose players consent, in a random order, to a new file.

    `redis` is of a user that may read accounts. A match counts that ended on `since` or later, and
    before `until`. Raise NotExported, StoreUnavailable, FileExistsError.
    """
    archive = operator.store.archiving.archive
    if archive is None:
        raise NotExported("There is no archive to export from: set ENGINE_ARCHIVE_URL.")
    try:
        writer = WRITERS[form]()
    except ModuleNotFoundError:
        raise NotExported('Parquet needs the extra "research": install pyarrow.') from None
    tally = Tally()
    wanted = Period(game, _start(since), _start(until))
    bounds = f"{game or 'all games'} from {since} to {until}"
    async with operator.doing(Kind.MATCHES_EXPORT, detail=bounds):
        with private_file(path) as file, Shuffled(path) as shuffled:
            async for each in _records(archive, redis, wanted, tally):
                shuffled.add(each)
            writer.write(file.buffer, shuffled)
    return tally


async def _records(
    archive: "Archive", redis: Redis, wanted: Period, tally: Tally
) -> AsyncIterator[dict[str, Any]]:
    """The records of the matches that may be exported, in the order of the archive."""
    after = ("", "")
    while rows := await archive.pages(wanted, after, PAGE):
        after = rows[-1]["id"], rows[-1]["created"]
        matches = [_read(row, tally) for row in rows]
        consenting = await _consenting(redis, [match for match in matches if match])
        for row, match in zip(rows, matches, strict=True):
            if match and _may_be_exported(match, consenting) and (made := _made(match, row, tally)):
                tally.exported += 1
                yield made
            tally.seen += 1
            if tally.seen % PROGRESS == 0:
                log.info("%s so far", tally)


def _read(row: Mapping[str, Any], tally: Tally) -> AnyMatch | None:
    """The match of a row; None if this release cannot read it, or has other rules."""
    flat = row["fields"]
    fields = dict(zip(flat[::2], flat[1::2], strict=True))
    match = read_one(*map(fields.get, (b"game", b"match")))
    if isinstance(match, Match) and GAMES.has_rules_of(match):
        return match
    tally.unreadable += 1
    return None


def _made(match: AnyMatch, row: Mapping[str, Any], tally: Tally) -> dict[str, Any] | None:
    try:
        return record(match, parsed_log(match, row["log"]))
    except Exception:  # its log does not lead to it, or is of a later release
        tally.unreadable += 1
        return None


def _may_be_exported(match: AnyMatch, consenting: set[str]) -> bool:
    """Whether it was played to an end, and all of its players consent."""
    seated = [seat.player for seat in match.seats]
    return match.status == Status.FINISHED and all(
        player and not player.is_gone and player.id in consenting for player in seated
    )


async def _consenting(redis: Redis, matches: Sequence[AnyMatch]) -> set[str]:
    """The players of the matches that consent now, and are not about to be deleted."""
    seats = (seat.player for match in matches for seat in match.seats)
    players = sorted({player.id for player in seats if player})
    pipeline = redis.pipeline(transaction=False)
    for player in players:
        pipeline.hget(accounts.account(player), accounts.RESEARCH)
        pipeline.zscore(accounts.DELETIONS, accounts.first_pass(player))
    with outage():
        answers = await pipeline.execute() if players else []
    pairs = zip(players, answers[::2], answers[1::2], strict=True)
    return {player for player, consent, ending in pairs if consent == b"1" and ending is None}


def _start(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
