"""Run the gateway: `python -m gateway`. SIGTERM and SIGINT drain it."""

import asyncio
import contextlib
import gc
import logging
import math
import signal
import socket
import time
from collections.abc import Iterator

import uvicorn
import uvloop
from fastapi import FastAPI
from telemetry import logs, metrics, tracing

from gateway.app import create_app, front_of
from gateway.config import Settings
from gateway.transport.uvicorn_http import HttpProtocol
from gateway.transport.uvicorn_websocket import PING_S, WebSocketProtocol

KEEP_ALIVE_S = 75
"""How long a connection may be idle: longer than a load balancer keeps it, or than a turn takes."""

CLOSE = (b"connection", b"close")
LOOK_S = 0.02

log = logging.getLogger("gateway")

GARBAGE = 20_000
"""New objects until the collector looks at them."""


class Server(uvicorn.Server):
    """Uvicorn, with its signals taken by us: those who wait are answered first."""

    def __init__(self, config: uvicorn.Config, linger_s: float) -> None:
        super().__init__(config)
        self._linger_s = linger_s

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            log.info("serving on %s:%s", self.config.host, self.config.port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping")
        await self._linger()
        await super().shutdown(sockets)

    async def _linger(self) -> None:
        """Go on answering for a moment, and close each connection with an answer.

        Who closes a connection that seems idle may cut a request that is on its way.
        """
        state, end = self.server_state, time.monotonic() + self._linger_s
        state.default_headers = [*state.default_headers, CLOSE]
        for connection in state.connections:
            if isinstance(connection, HttpProtocol):
                connection.part()
        while state.connections and time.monotonic() < end:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(LOOK_S)


def build_server(app: FastAPI, settings: Settings) -> Server:
    """A server that logs nothing of a request, and gives those in flight time to finish."""
    return Server(
        uvicorn.Config(
            front_of(app, settings),
            host=settings.host,
            port=settings.port,
            http=HttpProtocol,
            ws=WebSocketProtocol,
            ws_ping_interval=PING_S,
            ws_ping_timeout=PING_S,
            ws_per_message_deflate=False,
            log_config=None,
            log_level="error",  # a warning is what anybody can cause who sends what is not HTTP
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.trusted_proxies),
            forwarded_allow_ips=settings.trusted_proxies,
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=math.ceil(settings.drain_s),  # whole seconds
        ),
        settings.linger_s,
    )


def stop(server: Server, app: FastAPI) -> None:
    """Answer those who wait for a change, end the streams, and let uvicorn finish the rest."""
    server.should_exit = True
    app.state.observer.metrics.draining.set(1)
    if deps := getattr(app.state, "dependencies", None):  # there are none before it has started
        deps.subscriber.release()
        deps.event_streams.release()


async def serve(settings: Settings) -> None:
    traces = tracing.start("gateway")
    app = create_app(settings, traces=traces)
    stop_metrics = metrics.serve(settings.metrics_address, app.state.observer.metrics.registry)
    server = build_server(app, settings)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop, server, app)
    await server.serve()
    await asyncio.to_thread(stop_metrics)
    if traces:
        await asyncio.to_thread(traces.stop)


def seldom_collect_garbage() -> None:
    """What there is now stays; of what comes, most goes without the collector.

    Python's own thresholds took a twelfth of an engine's time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 20, 20)


def main() -> None:
    settings = Settings()
    logs.set_up("gateway", settings.log_level, settings.log_format)
    seldom_collect_garbage()
    uvloop.run(serve(settings))


if __name__ == "__main__":
    main()
