"""Three sizes of tests: `pytest --size=fast`, `service` or `full`, each including those before it.

- fast: no server, no connection, no process.
- service: one Redis, with the engine and the gateway inside the test process; short-lived
  commands; and what needs no server but takes seconds.
- full: engines and gateways as processes that are killed, clusters, TLS, load, other versions.

A test's size is derived, so that nobody has to remember it: from its folder, from its markers
(`pytest.mark.service`, `pytest.mark.full`), and from the fixtures that it uses, directly or not.
"""

import sys
import threading
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

SIZES = ("fast", "service", "full")
FIXTURES = dict.fromkeys(
    ("redis_url", "own_server", "own_redis", "empty_server", "postgres"), "service"
) | {"stack": "full"}
"""The least size of tests that use a fixture; most others that need a server ask for these."""
FOLDERS = {"e2e": "service"} | dict.fromkeys(
    ("abuse", "faults", "fuzz", "proxies", "redis", "soak"), "full"
)
"""The least size of a folder's tests. Smaller runs do not even import them."""
TESTS = Path(__file__).parent.parent
APART = {TESTS / "web", TESTS / "proxies", TESTS / "sdk/javascript"}
"""Tests that run only if their folder is named: those with programs that few have, browsers (`make
test-web`) and proxies (`make test-proxies`), and those of `make sdk-check`, which runs them all."""
SIZE = pytest.StashKey[str]()
TURNS = 10
"""Runs of CI in which each test of full size has its turn."""
NETWORK = frozenset({"socket.connect", "socket.bind"})
PROGRAMS = frozenset({"engine", "gateway"})


class SizeGuard:
    """Notes what a test does that its size forbids, by the audit events of Python itself.

    Only the test's own thread is watched: in a larger run, the service that other tests
    share goes on in a thread of its own. gRPC's connections raise no audit events; every
    engine that the tests serve has a Redis, whose connections do.
    """

    def __init__(self) -> None:
        self.offences: list[str] = []
        self._size = "full"

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._size == "full" or threading.current_thread() is not threading.main_thread():
            return
        if _forbidden(self._size, event, arguments):
            self.offences.append(f"{event} {arguments[1]}")

    def start(self, size: str) -> None:
        self.offences.clear()
        self._size = size

    def stop(self) -> None:
        self._size = "full"


def _forbidden(size: str, event: str, arguments: tuple[Any, ...]) -> bool:
    if event == "subprocess.Popen":
        return size == "fast" or not PROGRAMS.isdisjoint(_modules(arguments[1]))
    return size == "fast" and event in NETWORK


def _modules(command: Sequence[Any]) -> Iterator[str]:
    """What `python -m` is to run."""
    return (str(name) for flag, name in pairwise(command) if flag == "-m")


guard = SizeGuard()
sys.addaudithook(guard)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--size", choices=SIZES, default="full", help="the largest size of tests to run"
    )
    parser.addoption(
        "--turn",
        type=int,
        help=f"also run the tests of full size of every {TURNS}th module, from this one on",
    )


def pytest_configure(config: pytest.Config) -> None:
    for size in SIZES:
        config.addinivalue_line("markers", f"{size}: a test of this size; see tests/support/sizes")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip folders without any test of the sizes asked for, and the time to import them.

    pytest does not ask about paths that its command line names.
    """
    apart = collection_path in APART
    larger = _larger(_size_of_folder(collection_path), config)
    return True if apart or (larger and config.getoption("turn") is None) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(size_of(item))
    turn = {*_of_this_turn(items, config)} if config.getoption("turn") is not None else {}
    kept = [item for item in items if item in turn or not _larger(size_of(item), config)]
    config.hook.pytest_deselected(items=[*{*items} - {*kept}])
    items[:] = kept


def _of_this_turn(items: Sequence[pytest.Item], config: pytest.Config) -> list[pytest.Item]:
    """Return the tests of full size of every TURNS-th module."""
    full = [item for item in items if size_of(item) == "full"]
    modules = sorted({item.path for item in full})[config.getoption("turn") % TURNS :: TURNS]
    return [item for item in full if item.path in modules]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    return (yield from _guarded(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    return (yield from _guarded(item))


def _guarded(item: pytest.Item) -> Iterator[None]:
    size = size_of(item)
    guard.start(size)
    try:
        yield
    finally:
        guard.stop()
    if guard.offences:
        larger = " or ".join(SIZES[SIZES.index(size) + 1 :])
        pytest.fail(
            f"A test of size {size} must not do this: {', '.join(guard.offences)}. "
            f"Mark it as {larger}; see tests/support/sizes.py.",
            pytrace=False,
        )


def size_of(item: pytest.Item) -> str:
    """The size of a test: the largest that its folder, markers and fixtures demand."""
    if SIZE not in item.stash:
        item.stash[SIZE] = _found(item)
    return item.stash[SIZE]


def _found(item: pytest.Item) -> str:
    fixtures = [FIXTURES.get(name, "fast") for name in getattr(item, "fixturenames", ())]
    return max([_size_of_folder(item.path), *_marked(item), *fixtures], key=SIZES.index)


def _marked(item: pytest.Item) -> Sequence[str]:
    return [marker.name for marker in item.iter_markers() if marker.name in SIZES]


@cache
def _size_of_folder(path: Path) -> str:
    parts = path.relative_to(TESTS).parts if path.is_relative_to(TESTS) else ()
    return FOLDERS.get(parts[0], "fast") if parts else "fast"


def _larger(size: str, config: pytest.Config) -> bool:
    return SIZES.index(size) > SIZES.index(config.getoption("size"))
