"""What pages of a large leaderboard take, over HTTP: `make bench-boards`.

A board of 1,000,000 players is stored as the tally stores it, in a Redis of its own; then one
caller asks a gateway of its own for pages, one after another. A table has the latencies and the
processor time of each kind of page, and whether it meets its goal; so has the memory that a player
takes. The exit code is 1 if a goal is missed. The latencies need a machine that has little else to
do; the processor time hardly depends on that.

PLAYERS=N in the environment has another number of players, ASKED=N another one of pages.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import uvloop
from croupier_rating import moments
from redis import Redis
from redislink import ratings, relations

from bench import machine
from bench.clients import Client, run
from bench.http import connect
from bench.meter import Measured, Meter, WrongAnswer
from bench.report import aligned
from bench.stacks import SETTINGS
from tests.support.boards import Board, a_pool, an_id, numbers
from tests.support.raw_http import get, post
from tools.stack import ROOT, Stack

FOLDER = ROOT / "var"
SEED = 20261129
LATEST_MS, MOST_BYTES = 20.0, 300.0
"""The goals: the p99 of a page, and what a player of a pool takes of Redis."""
MEAN, SPREAD, MOST = 1500, 250, 3000
"""Of the points of all players."""
AT_ONCE = 5_000
"""Players who are stored at once."""
PLACES = 500
"""Places of the board at which pages are asked for, by lot."""
LONGEST_S = 600.0
REWRITE_S = 0.1


@dataclass(frozen=True)
class Plan:
    """How many players the board has, and how many pages of a kind are asked for."""

    players: int = 1_000_000
    asked: int = 2_000
    friends: int = relations.MAX_FRIENDS


@dataclass(frozen=True)
class Results:
    """What was measured of each kind of page, the bytes of a player, and what it was run on."""

    pages: Mapping[str, Measured]
    bytes: float
    about: Mapping[str, str]


class Pages:
    """Asks for the next of some pages, as often as that was planned, and looks at each answer."""

    expected = 200

    def __init__(self, requests: Sequence[bytes], asked: int) -> None:
        self._requests, self._left = requests, asked

    def ask(self) -> bytes | None:
        if not self._left:
            return None
        self._left -= 1
        return self._requests[self._left % len(self._requests)]

    def hear(self, body: bytes) -> int:
        """Return that one page was answered. Raise ValueError if nobody is on it."""
        if b'"rank":' not in body:
            raise ValueError("There is nobody on a page.")
        return 1

    def leave(self) -> None:
        """Nothing is kept of it."""


def run_plan(plan: Plan, folder: Path) -> Results:
    """Measure on a stack of its own. Raise WrongAnswer at the first wrong answer."""
    settings: dict[str, Any] = {**SETTINGS, "GATEWAY_RATE_LIMITS": "off"}
    load = machine.load()
    with Stack(folder, **settings) as stack, Redis.from_url(stack.redis_url) as redis:
        board = filled(redis, plan.players)
        about = machine.about(stack.redis_url, folder) | {"load": load}
        took = weight(redis, board.pool) / plan.players
        _await_rewrite(redis)
        return Results(uvloop.run(_measured(stack, redis, board, plan)), took, about)


def filled(redis: Redis, players: int) -> Board:
    """Return a board of so many players, with all that the tally stores of a player."""
    dice = Random(SEED)
    board = Board(redis, a_pool(dice), day=moments.day_of(int(time.time() * 1000)))
    lapse = numbers(MEAN, day=board.day).lapse  # all are as sure, so it is that of all
    assert lapse
    for first in range(0, players, AT_ONCE):
        some = range(first, min(first + AT_ONCE, players))
        points = {an_id(dice): min(max(0, round(dice.gauss(MEAN, SPREAD))), MOST) for _ in some}
        board.put(points)
        redis.zadd(ratings.lapse(board.pool), dict.fromkeys(points, lapse))
    return board


def weight(redis: Redis, pool: str) -> int:
    """Return the bytes of all that there is of each player of a pool, counted one by one."""
    keys = ratings.players(pool), ratings.order(pool), ratings.lapse(pool)
    return sum(redis.memory_usage(each, samples=0) or 0 for each in keys)


def _await_rewrite(redis: Redis) -> None:
    """Wait until Redis has rewritten its file, if it does so."""
    while redis.info("persistence")["aof_rewrite_in_progress"]:
        time.sleep(REWRITE_S)


async def _measured(stack: Stack, redis: Redis, board: Board, plan: Plan) -> dict[str, Measured]:
    assert stack.redis
    assert stack.redis.process
    pids = {"gateway": [stack.gateway.pid], "redis": [stack.redis.process.pid]}
    found = {}
    for name, requests in (await _requests(stack.url, redis, board, plan)).items():
        meter = Meter(pids)
        client = Client(await connect(stack.url), Pages(requests, plan.asked), meter)
        await run([client], meter, 0, LONGEST_S)
        found[name] = meter.result()
    return found


async def _requests(url: str, redis: Redis, board: Board, plan: Plan) -> dict[str, Sequence[bytes]]:
    """Return the requests by kind of page."""
    dice, path = Random(SEED), f"/v1/leaderboards/{board.pool}"
    players = [*board.names]
    places, friends = dice.choices(players, k=PLACES), dice.sample(players, plan.friends)
    caller = await connect(url)
    me = await caller.ask(post("/v1/players", "", {"displayName": "Ann", "kind": "human"}))
    known: dict[Any, Any] = dict.fromkeys(friends, relations.FRIEND)
    redis.hset(relations.friends(me["player"]["id"]), mapping=known)
    around = [get(f"{path}?around={place}") for place in places]
    tokens = [(await caller.ask(each))["nextPageToken"] for each in around]
    caller.close()
    return {
        "first, the same for all": [get(path)],
        "first, of 100 players": [get(f"{path}?pageSize=100")],
        "behind any place": [get(f"{path}?pageToken={each}") for each in tokens if each],
        "around any player": around,
        f"of {len(friends)} friends": [get(f"{path}?friends=true", me["token"])],
    }


def goals(results: Results) -> list[tuple[str, bool]]:
    """Return what was to be reached, with what was measured, and whether it was."""
    slowest = max(each.p99_ms for each in results.pages.values())
    return [
        (f"p99 of a page: at most {LATEST_MS:g} ms", slowest <= LATEST_MS),
        (
            f"{results.bytes:.0f} bytes a player: at most {MOST_BYTES:g}",
            results.bytes <= MOST_BYTES,
        ),
    ]


def table(results: Results, plan: Plan) -> str:
    head = ["page", "p50 ms", "p99 ms", "gateway, us", "Redis, us", "other, cores"]
    rows = [head, *_rows(results.pages)]
    told = [f"{plan.players:,} players, {plan.asked:,} pages of each kind, one after another"]
    told += [f"{name}: {value}" for name, value in results.about.items()]
    aims = [[what, "pass" if met else "FAIL"] for what, met in goals(results)]
    return "\n\n".join([aligned(rows), "\n".join(told), aligned(aims)]) + "\n"


def _rows(pages: Mapping[str, Measured]) -> Iterator[list[str]]:
    """The processor time is of one page; that of others is of the machine while it was measured."""
    for name, each in pages.items():
        costs = (each.cpu_per_1000(process) * 1000 for process in ("gateway", "redis"))
        yield [
            name,
            *(f"{of:.2f}" for of in (each.p50_ms, each.p99_ms)),
            *(f"{of:.0f}" for of in costs),
            f"{each.share('elsewhere'):.2f}",
        ]


def main() -> int:
    plan = Plan(
        int(os.environ.get("PLAYERS", Plan.players)), int(os.environ.get("ASKED", Plan.asked))
    )
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="bench-") as folder:
        try:
            results = run_plan(plan, Path(folder))
        except WrongAnswer as error:
            sys.exit(str(error))
    sys.stdout.write(table(results, plan))
    return 0 if all(met for _, met in goals(results)) else 1


if __name__ == "__main__":
    sys.exit(main())
