"""Run the engine: `python -m engine`. SIGTERM and SIGINT drain it."""

import asyncio
import logging
import signal
from contextlib import aclosing

from redis.asyncio import Redis
from telemetry import metrics, startup, tracing

from engine.config import Settings
from engine.observability.match_count import MatchCount
from engine.observability.metrics import Metrics
from engine.observability.rpc import RpcObserver
from engine.observability.store import MetricsObserver
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.service.scheduler import Scheduler
from engine.store.matches import MatchStore

log = logging.getLogger("engine")


async def serve(settings: Settings) -> None:
    """Serve until a signal comes, then drain."""
    stop = _stop_event()
    engine_metrics, traces = Metrics(), tracing.start("engine")
    async with aclosing(settings.connect_redis()) as redis:
        store = _open_store(settings, redis, engine_metrics)
        matches = Matches(store, max_versions=settings.max_versions)
        observer = RpcObserver(engine_metrics, traces, store.cache.game_of)
        server = Server(matches, settings.reflection, observer, settings.calls)
        scheduler = Scheduler(matches, engine_metrics)
        # Metrics before the port: what starts slowly can be watched.
        stop_metrics = metrics.serve(settings.metrics_address, engine_metrics.registry)
        await server.start(settings.address, settings.tls)
        if settings.health_address:
            await server.start_probes(settings.health_address)
        log.info("serving on %s", settings.address)
        scheduling = asyncio.create_task(scheduler.run())
        await stop.wait()
        log.info("stopping")
        scheduler.stop()
        # First no new work, then the calls in flight, and Redis last: both of them need it.
        await server.drain(settings.drain_s)
        await scheduling
        await asyncio.to_thread(stop_metrics)
        if traces:
            await asyncio.to_thread(traces.stop)


def _stop_event() -> asyncio.Event:
    """An event that SIGTERM and SIGINT set."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    return stop


def _open_store(settings: Settings, redis: Redis, engine_metrics: Metrics) -> MatchStore:
    store = MatchStore(
        redis,
        settings.ttl,
        settings.cached_matches,
        settings.durability(settings.redis_timeout_s),
        MetricsObserver(engine_metrics),
    )
    count = MatchCount(store.count_listed, asyncio.get_running_loop())
    engine_metrics.registry.register(count)
    return store


def main() -> None:
    startup.run("engine", Settings, serve)


if __name__ == "__main__":
    main()
