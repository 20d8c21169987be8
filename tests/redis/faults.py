"""What an answered move survives: primaries are killed under load, by profile.

`make faults-redis` prints a line for each. It fails if a strict profile has lost a move that was
answered, or if play did not go on.
"""

import argparse
import contextlib
import random
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.redis.load import Found, Load
from tests.redis.servers import Alone, Fleet, Nine, Server, Six, Watched
from tests.support.waiting import until
from tools.redis_server import embedded_valkey
from tools.stack import Stack

TABLES = 6
SOME = 5
"""Moves at each table before and after a primary dies."""
BACK_S = 300.0
CUT_S = 2.5
"""How long the replicas are cut off from their primary before it dies."""

COUNTED = ("told", "missing", "unknown", "refused", "wrong")

Make = Callable[..., Fleet]
DISK = ("--appendonly", "yes", "--appendfsync", "always")
SECOND = ("--appendonly", "yes", "--appendfsync", "everysec")
HELD = ("--min-replicas-to-write", "1", "--min-replicas-max-lag", "1")
WAIT = {"ENGINE_REDIS_WAIT_REPLICAS": "1"}
KEPT = (*DISK, *HELD)
"""As the manifests have it: one replica must follow."""
WAIT_ALL = {"ENGINE_REDIS_WAIT_REPLICAS": "2"}
WAIT_DISK = {**WAIT, "ENGINE_REDIS_WAIT_LOCAL": "1"}


@dataclass(frozen=True)
class Profile:
    """How Redis and engines are set up, and whether that must not lose anything."""

    name: str
    make: Make
    options: Sequence[str] = ()
    settings: dict[str, str] = field(default_factory=dict)
    cut_s: float = 0.0
    hangs: bool = False
    """The primary is not killed but hangs, and goes on when another one has taken over."""
    dies: str = ""
    """What dies and stays dead: a primary, or a replica. Each kill has servers of its own."""
    strict: bool = False
    valkey: bool = False


PROFILES = [
    Profile("one server, always", Alone, DISK, strict=True),
    Profile("one server, everysec", Alone, SECOND),
    Profile("Sentinel", Watched, SECOND),
    Profile("Sentinel, cut off", Watched, SECOND, cut_s=CUT_S),
    Profile("Sentinel, min-replicas, cut off", Watched, (*SECOND, *HELD), cut_s=CUT_S),
    Profile("Sentinel, WAIT 1, cut off", Watched, SECOND, WAIT, CUT_S),
    Profile("Sentinel, WAIT 2, cut off", Watched, SECOND, WAIT_ALL, CUT_S, strict=True),
    Profile("Sentinel, WAIT 2, hangs", Watched, SECOND, WAIT_ALL, hangs=True, strict=True),
    Profile("Cluster", Six, SECOND),
    Profile("Cluster, cut off", Six, SECOND, cut_s=CUT_S),
    Profile("Cluster, WAIT 1, cut off", Six, SECOND, WAIT, CUT_S, strict=True),
    Profile("Cluster, WAIT 1, hangs", Six, SECOND, WAIT, hangs=True, strict=True),
    Profile("Cluster, WAITAOF 1 1, cut off", Six, DISK, WAIT_DISK, CUT_S, strict=True, valkey=True),
    Profile("Nine, primary dies for good", Nine, KEPT, WAIT, dies="primary", strict=True),
    Profile("Nine, replica dies for good", Nine, KEPT, WAIT, dies="replica", strict=True),
    Profile("Sentinel, primary dies for good", Watched, KEPT, WAIT, dies="primary", strict=True),
    Profile("Sentinel, replica dies for good", Watched, KEPT, WAIT, dies="replica", strict=True),
]


def campaign(profile: Profile, kills: int, seed: int, folder: Path) -> Found:
    """So many kills, one after the other, while players go on."""
    executable = embedded_valkey() or "" if profile.valkey else ""
    fleet = profile.make(folder, *profile.options, executable=executable)
    choose = random.Random(seed)
    with fleet, Stack(folder / "stack", 0, fleet.url, 2, 1, **profile.settings) as stack:
        load = Load(stack.url, TABLES, seed)
        with load.playing():
            for _ in range(kills):
                _go_on(load)
                primary = choose.choice(fleet.primaries)
                if profile.hangs:
                    _hang(fleet, primary)
                else:
                    _kill(fleet, primary, profile.cut_s)
                _go_on(load)
                until(fleet.ready, BACK_S)
        return load.check()


def for_good(profile: Profile, seed: int, folder: Path) -> Found:
    """One server dies and stays dead, while players go on without it."""
    fleet = profile.make(folder, *profile.options)
    choose = random.Random(seed)
    with fleet, Stack(folder / "stack", 0, fleet.url, 2, 1, **profile.settings) as stack:
        load = Load(stack.url, TABLES, seed)
        with load.playing():
            _go_on(load)
            dead = choose.choice(fleet.primaries)
            heirs = fleet.replicas_of(dead)
            if profile.dies == "replica":
                dead = choose.choice(heirs)
            dead.kill()
            if profile.dies == "primary":
                _until_heir(fleet, heirs)
            _go_on(load)
        return load.check()


def total(found: Sequence[Found]) -> Found:
    """All of them together: what is counted is summed, of times the longest is kept."""
    counts = {name: sum(getattr(each, name) for each in found) for name in COUNTED}
    return Found(**counts, away_s=max(each.away_s for each in found))


def _go_on(load: Load) -> None:
    """Until there are some moves more at every table."""
    before = load.moves
    until(lambda: load.moved(SOME, before), BACK_S)


def _kill(fleet: Fleet, primary: Server, cut_s: float) -> None:
    """Kill it, its replicas having been cut off for so long; start it when it has an heir."""
    heirs = fleet.replicas_of(primary)
    with contextlib.ExitStack() as stack:
        for heir in heirs if cut_s else ():
            stack.enter_context(heir.frozen())
        if cut_s:  # else they would find in their sockets what was sent to them
            primary.ask("CLIENT KILL TYPE replica")
        threading.Event().wait(cut_s)
        primary.kill()
    if heirs:
        _until_heir(fleet, heirs)
    primary.start(fleet.guard.start())


def _hang(fleet: Fleet, primary: Server) -> None:
    heirs = fleet.replicas_of(primary)
    with primary.frozen():
        _until_heir(fleet, heirs)


def _until_heir(fleet: Fleet, heirs: Sequence[Server]) -> None:
    until(lambda: any(heir.leads for heir in heirs), BACK_S)


def _run(profile: Profile, kills: int, seed: int, folder: Path) -> Found:
    if not profile.dies:
        return campaign(profile, kills, seed, folder)
    folders = [folder / str(number) for number in range(kills)]
    return total([for_good(profile, seed + number, each) for number, each in enumerate(folders)])


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    parser.add_argument("--only", default="", help="profiles whose name has this in it")
    asked = parser.parse_args()
    sys.stdout.write(f"seed {asked.seed}, {asked.kills} kills for each profile\n")
    lost = 0
    for profile in (each for each in PROFILES if asked.only in each.name):
        with tempfile.TemporaryDirectory() as folder:
            found = _run(profile, asked.kills, asked.seed, Path(folder))
        sys.stdout.write(f"{profile.name}: {found}\n")
        sys.stdout.flush()
        lost += found.missing + found.wrong if profile.strict else 0
    return min(lost, 1)


if __name__ == "__main__":
    sys.exit(main())
