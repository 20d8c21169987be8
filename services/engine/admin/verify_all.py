"""Verification of stored matches: each must be what its log makes of it."""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from croupier_game.seeded import seeded_chance
from croupier_match.evolve import replay
from croupier_match.refusals import NotFound, NotPlayedHere
from croupier_match.verify.errors import Refuted, must
from croupier_match.verify.stored import check_stored
from redislink import tournaments

from engine.admin.operator import Operator
from engine.admin.printing import print_line
from engine.admin.tournaments.views import verified_in_redis
from engine.domain.registry import GAMES
from engine.store.export import Damaged, StoredMatch, UnknownFormat
from engine.store.snapshots import EVERY, due

Say: TypeAlias = Callable[[str], object]
PROGRESS = 1000
"""Matches between two log lines about the progress."""

log = logging.getLogger("engine")


@dataclass
class Tally:
    """The number of matches, or of what else there is, that are right, wrong, and unreadable for
    this release."""

    of: str = "matches"
    right: int = 0
    wrong: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        skipped = f"; {self.skipped} cannot be checked by this release" if self.skipped else ""
        return f"{self.right} {self.of} verified, {self.wrong} wrong{skipped}"


def check_match(stored: StoredMatch) -> None:
    """Raise Refuted unless all that is stored agrees with the log; NotPlayedHere."""
    match = stored.match
    must(stored.version == match.version, "The field version is not the match's version.")
    # The field has the first 16 digits only.
    must(match.log_head.startswith(stored.head), "The field head is not the match's log head.")
    check_stored(GAMES, match, stored.log)
    _check_snapshots(stored)


def _check_snapshots(stored: StoredMatch) -> None:
    """Raise Refuted unless each snapshot is what the log makes of the match by then."""
    log = stored.log[: EVERY * len(stored.snapshots)]
    versions = replay(GAMES.of(stored.match), stored.match, log, seeded_chance)
    due_now = [match for match in versions if due(match.version)]
    must(len(stored.snapshots) <= len(due_now), "It has more snapshots than versions for them.")
    for snapshot, match in zip(stored.snapshots, due_now, strict=False):
        must(snapshot == match, f"Its snapshot of version {match.version} is not what it was then.")


async def check_all(
    operator: Operator, match_ids: AsyncIterator[str], say: Say = print_line
) -> Tally:
    """Check matches, and say a line for each that is wrong or skipped as it is found.

    Matches that expire meanwhile are not counted.
    """
    tally = Tally()
    async for match_id in match_ids:
        await _count(operator, match_id, tally, say)
        done = tally.right + tally.wrong + tally.skipped
        if done % PROGRESS == 0:
            log.info("%d matches so far, %d wrong", done, tally.wrong)
    return tally


async def check_tournaments(operator: Operator, say: Say = print_line) -> Tally:
    """Check the logs of all tournaments that Redis has, and say a line for each that is wrong."""
    tally = Tally("tournaments")
    async for name in operator.redis.scan_iter(match=tournaments.tournament("*"), count=1000):
        tournament_id = tournaments.id_in(name)
        report = await verified_in_redis(operator, tournament_id)
        if report is None:
            continue
        if report.finding:
            tally.wrong += 1
            say(f"{tournament_id} WRONG: {report.finding}")
        else:
            tally.right += 1
    return tally


async def existing(operator: Operator, match_ids: Sequence[str]) -> AsyncIterator[str]:
    """Each of the ids. Raise NotFound for one that no match has."""
    for match_id in match_ids:
        if not await operator.stored.exists(match_id):
            raise NotFound(f"There is no match {match_id}.")
        yield match_id


async def _count(operator: Operator, match_id: str, tally: Tally, say: Say) -> None:
    try:
        stored = await operator.stored.read(match_id)
        # It may have expired since its id was read.
        if stored:
            check_match(stored)
            tally.right += 1
    # In a rolling upgrade, matches of both releases are in the store.
    except (UnknownFormat, NotPlayedHere) as error:
        tally.skipped += 1
        say(f"{match_id} skipped: {error}")
    except (Damaged, Refuted) as error:
        tally.wrong += 1
        say(f"{match_id} WRONG: {error}")
