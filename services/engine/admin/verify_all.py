"""Whether matches are what their logs make of them."""

import logging
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass

from engine.admin.operator import Operator
from engine.store.export import Damaged, LaterRelease, StoredMatch
from engine.verify.errors import Refuted, must
from engine.verify.store_check import OtherRules, check_stored

PROGRESS = 1000
"""Matches between two lines that tell how far it is."""

log = logging.getLogger("engine")


@dataclass
class Tally:
    """How many matches are right, wrong, and not to be told by this release."""

    right: int = 0
    wrong: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        skipped = f"; {self.skipped} cannot be checked by this release" if self.skipped else ""
        return f"{self.right} matches verified, {self.wrong} wrong{skipped}"


def check(whole: StoredMatch) -> None:
    """Raise Refuted unless all that is stored agrees with the log; OtherRules."""
    match = whole.match
    must(whole.version == match.version, "The version beside the match is not its own.")
    must(match.log_head.startswith(whole.head), "The head beside the match is not its own.")
    check_stored(match, whole.log)


async def check_all(desk: Operator, match_ids: AsyncIterator[str]) -> Tally:
    """Check matches, and tell of each that is wrong, at once; a line now and then on the way.

    Those that expire meanwhile are none.
    """
    tally = Tally()
    async for match_id in match_ids:
        await _count(desk, match_id, tally)
        done = tally.right + tally.wrong + tally.skipped
        if done % PROGRESS == 0:
            log.info("%d matches so far, %d wrong", done, tally.wrong)
    return tally


async def _count(desk: Operator, match_id: str, tally: Tally) -> None:
    try:
        whole = await desk.wholes.read(match_id)
        if whole:
            check(whole)
            tally.right += 1
    except (LaterRelease, OtherRules) as error:
        tally.skipped += 1
        sys.stdout.write(f"{match_id} skipped: {error}\n")
    except (Damaged, Refuted) as error:
        tally.wrong += 1
        sys.stdout.write(f"{match_id} WRONG: {error}\n")
