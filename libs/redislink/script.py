"""Lua scripts, run by their hash, for one item or for many items in one call."""

import hashlib
import json
from collections.abc import Sequence
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redis.exceptions import NoScriptError

from redislink.cluster import Cluster
from redislink.commands import Command, run
from redislink.durability import Durability

Call: TypeAlias = tuple[Sequence[str], Sequence[Any]]
"""KEYS and ARGV."""


class Script:
    """A Lua script that is called by its hash. A server that lacks it is sent the text.

    redis-py's own scripts are called for one item at a time, and load a text with SCRIPT LOAD, for
    which a cluster's client asks all primaries, also one that has just died.
    """

    def __init__(
        self,
        redis: Redis,
        source: Traversable,
        durability: Durability | None = None,
        *,
        prelude: Traversable | None = None,
    ) -> None:
        """The script in the file `source`; its calls are answered once they are as durable.

        `prelude` has functions that several scripts use: Redis lets no script include another.
        """
        self._redis = redis
        self._text = (prelude.read_text() if prelude else "") + source.read_text()
        self._sha = hashlib.sha1(self._text.encode(), usedforsecurity=False).hexdigest()
        self._durability = durability
        self.takes_all_at_once = not isinstance(redis, Cluster)
        """Whether all items of `all` share one call, and may have keys of any slot."""

    async def one(self, keys: Sequence[str], args: Sequence[Any]) -> Any:
        """The answer to one call. Raise RedisError or OSError."""
        (answer,) = await self._calls([(keys, args)])
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def all(self, calls: Sequence[Call], *shared: str) -> list[Any]:
        """The answer or the error of each item, of which `calls` has keys and arguments.

        The script is called once for all: with the keys of all items, of which each has as
        many, then those that are `shared`, and before the arguments of each item their number.
        It returns a list of answers. In a cluster, where items lie in different slots, each is a
        call of its own, and none may have shared keys. Raise RedisError or OSError if there is no
        answer at all.
        """
        if not calls:
            return []
        # On one server, all items share one call: Redis runs the script once.
        groups = [calls] if self.takes_all_at_once else [[call] for call in calls]
        answers = await self._calls([together(group, shared) for group in groups])
        return [*chain.from_iterable(map(_apart, groups, answers))]

    def commands(self, calls: Sequence[Call]) -> list[Command]:
        """Return the commands of these calls, to be sent along with others; see `settle`."""
        return self._commands(calls, "EVALSHA", self._sha)

    async def settle(self, calls: Sequence[Call], answers: Sequence[Any]) -> list[Any]:
        """Return the answers to the `commands` of these calls, errors among them.

        Calls that met a server without the script are sent again, with its text. Raise
        RedisError or OSError if nothing is known of any of these.
        """
        settled = [*answers]
        unknown = [place for place, each in enumerate(settled) if isinstance(each, NoScriptError)]
        if unknown:
            # Not SCRIPT LOAD: a cluster's client asks all primaries, of which one may just have
            # died.
            commands = self._commands([calls[place] for place in unknown], "EVAL", self._text)
            again = await run(self._redis, commands, self._durability)
            for place, answer in zip(unknown, again, strict=True):
                settled[place] = answer
        return settled

    async def _calls(self, calls: Sequence[Call]) -> list[Any]:
        answers = await run(self._redis, self.commands(calls), self._durability)
        return await self.settle(calls, answers)

    def _commands(self, calls: Sequence[Call], command: str, script: str) -> list[Command]:
        return [(command, script, len(keys), *keys, *args) for keys, args in calls]


def named(**given: object) -> str:
    """Return what a script of many arguments takes in ARGV[1]: JSON with a name for each.

    No value may be None, which Lua's cjson reads as true; bytes are arguments of their own.
    """
    return json.dumps(given)


def together(calls: Sequence[Call], shared: Sequence[str] = ()) -> Call:
    """One call for all items."""
    keys: list[str] = []
    args: list[Any] = []
    for its_keys, its_args in calls:
        keys += its_keys
        args.append(len(its_args))
        args += its_args
    return [*keys, *shared], args


def _apart(calls: Sequence[Call], answer: Any) -> list[Any]:
    """The answer of each item; an error of the call is that of all items."""
    return [answer] * len(calls) if isinstance(answer, Exception) else list(answer)
