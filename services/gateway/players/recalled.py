"""What was read of players a moment ago, so that not every answer reads it again.

Who changes anything about a player publishes its id on one channel, and every gateway forgets what
it knew of that player. While the subscription is broken something may be missed: what is known
then is FRESH_S old at most, and all of it is forgotten once the subscription is there again.
"""

from collections.abc import Callable, Iterable, Mapping
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

from cachetools import FIFOCache

T = TypeVar("T")

FRESH_S = 60.0


class Entry(NamedTuple, Generic[T]):
    """A value, good until `expires` by the monotonic clock."""

    expires: float
    value: T


class Recalled(Generic[T]):
    """A value for each of the `size` players that were read last."""

    def __init__(self, size: int) -> None:
        self._entries: FIFOCache[str, Entry[T]] = FIFOCache(size)
        self._subscribed = False
        self._changes = 0

    def of(self, player_ids: Iterable[str]) -> dict[str, T]:
        """Return what is known of these players."""
        now, found = monotonic(), dict[str, T]()
        for player_id in player_ids:
            entry = self._entries.get(player_id)
            if entry and entry.expires > now:
                found[player_id] = entry.value
        return found

    def begin_reading(self) -> Callable[[Mapping[str, T]], None]:
        """Begin to read in Redis; return a function that remembers what is found.

        It remembers nothing if anybody has changed since: it may have been read before that.
        """
        begun = self._changes

        def remember(found: Mapping[str, T]) -> None:
            if self._subscribed and begun == self._changes:
                expires = monotonic() + FRESH_S
                for player_id, value in found.items():
                    self._entries[player_id] = Entry(expires, value)

        return remember

    def on_revocation(self, player_id: str | None) -> None:
        """Forget what is known of a player.

        None means that the subscription has (re)started, and that changes may have been missed
        before: forget everything. Nothing is remembered before the first None.
        """
        self._changes += 1
        if player_id is not None:
            self._entries.pop(player_id, None)
            return
        self._subscribed = True
        self._entries.clear()
