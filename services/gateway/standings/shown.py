"""The numbers of a rating, and what is counted of a player, as the API shows them."""

from typing import Any

from croupier_rating import Numbers, moments, shown
from redislink import statistics
from redislink.statistics import Kept, Met, Opponents, Record

from gateway.http import times
from gateway.standings.profiles import Standing

Json = dict[str, Any]
PUBLIC, PRIVATE = "public", "private"
"""What the API calls the access of matches."""


def numbers(of: Numbers, now_ms: int) -> Json:
    """Return what boards and profiles have in common.

    The deviation is that of today: it grows with whole weeks without a match that counts. The
    points are those that boards sort by: of the time after the last entry.
    """
    today = of.on(moments.day_of(now_ms))
    return {
        "rating": shown.rating(today),
        "deviation": shown.deviation(today),
        "points": shown.points(of.strength),
        "matches": of.matches,
    }


def standing(of: Standing, now_ms: int) -> Json:
    today = of.numbers.on(moments.day_of(now_ms))
    return {
        "pool": str(of.pool),
        **numbers(of.numbers, now_ms),
        "provisional": shown.provisional(today),
        "rank": of.rank,
        "size": of.size,
        "peak": of.numbers.peak,
    }


def records(of: Kept, with_private: bool) -> list[Json]:
    """Return how a player fared: by game, people before bots, public before private matches."""
    sides = {PUBLIC: of.public, **({PRIVATE: of.private} if with_private else {})}
    found = [
        {
            "game": game,
            "opponents": opponents.value,
            "access": access,
            "won": record.won,
            "drawn": record.drawn,
            "lost": record.lost,
            "scored": record.scored,
            "points": record.points,
            "best": _best(record),
            "streak": record.streak,
            "longest": record.longest,
        }
        for access, side in sides.items()
        for (game, opponents), record in statistics.records(side).items()
    ]
    return sorted(found, key=_place)


def _place(of: Json) -> tuple[str, bool, bool]:
    return of["game"], of["opponents"] == Opponents.BOTS, of["access"] == PRIVATE


def _best(of: Record) -> Json | None:
    return {"points": of.best, "matchId": of.best_match} if of.scored else None


def met(of: Kept, with_private: bool) -> list[tuple[str, str, Met]]:
    """Return the access, the id of the opponent, and how the player fared: the last one first."""
    sides = {PUBLIC: of.public, **({PRIVATE: of.private} if with_private else {})}
    found = [
        (access, opponent, each)
        for access, side in sides.items()
        for opponent, each in statistics.meetings(side).items()
    ]
    return sorted(found, key=lambda each: -each[2].time_ms)


def meeting(of: Met) -> Json:
    last = {"matchId": of.match, "time": times.of_ms(of.time_ms)}
    return {"won": of.won, "drawn": of.drawn, "lost": of.lost, "last": last}
