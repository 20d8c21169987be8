"""Run the herald: `python -m herald`. SIGTERM and SIGINT end it, and what is on its way arrives."""

import asyncio
import logging
import signal
import time
from collections.abc import Callable
from contextlib import aclosing
from functools import partial

from telemetry import metrics, startup, tracing
from telemetry.metrics import report_expiry
from tls.handshake import expiry

from herald.config import Settings
from herald.metrics import Metrics
from herald.runner import Herald
from herald.traces import Traces

STUCK_S = 180.0
"""After how long without a look at all hooks a herald is not alive: it is restarted then."""

log = logging.getLogger("herald")


async def serve(settings: Settings) -> None:
    """Work until a signal comes."""
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    counted, spans = Metrics(), tracing.start("herald")
    report_expiry(counted.registry, "herald", partial(expiry, settings.tls, "client"))
    async with aclosing(settings.connect_redis()) as redis:
        herald = Herald(settings, redis, counted, traces=Traces(spans))
        probes = {"/healthz": _alive(herald)}
        stop_metrics = metrics.serve(settings.metrics_address, counted.registry, probes)
        herald.start()
        log.info("calling hooks")
        await stop.wait()
        log.info("stopping")
        await herald.stop()
        await asyncio.to_thread(stop_metrics)
        if spans:
            await asyncio.to_thread(spans.stop)


def _alive(herald: Herald) -> Callable[[], str]:
    """A probe, which says what is wrong: nothing while Redis or the engines are away."""
    began = time.monotonic()

    def probe() -> str:
        silent_s = time.monotonic() - max(began, herald.ticked_at)
        return "" if silent_s < STUCK_S else "the herald hangs"

    return probe


def main() -> None:
    startup.run("herald", Settings, serve)


if __name__ == "__main__":
    main()
