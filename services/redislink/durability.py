"""What must have happened to a change before its caller is told of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from redis.exceptions import RedisError

SHARE = 0.5
"""What part of the time that Redis has for its answer goes by with waiting, at the most."""


class NotDurable(RedisError):
    """It was done, but is not known to be where it must be. It may be lost yet, or not."""


@dataclass(frozen=True, slots=True)
class Durability:
    """On how many replicas a change must be; `local` 1 is on the primary's disk, too.

    On disk is what fsync has said so of. With `local`, the replicas have to have it on theirs:
    WAITAOF, of Redis 7.2. Without, they have to have it in memory: WAIT.
    """

    replicas: int
    local: int
    wait_ms: int

    @classmethod
    def of(cls, replicas: int, local: int, timeout_s: float) -> "Durability | None":
        """None if there is nothing to wait for."""
        if not replicas and not local:
            return None
        return cls(replicas, local, max(1, int(1000 * SHARE * timeout_s)))

    @property
    def command(self) -> tuple[Any, ...]:
        """Waits for what this connection has written last, and so for all that was written before.

        Some servers wait for nobody else's: who has written nothing has waited for nothing.
        """
        if self.local:
            return ("WAITAOF", self.local, self.replicas, self.wait_ms)
        return ("WAIT", self.replicas, self.wait_ms)

    def judge(self, answers: Sequence[Any]) -> list[Any]:
        """The answers before that of `command`; NotDurable instead, if it does not suffice."""
        *done, waited = answers
        if self._suffices(waited):
            return done
        failure = NotDurable("It is not on enough disks or replicas yet.")
        return [each if isinstance(each, Exception) else failure for each in done]

    def _suffices(self, waited: Any) -> bool:
        if isinstance(waited, Exception):
            return False
        if not self.local:
            return int(waited) >= self.replicas
        local, replicas = waited
        return int(local) >= self.local and int(replicas) >= self.replicas
