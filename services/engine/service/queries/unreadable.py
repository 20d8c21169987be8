"""Many matches at once, of which one that cannot be read or shown must not fail the others."""

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from cachetools import TTLCache
from croupier_match.match import AnyMatch
from croupier_match.refusals import NotPlayedHere
from telemetry.redaction import error_location

from engine.store.matches import MatchStore

T = TypeVar("T")

LOGGED, LOGGED_S = 1_000, 60.0
"""How many matches that are left out are remembered, and for how long none is logged again."""

log = logging.getLogger("engine")
_logged: TTLCache[str, bool] = TTLCache(LOGGED, LOGGED_S)


async def load_readable(
    store: MatchStore, match_ids: Sequence[str], archived: bool = False
) -> list[AnyMatch | None]:
    """Return the matches in the same order; None where there is none that can be read.

    If `archived`, also those that only the archive has. Those that are there and cannot be read
    are left out. Raise StoreUnavailable.
    """
    found = await store.load_many(match_ids, archived)
    matches: list[AnyMatch | None] = []
    for match_id, each in zip(match_ids, found, strict=True):
        if isinstance(each, Exception):
            leave_out(store, match_id, each)
        matches.append(None if isinstance(each, Exception) else each)
    return matches


def shown(store: MatchStore, match_id: str, show: Callable[[], T]) -> T | None:
    """Return what `show` makes of the match; None if it fails, and the match is left out."""
    try:
        return show()
    except Exception as error:
        leave_out(store, match_id, error)
        return None


def leave_out(store: MatchStore, match_id: str, error: Exception) -> None:
    """Count a match that is left out of an answer of several, and log which one it is.

    It is logged at most once in LOGGED_S, as anybody may ask for lists all the time. One that is
    not played here is only counted: another engine may play it.
    """
    away = isinstance(error, NotPlayedHere)
    store.observer.left_out("not_played_here" if away else "failed")
    if not away and match_id not in _logged:
        _logged[match_id] = True
        place = error_location(error)  # without its message, which could hold a card
        log.error("%s is left out: %s", match_id, place, extra={"match_id": match_id})
