"""Friends and requests for friendship, in Redis: redislink.relations has the keys.

A friendship stands in the hashes of both players, which lie in two slots, and no transaction holds
them together. So there is an order: what begins is stored on the own side first, what ends is taken
from the other's side first. Whatever fails in between, the same request again does both sides. An
end that was answered shows nobody anything: while it is made, the other's side is looked at twice,
since the other may be accepting at that moment.

Whoever is a friend on both sides has asked, or was asked and has accepted. Where the sides differ,
after a failure, the next request of either player makes them alike, and never into more than both
of them want.
"""

from collections.abc import Collection
from importlib.resources import files
from typing import Any

from redis.asyncio import Redis
from redislink import relations
from redislink.accounts import account
from redislink.channels import player_channel
from redislink.relations import ASKED, FRIEND
from redislink.script import Script, named

from gateway.errors import Problem, unauthenticated
from gateway.players.blocks import BLOCKED
from gateway.players.outages import redis_errors

ATTEMPTS = 4
"""How often both sides are made alike, while the other player changes its own."""
FULL = (
    f"A player has at most {relations.MAX_FRIENDS} friends, with its own open requests; end some "
    "first."
)
FULL_OF_REQUESTS = (
    f"A player has at most {relations.MAX_ASKED} open requests for friendship; withdraw some first."
)
NOBODY = "There is no such player."


class Friends:
    """The friends of all players. Every method may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        scripts = files("gateway.players")
        self._begin = Script(redis, scripts / "begin_friendship.lua")
        self._meet = Script(redis, scripts / "meet_friend.lua")
        self._settle = Script(redis, scripts / "settle_friendship.lua")

    async def ask(self, player_id: str, other_id: str) -> str:
        """Ask the other to be a friend, or accept that it asks; return ASKED or FRIEND.

        Raise Problem not_found if there is no such player; conflict if the player has blocked it,
        if there are as many friends or open requests as may be, or if it is ended at this moment.
        """
        own = await self._begun(player_id, other_id)
        for _ in range(ATTEMPTS):
            # Once more after each change of the own side: the other may have ended it meanwhile.
            told = await self._met(player_id, other_id)
            now = await self._settled(player_id, other_id, own, told)
            if not now:
                # Somebody has ended it, this player perhaps: then it must not begin behind that.
                await self._remove(other_id, player_id)
                break
            if now == told == own:
                return own
            own = now
        raise Problem("conflict", "This friendship is changing at the moment; ask again.")

    async def end(self, player_id: str, other_id: str) -> None:
        """End a friendship, decline a request or withdraw the own; nothing if there is none."""
        # The other's side a second time: it may have accepted what was still there on this one.
        for of, who in ((other_id, player_id), (player_id, other_id), (other_id, player_id)):
            await self._remove(of, who)

    async def of(self, player_id: str) -> dict[str, str]:
        """Return what others are to the player, by their ids: ASKED, ASKS or FRIEND."""
        with redis_errors():
            found: Any = await self._redis.hgetall(relations.friends(player_id))
        return relations.states(found)

    async def are(self, player_id: str, other_id: str) -> bool:
        """Return whether the other is a friend of the player."""
        with redis_errors():
            state: Any = await self._redis.hget(relations.friends(player_id), other_id)
        return bool(state == FRIEND.encode())

    async def drop(self, player_id: str, gone: Collection[str]) -> None:
        """Take players whose accounts have ended out of the friends of a player."""
        if gone:
            with redis_errors():
                await self._redis.hdel(relations.friends(player_id), *gone)

    async def forget(self, player_id: str) -> None:
        """Take a player whose account has ended out of the friends of all others."""
        for other_id in await self.of(player_id):
            await self.end(player_id, other_id)

    async def _begun(self, player_id: str, other_id: str) -> str:
        asked = named(other=other_id, most=relations.MAX_FRIENDS, most_asked=relations.MAX_ASKED)
        keys = [relations.friends(player_id), relations.blocks(player_id), account(player_id)]
        with redis_errors():
            (state,) = await self._begin.one(keys, [asked])
        match state:
            case b"gone":
                raise unauthenticated(NOBODY)
            case b"blocked":
                raise Problem("conflict", BLOCKED)
            case b"full":
                raise Problem("conflict", FULL)
            case b"full of requests":
                raise Problem("conflict", FULL_OF_REQUESTS)
        return FRIEND if state == FRIEND.encode() else ASKED

    async def _met(self, player_id: str, other_id: str) -> str:
        """Return what the other is by its own side, on which the request now stands."""
        asked = named(
            player=player_id,
            most_asks=relations.MAX_ASKS,
            channel=player_channel(other_id),
        )
        keys = [relations.friends(other_id), relations.blocks(other_id), account(other_id)]
        with redis_errors():
            (state,) = await self._meet.one(keys, [asked])
        if state == b"gone":
            await self._remove(player_id, other_id)
            raise Problem("not_found", NOBODY)
        return FRIEND if state == FRIEND.encode() else ASKED

    async def _settled(self, player_id: str, other_id: str, own: str, told: str) -> str:
        with redis_errors():
            keys = [relations.friends(player_id)]
            now: bytes | None = await self._settle.one(keys, [other_id, own, told])
        return now.decode() if now else ""

    async def _remove(self, player_id: str, other_id: str) -> None:
        with redis_errors():
            await self._redis.hdel(relations.friends(player_id), other_id)
