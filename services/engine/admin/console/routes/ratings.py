"""Ratings: the pools, seasons, signals of collusion, and what puts ledgers right."""

from typing import Any

from redislink import ratings as keys
from starlette.requests import Request

from engine.admin.acts import Kind
from engine.admin.argument_types import moment
from engine.admin.console.bodies import member, optional, reason_in
from engine.admin.console.desk import Seat
from engine.admin.console.problems import Refused
from engine.admin.console.routing import Members, Work, act, read, slow_act, slow_read
from engine.admin.console.slow import Tell
from engine.admin.ratings import season
from engine.admin.ratings.arguments import a_number, a_pool
from engine.admin.ratings.commands import shown as voided_shown
from engine.admin.ratings.rebuild import Tally
from engine.admin.ratings.rebuild_all import check_all, correct_all, pools_of
from engine.admin.ratings.void import void_window
from engine.admin.ratings.weekly import signals_since
from engine.store.errors import outage
from engine.store.ratings.seasons import Seasons


class Lines:
    """A report of rebuilds, each line of which is told."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def say(self, line: str) -> None:
        """Tell a line."""
        self._tell({"line": line})

    def end(self, tally: Tally | None = None) -> None:
        """Tell a tally."""
        if tally:
            self._tell({"pool": tally.shown()})


async def shown(seat: Seat, request: Request) -> Any:
    """Every pool with the numbers of entries and players, and the seasons."""
    ledgers, redis = seat.operator.ledgers, seat.operator.redis
    pools = []
    for pool in await ledgers.pools():
        with outage():
            on_board = await redis.zcard(keys.order(pool))
        pools.append({"pool": pool, "entries": await ledgers.last(pool), "onBoard": on_board})
    seasons = [season.shown(each) for each in await Seasons(redis).all()]
    return {"pools": pools, "seasons": seasons}


async def begin_season(seat: Seat, request: Request, body: Members, reason: str) -> Any:
    number = member(body, "number", a_number)
    return season.shown(await season.begin(seat.operator, number, reason))


def signals(request: Request, query: Members) -> Work:
    """Tell what the last week says of possible collusion."""
    pool = optional(query, "pool", a_pool, "")

    async def work(seat: Seat, tell: Tell) -> Any:
        count = 0
        async for signal in signals_since(seat.operator, pool):
            tell(signal.shown())
            count += 1
        return {"count": count}

    return work


def checked(request: Request, query: Members) -> Work:
    """Recompute, and change nothing."""
    pool = optional(query, "pool", a_pool, "")

    async def work(seat: Seat, tell: Tell) -> Any:
        pools = await pools_of(seat.operator, pool)
        return {"left": await check_all(seat.operator, pools, Lines(tell), whole=not pool)}

    return work


def rebuilt(request: Request, body: Members) -> Work:
    """Recompute, and correct what differs."""
    pool, reason = optional(body, "pool", a_pool, ""), reason_in(body)

    async def work(seat: Seat, tell: Tell) -> Any:
        pools, report = await pools_of(seat.operator, pool), Lines(tell)
        left = await correct_all(seat.operator, pools, report, whole=not pool, reason=reason)
        return {"left": left}

    return work


def window_checked(request: Request, query: Members) -> Work:
    """Tell which matches a window would take out."""
    return _window(query, "only looked at", True)


def window_voided(request: Request, body: Members) -> Work:
    """Take out the matches of a window that ended by time."""
    return _window(body, reason_in(body), False)


def _window(given: Members, reason: str, check: bool) -> Work:
    pool = optional(given, "pool", a_pool, "")
    since, until = member(given, "since", moment), member(given, "until", moment)
    if since >= until:
        raise Refused("malformed", "since must be before until.")

    async def work(seat: Seat, tell: Tell) -> Any:
        pools = await pools_of(seat.operator, pool)
        window = (since, until, reason)
        return voided_shown(await void_window(seat.operator, pools, *window, check=check))

    return work


ENDPOINTS = (
    read("/ratings", shown),
    slow_read("/signals", signals),
    slow_read("/ratings/rebuild", checked),
    slow_act(Kind.RATINGS_REBUILD, "/ratings/rebuild", rebuilt),
    slow_read("/ratings/void", window_checked),
    slow_act(Kind.RATINGS_VOID, "/ratings/void", window_voided),
    act(Kind.SEASON_BEGIN, "/seasons", begin_season),
)
