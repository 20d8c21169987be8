"""What a `MatchStore` reports of its work, for metrics and traces."""

from collections.abc import Sequence

from telemetry.observe import Observation

from engine.store.types import Saving


class StoreObserver:
    """Ignores every report; `engine.observability.store` has the one that counts them.

    The store cannot import that one: observability stands above it.
    """

    def begin(self, operation: str) -> Observation:
        """Time an operation, the block of a `with` statement."""
        return Observation()

    def looked_up(self, found: int, missing: int) -> None:
        """The cache was asked for matches."""

    def saved(self, savings: Sequence[Saving]) -> None:
        """Changes were stored."""

    def left_out(self, why: str) -> None:
        """A match was left out of an answer of several: it "failed", or is "not_played_here"."""

    def conflicted(self) -> None:
        """A change was not stored, since another came first."""

    def snapshots(self, stored: int) -> None:
        """So many snapshots were stored."""

    def recomputed(self, entries: int) -> None:
        """So many log entries were carried out again for a question about the past."""
