"""`croupierctl console`: serve the console until a signal comes, or print a link to one."""

import asyncio
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn
from telemetry import logs
from telemetry.listening import listener
from telemetry.startup import InvalidSettings, read

from engine.admin.console.app import create_app
from engine.admin.console.config import ConsoleSettings
from engine.admin.console.desk import Desk
from engine.admin.console.door import Door
from engine.admin.console.links import LINK_S, Links
from engine.admin.console.operators import Operators
from engine.config import Settings

GRACE_S = 10
NO_FOLDER = "Set CONSOLE_LINKS to the folder that the console has it set to."
NO_LINKS = "Operators sign in by the issuers of CONSOLE_OIDC; links sign nobody in."


class Server(uvicorn.Server):
    """Ends with a signal as what is done: uvicorn would end the process, and leave what it made."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self._stop)
        yield

    def _stop(self) -> None:
        self.should_exit = True


async def serve(settings: Settings, by: str) -> int:
    """Serve. Raise InvalidSettings."""
    own = read(ConsoleSettings)
    with _folder(own) as folder:
        await _serve(settings, own, Links(folder), by)
    return 0


def print_link(by: str) -> int:
    """Print a link that signs `by` in. Raise InvalidSettings, and OSError."""
    own = read(ConsoleSettings)
    if own.issuers():
        raise InvalidSettings(NO_LINKS)
    if not own.links:
        raise InvalidSettings(NO_FOLDER)
    _tell_link(own, Links(Path(own.links)), by)
    return 0


@contextmanager
def _folder(own: ConsoleSettings) -> Iterator[Path]:
    """The folder of links; one that goes with the console, unless a setting names one."""
    if own.links:
        yield Path(own.links)
    else:
        with TemporaryDirectory(prefix="croupier-console-") as made:
            yield Path(made)


async def _serve(settings: Settings, own: ConsoleSettings, links: Links, by: str) -> None:
    logs.set_up("engine", settings.log_level, settings.log_format)
    desk = Desk(settings)
    door = Door(desk, links, Operators(own.issuers()), own.origin)
    host, _, port = own.address.rpartition(":")
    config = uvicorn.Config(
        create_app(desk, door),
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http="h11",  # holds 64 KiB of a head at most; httptools holds whatever comes
        ws="none",
        timeout_graceful_shutdown=GRACE_S,
    )
    try:
        listening = listener(host.strip("[]"), int(port))
    except OSError as error:
        raise InvalidSettings(f"CONSOLE_ADDRESS: {own.address}: {error.strerror}.") from None
    if door.reached:
        sys.stdout.write(f"Operators sign in at {_page(own)}\n")
    elif not own.links:
        _tell_link(own, links, by)
    else:  # a log is no place for a link
        sys.stdout.write(f"croupierctl console --link prints a link to {_page(own)}\n")
    sys.stdout.flush()
    await Server(config).serve(sockets=[listening])


def _tell_link(own: ConsoleSettings, links: Links, by: str) -> None:
    minutes = LINK_S // 60
    sys.stdout.write(f"{_page(own)}#{links.new(by)}\n")
    sys.stdout.write(f"This link signs in {by}, once and within {minutes} minutes.\n")


def _page(own: ConsoleSettings) -> str:
    port = own.address.rpartition(":")[2]
    return f"{own.origin or f'http://localhost:{port}'}/console/"
