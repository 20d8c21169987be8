"""What a strategy was shown when it decided before, in any number of matches at a time."""

from hashlib import sha256
from threading import Lock
from typing import Any

import msgspec

from croupier_client.envs.arrays import Floats, stacked
from croupier_client.types import Turn

KEPT = 10_000
"""How many observations are remembered, of all matches together."""


class Memory:
    """The last observations at a seat's decisions.

    A turn does not say which match it is of. So an observation is kept by all that the seat had
    seen until then: it belongs to the past of a turn whose `seen` begins so. What was taken back
    does not, and two matches in which a seat has seen the same have the same observations.
    """

    def __init__(self, count: int) -> None:
        """Raise ValueError for less than one observation."""
        if count < 1:
            raise ValueError(f"stack must be at least 1, not {count}.")
        self._count = count
        self._kept: dict[bytes, Floats] = {}
        self._lock = Lock()

    def stacked(self, turn: Turn, now: Floats) -> Floats:
        """Return what was before and is now, [count, size]; if the count is 1, [size]."""
        if self._count == 1:
            return now
        *before, last = _digests(turn)
        with self._lock:
            past = [self._kept[each] for each in before if each in self._kept]
            self._kept.pop(last, None)
            self._kept[last] = now
            if len(self._kept) > KEPT:
                del self._kept[next(iter(self._kept))]
        return stacked(past, now, self._count)


def _digests(turn: Turn) -> list[bytes]:
    """Return a digest of all that the seat had seen at each version."""
    shown: Any = turn
    chain = sha256(msgspec.json.encode((shown.game, turn.seat, turn.seats, shown.options)))
    digests = list[bytes]()
    for events in turn.seen:
        chain.update(msgspec.json.encode(events))
        digests.append(chain.digest())
    return digests
