"""Run the engine: `python -m engine`. SIGTERM and SIGINT drain it."""

import asyncio
import gc
import logging
import signal

import uvloop
from redis.asyncio import Redis
from telemetry import logs, metrics, tracing

from engine.config import Settings
from engine.observability.match_count import MatchCount
from engine.observability.metrics import Metrics
from engine.observability.rpc import RpcObserver
from engine.observability.store import MetricsObserver
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.service.scheduler import Scheduler
from engine.store.connection import connect_by, durability_by
from engine.store.matches import MatchStore
from engine.store.types import Ttl

GARBAGE = 20_000
"""New objects until the collector looks at them."""


def open_store(settings: Settings, seen: Metrics) -> tuple[Redis, MatchStore]:
    """The matches, and the client that is to be closed in the end. ValueError for a wrong URL."""
    timeout_s = settings.redis_timeout_s
    redis = connect_by(settings, timeout_s)
    ttl = Ttl.of(settings.finished_ttl, settings.abandoned_ttl, settings.ticket_ttl)
    durability = durability_by(settings, timeout_s)
    observer = MetricsObserver(seen)
    return redis, MatchStore(redis, ttl, settings.cached_matches, durability, observer)


async def serve(settings: Settings) -> None:
    """Serve until told to stop, then drain."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    seen, traces = Metrics(), tracing.start("engine")
    redis, store = open_store(settings, seen)
    seen.registry.register(MatchCount(store.count_listed, asyncio.get_running_loop()))
    matches = Matches(store)
    server = Server(matches, settings.reflection, RpcObserver(seen, traces, store.cache.game_of))
    ticker = Scheduler(matches, seen)
    stop_metrics = metrics.serve(settings.metrics_address, seen.registry)
    await server.start(settings.address, settings.tls)
    if settings.health_address:
        await server.start_probes(settings.health_address)
    logging.getLogger("engine").info("serving on %s", settings.address)
    ticking = asyncio.create_task(ticker.run())
    await stop.wait()
    logging.getLogger("engine").info("stopping")
    ticker.stop()
    await server.drain(settings.drain_s)
    await ticking
    await asyncio.to_thread(stop_metrics)
    if traces:
        await asyncio.to_thread(traces.stop)
    await redis.aclose()


def seldom_collect_garbage() -> None:
    """What there is now stays; of what comes, most goes without the collector.

    Python's own thresholds took a twelfth of an engine's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 20, 20)


def main() -> None:
    settings = Settings()
    logs.set_up("engine", settings.log_level, settings.log_format)
    seldom_collect_garbage()
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
