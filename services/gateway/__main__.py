"""Run the gateway: `python -m gateway`. SIGTERM and SIGINT drain it."""

import asyncio
import contextlib
import logging
import math
import signal
import socket
import time
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import cast

import uvicorn
from fastapi import FastAPI
from telemetry import metrics, startup, tracing
from telemetry.listening import listener

from gateway.app import create_app, front_of
from gateway.config import Settings
from gateway.http.server.connection_limit import Connections, raise_descriptor_limit
from gateway.http.server.exchange import CLOSE
from gateway.http.server.reading_gate import ReadingCredit
from gateway.http.server.uvicorn_http import HttpProtocol
from gateway.http.server.uvicorn_websocket import PING_S, WebSocketProtocol

KEEP_ALIVE_S = 75
"""How long a connection may be idle: longer than load balancers reuse it, and than most turns."""
DATE_S = 1.0
POLL_S = 0.02
RECEIVED_BYTES = 32 * 1024
"""What the system keeps of a connection (it takes twice as much), and so what is read at once."""
UNANSWERED_MS = 25_000
"""How long a connection may answer nothing that is sent to it, a ping of a stream at the least:
a line that was cut ends none, and its player would be here for a quarter of an hour."""

log = logging.getLogger("gateway")


class Server(uvicorn.Server):
    """Uvicorn without its signal handlers, so that waiting callers are answered first."""

    def __init__(self, config: uvicorn.Config, linger_s: float) -> None:
        super().__init__(config)
        self._linger_s = linger_s
        self._stopped = asyncio.Event()

    def stop(self) -> None:
        """Let what is under way finish, and take no new connections."""
        self.should_exit = True
        self._stopped.set()

    async def main_loop(self) -> None:
        """Renew the header Date until `stop`. Uvicorn's own looks ten times a second for that."""
        while not await self.on_tick(0):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(DATE_S):
                    await self._stopped.wait()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            for listening in (each for server in self.servers for each in server.sockets):
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED_BYTES)
                if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; those it accepts have it as well
                    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNANSWERED_MS)
            host = self.config.host
            log.info("serving on %s:%s", f"[{host}]" if ":" in host else host, self.config.port)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("stopping")
        await self._linger()
        await super().shutdown(sockets)

    async def _linger(self) -> None:
        """Go on answering for a moment, and close each connection with its next answer.

        An idle connection that is closed at once may have a request on its way, which is lost.
        """
        state, end = self.server_state, time.monotonic() + self._linger_s
        # Each answer tells its client to open the next connection to another gateway.
        state.default_headers = [*state.default_headers, CLOSE]
        for connection in state.connections:
            if isinstance(connection, HttpProtocol):
                connection.part()
        while state.connections and time.monotonic() < end:  # noqa: ASYNC110 - uvicorn has no event
            await asyncio.sleep(POLL_S)


def build_server(app: FastAPI, settings: Settings) -> Server:
    """A server that logs no requests, and gives those in flight time to finish."""
    is_proxy = lru_cache(10_000)(settings.is_trusted_proxy)
    connections = Connections(
        settings.max_connections,
        settings.max_connections_per_address if settings.rate_limits else 0,
        app.state.observer.metrics,
        is_proxy,
    )
    credit = ReadingCredit(is_proxy) if settings.rate_limits else None
    return Server(
        uvicorn.Config(
            front_of(app, settings),
            host=settings.host,
            port=settings.port,
            http=cast(
                "type[HttpProtocol]",
                partial(
                    HttpProtocol,
                    connections=connections,
                    slots=app.state.slots,
                    credit=credit,
                    root=settings.root_path,
                ),
            ),
            ws=WebSocketProtocol,
            ws_ping_interval=PING_S,
            ws_ping_timeout=PING_S,
            ws_per_message_deflate=False,
            log_config=None,
            log_level="error",  # any client can cause warnings, by sending what is not HTTP
            access_log=False,
            server_header=False,
            proxy_headers=False,  # see ForwardedAddress
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=math.ceil(settings.drain_s),  # whole seconds
        ),
        settings.linger_s,
    )


def stop(server: Server, app: FastAPI) -> None:
    """Answer the callers that wait for a change, end the streams, let the rest finish."""
    server.stop()
    app.state.observer.metrics.draining.set(1)
    if deps := getattr(app.state, "dependencies", None):  # there are none until it has started
        deps.subscriber.release()
        deps.event_streams.release()


async def serve(settings: Settings) -> None:
    """Serve until a signal comes, then drain."""
    raise_descriptor_limit()
    traces = tracing.start("gateway")
    app = create_app(settings, traces=traces)
    stop_metrics = metrics.serve(settings.metrics_address, app.state.observer.metrics.registry)
    server, listening = build_server(app, settings), listener(settings.host, settings.port)
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop, server, app)
    await server.serve(sockets=[listening])
    await asyncio.to_thread(stop_metrics)
    if traces:
        await asyncio.to_thread(traces.stop)


def main() -> None:
    startup.run("gateway", Settings, serve)


if __name__ == "__main__":
    main()
