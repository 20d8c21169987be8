"""Changes of the ways into an account: each is stored with what its player is told of it."""

from collections.abc import Mapping
from importlib.resources import files
from typing import Literal, NamedTuple, TypeAlias

from redis.asyncio import Redis
from redislink.accounts import ACCESS_KEPT, SCRIPTED, account
from redislink.script import Script, named

from gateway.errors import unauthenticated
from gateway.players.outages import redis_errors

Outcome: TypeAlias = Literal[b"stored", b"changed", b"full"]


class Limit(NamedTuple):
    """The most fields whose names begin with `prefix` that an account may have."""

    prefix: str
    most: int


class AccessChanges:
    """The change_access.lua of all players. `make` may raise Problem unavailable."""

    def __init__(self, redis: Redis) -> None:
        self._change = Script(
            redis, files("gateway.sessions") / "change_access.lua", prelude=SCRIPTED
        )

    async def make(
        self,
        player_id: str,
        *,
        before: Mapping[str, str],
        after: Mapping[str, str],
        limit: Limit | None = None,
        event: str = "",
    ) -> Outcome:
        """Store the fields `after` and note the event, if the fields `before` are still so.

        A field that is not there is "" in `before`. Raise Problem unauthenticated without a player.
        """
        prefix, most = limit or ("", 0)
        change = named(
            before=before, set=after, prefix=prefix, most=most, event=event, kept=ACCESS_KEPT
        )
        with redis_errors():
            outcome = await self._change.one([account(player_id)], [change])
        if outcome == b"gone":
            raise unauthenticated("There is no such player.")
        return outcome  # type: ignore[no-any-return]
