"""What webhooks cost a herald: `make bench-hooks`.

Two numbers of processor time: of a herald that has many hooks of which nothing is new, whose
players all play some matches, and of one that sends messages as fast as it can, each over a
connection with TLS of its own. The receiver, the engine and Redis are others.
"""

import argparse
import asyncio
import os
import random
import secrets
import sys
import tempfile
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import trustme
from herald.following import ACTIVE
from herald.reading import beginning
from herald.state import State
from redislink import hooks
from redislink.channels import match_channel
from redislink.client import connect
from redislink.hooks import Delivery, Hook

from tests.faults.herald import NAME, Receiver
from tools.stack import Process, Stack

MATCHES = 5
GAME = "lost-cities"
CREATED = "2026-01-01T00:00:00.000Z"
TICKS = os.sysconf("SC_CLK_TCK")
CHUNK = 500
SUBJECTS = 10
LOOK_S = 60.0


def new_id() -> str:
    return secrets.token_urlsafe(16)


def cpu_s(process: Process) -> float:
    """Processor time of a process so far."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


async def put(redis_url: str, count: int, queue: int = 0) -> None:
    """Store so many hooks as they are when all is known, each with so many messages to send."""
    async with connect(redis_url, 60) as redis:
        for at in range(0, count, CHUNK):
            pipeline: Any = redis.pipeline(transaction=False)
            for _ in range(min(CHUNK, count - at)):
                _put_one(pipeline, queue)
            await pipeline.execute()


def _put_one(pipeline: Any, queue: int) -> None:
    player, now = new_id(), time.time_ns() // 1_000_000
    hook = Hook(
        new_id(), player, f"https://{NAME}/{player}", hooks.EVENTS, now, [["whsec_" + "A" * 32, 0]]
    )
    matches = [new_id() for _ in range(0 if queue else MATCHES)]
    for each in matches:
        pipeline.hset(match_channel(each), "version", 7)
        pipeline.zadd(f"index:player:{player}:{GAME}:active", {f"{CREATED} {each}": 0})
    due = [
        Delivery(
            new_id(), "yourTurn", new_id(), 7, now, {"matchId": new_id(), "version": 7}, next=now
        )
        for _ in range(queue)
    ]
    state = State(since=beginning(now / 1000), queue=due)
    state.matches = {each: [7, 0, ACTIVE] for each in matches}
    fields = {hooks.HOOK: hook.dump(), hooks.REV: 1, hooks.STATE: state.dump()}
    pipeline.hset(hooks.hook(hook.id), mapping=fields)
    pipeline.sadd(hooks.listed(hooks.partition(hook.id)), hook.id)


def scraped(process: Process, name: str) -> float:
    """A number of the herald's metrics."""
    address = process.environment["HERALD_METRICS_ADDRESS"]
    with urllib.request.urlopen(f"http://{address}/metrics") as answer:
        text = answer.read().decode()
    return sum(
        float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name)
    )


def idle(stack: Stack, herald: Process, count: int) -> float:
    """The part of a core that a herald takes for so many hooks of which nothing is new."""
    asyncio.run(put(stack.redis_url, count))
    herald.start()
    herald.wait()
    while scraped(herald, "croupier_herald_hooks") < count:
        time.sleep(0.5)
    time.sleep(LOOK_S / 2)  # the first looks come together
    began, used = time.monotonic(), cpu_s(herald)
    time.sleep(LOOK_S)
    return (cpu_s(herald) - used) / (time.monotonic() - began)


def sending(stack: Stack, herald: Process, count: int) -> tuple[float, float]:
    """How many messages a herald sends in a second of the clock, and of its processor time."""
    asyncio.run(put(stack.redis_url, count // SUBJECTS, SUBJECTS))
    herald.start()
    herald.wait()
    sent = 'croupier_herald_messages_total{outcome="sent",type="yourTurn"}'
    while (first := scraped(herald, sent)) < count / 10:
        time.sleep(0.01)
    began, used = time.monotonic(), cpu_s(herald)
    while (last := scraped(herald, sent)) < count * 0.9:
        time.sleep(0.05)
    took_s, cpu = time.monotonic() - began, cpu_s(herald) - used
    return (last - first) / took_s, (last - first) / cpu


def measure(count: int, messages: int) -> tuple[float, float, float]:
    with tempfile.TemporaryDirectory() as folder:
        authority = trustme.CA()
        file = Path(folder) / "authority.pem"
        authority.cert_pem.write_to_path(file)
        receiver = Receiver(authority, random.Random(0), fails=0)
        receiver.begin()
        try:
            with Stack(Path(folder), GATEWAY_RATE_LIMITS="off") as stack:
                herald = stack.add_herald(
                    HERALD_PLACES=f"{NAME}=127.0.0.1:{receiver.port}",
                    HERALD_PLAYERS_REACH_PLACES="on",
                    HERALD_CA_FILE=str(file),
                )
                in_a_second, of_a_core = sending(stack, herald, messages)
                herald.stop()
                return idle(stack, herald, count), in_a_second, of_a_core
        finally:
            receiver.end()


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if it costs no more than docs/performance.md says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hooks", type=int, default=100_000)
    parser.add_argument("--messages", type=int, default=5_000)
    given = parser.parse_args(arguments)
    part, in_a_second, of_a_core = measure(given.hooks, given.messages)
    sys.stdout.write(
        f"{given.hooks} hooks with {MATCHES} matches each, of which nothing is new: "
        f"{part:.3f} of a core\n"
        f"messages: {in_a_second:.0f}/s here, {of_a_core:.0f}/s of a core\n"
    )
    return 0 if part <= 0.2 and of_a_core >= 500 else 1


if __name__ == "__main__":
    sys.exit(main())
