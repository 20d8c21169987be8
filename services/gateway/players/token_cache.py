"""Tokens that were valid a moment ago, so that not every request looks its token up in Redis.

Revoking a token publishes its player's id on one channel, and every gateway forgets that
player's tokens. A gateway whose subscription has just broken may miss it; it accepts the
token for FRESH_S longer at most. docs/decisions/speed.md has the price.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar

from cachetools import FIFOCache

from gateway.digests import Digest
from gateway.observability.metrics import Metrics

T = TypeVar("T")

FRESH_S = 5.0


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """The value found for a token, valid until `expires` by the monotonic clock."""

    expires: float
    player_id: str
    value: T


class TokenCache(Generic[T]):
    """A cache of the last `size` tokens that were looked up; with 0, of none.

    The oldest entry goes first, which is also the first to expire. cachetools has caches
    with expiry, but a lookup in those takes 2.5 us instead of 1.
    """

    def __init__(self, size: int, metrics: Metrics) -> None:
        """`metrics` count the lookups that were answered here, and those that were not."""
        self._hits, self._misses = metrics.lookups[("hit",)], metrics.lookups[("miss",)]
        self._subscribed = False
        self._revocations = 0
        self._entries: FIFOCache[Digest, Entry[T]] = FIFOCache(size)

    def get(self, digest: Digest) -> T | None:
        """Return what was found for a token that was valid FRESH_S ago and not revoked since."""
        entry = self._entries.get(digest)
        fresh = entry is not None and entry.expires > monotonic()
        (self._hits if fresh else self._misses).inc()
        return entry.value if entry and fresh else None

    def begin_lookup(self) -> Callable[[Digest, str, T], None]:
        """Begin to look a token up in Redis; return a function that remembers what is found.

        It takes the token's digest, its player's id and the value. It forgets them at once if there
        was any revocation since: the token may have been read before that, and revoked by it.
        """
        begun = self._revocations

        def remember(digest: Digest, player_id: str, value: T) -> None:
            if self._entries.maxsize and self._subscribed and begun == self._revocations:
                entry = Entry(monotonic() + FRESH_S, player_id, value)
                self._entries[digest] = entry

        return remember

    def on_revocation(self, player_id: str | None) -> None:
        """Forget this player's tokens.

        None means that the subscription has (re)started, and that notifications may have been
        missed before: forget all tokens. Nothing is remembered before the first None.
        """
        if player_id is not None:
            self.forget(player_id)
            return
        self._subscribed = True
        self._revocations += 1
        self._entries.clear()

    def forget(self, player_id: str) -> None:
        """Forget this player's tokens, and what lookups now under way will find."""
        self._revocations += 1
        own = [digest for digest, entry in self._entries.items() if entry.player_id == player_id]
        for digest in own:
            del self._entries[digest]
