"""The whole path inside the test process: real HTTP, real gRPC, real Redis.

Unlike `tools.stack`, whose processes are the real ones, here a test can give the
engine a clock and a source of chance of its own.
"""

import asyncio
import os
import socket
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from weakref import WeakSet

import uvloop
from croupier_game.seeded import ChanceSource, seeded_chance
from engine.domain.steady_clock import utc_now
from engine.rpc.server import Server
from engine.service.matches import Matches
from engine.service.workers.director import Director
from engine.service.workers.scheduler import Scheduler
from engine.service.workers.table_maker import TableMaker
from engine.service.workers.tally import Statistics, Tally
from engine.store.archive.archived_matches import UNARCHIVED_MS
from engine.store.archive.postgres import Archive
from engine.store.deals import DealBoards
from engine.store.matches import MatchStore
from engine.store.ratings.pools import Pools
from engine.store.ratings.rater import Rater
from engine.store.statistics.counters import Counters
from engine.store.tally.tally_queue import TallyQueue
from engine.store.tournaments.match_ends import MatchEnds
from engine.store.types import Ttl
from fastapi import FastAPI
from gateway.__main__ import build_server, stop
from gateway.app import create_app
from gateway.config import Settings
from gateway.limits.limit_table import LIMITS, Table
from gateway.observability.metrics import Metrics
from redislink.client import connect

from tests.support import shipped_users
from tests.support.players import HOUSE_KEY_FILE
from tools.stack import OWN_GAMES

START_S = 120.0
ENDED: deque[asyncio.Runner] = deque()
KEPT = 4
"""So many loops stay open after their end. gRPC leaves what ends late in a loop to any other loop
of the process, say that of a test, which would fail for it if the first one were closed."""
SOON_S = 5.0
"""How long a task may go on after its stack, such as one whose caller was just cancelled."""
FAST = os.environ.get("SWITCHES", "on") != "off"
"""Whether what makes moves fast is switched on; `make test SWITCHES=off` is without all of it."""
CACHED_MATCHES = 1000 if FAST else 0
PATIENCE = {"redis_timeout_s": 60.0, "engine_timeout_s": 90.0, "queue_s": 60.0}
LOGIN = ("redis_username", "redis_password")
TTL = Ttl.of(finished=timedelta(days=7), abandoned=timedelta(days=30))


class Loop(uvloop.Loop):
    """A loop that knows what it has connected to: uvloop tells nobody what is still open."""

    def __init__(self) -> None:
        super().__init__()
        self._opened = WeakSet[asyncio.Transport]()

    async def create_connection(self, *args: Any, **options: Any) -> Any:
        return self._noted(await super().create_connection(*args, **options))

    async def create_unix_connection(self, *args: Any, **options: Any) -> Any:
        return self._noted(await super().create_unix_connection(*args, **options))

    def still_open(self) -> list[asyncio.Transport]:
        return [each for each in self._opened if not each.is_closing()]

    def _noted(self, made: Any) -> Any:
        self._opened.add(made[0])
        return made


class Live:
    """One or more engines and a gateway, served from a thread with a loop of its own."""

    def __init__(
        self,
        redis_url: str,
        now: Callable[[], datetime] = utc_now,
        chance: ChanceSource = seeded_chance,
        engines: int = 1,
        hurried: bool = False,
        limits: Table | None = None,
        trusted_proxies: str = "",
        ticking: bool = True,
        send_buffer: int | None = None,
        archive_url: str = "",
        **switches: Any,
    ) -> None:
        """`limits` are the rate limits; tests ask for much more than anybody may.

        `switches` are settings of the gateway that a test is about, such as batching.

        `hurried` gives up on Redis and the engine as soon as the real thing does.

        Otherwise a machine that is busy with other tests is not an outage. With a
        `now` of its own it must not be `ticking` in a Redis where others play by theirs.
        `send_buffer` is how many bytes the system may hold for who does not read them.
        """
        self._settings: dict[str, Any] = {
            "redis_url": redis_url,
            **dict(zip(LOGIN, shipped_users.login(redis_url, "gateway"), strict=True)),
            "house_key_file": str(HOUSE_KEY_FILE),
            "own_games": OWN_GAMES,
            "linger_s": 0,
            "drain_s": 60,
            "rate_limits": limits is not None,
            "trusted_proxies": trusted_proxies,
            "batching": FAST,
            "cached_tokens": 1000 if FAST else 0,
            **({} if hurried else PATIENCE),
            **switches,
        }
        self._redis_timeout_s = 0.8 if hurried else PATIENCE["redis_timeout_s"]
        self.redis_url = redis_url
        self._now = now
        self._chance = chance
        self._engines = engines
        self._ticking = ticking
        self._limits = limits or LIMITS
        self._send_buffer = send_buffer
        self._archive_url = archive_url
        self._ready = threading.Event()
        self._stop: Callable[[], object] = lambda: None
        self._thread = threading.Thread(target=self._run)
        self._left: Sequence[object] = ()
        self.url = self.engines = ""
        self.app: FastAPI | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.metrics: Metrics | None = None

    def __enter__(self) -> "Live":
        self._thread.start()
        assert self._ready.wait(START_S)
        assert self.url, "the stack did not start; its thread has printed why"
        return self

    def __exit__(self, *error: object) -> None:
        self._stop()
        self._thread.join()
        assert not self._left, f"what has outlived its stack: {self._left}"

    def _run(self) -> None:
        runner = asyncio.Runner(loop_factory=Loop)
        runner.run(self._serve())
        self._left = runner.run(_what_is_left())
        ENDED.append(runner)
        if len(ENDED) > KEPT:
            ENDED.popleft().close()

    async def _serve(self) -> None:
        try:
            await self._serve_engines()
        finally:
            self._ready.set()

    async def _serve_engines(self) -> None:
        login = shipped_users.login(self.redis_url, "engine")
        redis = connect(self.redis_url, self._redis_timeout_s, *login)
        archive = (
            Archive(self._archive_url, timeout_s=self._redis_timeout_s)
            if self._archive_url
            else None
        )
        ttl = replace(TTL, unarchived=UNARCHIVED_MS) if archive else TTL
        store = MatchStore(redis, ttl, CACHED_MATCHES, archive=archive)
        matches = Matches(store, now=self._now, chance=self._chance)
        servers = [Server(matches) for _ in range(self._engines)]
        ports = [await server.start("127.0.0.1:0") for server in servers]
        tickers: list[Scheduler | Tally | Director | TableMaker] = []
        if self._ticking:
            tallies, rater = TallyQueue(redis, store.archiving), Rater(Pools(redis))
            counted: Sequence[Statistics] = (
                Counters(redis),
                MatchEnds(redis),
                DealBoards(redis),
            )
            tickers += [Scheduler(matches) for _ in servers]
            tickers.append(Tally(tallies, rater, counted, now=self._now))
            tickers += [Director(redis, matches), TableMaker(redis, matches)]
        async with asyncio.TaskGroup() as group:
            for ticker in tickers:
                group.create_task(ticker.run())
            await self._serve_gateway(ports)
            for ticker in tickers:
                ticker.stop()
        for server in servers:
            await server.drain(0)
        if archive:
            archive.close()
        await redis.aclose()

    async def _serve_gateway(self, engine_ports: list[int]) -> None:
        # asyncio turns Nagle's delay off only for sockets that name their protocol.
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if self._send_buffer:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self._send_buffer)
        listener.bind(("127.0.0.1", 0))
        listener.listen(256)
        target = "ipv4:" + ",".join(f"127.0.0.1:{port}" for port in engine_ports)
        self.engines = target
        settings = Settings(engines=target, **self._settings)
        app = create_app(settings, self._limits)
        self.app = app
        self.metrics = app.state.observer.metrics
        server = build_server(app, settings)
        self.loop = loop = asyncio.get_running_loop()
        self._stop = partial(loop.call_soon_threadsafe, stop, server, app)
        self.url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        # The listening socket takes requests from now on; uvicorn answers once it runs.
        self._ready.set()
        await server.serve(sockets=[listener])


async def _what_is_left() -> Sequence[object]:
    """Return the tasks and connections that the loop still has, after it has closed the latter.

    uvloop cannot close a loop with an open connection while a warning of it is an error.
    """
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Loop)
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    if tasks:
        _, tasks = await asyncio.wait(tasks, timeout=SOON_S)
    connections = loop.still_open()
    for each in connections:
        each.abort()
    return [*tasks, *connections]
