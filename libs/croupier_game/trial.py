"""Imports that are tried in a child of this process first, so that one that harms it is known.

It keeps mistakes out, no malice: a package can tell a trial from the import that counts.
"""

import os
import select
import signal
import sys
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

CPU_S = 10
"""CPU time of all imports."""
PATIENCE_S = 60
"""Time of one by the clock, as when it waits: a machine that stands still is nobody's fault."""
MOST_BYTES = 2 << 30
"""Memory that all imports may take, where the system can limit it."""
ENDLESS = "does not come to its end"
DONE, TOO_LARGE, FORKED = b".", b"m", b"f"
WHY = {
    TOO_LARGE: f"takes more than {MOST_BYTES >> 30} GiB of memory",
    FORKED: "leaves a process behind",
}


def harm(tries: Sequence[Callable[[], object]]) -> tuple[int, str] | None:
    """Make these calls in a child, one after the other; None if it comes to its end.

    Else return the number of the call that has ended the child, or did not end, and how. What the
    calls raise is no harm. Nothing is tried where a process cannot be forked.
    """
    if not hasattr(os, "fork"):
        return None
    reading, writing = os.pipe()
    child = _fork()
    if not child:
        _try(tries, writing)
    os.close(writing)
    try:
        return _watched(len(tries), reading, child)
    finally:
        os.close(reading)


def _fork() -> int:
    sys.stdout.flush()
    with warnings.catch_warnings():
        # Of other threads: the child takes none of their locks, and ends if it hangs by one.
        warnings.simplefilter("ignore", DeprecationWarning)
        warnings.simplefilter("ignore", RuntimeWarning)  # which JAX has for it, once it is imported
        return os.fork()


def _try(tries: Sequence[Callable[[], object]], writing: int) -> NoReturn:
    """Make the calls in the child, silently, with a byte for each; end it."""
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    _limit()
    own = os.getpid()
    for each in tries:
        told = TOO_LARGE if _takes_too_much(each) else DONE
        if os.getpid() != own:
            break  # a process that the call has made: it must tell nothing
        os.write(writing, FORKED if _has_children() else told)
    os._exit(0)


def _has_children() -> bool:
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def _takes_too_much(call: Callable[[], object]) -> bool:
    try:
        call()
    except BaseException as error:
        return MemoryError in {type(error), type(error.__cause__)}
    return False


def _limit() -> None:
    if not resource:
        return
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 1))
    status = Path("/proc/self/statm")
    if status.exists():
        pages = int(status.read_text().split()[0])
        most = pages * resource.getpagesize() + MOST_BYTES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _watched(count: int, reading: int, child: int) -> tuple[int, str] | None:
    """Return what `harm` does, and end the child."""
    for done in range(count):
        ready, _, _ = select.select([reading], [], [], PATIENCE_S)
        told = os.read(reading, 1) if ready else None
        if told == b"":
            return done, _ending(os.waitpid(child, 0)[1])
        if told != DONE:
            _end(child)
            return done, WHY[told] if told else ENDLESS
    _end(child)
    return None


def _end(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def _ending(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    if -code == signal.SIGXCPU:
        return ENDLESS
    if -code == signal.SIGKILL:
        return "takes too long, or too much memory"
    by = f"exit code {code}" if code >= 0 else f"by {signal.Signals(-code).name}"
    return f"ends the process, {by}"
