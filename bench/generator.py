"""The load generator: a process that carries out orders, one after another."""

import multiprocessing
import signal
import traceback
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import uvloop

from bench.load import Growth, Load, Order
from bench.meter import Measured, WrongAnswer
from tests.support.raw_streams import allow_many_files


@dataclass(frozen=True)
class Failed:
    """What went wrong; `wrong` says that it was an answer of the service."""

    reason: str
    wrong: bool = False


class Generator:
    """The process, seen from the one that gives the orders; it runs inside a `with`."""

    def __init__(self) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._orders, theirs = spawn.Pipe()
        self._process = spawn.Process(target=obey, args=(theirs,), daemon=True)

    def __enter__(self) -> "Generator":
        self._process.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._process.kill()
        self._process.join()

    def measure(self, order: Order) -> Measured | None:
        """Measure; None if the service lacks the route.

        Raise WrongAnswer if an answer is not what it should be, RuntimeError if it fails.
        """
        measured: Measured | None = self._carry_out(order)
        return measured

    def grow(self, order: Growth) -> int:
        """Carry out the order; return the number of moves. Raise RuntimeError if it fails."""
        return int(self._carry_out(order))

    def _carry_out(self, order: Order | Growth) -> Any:
        self._orders.send(order)
        result = self._orders.recv()
        if isinstance(result, Failed) and result.wrong:
            raise WrongAnswer(result.reason)
        if isinstance(result, Failed):
            raise RuntimeError(f"The load generator failed at {order}:\n{result.reason}")
        return result


def obey(orders: Connection) -> None:
    """Carry out orders until the other end of the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow_many_files()
    load = Load()
    with suppress(EOFError):
        while True:
            orders.send(_result(load, orders.recv()))


def _result(load: Load, order: Order | Growth) -> Any:
    try:
        doing = load.measure(order) if isinstance(order, Order) else load.grow(order)
        return uvloop.run(doing)
    except WrongAnswer as wrong:
        return Failed(f"{order} had a wrong answer: {wrong}", wrong=True)
    except Exception:
        return Failed(traceback.format_exc())
