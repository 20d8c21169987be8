"""Many matches at once, of which one that cannot be read must not fail the others."""

import asyncio
import logging
from collections.abc import Sequence

from engine.domain.errors import NotFound, StoreUnavailable
from engine.domain.reducer import AnyMatch
from engine.store.matches import MatchStore

log = logging.getLogger("engine")


async def load_readable(
    store: MatchStore, match_ids: Sequence[str], archived: bool = False
) -> list[AnyMatch | None]:
    """The matches in the same order; None where there is none that this engine can read.

    If `archived`, also those that only the archive has.

    Those that are there and cannot be read are logged, and counted as failed loads. Raise
    StoreUnavailable.
    """
    try:
        return await store.load_many(match_ids, archived)
    except StoreUnavailable:
        raise
    except Exception:  # which of them it is, only each by itself can tell
        return await asyncio.gather(*(_load_one(store, each, archived) for each in match_ids))


async def _load_one(store: MatchStore, match_id: str, archived: bool) -> AnyMatch | None:
    try:
        return await store.load(match_id, archived=archived)
    except StoreUnavailable:
        raise
    except NotFound:
        return None
    except Exception as error:
        log.error("%s cannot be read: %s", match_id, type(error).__name__)
        return None
