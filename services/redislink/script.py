"""Lua scripts, run by their hash, for one item or for many items in one call."""

import hashlib
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

from redislink.cluster import Cluster
from redislink.commands import run
from redislink.durability import Durability

Call: TypeAlias = tuple[Sequence[str], Sequence[Any]]
"""KEYS and ARGV."""


class Script:
    """A Lua script that is called by its hash. A server that lacks it is sent the text.

    redis-py's own scripts ask the server first whether it knows them: a round trip each time.
    """

    def __init__(
        self, redis: Redis, source: Traversable, durability: Durability | None = None
    ) -> None:
        """The script in the file `source`; its calls are answered once they are as durable."""
        self._redis = redis
        self._text = source.read_text()
        self._sha = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()
        self._durability = durability

    async def one(self, keys: Sequence[str], args: Sequence[Any]) -> Any:
        """The answer to one call. Raise RedisError or OSError."""
        (answer,) = await self._calls([(keys, args)])
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def all(self, calls: Sequence[Call]) -> list[Any]:
        """The answer or the error of each item, of which `calls` has keys and arguments.

        The script is called once for all: with the keys of all items, of which each has as
        many, and before the arguments of each item their number. It returns a list of answers.
        In a cluster, where items lie in different slots, each is a call of its own. Raise
        RedisError or OSError if there is no answer at all.
        """
        if not calls:
            return []
        # On one server, all items share one call: Redis runs the script once.
        groups = [[call] for call in calls] if isinstance(self._redis, Cluster) else [calls]
        answers = await self._calls([*map(_together, groups)])
        return [*chain.from_iterable(map(_apart, groups, answers))]

    async def _calls(self, calls: Sequence[Call]) -> list[Any]:
        answers = await self._send(calls, "EVALSHA", self._sha)
        missing = [place for place, each in enumerate(answers) if isinstance(each, NoScriptError)]
        if missing:  # such as after a restart of Redis
            again = await self._send([calls[place] for place in missing], "EVAL", self._text)
            for place, answer in zip(missing, again, strict=True):
                answers[place] = answer
        return answers

    async def _send(self, calls: Sequence[Call], command: str, script: str) -> list[Any]:
        commands = [(command, script, len(keys), *keys, *args) for keys, args in calls]
        return await run(self._redis, commands, self._durability)


def _together(calls: Sequence[Call]) -> Call:
    """One call for all items."""
    keys, args = list[str](), list[Any]()
    for its_keys, its_args in calls:
        keys += its_keys
        args.append(len(its_args))
        args += its_args
    return keys, args


def _apart(calls: Sequence[Call], answer: Any) -> list[Any]:
    """The answer of each item; an error of the call is that of all items."""
    return [answer] * len(calls) if isinstance(answer, Exception) else list(answer)
