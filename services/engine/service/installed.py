"""What the stored data says of the engines that have run here, and may still run.

New matches and tickets are made such that engines of earlier releases find them, or not at
all, while one of those may run.
"""

from collections.abc import Callable
from datetime import datetime

from engine.domain import clock
from engine.domain.errors import InMaintenance
from engine.domain.match import Deal, Undo, UndoMode
from engine.service.keyed_ids import KeyedIds, keyed_ids
from engine.store.idempotency import IdempotencyKey
from engine.store.installation import InstallationStore

UPGRADE_S = 3600
"""After how long to ask again for a sealed deal, or undo, during an upgrade."""


class Installed:
    """Says what new matches may be, by the engines that share the stored data."""

    def __init__(self, store: InstallationStore, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now
        self._recipe_2 = False
        self._undo = False

    async def recipe(self, deal: Deal = Deal.OPEN) -> int:
        """The recipe of a new match: 1 while engines that know no other may still run.

        They know no sealed deals either: raise InMaintenance for one while they may run.
        """
        if not self._recipe_2:
            installation = await self._store.read()
            since = installation.recipe_2_ms
            self._recipe_2 = not since or since <= clock.epoch_ms(self._now())
        if self._recipe_2:
            return 2
        if deal == Deal.SEALED:
            raise InMaintenance("Sealed deals can be had when the upgrade is over.", UPGRADE_S)
        return 1

    async def undo(self, mode: UndoMode | None) -> Undo | None:
        """What a new match remembers of undo; None if it has none.

        Without a `mode` it has, unless engines that do not know it may still run. Raise
        InMaintenance if it must have one then.
        """
        if mode == UndoMode.NEVER:
            return None
        if not self._undo:
            since = (await self._store.read()).undo_ms
            self._undo = not since or since <= clock.epoch_ms(self._now())
        if not self._undo and mode == UndoMode.CONSENT:
            raise InMaintenance("Undo can be had when the upgrade is over.", UPGRADE_S)
        return Undo() if self._undo else None

    async def keyed_ids(self, key: IdempotencyKey) -> KeyedIds:
        """The ids that a match or a ticket created under the key may have."""
        installation = await self._store.read()
        return keyed_ids(key, installation, clock.epoch_ms(self._now()))
