"""The ratings of players as they are shown, for those who are to meet others of about the same."""

import time

from croupier_match.match import Player
from croupier_rating import NEWCOMER, Pool, TimeClass, carried, shown
from redis.asyncio import Redis

from engine.store.ratings.pools import Pools
from engine.store.ratings.seasons import Seasons, season_at


class ShownRatings:
    """Ratings as the next match begins with them: of the season, or brought along from an earlier
    one.

    Engines of a `group` have no right to read ratings: all players are newcomers to them.
    """

    def __init__(self, redis: Redis, group: str = "") -> None:
        self._pools, self._seasons = Pools(redis), Seasons(redis)
        self._group = group

    async def of(self, game: str, time_class: TimeClass, player: Player) -> int:
        """The rating of a player. Raise StoreUnavailable."""
        if self._group:
            return shown.rating(NEWCOMER.strength)
        seasons = await self._seasons.all()
        now = season_at(seasons, round(time.time() * 1000))
        for number in sorted((each.number for each in seasons if each.number <= now), reverse=True):
            pool = str(Pool(game, time_class, player.kind, number))
            if found := await self._pools.numbers(pool, [player.id]):
                return shown.rating(carried(found[player.id].strength, now - number))
        return shown.rating(NEWCOMER.strength)
