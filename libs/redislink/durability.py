"""Durability: on how many replicas and disks a change must be before it is answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redis.exceptions import RedisError

SHARE = 0.5
"""The part of the timeout of an answer that may be spent on waiting for replicas and disks."""


class NotDurable(RedisError):
    """The command was carried out, but not confirmed in time; it may still be lost, or not."""


@dataclass(frozen=True, slots=True)
class Durability:
    """The number of replicas that must have a change; with `local` 1, the primary's disk as well.

    With `local`, the replicas must have it on disk, too: WAITAOF, of Redis 7.2, counts what
    fsync has confirmed. Without, they must have it in memory: WAIT.
    """

    replicas: int
    local: int
    wait_ms: int

    @classmethod
    def of(cls, replicas: int, local: int, timeout_s: float) -> "Durability | None":
        """The durability for answers within `timeout_s`; None without a wait."""
        if not replicas and not local:
            return None
        # WAIT takes 0 for "as long as it may take".
        return cls(replicas, local, max(1, int(1000 * SHARE * timeout_s)))

    @property
    def command(self) -> tuple[Any, ...]:
        """The command that waits for the last write of its connection, and so for all before it.

        Some servers do not wait for writes of other connections: to be sure of those, write
        something first.
        """
        if self.local:
            return ("WAITAOF", self.local, self.replicas, self.wait_ms)
        return ("WAIT", self.replicas, self.wait_ms)

    def judge(self, answers: Sequence[Any]) -> list[Any]:
        """The answers without the last, that of `command`; NotDurable for each if it is too low."""
        *before, waited = answers
        if self._suffices(waited):
            return before
        # A command that failed keeps its own error, which says more.
        failure = NotDurable("The change is not on enough disks or replicas yet.")
        return [each if isinstance(each, Exception) else failure for each in before]

    def _suffices(self, waited: Any) -> bool:
        if isinstance(waited, Exception):
            return False
        if not self.local:
            return int(waited) >= self.replicas
        local, replicas = waited
        return int(local) >= self.local and int(replicas) >= self.replicas
