"""Run the engine: `python -m engine`. SIGTERM and SIGINT drain it."""

import asyncio
import logging
import signal
from contextlib import aclosing
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from croupier_game.time_limit import WATCH
from redis.asyncio import Redis
from telemetry import metrics, startup, tracing
from tls.handshake import expiry

from engine.config import Settings
from engine.domain import quiet
from engine.domain.registry import INSTALLED
from engine.domain.steady_clock import SteadyClock
from engine.observability.metrics import Metrics
from engine.observability.outage_log import Outage
from engine.observability.rpc import RpcObserver
from engine.observability.servers import ServerMetrics
from engine.observability.store import MetricsObserver
from engine.observability.store_count import ENGINES, MATCHES, StoreCount
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.service.workers.archiver import Archiver
from engine.service.workers.director import Director
from engine.service.workers.heartbeat import Heartbeat
from engine.service.workers.ledger_keeper import LedgerKeeper
from engine.service.workers.scheduler import Scheduler
from engine.service.workers.store_watch import StoreWatch
from engine.service.workers.table_maker import TableMaker
from engine.service.workers.tally import Tally
from engine.service.workers.tournament_archiver import TournamentArchiver
from engine.store.archive.archive_queue import ArchiveQueue
from engine.store.archive.archived_ledgers import ArchivedLedgers
from engine.store.archive.tournament_queue import TournamentQueue
from engine.store.deals import DealBoards
from engine.store.matches import MatchStore
from engine.store.ratings.keeping import Keeper
from engine.store.ratings.pools import Pools
from engine.store.ratings.rater import Rater
from engine.store.statistics.counters import Counters
from engine.store.tally.tally_queue import TallyQueue
from engine.store.tournaments.match_ends import MatchEnds

if TYPE_CHECKING:
    from engine.store.archive.postgres import Archive

Worker: TypeAlias = (
    Scheduler
    | StoreWatch
    | Archiver
    | Heartbeat
    | Tally
    | LedgerKeeper
    | Director
    | TournamentArchiver
    | TableMaker
)

log = logging.getLogger("engine")


async def serve(settings: Settings, clock: SteadyClock | None = None) -> None:
    """Serve until a signal comes, then drain. The clock may be a test's own."""
    stop, clock = _stop_event(), clock or SteadyClock()
    quiet.begin()
    for refusal in INSTALLED.refused:
        log.error("%s", refusal)
    engine_metrics, traces = Metrics(settings.group), tracing.start("engine")
    outage = Outage(engine_metrics.refusals)
    async with aclosing(settings.connect_redis()) as redis:
        archive = settings.open_archive()
        store = _open_store(settings, redis, engine_metrics, outage, archive)
        matches = Matches(store, clock.now, max_versions=settings.max_versions)
        observer = RpcObserver(engine_metrics, traces, store.cache.game_of)
        server = Server(matches, settings.reflection, observer, settings.calls)
        if settings.rules_timeout_s:
            WATCH.start(settings.rules_timeout_s)
        watch = StoreWatch(redis, clock, engine_metrics, outage, server.report)
        heartbeat = Heartbeat(store.engines)
        workers: list[Worker] = [Scheduler(matches, engine_metrics), watch, heartbeat]
        workers.append(TableMaker(redis, matches, engine_metrics))
        if archive:
            queue = ArchiveQueue(redis, archive, settings.archived_ttl, store.observer)
            workers.append(Archiver(queue, engine_metrics, clock.now))
        # Those of a group, which play others' games, have no right to ratings: one of these has.
        if not settings.group:
            archived = ArchivedLedgers(archive) if archive else None
            workers.append(_tally(settings, redis, store, archived, engine_metrics, clock))
            workers.append(Director(redis, matches, engine_metrics))
            keeper = Keeper(redis, archived)
            workers.append(LedgerKeeper(redis, keeper, engine_metrics, clock.now))
            kept = settings.archived_ttl if archive else settings.finished_ttl
            over = TournamentQueue(redis, archive, kept, store.observer)
            workers.append(TournamentArchiver(over, archive, engine_metrics, clock.now))
        engine_metrics.registry.register(ServerMetrics(lambda: watch.servers))
        ends = partial(expiry, settings.tls, "server")
        metrics.report_expiry(engine_metrics.registry, "engine", ends)
        # Metrics before the port: what starts slowly can be watched.
        stop_metrics = metrics.serve(settings.metrics_address, engine_metrics.registry)
        await watch.look()
        await heartbeat.beat()  # before it serves: others must know what it lacks
        await server.start(settings.address, settings.tls, watch.health)
        if settings.health_address:
            await server.start_probes(settings.health_address)
        log.info("serving on %s", settings.address)
        work = asyncio.gather(*(each.run() for each in workers))
        await stop.wait()
        log.info("stopping")
        for each in workers:
            each.stop()
        # First no new work, then the calls in flight, and Redis last: both of them need it.
        await server.drain(settings.drain_s)
        await work
        WATCH.stop()  # a signal of its timer would end the process before its time
        await heartbeat.leave()
        if archive:
            archive.close()
        await asyncio.to_thread(stop_metrics)
        if traces:
            await asyncio.to_thread(traces.stop)


def _stop_event() -> asyncio.Event:
    """An event that SIGTERM and SIGINT set."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


def _open_store(
    settings: Settings,
    redis: Redis,
    engine_metrics: Metrics,
    outage: Outage,
    archive: "Archive | None",
) -> MatchStore:
    store = MatchStore(
        redis,
        settings.ttl,
        settings.cached_matches,
        settings.durability(settings.redis_timeout_s),
        MetricsObserver(engine_metrics, outage),
        archive,
        settings.group,
    )
    loop = asyncio.get_running_loop()
    for what, count in ((MATCHES, store.lists.count), (ENGINES, store.engines.count)):
        engine_metrics.registry.register(StoreCount(what, count, loop))
    return store


def _tally(
    settings: Settings,
    redis: Redis,
    store: MatchStore,
    archived: ArchivedLedgers | None,
    metrics: Metrics,
    clock: SteadyClock,
) -> Tally:
    durability = settings.durability(settings.redis_timeout_s)
    rater = Rater(Pools(redis, durability), archived)
    own = (Counters, DealBoards, MatchEnds)
    counts = [each(redis, durability) for each in own]
    return Tally(TallyQueue(redis, store.archiving), rater, counts, metrics, clock.now)


def main() -> None:
    startup.run("engine", Settings, serve)


if __name__ == "__main__":
    main()
