"""How a player fares: the counters of its matches, and its places on the boards of ratings.

Engines write both. A gateway only has them taken away with an account. The numbers of a rating stay
in the pool, as the ledger that everybody can read has them; docs/decisions/ratings.md says why.
"""

import time

from redis.asyncio import Redis
from redislink import statistics
from redislink.ratings import set_listed

from gateway.players.outages import redis_errors


async def forget(redis: Redis, player_id: str) -> None:
    """Drop the counters of a player, and have no board show it from now on.

    A match that ends with the player's deletion is entered into a ledger all the same, and gives it
    no place again. Raise Problem unavailable.
    """
    with redis_errors():
        await set_listed(redis, player_id, False, round(time.time() * 1000))
        await redis.unlink(*statistics.all_of(player_id))
