"""One service of real processes, and all proxies before it, each with and without compression."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import product
from pathlib import Path

import pytest

from tests.proxies.opened import STREAMS, Heard, through
from tests.proxies.programs import (
    APACHE,
    HAPROXY,
    NGINX,
    PATIENCE_S,
    PROGRAMS,
    Program,
    Proxy,
    running,
)
from tests.support.patience import PATIENT
from tests.support.players import Client, Json, start_match
from tools.stack import Stack

LONGER_S = 6
"""So much longer than a proxy's patience are streams silent."""
FORMS = [*product(PROGRAMS, (False, True))]
NAMES = [f"{program.name}{'-compressing' * compresses}" for program, compresses in FORMS]
CARELESS = {
    NGINX.name: {"gzip on;": "gzip on; proxy_hide_header Content-Encoding;"},
    HAPROXY.name: {
        # Compression is decided upon before any rule for responses: these have a proxy of their own
        "server gateway 127.0.0.1:8080": "server inner abns@careless",
        "frontend cards": "listen inner\n"
        "    bind abns@careless\n"
        "    http-response del-header Content-Encoding\n"
        "    http-response set-header Cache-Control private\n"
        "    server gateway 127.0.0.1:8080\n\nfrontend cards",
    },
    APACHE.name: {"SetEnv no-gzip 1": ""},
}
"""What has a proxy compress what it should leave as it is, in place of what."""


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Redis, an engine and a gateway, which listens as in pods, and believes this machine."""
    folder = tmp_path_factory.mktemp("stack")
    with Stack(folder, GATEWAY_HOST="::", GATEWAY_TRUSTED_PROXIES="127.0.0.1", **PATIENT) as stack:
        yield stack


@pytest.fixture(scope="session")
def proxies(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Proxy]]:
    """All proxies by the configurations of the page, in the order of FORMS."""
    with ExitStack() as until_the_end:
        yield [
            until_the_end.enter_context(
                running(
                    installed(program),
                    tmp_path_factory.mktemp(program.name),
                    stack.port,
                    compresses=compresses,
                )
            )
            for program, compresses in FORMS
        ]


@pytest.fixture(params=range(len(FORMS)), ids=NAMES)
def proxy(proxies: list[Proxy], request: pytest.FixtureRequest) -> Proxy:
    """Each of the proxies, one after the other."""
    of_this_turn: Proxy = proxies[request.param]
    return of_this_turn


@pytest.fixture(params=[NGINX, HAPROXY, APACHE], ids=lambda program: program.name)
def careless(stack: Stack, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Proxy]:
    """Each proxy that changes an ETag, compressing whatever it passes on."""
    program = installed(request.param)
    changes = CARELESS[program.name]
    with running(program, tmp_path, stack.port, compresses=True, careless=changes) as proxy:
        yield proxy


def installed(program: Program) -> Program:
    """Return the program. Fail if it is not installed."""
    if not program.path:
        pytest.fail(f"{program.command[0]} is missing: Debian has a package of that name.")
    return program


class Table:
    """A match, the player whose turn it is, and the one who waits; they act without a proxy."""

    def __init__(self, url: str) -> None:
        self.match_id, seats = start_match(url)
        due = seats[0].see(self.match_id)["toMove"][0]
        self.mover: Client = seats[due]
        self.waiting: Client = seats[1 - due]

    def wish(self) -> Json:
        """Return a legal move of the one whose turn it is."""
        return {"notation": self.mover.legal_moves(self.match_id)[0]["notation"]}

    def turn(self) -> None:
        """Let it be the other one's turn: in Lost Cities, it is after each move."""
        self.mover, self.waiting = self.waiting, self.mover

    def move(self) -> None:
        """Make a move."""
        self.mover.move(self.match_id, **self.wish())
        self.turn()


@pytest.fixture
def table(stack: Stack) -> Table:
    return Table(stack.url)


class Idle:
    """A stream of each kind through each proxy, on which nothing has happened since it was opened.

    The other tests use the time.
    """

    def __init__(self, table: Table, proxies: list[Proxy], until_the_end: ExitStack) -> None:
        self._table = table
        self._heard: dict[tuple[str, str], Heard] = {}
        for proxy in proxies:
            viewer = through(proxy, table.waiting)
            for kind, (opened, _) in STREAMS.items():
                stream = until_the_end.enter_context(opened(viewer, table.match_id))
                self._heard[proxy.url, kind] = stream
        self._over = time.monotonic() + PATIENCE_S + LONGER_S
        self._told = False

    def tell(self) -> None:
        """Make a move, once the patience of all proxies is over."""
        if not self._told:
            time.sleep(max(0.0, self._over - time.monotonic()))
            self._table.move()
            self._told = True

    def check(self, proxy: Proxy, kind: str) -> None:
        """Check that a stream tells of that move."""
        self.tell()
        assert self._heard[proxy.url, kind]() == STREAMS[kind][1]


@pytest.fixture(scope="session", autouse=True)
def idle(stack: Stack, proxies: list[Proxy]) -> Iterator[Idle]:
    with ExitStack() as until_the_end:
        yield Idle(Table(stack.url), proxies, until_the_end)
