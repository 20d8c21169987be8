"""Plant faults one after the other, each in a process of its own, and run the tests against it.

The process is a fork of this one, which has imported everything but the code under test:
so a fault costs little more than the tests that find it. No file is changed; the module is
compiled with the fault in it when it is imported.
"""

import ast
import importlib
import os
import resource
import secrets
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from types import ModuleType

import pytest

from croupier_game.kit.plant import Place, places, planted

OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""The warning would say that what is preloaded has no rewritten assertions."""
CPU_S = 600
"""A fault that keeps a test busy for so long is noticed."""
PATIENCE_S = 1800
"""So is one that keeps a test waiting for so long."""
TOLD = 12
"""Lines of what failing tests have printed last."""


class Unsound(Exception):
    """Tests fail without a fault as well, so all faults would seem to be caught."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A place in a module, and the tests that should notice it.

    path:  of the module's source; `shown` is how it is told.
    name:  by which it is imported.
    tests: arguments of pytest, for each run.
    """

    path: Path
    name: str
    place: Place
    tests: tuple[tuple[str, ...], ...]
    shown: str

    def __str__(self) -> str:
        place = self.place
        return f"{self.shown}:{place.line} {place.function} #{place.number} ({place.kind})"


def within(root: Path, path: Path, tests: tuple[tuple[str, ...], ...]) -> Iterator[Fault]:
    """Yield all faults of a module, of which `root` is on Python's path."""
    shown = path.relative_to(root)
    name = ".".join(shown.with_suffix("").parts).removesuffix(".__init__")
    for place in places(path.read_text()):
        yield Fault(path, name, place, tests, str(shown))


def survivors(
    chosen: Sequence[Fault], jobs: int, enter: Callable[[], None] = lambda: None
) -> list[Fault]:
    """Plant each fault, write a line on it, and return those that survive. Raise Unsound.

    `enter` is called in each process before it imports what is tested.
    """
    with TemporaryDirectory() as logs, ThreadPoolExecutor(jobs) as pool:
        suites = [*{fault.tests: fault for fault in chosen}.values()]
        told = [*pool.map(partial(_broken, enter, Path(logs)), suites)]
        if broken := [each for each in told if each]:
            raise Unsound("\n".join(broken))
        found = pool.map(partial(_tried, enter, Path(logs)), chosen)
        return [fault for fault, survived in zip(chosen, found, strict=True) if survived]


class Planting(MetaPathFinder, Loader):
    """Import one module with a fault in it."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self._name = name
        self._path = path
        self._code = compile(tree, str(path), "exec")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        # A package must say where its modules are, or none of them is found.
        places = [str(self._path.parent)] if self._path.name == "__init__.py" else None
        return spec_from_file_location(
            fullname, self._path, loader=self, submodule_search_locations=places
        )

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, module.__dict__)  # noqa: S102 - what is imported is executed


def preload(names: Iterable[str]) -> None:
    """Import what no fault is planted in, so that each process need not."""
    for name in names:
        importlib.import_module(name)


def _tried(enter: Callable[[], None], logs: Path, fault: Fault) -> bool:
    survived = _survives(enter, _log(logs), fault)
    sys.stdout.write(f"{'SURVIVES' if survived else 'caught  '} {fault}\n")
    sys.stdout.flush()
    return survived


def _broken(enter: Callable[[], None], logs: Path, fault: Fault) -> str:
    """Return how the tests end that fail without the fault, too; "" if they pass."""
    log = _log(logs)
    if _survives(enter, log, fault, sound=True):
        return ""
    end = "\n".join(log.read_text().splitlines()[-TOLD:])
    return f"These tests fail without a fault, too: {fault.tests}\n{end}"


def _log(logs: Path) -> Path:
    return logs / f"{secrets.token_hex(8)}.log"


def _survives(enter: Callable[[], None], log: Path, fault: Fault, sound: bool = False) -> bool:
    """Return whether all its tests pass in spite of the fault, or, if `sound`, without it."""
    child = os.fork()
    if not child:
        os._exit(_run(enter, fault, log, sound))
    patience = Timer(PATIENCE_S, os.kill, (child, signal.SIGKILL))
    patience.start()
    _, status = os.waitpid(child, 0)
    patience.cancel()
    return status == 0


def _run(enter: Callable[[], None], fault: Fault, log: Path, sound: bool) -> int:
    try:
        _limit(log)
        enter()
        if not sound:
            tree = planted(fault.path.read_text(), fault.place)
            sys.meta_path.insert(0, Planting(fault.name, fault.path, tree))
        for arguments in fault.tests:
            found = pytest.main([*OPTIONS, *arguments])
            if found != pytest.ExitCode.OK:
                return 1
    except BaseException as error:  # a module that cannot even be imported
        sys.stdout.write(f"{error!r}\n")
        return 1
    return 0


def _limit(log: Path) -> None:
    """Give the process a group of its own, limited time, and a log for what it prints."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 5))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    sys.dont_write_bytecode = True
    for stream in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
