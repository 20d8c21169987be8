"""Connections of an engine that dies: from some call on, nothing of it reaches Redis."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as Gone


@dataclass
class Life:
    """So many calls of Redis are `left` to an engine, None for any number. With the last one it
    dies: once Redis has carried it out, or just before."""

    left: int | None = None
    carried_out: bool = False
    calls: int = 0

    @property
    def over(self) -> bool:
        return self.left == 0

    async def live(self, call: Callable[[], Awaitable[Any]]) -> Any:
        if self.over:
            raise Gone("This engine has died.")
        self.calls += 1
        if self.left is not None:
            self.left -= 1
            if self.over:
                if self.carried_out:
                    await call()
                raise Gone("This engine has died.")
        return await call()


def mortal(redis: Redis, life: Life) -> Redis:
    """The connections, with which nothing is asked any more once that life is over."""
    client: Any = redis
    execute, pipeline = client.execute_command, client.pipeline

    async def execute_command(*args: Any, **options: Any) -> Any:
        return await life.live(lambda: execute(*args, **options))

    def mortal_pipeline(*args: Any, **options: Any) -> Any:
        made = pipeline(*args, **options)
        send = made.execute

        async def run(*args: Any, **options: Any) -> Any:
            return await life.live(lambda: send(*args, **options))

        made.execute = run
        return made

    client.execute_command, client.pipeline = execute_command, mortal_pipeline
    return redis
