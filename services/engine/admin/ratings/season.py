"""`croupierctl ratings season`: which seasons there are, and beginning the next one."""

from croupier_match.clock import rfc3339_of
from croupier_match.refusals import Conflict

from engine.admin.acts import Kind
from engine.admin.operator import Operator
from engine.store.ratings.seasons import NOTICE_MS, Season, Seasons, newest_season

FIRST_LINE = "season 0 has always been"


async def begin(operator: Operator, number: int, reason: str) -> Season:
    """Begin the season, or return it as it was begun before. Raise Conflict for another one."""
    seasons = Seasons(operator.redis)
    known = await seasons.all()
    for season in known:
        if season.number == number:
            return season
    # After a restore there may be ledgers of a season that is not noted any more.
    newest = newest_season(await operator.ledgers.pools())
    most = max(known[-1].number, newest) + 1
    if not known[-1].number < number <= most:
        raise Conflict(f"The season is {known[-1].number}, so the next one is {most}.")
    start_ms = operator.matches.now_ms() + NOTICE_MS
    season = Season(number, start_ms, operator.time, operator.by, reason)
    async with operator.doing(Kind.SEASON_BEGIN, str(number), reason):
        await seasons.begin(season)
    return season


def line(season: Season) -> str:
    """A season as operators read it."""
    if not season.number:
        return FIRST_LINE
    start = rfc3339_of(season.start_ms)
    return f"season {season.number} from {start} on, by {season.by}: {season.reason}"


def shown(season: Season) -> dict[str, object]:
    """A season as JSON shows it."""
    return {
        "season": season.number,
        "start": rfc3339_of(season.start_ms) if season.number else None,
        "by": season.by,
        "reason": season.reason,
    }
