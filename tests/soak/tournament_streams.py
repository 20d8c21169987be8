"""`make soak-tournament-streams`: 10,000 players follow one tournament, over one gateway.

Each has a stream of its own, hears of its own table as soon as the first round is paired, and plays
there; then all is over. It exits with 1 if a stream misses anything, or if the gateways need more
than MOST_BYTES of memory together at any time.
"""

import argparse
import asyncio
import json
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import quantiles

from redislink.client import connect as connect_redis
from tqdm import tqdm

from tests.faults.tables import body_of
from tests.soak.evening import Bot, Evening, stubs_of
from tests.support.patience import PATIENT
from tests.support.raw_http import Connection, encode
from tests.support.raw_streams import NDJSON, allow_many_files, connect, cut_at_the_end, in_waves
from tests.support.waiting import happens
from tools.stack import Stack

MOST_BYTES = 600_000_000
GATEWAYS, ENGINES = 1, 2
REGISTERING = 32
CHECK_IN_MS = 120_000
PATIENCE_S = 60.0
PLAYED_S = 1200.0
LAST_S = 60.0
"""How long the last words may take after the end."""
LOOK_S = 0.5
PAIRED, OVER = "roundPaired", "finished"


@dataclass
class Heard:
    """What all streams have heard: events by their names, and when each was told of its table."""

    events: Counter[str] = field(default_factory=Counter)
    tables: dict[str, str] = field(default_factory=dict)
    at: list[float] = field(default_factory=list)

    def hear(self, player_id: str, name: str, line: bytes) -> None:
        self.events[name] += 1
        if name == PAIRED:
            self.at.append(time.time())
            self.tables[player_id] = json.loads(line)["data"]["matchId"]

    async def all_over(self, streams: int) -> bool:
        return self.events[OVER] >= streams


@dataclass(frozen=True)
class Found:
    """What it took, in bytes and seconds, and what was missed."""

    streams: int
    before: int
    most: int
    delays: Sequence[float]
    missed: int
    strange: int

    @property
    def good(self) -> bool:
        return not (self.missed or self.strange) and self.most <= MOST_BYTES

    def __str__(self) -> str:
        p50, p99 = (quantiles(self.delays, n=100)[each] for each in (49, 98))
        return (
            f"{self.streams} streams: the gateways had {self.before / 1e6:.0f} MB before, and at "
            f"most {self.most / 1e6:.0f} MB; told of their tables after the pairing: p50 "
            f"{p50:.2f} s, p99 {p99:.2f} s, last {max(self.delays):.2f} s; {self.missed} words "
            f"missed, {self.strange} of others' tables"
        )


async def soak(stack: Stack, streams: int, seed: int, check_in_ms: int = CHECK_IN_MS) -> Found:
    """Have so many follow a tournament of one round, and say what was found."""
    before = memory(stack)
    players = await registered(stack.urls, streams)
    async with stubs_of(stack) as stubs, connect_redis(stack.redis_url, PATIENCE_S) as redis:
        evening = Evening(stubs, redis, [Bot(each) for each in players], seed)
        await evening.make(1, check_in_ms)
        await evening.join(evening.bots.values())
        async with measured(stack) as most, following(stack.urls, evening.id, players) as heard:
            await evening.begin()
            await evening.play(PLAYED_S)
            await happens(partial(heard.all_over, streams), LAST_S)
    return Found(
        streams=streams,
        before=before,
        most=max(most),
        delays=[each - evening.rounds.paired[1] for each in heard.at],
        missed=sum(max(streams - heard.events[each], 0) for each in (PAIRED, OVER)),
        strange=sum(heard.tables.get(each) != match for each, match in evening.own_matches(1)),
    )


async def registered(urls: Sequence[str], count: int) -> dict[str, str]:
    """The tokens of so many new players, by their ids."""
    players, numbers = dict[str, str](), iter(tqdm(range(count), unit=" players", disable=None))

    async def register(url: str) -> None:
        connection = Connection(url)
        for number in numbers:
            body = json.dumps({"displayName": f"Bot {number}", "kind": "bot"}).encode()
            made = body_of(await connection.ask(encode("POST", "/v1/players", body=body)))
            players[made["player"]["id"]] = made["token"]
        await connection.close()

    await asyncio.gather(*(register(urls[each % len(urls)]) for each in range(REGISTERING)))
    return players


@asynccontextmanager
async def following(
    urls: Sequence[str], tournament_id: str, players: dict[str, str]
) -> AsyncIterator[Heard]:
    """Each of the players follows the tournament, during the block."""
    heard, path = Heard(), f"/v1/tournaments/{tournament_id}/events"

    opening = [
        connect(urls[place % len(urls)], path, token, NDJSON, partial(heard.hear, player_id))
        for place, (player_id, token) in enumerate(players.items())
    ]
    streams = await in_waves(opening)
    async with cut_at_the_end(streams):
        yield heard


@asynccontextmanager
async def measured(stack: Stack) -> AsyncIterator[list[int]]:
    """The memory of all gateways together, time and again during the block."""
    found = [memory(stack)]

    async def look() -> None:
        while True:
            await asyncio.sleep(LOOK_S)
            found.append(memory(stack))

    task = asyncio.create_task(look())
    try:
        yield found
    finally:
        task.cancel()


def memory(stack: Stack) -> int:
    """Bytes that the gateways have in memory; what they share with others counts in part."""
    shares = (Path(f"/proc/{each.pid}/smaps_rollup").read_text() for each in stack.gateways)
    return sum(map(_bytes, shares))


def _bytes(share: str) -> int:
    (line,) = (each for each in share.splitlines() if each.startswith("Pss:"))
    return int(line.split()[1]) * 1024


def stack_of(folder: Path, gateways: int = GATEWAYS) -> Stack:
    """A stack at which one address may follow as often as it likes."""
    return Stack(
        folder,
        engines=ENGINES,
        gateways=gateways,
        GATEWAY_RATE_LIMITS="off",
        GATEWAY_MAX_CONNECTIONS="20000",
        GATEWAY_MAX_FOLLOWERS_PER_ADDRESS="20000",
        **PATIENT,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=10_000)
    parser.add_argument("--gateways", type=int, default=GATEWAYS)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    allow_many_files()
    sys.stdout.write(f"seed {given.seed}\n")
    with tempfile.TemporaryDirectory() as folder, stack_of(Path(folder), given.gateways) as stack:
        found = asyncio.run(soak(stack, given.streams, given.seed))
    sys.stdout.write(f"{found}\n")
    return 0 if found.good else 1


if __name__ == "__main__":
    sys.exit(main())
