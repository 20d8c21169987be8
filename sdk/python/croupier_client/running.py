"""What a program that plays for a long time does besides: it ends when told to, and goes on when
something fails."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from contextvars import copy_context
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from croupier_client.errors import BadChoice, CroupierError, Refused, Unreachable
from croupier_client.session import AGAIN
from croupier_client.types import Unauthenticated

log = logging.getLogger("croupier_client")
T = TypeVar("T")


class Enough(Exception):
    """A bot has played as many matches as it was to."""


async def until_told(serving: Coroutine[Any, Any, None]) -> None:
    """Serve until SIGTERM, as until Ctrl-C."""
    loop, serve = asyncio.get_running_loop(), asyncio.ensure_future(serving)
    with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or another thread
        loop.add_signal_handler(signal.SIGTERM, serve.cancel)
    await serve


async def alone(serving: Coroutine[Any, Any, None]) -> None:
    """Serve. Raise the first error of a group by itself."""
    failed: BaseException | None = None
    try:
        await serving
    except BaseExceptionGroup as group:
        failed = group
    while isinstance(failed, BaseExceptionGroup):
        failed = failed.exceptions[0]
    if failed:
        raise failed


@contextmanager
def going_on() -> Iterator[None]:
    """Log what goes wrong in one match or search, which is no reason to leave the others."""
    try:
        yield
    except (Unauthenticated, BadChoice):
        raise
    except Unreachable as error:
        log.debug("%s", error)  # the client has said that the service does not answer
    except CroupierError as error:
        log.warning("%s: %s", type(error).__name__, error)


async def aside(work: Callable[..., T], *given: Any) -> T:
    """Return what comes of the work, which may take long, or raise what it raises.

    It has a thread of its own: asyncio and Python wait for those of `asyncio.to_thread` before
    they end, so that a bot that thinks for an hour would play on for an hour when it is told to go.
    """
    loop, context = asyncio.get_running_loop(), copy_context()
    done: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        result: Future[T] = Future()
        try:
            result.set_result(context.run(work, *given))
        except BaseException as error:
            result.set_exception(error)
        with suppress(RuntimeError):  # the loop has been closed meanwhile
            loop.call_soon_threadsafe(_tell, result, done)

    Thread(target=run, daemon=True).start()
    return await done


def _tell(result: "Future[T]", done: "asyncio.Future[T]") -> None:
    """Pass the result on, unless nobody waits for it any more."""
    if done.done():
        return
    if error := result.exception():
        done.set_exception(error)
    else:
        done.set_result(result.result())


async def patiently(call: Callable[[], Awaitable[T]], look_s: float) -> T:
    """Return what a call returns, however long the service is away."""
    said = ""
    while True:
        try:
            return await call()
        except Unreachable as error:
            why = f"{error}. Is the address right, and the service running?"
        except Refused as error:
            if error.status not in AGAIN and error.status < 500:
                raise
            why = str(error)
        if why != said:
            log.warning("%s Trying again until it answers.", why)
        said = why
        await asyncio.sleep(look_s)


def read_token(keep: str) -> str:
    """The token in the file; empty without one."""
    return Path(keep).read_text().strip() if keep and Path(keep).exists() else ""


def keep_token(keep: str, token: str) -> None:
    """Write the token to the file, which only this user may read."""
    if keep:
        Path(keep).touch(0o600)
        Path(keep).write_text(token)
