"""How much work a call is: steps of the interpreter, not time, so that it is the same each time.

Who can measure how long a refusal takes learns what the work depends on. A step is an instruction
of Python's own; what functions in C do within one is not counted.
"""

import gc
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from croupier_game import time_limit


def steps(call: Callable[[], object]) -> int:
    """Return how many instructions the call takes, whatever it returns or raises.

    It is made twice, and counted the second time: what is computed once and kept does not count.
    Neither do the collection of garbage, whose callbacks (Hypothesis has one) would run within, and
    the signals of the time limit, which ends the first call if need be.
    """
    _tried(call)
    count = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count
        if frame.f_code.co_filename == time_limit.__file__:
            return None  # it does more once some time has passed
        frame.f_trace = trace  # else Python 3.13 takes no notice of the next line
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    with _undisturbed():
        # Python 3.12 counts steps in frames to come if one that is there has asked for them.
        sys._getframe().f_trace_opcodes = True
        sys.settrace(trace)
        try:
            _tried(call)
        finally:
            sys.settrace(before)
    return count


@contextmanager
def _undisturbed() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.disable()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        if enabled:
            gc.enable()


def _tried(call: Callable[[], object]) -> None:
    with suppress(Exception):  # refusals are what is measured
        call()
