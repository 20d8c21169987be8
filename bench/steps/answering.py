"""A Redis that is not there: commands are packed as ever, and their answers are at hand."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redislink.closing import ClosingPool
from redislink.connections import PackedConnection

Answer: TypeAlias = Callable[[Sequence[Any]], Any]
"""What Redis says to a command, which is given with its arguments."""


def answering(answer: Answer) -> Redis:
    """Return a client of a Redis that gives these answers."""
    return Redis.from_pool(ClosingPool(connection_class=AnsweringConnection, answer=answer))


class AnsweringConnection(PackedConnection):
    """Sends nothing; the parsing of answers, which hiredis does in C, is left out."""

    def __init__(self, *, answer: Answer, **options: Any) -> None:
        super().__init__(**options)
        self._answer = answer
        self._answers = deque[Any]()

    async def connect(self) -> None:
        pass

    async def can_read(self) -> bool:
        return False

    def pack_command(self, *args: Any) -> list[bytes]:
        self._answers.append(self._answer(args))
        return super().pack_command(*args)

    async def send_packed_command(self, command: Any, check_health: bool = True) -> None:
        pass

    async def read_response(self, *args: Any, **options: Any) -> Any:
        return self._answers.popleft()
