"""Heralds that are killed while many play: `make faults-herald`.

Players have a webhook each, at a receiver of our own that fails now and then, and play short
matches. In the end each must have been told of every beginning, every end, and of the turn that
stands; what came twice must have come with the same id. It is also measured how long a turn takes
to be told.
"""

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

import orjson
import trustme
from tqdm import tqdm

from tests.faults.kills import on_new_stack, say
from tests.support.players import key, ok
from tests.support.receivers import Received, receiving
from tests.support.requests import newcomer
from tools.stack import Process, Stack

NAME = "hooks.example.com"
HERALDS = 2
PAIRS = 8
BETWEEN_S = 1.0
MOVE_S = 0.05
MOVES = 6
PATIENCE_S = 150.0
"""A look comes each minute, and leases of who was killed last for ten seconds."""
FAILS = 0.1
LEASES_S, QUIET_S = 15.0, 10.0
"""After which time the leases of who was killed have ended, and how long is measured then."""
EVENTS = ("yourTurn", "matchStarted", "matchFinished")
OK, FAILURE = b"HTTP/1.1 204 No\r\n\r\n", b"HTTP/1.1 500 No\r\n\r\n"


@dataclass
class Told:
    """What came: the ids by player, type, match and version, and when each turn came first."""

    ids: defaultdict[tuple[str, str, str, int], list[str]] = field(
        default_factory=lambda: defaultdict(list)
    )
    at: dict[tuple[str, str, int], float] = field(default_factory=dict)

    def take(self, received: Received) -> None:
        body = orjson.loads(received.body)
        player, data = received.line.split()[1][1:], body["data"]
        told = (player, body["type"], data["matchId"], data["version"])
        self.ids[told].append(received.headers["webhook-id"])
        if body["type"] == "yourTurn":
            self.at.setdefault((player, data["matchId"], data["version"]), time.time())

    @property
    def doubles(self) -> int:
        return sum(len(each) - 1 for each in self.ids.values())

    @property
    def other_ids(self) -> int:
        """How much came twice with ids that differ; a beginning and an end come once only."""
        several = sum(len({*each}) > 1 for each in self.ids.values())
        once = Counter(told[:3] for told in self.ids if told[1] != "yourTurn")
        return several + sum(n - 1 for n in once.values())


@dataclass
class Played:
    """Matches and their players; who has to decide in those that run; when each turn began."""

    matches: dict[str, tuple[str, str]] = field(default_factory=dict)
    ended: set[str] = field(default_factory=set)
    standing: dict[str, tuple[str, int]] = field(default_factory=dict)
    turns: dict[tuple[str, str, int], float] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """What was found in the end."""

    messages: int
    matches: int
    lost: list[tuple[str, str, str]]
    doubles: int
    other_ids: int
    p95_s: float

    @property
    def good(self) -> bool:
        return not self.lost and not self.other_ids

    def __str__(self) -> str:
        return (
            f"{self.messages} messages of {self.matches} matches: {len(self.lost)} lost, "
            f"{self.doubles} came twice, {self.other_ids} of them with another id; "
            f"without kills a turn was told within {self.p95_s:.2f} s (p95)"
        )


class Receiver(threading.Thread):
    """A receiver in a thread of its own, which fails now and then."""

    def __init__(self, authority: trustme.CA, dice: random.Random, fails: float = FAILS) -> None:
        super().__init__(daemon=True)
        self._fails = fails
        self.told, self.port = Told(), 0
        self._authority, self._dice = authority, dice
        self._ready = threading.Event()
        self._over = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        self.start()
        self._ready.wait()

    def end(self) -> None:
        if self._loop:
            self._loop.call_soon_threadsafe(self._over.set)
        self.join()

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()

        failed = set[str]()

        async def answer(received: Received, writer: asyncio.StreamWriter) -> None:
            lot, message = self._dice.random(), received.headers["webhook-id"]
            fails = (
                lot < self._fails and message not in failed
            )  # the third try comes in five minutes
            if fails:
                failed.add(message)
            if not fails or lot < self._fails / 2:  # as where only the answer is lost
                self.told.take(received)
            writer.write(FAILURE if fails else OK)
            await writer.drain()

        async with receiving(self._authority, NAME) as receiver:
            receiver.answer, self.port = answer, receiver.port
            self._ready.set()
            await self._over.wait()


class Pair(threading.Thread):
    """Two players with a webhook each, who play one short match after another."""

    def __init__(self, url: str, played: Played) -> None:
        super().__init__(daemon=True)
        self.seats = [newcomer(url, name) for name in ("Ann", "Bob")]
        for each in self.seats:
            hook = {"url": f"https://{NAME}/{each.id}", "events": EVENTS}
            ok(each.post("/v1/players/me/webhooks", hook, key()), 201)
        self._played = played
        self.stopping = threading.Event()

    def run(self) -> None:
        ann, bob = self.seats
        while not self.stopping.is_set():
            match_id = str(ann.create()["id"])
            bob.join(match_id)
            self._played.matches[match_id] = (ann.id, bob.id)
            for _ in range(MOVES):
                self._move(match_id)
                if self.stopping.wait(MOVE_S):
                    break
            if not self.stopping.is_set():
                ann.act(match_id, "resign")
                self._played.ended.add(match_id)
                self._played.standing.pop(match_id, None)

    def _move(self, match_id: str) -> None:
        seen = self.seats[0].see(match_id)
        mover = self.seats[seen["toMove"][0]]
        moves = [each["notation"] for each in mover.legal_moves(match_id)]
        moved = mover.move(match_id, next(each for each in moves if each.endswith("*")))["match"]
        self._stands(match_id, moved)

    def _stands(self, match_id: str, match: Any) -> None:
        turn = self.seats[match["toMove"][0]].id, match["version"]
        self._played.standing[match_id] = turn
        self._played.turns[turn[0], match_id, turn[1]] = time.time()


@contextmanager
def heralds(stack: Stack, folder: Path, seed: int) -> Iterator[Receiver]:
    """Heralds of the stack, and the receiver that they reach."""
    authority = trustme.CA()
    file = folder / "authority.pem"
    authority.cert_pem.write_to_path(file)
    receiver = Receiver(authority, random.Random(seed))
    receiver.begin()
    for _ in range(HERALDS):
        herald = stack.add_herald(
            HERALD_PLACES=f"{NAME}=127.0.0.1:{receiver.port}",
            HERALD_PLAYERS_REACH_PLACES="on",
            HERALD_CA_FILE=str(file),
        )
        herald.start()
        herald.wait()
    try:
        yield receiver
    finally:
        for each in stack.heralds:
            each.stop()
        receiver.end()


def campaign(stack: Stack, receiver: Receiver, kills: int, seed: int) -> Verdict:
    """Kill heralds so often while players play; what they were told then."""
    dice, played = random.Random(seed), Played()
    pairs = [Pair(stack.url, played) for _ in range(PAIRS)]
    for each in pairs:
        each.start()
    for _ in tqdm(range(kills), unit=" kills", disable=None):
        time.sleep(BETWEEN_S * dice.uniform(0.2, 1.8))
        kill(dice.choice(stack.heralds))
    time.sleep(LEASES_S * bool(kills))
    quiet_from = time.time()
    time.sleep(QUIET_S)
    for each in pairs:
        each.stopping.set()
    for each in pairs:
        each.join()
    until = time.monotonic() + PATIENCE_S
    while (lost := missing(played, receiver.told)) and time.monotonic() < until:
        time.sleep(0.2)
    return judge(played, receiver.told, lost, quiet_from)


def kill(herald: Process) -> None:
    herald.kill()
    herald.start()
    herald.wait()


def missing(played: Played, told: Told) -> list[tuple[str, str, str]]:
    """What players were not told: a beginning, an end, or a turn that stands.

    The beginning of a match that has ended before anybody looked needs no word.
    """
    known = {each[:3] for each in list(told.ids)}
    lost = list[tuple[str, str, str]]()
    for match_id, players in played.matches.items():
        kind = "matchFinished" if match_id in played.ended else "matchStarted"
        lost += [(each, kind, match_id) for each in players]
    lost = [each for each in lost if each not in known]
    lost += [
        (player, "yourTurn", match_id)
        for match_id, (player, version) in played.standing.items()
        if (player, match_id, version) not in told.at
    ]
    return lost


def judge(
    played: Played, told: Told, lost: list[tuple[str, str, str]], quiet_from: float
) -> Verdict:
    waits = [
        told.at[turn] - began
        for turn, began in played.turns.items()
        if turn in told.at and began > quiet_from
    ]
    return Verdict(
        sum(map(len, told.ids.values())),
        len(played.matches),
        lost,
        told.doubles,
        told.other_ids,
        quantiles(waits, n=20)[-1] if len(waits) > 1 else 0.0,
    )


def report(verdict: Verdict) -> int:
    """Print the verdict; return the exit code."""
    say(str(verdict))
    for each in verdict.lost[:10]:
        say(f"lost: {each}")
    return 0 if verdict.good else 1


def main() -> int:
    """The exit code: 0 if nothing was lost, and what came twice had the same id."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    given = parser.parse_args()
    say(f"seed {given.seed}")

    def run(stack: Stack) -> int:
        with (
            tempfile.TemporaryDirectory() as folder,
            heralds(stack, Path(folder), given.seed) as receiver,
        ):
            return report(campaign(stack, receiver, given.kills, given.seed))

    return on_new_stack(run)


if __name__ == "__main__":
    sys.exit(main())
