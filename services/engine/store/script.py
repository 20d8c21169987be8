"""A script that does the same to many things in one call."""

import asyncio
import hashlib
from collections.abc import Sequence
from typing import Any, TypeAlias

from redis.asyncio import Redis, RedisCluster
from redis.exceptions import NoScriptError

Call: TypeAlias = tuple[Sequence[str], Sequence[Any]]
"""KEYS and ARGV for one thing; all have as many keys."""


class Script:
    """A Lua script by its hash; redis-py's own would ask first whether Redis knows it.

    The script takes the keys of all things, and for each how many arguments it has before
    these; it returns an answer for each.
    """

    def __init__(self, redis: Redis | RedisCluster, text: str) -> None:
        self._redis = redis
        self._text = text
        self._sha = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    async def all(self, calls: Sequence[Call]) -> list[Any]:
        """The answer to each, or the error that it gave; raise what keeps Redis from answering."""
        if isinstance(self._redis, RedisCluster):  # each thing lies in a slot of its own
            return await asyncio.gather(*map(self._alone, calls), return_exceptions=True)
        return await self._together(calls) if calls else []

    async def _alone(self, call: Call) -> Any:
        (answer,) = await self._together([call])
        return answer

    async def _together(self, calls: Sequence[Call]) -> list[Any]:
        sent: list[Any] = [self._sha, sum(len(keys) for keys, _ in calls)]
        for keys, _ in calls:
            sent += keys
        for _, args in calls:
            sent.append(len(args))
            sent += args
        try:
            answers = await self._redis.execute_command("EVALSHA", *sent)
        except NoScriptError:
            await self._redis.script_load(self._text)
            answers = await self._redis.execute_command("EVALSHA", *sent)
        return list(answers)
