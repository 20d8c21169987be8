"""Tokens that were valid a moment ago, so that not every move asks Redis for them.

Revoking a token tells all gateways on one channel, and each forgets what it knows of
that player. Should a gateway not hear of it, because its subscription has just broken,
it believes a token for FRESH_S longer at the most. docs/decisions/0014 has the price.
"""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar

from gateway.observability.metrics import Metrics

Holder = TypeVar("Holder")

FRESH_S = 5.0


@dataclass(frozen=True, slots=True)
class Known(Generic[Holder]):
    """What is believed of a token until some moment of the monotonic clock."""

    until: float
    player_id: str
    holder: Holder


class TokenCache(Generic[Holder]):
    """Up to `size` tokens and whose they are; 0 knows none."""

    def __init__(self, size: int, metrics: Metrics) -> None:
        """`metrics` count the lookups that found a token here, and those that did not."""
        self._size = size
        self._hits, self._misses = metrics.lookups[("hit",)], metrics.lookups[("miss",)]
        self._listening = False
        self._revocations = 0
        self._known: OrderedDict[bytes, Known[Holder]] = OrderedDict()

    def get(self, value: str) -> Holder | None:
        """Whose token it is, if it was valid a moment ago and has not been revoked since."""
        known = self._known.get(_digest(value))
        fresh = known is not None and known.until > monotonic()
        (self._hits if fresh else self._misses).inc()
        return known.holder if known and fresh else None

    def learning(self) -> Callable[[str, str, Holder], None]:
        """Begin to look a token up. Call the answer with it, its player's id and what was found:
        it is remembered, unless there was a revocation in the meantime."""
        begun = self._revocations

        def learn(value: str, player_id: str, holder: Holder) -> None:
            if self._size and self._listening and begun == self._revocations:
                self._remember(_digest(value), Known(monotonic() + FRESH_S, player_id, holder))

        return learn

    def hear(self, player_id: str | None) -> None:
        """A player's token was revoked; None: who knows whose, but from now on we listen."""
        if player_id is not None:
            self.forget(player_id)
            return
        self._listening = True
        self._revocations += 1
        self._known.clear()

    def forget(self, player_id: str) -> None:
        self._revocations += 1
        own = [digest for digest, known in self._known.items() if known.player_id == player_id]
        for digest in own:
            del self._known[digest]

    def _remember(self, digest: bytes, known: Known[Holder]) -> None:
        self._known[digest] = known
        self._known.move_to_end(digest)
        if len(self._known) > self._size:
            self._known.popitem(last=False)


def _digest(value: str) -> bytes:
    return hashlib.sha256(value.encode()).digest()
