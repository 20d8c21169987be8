"""Plant faults one after the other, each in a process of its own, and run the tests against it.

The process is a fork of this one, which has imported everything but the code under test:
so a fault costs little more than the tests that find it. No file is changed; the module is
compiled with the fault in it when it is imported.
"""

import ast
import importlib
import os
import resource
import signal
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation.plant import Place, planted

PRELOADED = (
    *("fastapi", "grpc", "grpc.aio", "grpc_health.v1.health_pb2_grpc", "httpx", "hypothesis"),
    *("jsonschema", "orjson", "pydantic", "pydantic_settings", "redis.asyncio", "uvicorn"),
    *("uvloop", "websockets", "zstandard", "google.protobuf.json_format"),
)
OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning")
"""The warning would say that what is preloaded has no rewritten assertions."""
CPU_S = 600
"""A fault that keeps a test busy for so long is noticed."""
PATIENCE_S = 1800
"""So is one that keeps a test waiting for so long."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A place in a module of a tree of sources, and the tests that should notice it."""

    module: str
    place: Place
    tests: tuple[tuple[str, ...], ...]
    """Arguments of pytest, for each run."""

    def __str__(self) -> str:
        place = self.place
        return f"{self.module}:{place.line} {place.function} #{place.number} ({place.kind})"


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
        return spec_from_file_location(fullname, self._path, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, module.__dict__)  # noqa: S102 - what is imported is executed


def preload() -> None:
    """Import what no fault is planted in, so that each process need not."""
    for name in PRELOADED:
        importlib.import_module(name)


def survives(root: Path, fault: Fault, log: Path, sound: bool = False) -> bool:
    """Whether all its tests pass in spite of the fault, or, if `sound`, without it."""
    child = os.fork()
    if not child:
        os._exit(_run(root, fault, log, sound))
    _, status = os.waitpid(child, 0)
    return status == 0


def _run(root: Path, fault: Fault, log: Path, sound: bool) -> int:
    try:
        _into(root, log)
        if not sound:
            path = root / fault.module
            name = ".".join(Path(fault.module).with_suffix("").parts[1:])
            tree = planted(path.read_text(), fault.place)
            sys.meta_path.insert(0, Planting(name, path, tree))
        for arguments in fault.tests:
            found = pytest.main([*OPTIONS, *arguments])
            if found != pytest.ExitCode.OK:
                return 1
    except BaseException as error:  # a module that cannot even be imported
        sys.stdout.write(f"{error!r}\n")
        return 1
    return 0


def _into(root: Path, log: Path) -> None:
    """Make the process one of the tree, in a group of its own, with limited time."""
    os.setpgid(0, 0)
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_S, CPU_S + 5))
    signal.alarm(PATIENCE_S)
    for limit in (signal.SIGXCPU, signal.SIGALRM):
        signal.signal(limit, signal.SIG_DFL)
    os.chdir(root)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", "tools")]:
        del sys.modules[name]
    sys.path[:0] = [str(root / "services"), str(root)]
    sys.dont_write_bytecode = True
    for stream in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
