"""What a `MatchStore` reports of its work, for metrics and traces."""

from telemetry.observe import Observation

from engine.store.types import Saving


class StoreObserver:
    """Ignores every report; `engine.observability.store` has the one that counts them.

    The store cannot import that one: observability stands above it.
    """

    def begin(self, operation: str) -> Observation:
        """Time an operation, the block of a `with` statement."""
        return Observation()

    def looked_up(self, found: bool) -> None:
        """The cache was asked for a match."""

    def saved(self, saving: Saving) -> None:
        """A change was stored."""

    def conflicted(self) -> None:
        """A change was not stored, since another came first."""

    def snapshots(self, stored: int) -> None:
        """So many snapshots were stored."""

    def recomputed(self, entries: int) -> None:
        """So many log entries were carried out again for a question about the past."""
