"""A script that is called many times in one round trip."""

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import NoScriptError


class Script:
    """A Lua script by its hash; redis-py's own would ask first whether Redis knows it."""

    def __init__(self, redis: Redis | RedisCluster, text: str) -> None:
        self._redis = redis
        self._text = text
        self._sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    async def all(self, calls: Sequence[tuple[Sequence[str], Sequence[Any]]]) -> list[Any]:
        """The answer to each call, KEYS and ARGV, or the error that it gave."""
        if not calls:
            return []
        answers = await self._send(calls)
        unknown = [place for place, each in enumerate(answers) if isinstance(each, NoScriptError)]
        if unknown:
            await self._redis.script_load(self._text)
            again = await self._send([calls[place] for place in unknown])
            for place, answer in zip(unknown, again, strict=True):
                answers[place] = answer
        return answers

    async def _send(self, calls: Sequence[tuple[Sequence[str], Sequence[Any]]]) -> list[Any]:
        sent: Any = self._redis
        if isinstance(sent, RedisCluster):  # its pipelines take no scripts
            each = (sent.evalsha(self._sha, len(keys), *keys, *args) for keys, args in calls)
            return await asyncio.gather(*each, return_exceptions=True)
        pipeline = sent.pipeline(transaction=False)
        for keys, args in calls:
            pipeline.evalsha(self._sha, len(keys), *keys, *args)
        answers: list[Any] = await pipeline.execute(raise_on_error=False)
        return answers
