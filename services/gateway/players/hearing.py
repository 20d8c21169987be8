"""Whose emotes reach whom: what a listener has said of itself, which the sender never learns."""

from collections.abc import Collection

from redis.asyncio import Redis
from redislink import relations
from redislink.commands import run_all
from redislink.relations import FRIEND

from gateway.errors import unavailable
from gateway.players.blocks import Blocks
from gateway.players.known_players import KnownPlayers
from gateway.players.outages import redis_errors


class Hearing:
    """What all players want to hear."""

    def __init__(self, redis: Redis, known_players: KnownPlayers, blocks: Blocks) -> None:
        self._redis, self._known, self._blocks = redis, known_players, blocks

    async def deaf_to(self, sender_id: str, listener_ids: Collection[str]) -> set[str]:
        """Return those of the listeners whom an emote of the sender must not reach.

        Everybody hears itself. Raise Problem unavailable.
        """
        listeners = {*listener_ids} - {sender_id}
        known, away = await self._known.of(listeners)
        if away:
            raise unavailable()
        blocked = await self._blocks.of_many(listeners)
        deaf, asked = set[str](), list[str]()
        for each in listeners:
            # Who has no account any more hears what all do.
            emotes = known[each].emotes if each in known else "all"
            if emotes == "none" or sender_id in blocked[each]:
                deaf.add(each)
            elif emotes == "friends":
                asked.append(each)
        return deaf | await self._strangers(sender_id, asked)

    async def _strangers(self, sender_id: str, player_ids: list[str]) -> set[str]:
        """Return those of the players of whom the sender is no friend."""
        with redis_errors():
            states = await run_all(
                self._redis, [("HGET", relations.friends(each), sender_id) for each in player_ids]
            )
        pairs = zip(player_ids, states, strict=True)
        return {player_id for player_id, state in pairs if state != FRIEND.encode()}
