"""Tournaments: whether their directors, table makers and archive keep up, and logs are whole."""

import json
from collections.abc import Sequence
from typing import Any

from redis.asyncio import Redis
from redislink import tournaments

from engine.admin.doctor.finding import Finding
from engine.domain.registry import GAMES
from engine.store.errors import outage

BEHIND_S = 60.0
"""Half of the time after which the alerts tell, or more."""
ARCHIVE_S = 3600.0
SAMPLE = 200
"""The tournaments that are looked at: those that Redis names first."""


async def of_tournaments(redis: Redis, now: float) -> list[Finding]:
    """All findings about tournaments. Raise StoreUnavailable."""
    with outage():
        directed = await _first(redis, [tournaments.DUE])
        tables = await _first(redis, [tournaments.tables(game) for game in GAMES])
        archived = await _first(redis, [tournaments.OVER])
        names = await _some(redis)
        damaged = [each for each in names if not await _is_whole(redis, each)]
    return [
        of_queue("its director", "CroupierTournamentsBehind", directed, now, BEHIND_S),
        of_queue("its matches", "CroupierTablesNotMade", tables, now, BEHIND_S),
        of_queue("the archive", "CroupierTournamentsNotArchived", archived, now, ARCHIVE_S),
        of_logs(damaged, len(names)),
    ]


def of_queue(what: str, alert: str, first: float | None, now: float, most_s: float) -> Finding:
    """Whether a tournament waits for this; `first` is when the first was due, None without any."""
    if first is None or now - first < most_s:
        return Finding("ok", f"no tournament waits for {what} for long")
    text = f"a tournament has waited for {now - first:.0f} s for {what}"
    return Finding("wrong", f"{text}; the runbook has {alert}")


def of_logs(damaged: Sequence[str], count: int) -> Finding:
    """Whether the last entries of logs are those that the tournaments say they have."""
    if damaged:
        text = f"the log of the tournament {damaged[0]}, or of more of {count}, lacks its end"
        return Finding("wrong", f"{text}: `croupierctl tournament verify {damaged[0]}` says more")
    return Finding("ok", f"the logs of {count} tournaments end as they should")


async def _first(redis: Any, queues: Sequence[str]) -> float | None:
    """When the first of these queues was due, in seconds since the epoch."""
    scores = list[float]()
    for each in queues:
        scores += [at for _, at in await redis.zrange(each, 0, 0, withscores=True)]
    return min(scores) / 1000 if scores else None


async def _some(redis: Redis) -> list[str]:
    found = list[str]()
    async for name in redis.scan_iter(match=tournaments.tournament("*"), count=1000):
        found.append(tournaments.id_in(name))
        if len(found) == SAMPLE:
            break
    return found


async def _is_whole(redis: Any, tournament_id: str) -> bool:
    """Whether the last entry is that of the version. The log of an archived one may be away."""
    key, log = tournaments.tournament(tournament_id), tournaments.log(tournament_id)
    # The log first: an entry that comes meanwhile is found by the second look.
    for _ in range(2):
        last = await redis.xrevrange(log, "+", "-", count=1)
        version, archived = await redis.hmget(key, [tournaments.VERSION, tournaments.ARCHIVED])
        if not last:
            return archived is not None or version is None
        entry = json.loads(last[0][1][tournaments.LINE.encode()])
        if int(version or 0) == entry["version"]:
            return True
    return False
