"""What has failed in the code of games: counted, and logged now and then."""

import logging
import traceback
from collections import Counter

from cachetools import TTLCache
from croupier_match.refusals import GameFailed

LOGGED, LOGGED_S = 1_000, 60.0
"""How many failures are remembered, and for how long none is logged again."""

failures: Counter[tuple[str, str]] = Counter()
"""How often each function of each game has failed since this process has begun."""

log = logging.getLogger("engine")
_logged: TTLCache[tuple[str, int, str], bool] = TTLCache(LOGGED, LOGGED_S)


def failed(failure: GameFailed, error: BaseException | None) -> None:
    """Count the failure, and log it with its place in the code.

    Without an error, it is for a value that the function must not give.
    """
    what = failure.game, failure.version, failure.function
    failures[failure.game, failure.function] += 1
    if what in _logged:
        return
    _logged[what] = True
    # No values, and no message of an exception: they could hold a card.
    why = type(error).__name__ if error else "it has given what it must not"
    lines = "".join(traceback.format_tb(error.__traceback__)) if error else ""
    log.error("%s %s\n%s", failure, why, lines, extra={"game": failure.game})
