"""Processes that play units, and are ended when a player hangs or takes its process down."""

import contextlib
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from croupier_client.arena.contest import BadContest, Contest, Record
from croupier_client.arena.unit import Spent, play_unit, record
from croupier_client.arena.watch import Failure, Watch

AHEAD = 8
"""How many units a worker may be ahead of the first one that is not done, as files are in order."""
LOOK_S = 0.2
"""How often hanging players are looked for."""
GRACE_S = 0.5
"""What a player has besides its time, to be stopped by its own process."""
SPAWN = multiprocessing.get_context("spawn")


@dataclass
class Worker:
    """A process, the unit that it plays, and what it tells of who is thinking."""

    process: BaseProcess
    line: "Connection[Any, Any]"
    shared: Any
    unit: int | None = None

    def kill(self) -> None:
        """End the process and all that it has started."""
        with contextlib.suppress(OSError, AttributeError):  # Windows has no groups
            os.killpg(self.process.pid or 0, signal.SIGKILL)
        self.process.kill()
        self.process.join()
        self.line.close()

    def late(self, seconds: float) -> int | None:
        """Return the player that has been thinking for longer than that, if one has."""
        since, player = self.shared[1], int(self.shared[0])
        hangs = 0 < since == self.shared[1] and time.monotonic() - since > seconds
        return player if hangs else None


def played(contest: Contest, units: Iterable[int], jobs: int) -> Generator[tuple[Record, Spent]]:
    """Yield the lines of the units in their order, as soon as they are there. Raise BadContest."""
    left, done = iter(units), dict[int, tuple[Record, Spent]]()
    order: list[int] = []  # those that were begun, and not yet yielded
    workers: list[Worker] = []
    try:
        while True:
            while len(workers) < jobs:
                workers.append(_started(contest))
            for worker in workers:
                if worker.unit is None and len(order) < jobs * AHEAD:
                    worker.unit = next(left, None)
                    if worker.unit is not None:
                        order.append(worker.unit)
                        worker.line.send(worker.unit)
            if not order:
                return
            wait([each.line for each in workers if each.unit is not None], LOOK_S)
            for worker in list(workers):
                _take(contest, worker, workers, done)
            while order and order[0] in done:
                yield done.pop(order.pop(0))
    finally:
        for worker in workers:
            worker.kill()


def _started(contest: Contest) -> Worker:
    here, there = SPAWN.Pipe()
    shared = SPAWN.RawArray("d", 2)
    process = SPAWN.Process(target=_work, args=(contest, there, shared), daemon=True)
    process.start()
    there.close()
    return Worker(process, here, shared)


def _take(
    contest: Contest,
    worker: Worker,
    workers: list[Worker],
    done: dict[int, tuple[Record, Spent]],
) -> None:
    """Take what a worker has to say; without an answer, end it if its player is late."""
    unit = worker.unit
    if unit is None:
        return
    try:
        answer = worker.line.recv() if worker.line.poll() else None
    except (EOFError, OSError):
        failure = _death(worker)
    else:
        if isinstance(answer, Exception):
            raise answer
        if answer:
            done[unit], worker.unit = answer, None
            return
        late = worker.late(contest.seconds + GRACE_S)
        if late is None:
            return
        failure = Failure(late, "hung", f"no move in {contest.seconds:g} s")
    worker.kill()
    workers.remove(worker)
    done[unit] = record(unit, (), failure.record), [(0, 0.0) for _ in contest.players]


def _death(worker: Worker) -> Failure:
    """Return whose fault it is that the process has ended. Raise BadContest if nobody's."""
    worker.process.join()
    code = worker.process.exitcode
    if not worker.shared[1]:
        raise BadContest(f"A worker ended by itself, with {code}, while no player was thinking.")
    return Failure(int(worker.shared[0]), "died", f"its process ended with {code}")


def _work(contest: Contest, line: "Connection[Any, Any]", shared: Any) -> None:
    """Play the units that the line names, until it is closed."""
    if hasattr(os, "setsid"):
        os.setsid()  # all that players start is ended with it
    os.dup2(2, 1)  # what players print is not the arena's result
    threading.Thread(target=_end_with_parent, daemon=True).start()
    watch = Watch(contest.seconds, shared)
    with contextlib.suppress(EOFError, OSError):
        while True:
            unit = line.recv()
            try:
                line.send(play_unit(contest, unit, watch))
            except BadContest as error:
                line.send(error)
            except Exception as error:
                said = "".join(traceback.format_exception(error))
                line.send(RuntimeError(f"unit {unit} cannot be played: {said}"))


def _end_with_parent() -> None:
    """End this process, and all that it has started, when the arena does."""
    parent = multiprocessing.parent_process()
    if parent:
        wait([parent.sentinel])
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
