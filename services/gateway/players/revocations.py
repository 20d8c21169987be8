"""Streams and sockets that verify their token once it may have been revoked.

Every gateway hears of every revocation (`redislink.channels.REVOCATIONS`), so none of them needs a
subscription of its own. After an outage of the subscription, all verify theirs.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain


class Revocations:
    """What is to be called when a token of a player is revoked."""

    def __init__(self) -> None:
        self._watchers: dict[str, list[Callable[[], None]]] = {}

    @contextmanager
    def watch(self, player_id: str, verify: Callable[[], None]) -> Iterator[None]:
        """Call `verify` when a token of the player is revoked, until the block is left."""
        watchers = self._watchers.setdefault(player_id, [])
        watchers.append(verify)
        try:
            yield
        finally:
            watchers.remove(verify)
            if not watchers:
                del self._watchers[player_id]

    def on_revocation(self, player_id: str | None) -> None:
        """Take a message of the channel; None says that some may have been missed, of anybody."""
        told = [self._watchers.get(player_id, ())] if player_id else self._watchers.values()
        for verify in chain.from_iterable(told):
            verify()
