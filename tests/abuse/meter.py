"""What an attack costs the service: processor time, and memory at its highest."""

import resource
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from redis import Redis

from bench.meter import cpu_s
from tools.stack import Stack

PAGE = resource.getpagesize()
PARTS = ("gateway", "engine", "redis")


@dataclass(frozen=True)
class Reading:
    """Processor seconds, and bytes of memory, by part of the service."""

    cpu_s: Mapping[str, float]
    memory: Mapping[str, int]


class Meter:
    """Reads the processes of a stack, and keeps the most memory that each was seen to have."""

    def __init__(self, stack: Stack) -> None:
        assert stack.redis
        assert stack.redis.process
        self._pids = {
            "gateway": stack.gateway.pid,
            "engine": stack.engines[0].pid,
            "redis": stack.redis.process.pid,
        }
        self._redis = Redis.from_url(stack.redis_url)
        self.most: dict[str, int] = {}

    def read(self) -> Reading:
        """What they have used so far, and have now."""
        memory = {part: self._memory(part) for part in PARTS}
        return Reading({part: cpu_s(pid) for part, pid in self._pids.items()}, memory)

    def watch(self) -> None:
        """Take note of the memory that each has now."""
        for part in PARTS:
            self.most[part] = max(self.most.get(part, 0), self._memory(part))

    def _memory(self, part: str) -> int:
        """Of Redis, what its data takes; of the others, all that is resident."""
        if part == "redis":
            return int(self._redis.info("memory")["used_memory"])
        pages = Path(f"/proc/{self._pids[part]}/statm").read_text().split()[1]
        return int(pages) * PAGE
