"""A client that has an observer time its round trips; see `telemetry.observe`."""

from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from telemetry.observe import Observer

PIPELINE = "PIPELINE"
"""What an observer is told for several commands in one round trip."""


class ObservedRedis(Redis):
    """A client that has its round trips timed by its observer."""

    observer: Observer

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        with self.observer(args[0]) as call:
            call.answer = await super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
            return call.answer

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:
        pipeline = ObservedPipeline(
            self.connection_pool, self.response_callbacks, transaction, shard_hint
        )
        pipeline.observer = self.observer
        return pipeline


class ObservedPipeline(Pipeline):
    """Commands in one round trip, which is timed."""

    observer: Observer

    async def execute(self, raise_on_error: bool = True) -> list[Any]:
        with self.observer(PIPELINE) as call:
            answers: list[Any] = await super().execute(raise_on_error)
            call.answer = answers
            return answers
