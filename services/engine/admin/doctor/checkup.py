"""`croupierctl doctor`: what is wrong with an installation, and what to do about it.

It only reads, but for a write that changes nothing, as engines try it every second.
"""

import time
from collections.abc import Iterator
from contextlib import aclosing
from datetime import UTC, datetime, timedelta
from typing import Any

from redis.asyncio import Redis
from redislink.refusals import TEXTS

from engine.admin.doctor.certificates import of_engine, of_redis
from engine.admin.doctor.cluster import of_cluster
from engine.admin.doctor.engine_games import of_games
from engine.admin.doctor.finding import Finding, Level
from engine.admin.doctor.gateway_notes import of_boards, of_passkeys, of_proxies
from engine.admin.doctor.match_samples import of_sample
from engine.admin.doctor.rating_ledgers import of_ratings
from engine.admin.doctor.tournament_findings import of_tournaments
from engine.admin.operator import TIMEOUT_S
from engine.config import Settings
from engine.domain.errors import StoreUnavailable
from engine.domain.steady_clock import MOST_S
from engine.store.archive.archived_matches import DUE
from engine.store.errors import outage
from engine.store.indexes import due_matches
from engine.store.installation import Mark, read_mark
from engine.store.maintenance import Maintenance
from engine.store.server_status import ServerStatus, read_status, read_time, try_to_write

FILLING, FULL = 0.7, 0.85
"""As the alerts have them."""
OLDEST = (6, 2)
WITH_WAITAOF = (7, 2)
PROMISED = timedelta(days=1)
"""How long the API promises that an ended match can be read."""
OVERDUE_S = 30.0
NEW_S = 86_400.0
"""For so long, an installation may be one that came to be when Redis lost its data."""
IF_NOT_NEW = "if it is not new, its data are lost: the runbook has CroupierStoreReplaced"


async def examine(settings: Settings, timeout_s: float = TIMEOUT_S) -> list[Finding]:
    """All findings; if Redis does not answer, that and what a Cluster says of its nodes.

    Raise StoreUnavailable if it ceases to answer.
    """
    # Not entered itself: the client of a Cluster would connect, and raise what only redis-py knows.
    async with aclosing(settings.connect_redis(timeout_s)) as redis:
        try:
            servers = await read_status(redis)
        except StoreUnavailable as failure:
            reason = TEXTS.get(failure.kind) or str(failure).removesuffix(".")
            away = Finding("wrong", f"Redis: {reason}; the runbook has CroupierStoreAway")
            return [away, *await of_cluster(redis)]
        return [
            *(each for server in servers for each in of_server(server, settings)),
            *await of_cluster(redis),
            *of_engine(settings.tls, time.time()),
            *await of_redis(redis, time.time()),
            of_clock(time.time(), await read_time(redis), time.time()),
            of_installation(await read_mark(redis), await read_time(redis)),
            await _of_writes(redis),
            of_deadlines(await _first_deadline(redis), time.time()),
            of_ttl(settings),
            *await of_sample(redis),
            *await of_ratings(redis, settings, time.time()),
            *await of_tournaments(redis, time.time()),
            await _of_maintenance(redis),
            *await of_games(redis),
            *await of_proxies(redis),
            *await of_boards(redis),
            *await of_passkeys(redis),
            *await _of_archive(redis, settings),
        ]


def of_server(server: ServerStatus, settings: Settings) -> Iterator[Finding]:
    """The findings of one server of Redis."""
    yield from (Finding("wrong", fault) for fault in server.faults)
    yield of_version(server, settings)
    yield of_memory(server)
    yield of_disk(server)
    wanted = settings.redis_wait_replicas
    text = f"Redis has {server.replicas} replicas, and ENGINE_REDIS_WAIT_REPLICAS is {wanted}"
    if server.replicas < wanted:
        text = f"{text}: no change is answered; bring the replicas back"
        yield Finding("wrong", text)
    else:
        yield Finding("ok", text)


def of_version(server: ServerStatus, settings: Settings) -> Finding:
    """Whether Redis is new enough for what the settings ask of it."""
    needed = WITH_WAITAOF if settings.redis_wait_local else OLDEST
    if not server.called:
        return Finding("ok", "Redis does not tell its version")
    if server.version < needed:
        least = ".".join(map(str, needed))
        return Finding("wrong", f"{server.called} is too old: {least} is needed; replace it")
    return Finding("ok", f"{server.called} is new enough")


def of_memory(server: ServerStatus) -> Finding:
    """The finding about the memory of Redis: the share that is used."""
    if not server.max_bytes:
        bound = "set maxmemory to half of the memory that it may take"
        return Finding("note", f"Redis has no bound of its memory, and may be killed; {bound}")
    text = f"{server.fullness:.0%} of Redis's memory is used"
    if server.fullness > FILLING:
        level: Level = "wrong" if server.fullness > FULL else "note"
        return Finding(level, f"{text}; raise maxmemory, or shorten ENGINE_FINISHED_TTL")
    return Finding("ok", text)


def of_disk(server: ServerStatus) -> Finding:
    """Whether what was written last has reached the disk."""
    failed = {
        "a write to the append-only file": server.append_ok,
        "a rewrite of that file": server.rewrite_ok,
        "a snapshot": server.snapshot_ok,
    }
    if bad := [what for what, ok in failed.items() if not ok]:
        text = f"{' and '.join(bad)} failed; see Redis's log, and free its disk or its memory"
        return Finding("wrong", text)
    return Finding("ok", "Redis could write to its disk")


def of_clock(before: float, told: float, after: float) -> Finding:
    """Redis's time against that of this machine, in seconds, before and after it was asked."""
    apart = told - (before + after) / 2
    if abs(apart) - (after - before) / 2 > MOST_S:
        text = f"Redis's clock is {apart:+.1f} s from this machine's; correct the one that is off"
        return Finding("wrong", text)
    return Finding("ok", "Redis's clock and this machine's agree")


def of_installation(mark: Mark | None, now: float) -> Finding:
    """Since when Redis has what it has; a Redis that came back empty is otherwise well."""
    if mark is None:
        text = "Redis has no record of an installation, which the first match makes"
        return Finding("note", f"{text}; {IF_NOT_NEW}")
    began = datetime.fromtimestamp(mark.since_ms // 1000, UTC).isoformat()
    age_s = now - mark.since_ms / 1000
    if age_s >= NEW_S:
        return Finding("ok", f"this installation began at {began}")
    ago = f"{age_s / 60:.0f} min" if age_s < 7200 else f"{age_s / 3600:.0f} h"
    return Finding("note", f"this installation began {ago} ago ({began}); {IF_NOT_NEW}")


def of_deadlines(first: float | None, now: float) -> Finding:
    """Whether engines apply what is due; `first` is the first deadline, None without any."""
    if first is None or now - first < OVERDUE_S:
        return Finding("ok", "no deadline is overdue")
    text = f"a deadline is {now - first:.0f} s overdue: no engine runs, or none can store"
    return Finding("wrong", f"{text}; look at the engines' logs")


def of_ttl(settings: Settings) -> Finding:
    """Whether ended matches are kept for as long as the API promises."""
    if settings.finished_ttl < PROMISED:
        return Finding("wrong", "ENGINE_FINISHED_TTL is below the day that the API promises")
    if settings.archive_url.get_secret_value() and settings.archived_ttl < PROMISED:
        return Finding("wrong", "ENGINE_ARCHIVED_TTL is below the day for which keys are promised")
    return Finding("ok", f"ended matches are kept for {settings.finished_ttl}")


async def _of_writes(redis: Redis) -> Finding:
    try:
        await try_to_write(redis)
    except StoreUnavailable as failure:
        text = f"Redis refuses to store ({failure.kind}); the runbook has CroupierStoreAway"
        return Finding("wrong", text)
    return Finding("ok", "Redis stores")


async def _first_deadline(redis: Redis) -> float | None:
    """Seconds since the epoch."""
    with outage():
        found: Any = await redis.zrange(due_matches.KEY, 0, 0, withscores=True)
    return float(found[0][1]) / 1000 if found else None


async def _of_archive(redis: Redis, settings: Settings) -> list[Finding]:
    """Whether the archive answers, and what waits for it; no findings without an archive."""
    archive = settings.open_archive(TIMEOUT_S)
    if archive is None:
        return []
    try:
        await archive.find([])
        found = Finding(
            "ok", f"the archive answers; {await _unarchived(redis)} matches wait for it"
        )
    except StoreUnavailable as refusal:
        reason = str(refusal).removesuffix(".")
        text = f"{reason}; the runbook has CroupierArchiveBehind"
        found = Finding("wrong", f"{text}; {await _unarchived(redis)} matches wait for it")
    finally:
        archive.close()
    return [found]


async def _unarchived(redis: Redis) -> int:
    with outage():
        return int(await redis.zcard(DUE))


async def _of_maintenance(redis: Redis) -> Finding:
    if notice := await Maintenance(redis).notice():
        text = f"maintenance is on since {notice.since}, by {notice.by}: nothing new begins"
        return Finding("note", f"{text}; end it with `croupierctl maintenance off`")
    return Finding("ok", "maintenance is off")
