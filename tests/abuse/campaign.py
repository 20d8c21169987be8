"""What one caller can do to the others: `make abuse`.

Each attack has a service of its own, with the limits that it has by default, and one address. For
a while innocent players have the service for themselves; then the attack begins, and lasts as long
as it is told to. They must keep at least half of what they got, newcomers must still get in, and
the memory of a gateway and of an engine must stay within what a pod has.
"""

import argparse
import asyncio
import json
import random
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

from redis import Redis
from tqdm import tqdm

from tests.abuse.attacker import Done
from tests.abuse.attacks import ATTACKS, LATE_S, TRICKLES
from tests.abuse.innocents import Innocents, Served
from tests.abuse.meter import PARTS, Meter, Reading
from tests.support.issuers import Signer, issuers_file, publish
from tests.support.late_redis import late_redis
from tests.support.waiting import happens
from tools.stack import ROOT, Process, Stack, answers, free_port

SECONDS = 10.0
LOOK_S = 0.1
KEPT = 0.5
"""The share of their rate that the others keep at least."""
KEPT_OF_TRICKLES = 0.8
"""The same while an attack is of few bytes."""
MOST_BYTES = 128 << 20
"""How much a gateway and an engine may grow: their pods have 384 MiB, and they begin with 90."""
RECOVERY_S = 60.0
AFTER = 20
"""Answers that the others get after an attack before the service counts as well again."""

ROW = "{:<20}{:>9}{:>8} {:<30}{:>6}{:>6}{:>6} {:>7}{:>6}{:>6} {:>7}{:>7}  {}"
HEAD = (
    *("attack", "asked", "MiB", "answers", "gw s", "en s", "re s"),
    *("gw MiB", "en", "re", "others", "new", "verdict"),
)


@dataclass(frozen=True)
class Row:
    """What an attack did, what it cost in CPU seconds and bytes, and what the others got.

    `cpu_s` is beyond what the others' play takes anyway. `kept` is the share of their rate that
    players kept, `visits` that of newcomers. `wrong` are refusals that players met, and processes
    that ended; `recovered` says whether play went on afterwards.
    """

    name: str
    done: Done
    cpu_s: Mapping[str, float]
    memory: Mapping[str, int]
    kept: float
    visits: float
    wrong: Sequence[str] = ()
    recovered: bool = True

    @property
    def faults(self) -> list[str]:
        """What is not as it should be, in words; none if the service withstood it."""
        least = KEPT_OF_TRICKLES if self.name in TRICKLES else KEPT
        found = ["others" * (self.kept < least), "newcomers" * (self.visits < least)]
        found += ["memory of the " + part for part in PARTS[:2] if self.memory[part] > MOST_BYTES]
        found += self.done.faults
        return [*filter(None, found), *self.wrong, *["no recovery"] * (not self.recovered)]

    def __str__(self) -> str:
        said = " ".join(f"{what}:{count}" for what, count in sorted(self.done.answers.items()))
        return ROW.format(
            *(self.name, self.done.asked, f"{self.done.sent / (1 << 20):.1f}", f"{said:.30}"),
            *(f"{self.cpu_s[part]:.1f}" for part in PARTS),
            *(f"{self.memory[part] / (1 << 20):.0f}" for part in PARTS),
            *(f"{self.kept:.0%}", f"{self.visits:.0%}", ", ".join(self.faults) or "ok"),
        )


@contextmanager
def service(folder: Path, late_s: float = 0.0) -> Iterator[tuple[Stack, str, str]]:
    """A stack with its default limits, the URL that is attacked, and that of a gateway without.

    What is attacked is its gateway; with a `late_s`, another one whose Redis answers so late.
    """
    with Stack(folder, GATEWAY_OIDC=issuers_file(folder)) as stack, ExitStack() as more:
        with Redis.from_url(stack.redis_url) as redis:
            publish(redis, Signer())  # as a herald has; there is none that fetches others
        unlimited = {"GATEWAY_ENGINE_TIMEOUT_S": "20", "GATEWAY_RATE_LIMITS": "off"}
        back = more.enter_context(_gateway(stack, folder / "back.log", **unlimited))
        if not late_s:
            yield stack, stack.url, back
            return
        late = more.enter_context(late_redis(stack.redis_url))
        front = _gateway(stack, folder / "late.log", GATEWAY_REDIS_URL=late.url)
        front_url = more.enter_context(front)
        late.late_s = late_s
        yield stack, front_url, back


@contextmanager
def _gateway(stack: Stack, log: Path, **settings: str) -> Iterator[str]:
    """One more gateway of the stack; its URL."""
    url = f"http://127.0.0.1:{(port := free_port())}"
    own = {
        "GATEWAY_PORT": str(port),
        "GATEWAY_ENGINES": f"ipv4:{stack.engine_addresses[0]}",
        "GATEWAY_REDIS_URL": stack.redis_url,
    }
    process = Process("gateway", log, partial(answers, f"{url}/readyz"), **(own | settings))
    process.group = stack.gateway.group
    process.start()
    try:
        process.wait()
        yield url
    finally:
        process.stop()


async def endure(name: str, seconds: float, seed: int, folder: Path) -> Row:
    """Carry out one attack against a service of its own; what it did and cost."""
    with service(folder, LATE_S.get(name, 0.0)) as (stack, url, back):
        innocents, meter = Innocents(stack.url, seed), Meter(stack)
        async with attacker(name, url, back, seconds) as begin, innocents.playing():
            alone, idle = await _measured(seconds / 2, meter, innocents)
            attack = asyncio.create_task(begin())
            served, used = await _measured(seconds, meter, innocents)
            done = await attack
            return Row(
                name,
                done,
                {part: max(used.cpu_s[part] - 2 * idle.cpu_s[part], 0.0) for part in PARTS},
                used.memory,
                served.answers / max(2 * alone.answers, 1),
                served.visits / max(2 * alone.visits, 1),
                [*innocents.wrong, *(text.splitlines()[0] for text in stack.failures())],
                await _well(innocents),
            )


async def _measured(seconds: float, meter: Meter, innocents: Innocents) -> tuple[Served, Reading]:
    """What the others get in so many seconds, and what the service uses for it at most."""
    meter.most.clear()
    before, served = meter.read(), innocents.served
    end = monotonic() + seconds
    while monotonic() < end:
        await asyncio.sleep(LOOK_S)
        meter.watch()
    after = meter.read()
    used = {part: after.cpu_s[part] - before.cpu_s[part] for part in PARTS}
    grown = {part: meter.most[part] - before.memory[part] for part in PARTS}
    return innocents.served - served, Reading(used, grown)


async def _well(innocents: Innocents) -> bool:
    """Whether the others are served again, as patiently as the machine is busy."""
    before = innocents.served

    async def served() -> bool:
        got = innocents.served - before
        return bool(got.answers >= AFTER and got.visits)

    try:
        await happens(served, RECOVERY_S)
    except TimeoutError:
        return False
    return True


Begin: TypeAlias = Callable[[], Coroutine[Any, Any, Done]]


@asynccontextmanager
async def attacker(name: str, url: str, back: str, seconds: float) -> AsyncIterator[Begin]:
    """An attacker that is prepared; call it to have it done, and to know what was."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.abuse.attacker", name, url, back, str(seconds)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    assert process.stdin
    assert process.stdout
    try:
        ready = await process.stdout.readline()
        assert ready == b"ready\n", f"{name} could not be prepared"
        yield partial(_begin, process.stdin, process.stdout)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _begin(writer: asyncio.StreamWriter, reader: asyncio.StreamReader) -> Done:
    writer.write(b"go\n")
    return Done(**json.loads(await reader.readline()))


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 if the service withstood all attacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="attacks whose name has this in it")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each attack")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args(arguments)
    random.seed(given.seed)
    say(f"seed {given.seed}")
    names = [name for name in ATTACKS if given.only in name]
    rows = []
    for name in tqdm(names, unit=" attacks", file=sys.stderr, disable=None):
        with tempfile.TemporaryDirectory() as folder:
            rows.append(asyncio.run(endure(name, given.seconds, given.seed, Path(folder))))
        tqdm.write(str(rows[-1]), file=sys.stderr)
    for line in (ROW.format(*HEAD), *map(str, rows)):
        say(line)
    return int(any(row.faults for row in rows) or not rows)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
