"""Blocks: whom a player does not want to meet, in Redis. redislink.relations has the keys.

Nobody but who has made a block is ever told of it, by whatever answer, its time or its length. So
what a block hides is left out for who has made it, and what it forbids the other is answered as is
also answered to many who are not blocked: docs/decisions/relations.md says where.
"""

from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redislink import relations
from redislink.accounts import account
from redislink.channels import REVOCATIONS
from redislink.commands import run_all
from redislink.script import Script

from gateway.errors import Problem, unauthenticated
from gateway.http import times
from gateway.players.outages import redis_errors
from gateway.players.recalled import Recalled

REMEMBERED = 50_000
FULL = f"A player may block at most {relations.MAX_BLOCKS} others; take one back first."
BLOCKED = "You have blocked this player."
NOBODY: frozenset[str] = frozenset()


class Blocks:
    """The blocks of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._recalled: Recalled[frozenset[str]] = Recalled(REMEMBERED)
        self.on_revocation = self._recalled.on_revocation
        scripts = files("gateway.players")
        self._block = Script(redis, scripts / "block_player.lua")
        self._part = Script(redis, scripts / "part_friends.lua")

    async def add(self, player_id: str, other_id: str) -> None:
        """Block another player; this ends a friendship. It may be repeated.

        Raise Problem conflict for one too many, unauthenticated if the player has just ended.
        """
        blocked = await self.now(player_id)
        if other_id not in blocked and len(blocked) >= relations.MAX_BLOCKS:
            raise Problem("conflict", FULL)
        # As for the end of a friendship: the other's side first, and once more.
        await self._part_other(player_id, other_id)
        keys = [relations.blocks(player_id), relations.friends(player_id), account(player_id)]
        with redis_errors():
            try:
                done = await self._block.one(keys, [other_id, times.now_ms(), relations.MAX_BLOCKS])
            finally:  # if only the answer was lost, the block holds
                self.on_revocation(player_id)
        if done < 0:  # others were blocked at this moment
            raise Problem("conflict", FULL)
        if not done:
            raise unauthenticated("There is no such player.")
        await self._part_other(player_id, other_id)
        await self._tell(player_id)

    async def remove(self, player_id: str, *other_ids: str) -> None:
        """Take blocks back; nothing of those that there are not."""
        with redis_errors():
            try:
                await self._redis.zrem(relations.blocks(player_id), *other_ids)
            finally:
                self.on_revocation(player_id)
        await self._tell(player_id)

    async def in_order(self, player_id: str) -> list[str]:
        """Return whom the player has blocked, those blocked last first."""
        with redis_errors():
            found: Any = await self._redis.zrange(relations.blocks(player_id), 0, -1, desc=True)
        return [each.decode() for each in found]

    async def of(self, player_id: str | None) -> frozenset[str]:
        """Return whom the player has blocked, or had a moment ago; nobody without a player."""
        if player_id is None:
            return NOBODY
        return (await self.of_many([player_id]))[player_id]

    async def of_many(self, player_ids: Iterable[str]) -> dict[str, frozenset[str]]:
        """Return whom each of the players has blocked, or had a moment ago."""
        wanted = dict.fromkeys(player_ids)
        found = self._recalled.of(wanted)
        missing = [each for each in wanted if each not in found]
        if missing:
            remember = self._recalled.begin_reading()
            read = dict(zip(missing, await self._read(missing), strict=True))
            remember(read)
            found |= read
        return found

    async def now(self, player_id: str) -> frozenset[str]:
        """Return whom the player has blocked, read anew: for what cannot be taken back."""
        (found,) = await self._read([player_id])
        return found

    async def has_any(self, player_ids: Iterable[str], other_id: str) -> bool:
        """Return whether any of the players has blocked the other, now."""
        keys = [relations.blocks(each) for each in player_ids if each and each != other_id]
        scores = await self._answers([("ZSCORE", key, other_id) for key in keys])
        return any(each is not None for each in scores)

    async def forget(self, player_id: str) -> None:
        """Remove the blocks of a player whose account has ended."""
        with redis_errors():
            await self._redis.zremrangebyrank(relations.blocks(player_id), 0, -1)
        self.on_revocation(player_id)

    async def _read(self, player_ids: list[str]) -> list[frozenset[str]]:
        replies = await self._answers([relations.blocked_by(each) for each in player_ids])
        return [relations.ids(each) if each else NOBODY for each in replies]

    async def _answers(self, commands: list[Any]) -> list[Any]:
        with redis_errors():
            return await run_all(self._redis, commands)

    async def _part_other(self, player_id: str, other_id: str) -> None:
        with redis_errors():
            await self._part.one([relations.friends(other_id)], [player_id])

    async def _tell(self, player_id: str) -> None:
        """Have all gateways forget whom the player had blocked."""
        with redis_errors():
            await self._redis.publish(REVOCATIONS, player_id)
