"""What leads from an identity to its account; the field of the account decides (redislink.oidc)."""

import json
from importlib.resources import files
from typing import Any, cast

from redis.asyncio import Redis
from redislink.accounts import IDENTITY, account
from redislink.oidc import pointer
from redislink.script import Script


class Pointers:
    """The identities of all players. Every method may raise RedisError or OSError."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._claim = Script(redis, files("gateway.oidc") / "claim_identity.lua")
        self._forget = Script(redis, files("gateway.oidc") / "forget_identity.lua")

    async def owner(self, identity: str) -> tuple[str, bool]:
        """Return whose account an identity leads to, "" for nobody's, and whether it opens it.

        It opens none that it was removed from, or that was deleted.
        """
        found: Any = await self._redis.get(pointer(identity))
        player_id = found.decode() if found else ""
        field = f"{IDENTITY}{identity}"
        opens = player_id and await cast(Any, self._redis).hexists(account(player_id), field)
        return player_id, bool(opens)

    async def claim(self, identity: str, player_id: str, before: str) -> str:
        """Let an identity lead to an account that has it, if it still leads where it did `before`.

        Return whose it is now.
        """
        found: bytes = await self._claim.one([pointer(identity)], [before, player_id])
        return found.decode()

    async def forget(self, identity: str, player_id: str) -> None:
        """Let an identity lead to this account no more."""
        await self._forget.one([pointer(identity)], [player_id])

    async def of(self, player_id: str) -> dict[str, dict[str, Any]]:
        """Return the identities of an account by their ids, oldest first."""
        return identities_in(await cast(Any, self._redis).hgetall(account(player_id)))

    async def forget_all(self, player_id: str) -> None:
        """Let no identity lead to this account any more."""
        for identity in await self.of(player_id):
            await self.forget(identity, player_id)


def identities_in(fields: dict[bytes, bytes]) -> dict[str, dict[str, Any]]:
    """Return the identities among the fields of an account by their ids, oldest first."""
    prefix = IDENTITY.encode()
    found = {
        field.removeprefix(prefix).decode(): json.loads(stored)
        for field, stored in fields.items()
        if field.startswith(prefix)
    }
    return dict(sorted(found.items(), key=lambda each: (each[1]["createTime"], each[0])))
