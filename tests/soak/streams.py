"""Many streams that are opened and cut, and what they leave behind: `make soak-streams`.

In every way that a stream can end: its reader goes away before the first word, after it,
or in the middle of a line; its token is revoked; its match is over. After each lap, when
the gateway has noticed that all are gone, its memory and its file descriptors are what
they were. At last, a gateway that stops while many follow and many move.
"""

import argparse
import asyncio
import os
import random
import resource
import secrets
import sys
import tempfile
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from redis import Redis
from tqdm import tqdm

from tests.soak.drain import drain
from tests.support.players import HTTP, Client, ok, start_match
from tests.support.raw_streams import (
    NDJSON,
    SSE,
    Stream,
    allow_many_files,
    connect,
    dial,
    patient_stack,
)
from tests.support.waiting import until
from tools.stack import Stack

LAPS = 20
WARM_UP = 0.25
"""The part of the laps after which nothing may grow any more."""
GROWTH_BYTES = 8 << 20
"""How much more memory than after the warm-up there may be: what the allocator keeps varies."""
MATCHES = 4
TOGETHER = 50
"""Streams that are open at once."""
GONE_S = 120.0
FEW = 16
"""How many more connections to Redis may be open than after the warm-up."""
KEPT = 80
"""Connections to Redis, of which there may be 64, and those that HTTP clients keep."""

ROW = "{:>8}{:>12}{:>18}{:>16}"
HEAD = ("streams", "memory", "file descriptors", "subscriptions")


class Failed(AssertionError):
    """Something has been left behind."""


@dataclass(frozen=True)
class Left:
    """What the gateway has after so many streams: bytes, and two counts."""

    streams: int
    memory: int
    files: int
    channels: int

    def __str__(self) -> str:
        mib = f"{self.memory / (1 << 20):.1f} MiB"
        return ROW.format(self.streams, mib, self.files, self.channels)


@dataclass(frozen=True)
class Table:
    """A match, and its followers."""

    match_ids: Sequence[str]
    ended_id: str
    players: Sequence[Client]

    def reader(self, dice: random.Random) -> Client:
        """One of the players, or a spectator."""
        return dice.choice([*self.players, Client(self.players[0].url)])


End: TypeAlias = Callable[[Table, random.Random], Coroutine[Any, Any, None]]
"""Opens a stream, and has it end in its own way."""


async def leaves_before_the_first_word(table: Table, dice: random.Random) -> None:
    stream = await _open(dial, table, dice)
    stream.cut()
    await stream.ended


async def leaves_after_the_first_word(table: Table, dice: random.Random) -> None:
    stream = await _open(connect, table, dice)
    dice.choice((stream.cut, stream.close))()
    await stream.ended


async def leaves_in_the_middle_of_a_line(table: Table, dice: random.Random) -> None:
    """With most of the answer unread: the system tells the gateway that it was thrown away."""
    stream = await _open(dial, table, dice)
    stream.sip()
    await stream.touched
    stream.cut()
    await stream.ended


async def is_told_that_the_match_is_over(table: Table, dice: random.Random) -> None:
    reader = table.reader(dice)
    path = f"/v1/matches/{table.ended_id}/events"
    stream = await connect(reader.url, path, reader.token, dice.choice((SSE, NDJSON)))
    await _ends_with("finished", stream)


async def is_sent_away(table: Table, dice: random.Random) -> None:
    """Its token is revoked, while another one of the same player goes on."""
    player = dice.choice(table.players)
    made = ok(await asyncio.to_thread(player.post, "/v1/players/me/tokens", {"name": "soak"}), 201)
    path = f"/v1/matches/{dice.choice(table.match_ids)}/events"
    stream = await connect(player.url, path, made["token"], dice.choice((SSE, NDJSON)))
    await asyncio.to_thread(_revoke, player, made["id"])
    await _ends_with("goodbye", stream)


async def follows_all_matches(table: Table, dice: random.Random) -> None:
    player = dice.choice(table.players)
    stream = await connect(player.url, "/v1/events", player.token, dice.choice((SSE, NDJSON)))
    stream.cut()
    await stream.ended


ENDS: Sequence[tuple[End, int]] = (
    (leaves_before_the_first_word, 3),
    (leaves_after_the_first_word, 6),
    (leaves_in_the_middle_of_a_line, 4),
    (is_told_that_the_match_is_over, 3),
    (follows_all_matches, 3),
    (is_sent_away, 1),
)
"""How a stream ends, and how often of 20."""


async def _open(
    way: Callable[..., Coroutine[Any, Any, Stream]],
    table: Table,
    dice: random.Random,
) -> Stream:
    reader = table.reader(dice)
    path = f"/v1/matches/{dice.choice(table.match_ids)}/events"
    return await way(reader.url, path, reader.token, dice.choice((SSE, NDJSON)))


async def _ends_with(last: str, stream: Stream) -> None:
    """The stream is ended by the server; its connection is kept for other requests."""
    async with asyncio.timeout(GONE_S):
        await stream.over
    assert stream.last == last
    stream.close()
    await stream.ended


def _revoke(player: Client, token_id: str) -> None:
    authorization = {"Authorization": f"Bearer {player.token}"}
    revoked = HTTP.delete(f"{player.url}/v1/players/me/tokens/{token_id}", headers=authorization)
    assert revoked.status_code == 204, revoked.text


def soak(stack: Stack, streams: int, seed: int) -> list[Left]:
    """Open and cut so many; what was left after each lap. Raise Failed if that has grown."""
    dice = random.Random(seed)
    table, start = set_up(stack.url), left(stack, 0)
    each = max(streams // LAPS, 1)
    laps: list[Left] = []
    with tqdm(total=streams, unit=" streams", file=sys.stderr, mininterval=1) as bar:
        for lap in range(1, LAPS + 1):
            asyncio.run(_lap(table, each, dice))
            laps.append(settled(stack, lap * each, start))
            bar.update(each)
    check(laps)
    return laps


async def _lap(table: Table, streams: int, dice: random.Random) -> None:
    ways, weights = zip(*ENDS, strict=True)
    for begun in range(0, streams, TOGETHER):
        some = dice.choices(ways, weights, k=min(TOGETHER, streams - begun))
        await asyncio.gather(*(way(table, dice) for way in some))


def set_up(url: str) -> Table:
    """Matches of the same two players, of which one is over; a connection of theirs is warm."""
    match_id, players = start_match(url)
    ann, bob = players
    match_ids = [match_id, *(str(ann.create()["id"]) for _ in range(MATCHES))]
    for other in match_ids[1:]:
        bob.join(other)
    ended = match_ids.pop()
    ann.act(ended, "resign")
    return Table(match_ids, ended, players)


def settled(stack: Stack, streams: int, start: Left) -> Left:
    """What is left once the gateway has noticed that all are gone; Failed if it never does."""
    try:
        until(lambda: _gone(left(stack, streams), start), GONE_S)
    except AssertionError:
        raise Failed(f"after {streams} streams: {left(stack, streams)}, not {start}") from None
    return left(stack, streams)


def _gone(now: Left, start: Left) -> bool:
    """Connections to Redis are kept, so a few more files are in order."""
    return now.files <= start.files + KEPT and now.channels <= start.channels


def check(laps: Sequence[Left]) -> None:
    """After the warm-up, memory, tasks and connections have not grown."""
    warm = laps[max(int(len(laps) * WARM_UP) - 1, 0)]
    last = laps[-1]
    if last.memory > warm.memory + GROWTH_BYTES:
        raise Failed(f"the memory has grown: {last}, not {warm}")
    if last.files > warm.files + FEW:
        raise Failed(f"file descriptors are left open: {last}, not {warm}")


def left(stack: Stack, streams: int) -> Left:
    process = Path(f"/proc/{stack.gateway.pid}")
    pages = int((process / "statm").read_text().split()[1])
    assert stack.redis
    with Redis.from_url(stack.redis.url) as redis:
        channels = len(redis.pubsub_channels())
    files = len(os.listdir(process / "fd"))
    return Left(streams, pages * resource.getpagesize(), files, channels)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=10_000)
    parser.add_argument("--idle", type=int, default=1000, help="streams while it stops")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    allow_many_files()
    say(f"seed {given.seed}")
    with tempfile.TemporaryDirectory() as folder:
        stack = patient_stack(Path(folder))
        try:
            stack.start()
            laps = soak(stack, given.streams, given.seed)
            say(ROW.format(*HEAD))
            for each in laps:
                say(str(each))
            say(str(asyncio.run(drain(stack, given.idle))))
        finally:
            stack.stop()


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
