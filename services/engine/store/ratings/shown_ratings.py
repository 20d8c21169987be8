"""The ratings of players as they are shown, for those who are to meet others of about the same."""

from croupier_match.match import Player
from croupier_rating import NEWCOMER, Pool, TimeClass, shown
from redis.asyncio import Redis

from engine.store.ratings.pools import Pools


class ShownRatings:
    """Ratings in the season `season`, or in the last one in which a player has played before it.

    Engines of a `group` have no right to read ratings: all players are newcomers to them.
    """

    def __init__(self, redis: Redis, season: int = 0, group: str = "") -> None:
        self._pools = Pools(redis)
        self._seasons = () if group else range(season, -1, -1)

    async def of(self, game: str, time_class: TimeClass, player: Player) -> int:
        """The rating of a player. Raise StoreUnavailable."""
        for season in self._seasons:
            pool = str(Pool(game, time_class, player.kind, season))
            if found := await self._pools.numbers(pool, [player.id]):
                return shown.rating(found[player.id].strength)
        return shown.rating(NEWCOMER.strength)
