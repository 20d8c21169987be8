"""The load generator: a process that carries out orders, one after another."""

import multiprocessing
import signal
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection

import uvloop

from bench.load import Load, Order
from bench.meter import Measured, WrongAnswer
from tests.support.raw_streams import allow_many_files


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

    def measure(self, order: Order) -> Measured:
        """Raise WrongAnswer if an answer is not what it should be, RuntimeError if it fails."""
        self._orders.send(order)
        result: Measured | Exception = self._orders.recv()
        if isinstance(result, Exception):
            raise result
        return result


def obey(orders: Connection) -> None:
    """Carry out orders until the other end of the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    allow_many_files()
    load = Load()
    with suppress(EOFError):
        while True:
            orders.send(_result(load, orders.recv()))


def _result(load: Load, order: Order) -> Measured | Exception:
    try:
        return uvloop.run(load.measure(order))
    except WrongAnswer as wrong:
        return WrongAnswer(f"{order} had a wrong answer: {wrong}")
    except Exception:
        return RuntimeError(f"The load generator failed at {order}:\n{traceback.format_exc()}")
