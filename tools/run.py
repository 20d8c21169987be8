"""`make run`: the whole service on this machine, until Ctrl-C.

PORT is where the gateway listens, REDIS_URL a Redis to use instead of an own one,
CROUPIER_DATA where data and logs are kept.
"""

import contextlib
import fcntl
import os
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tools.stack import ROOT, NotReady, Stack

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
REDIS_URL_FILE = "redis.url"
"""Where `make reindex` finds the embedded Redis."""
LOOK_S = 0.5
"""How often it is looked whether all processes still run."""

HOW_TO = """
Croupier is ready at {url}

  curl -s {url}/v1/games
  curl -s {url}/v1/players -H 'Content-Type: application/json' \
-d '{{"displayName": "Ann", "kind": "human"}}'
  curl -s {url}/v1/matches

The API page, from which a match can be played: {url}/docs
Data and logs are kept in {data}. Ctrl-C stops everything."""


def main() -> int:
    """Start, say how to use it, wait; the exit code."""
    try:
        port = _port()
    except ValueError:
        return _fail("PORT must be a number from 1 to 65535, such as PORT=8081.")
    redis_url = os.environ.get("REDIS_URL", "")
    data = Path(os.environ.get("CROUPIER_DATA") or ROOT / "var").absolute()
    try:
        data.mkdir(parents=True, exist_ok=True)
        with _alone(data / "lock", needed=not redis_url) as alone:
            if not alone:
                return _fail(f"Another one runs with the data in {data} already; stop it first.")
            if _taken(port):
                return _fail(f"Port {port} is taken; choose another: make run PORT={port + 1}")
            return _run(Stack(data, port, redis_url), data)
    except (NotReady, RuntimeError, OSError) as error:
        return _fail(str(error))


def _run(stack: Stack, data: Path) -> int:
    """Until a signal comes, or a process fails; the exit code."""
    for number in STOPS:
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup may have good reasons
            signal.signal(number, _interrupt)
    try:
        _say(f"Starting Redis ({_redis(stack)}), the engine and the gateway ...")
        stack.start()
        if stack.redis:
            (data / REDIS_URL_FILE).write_text(stack.redis_url)
        _say(HOW_TO.format(url=stack.url, data=data))
        while not (failures := [*stack.failures()]):
            time.sleep(LOOK_S)
        return _fail("\n".join(failures))
    except KeyboardInterrupt:
        _say("\nStopping ...")
        return 0
    finally:
        _ignore_signals()
        stack.stop()
        (data / REDIS_URL_FILE).unlink(missing_ok=True)


def _interrupt(number: int, frame: object) -> None:
    """Stop, and do not let anybody stop the stopping."""
    _ignore_signals()
    raise KeyboardInterrupt


def _ignore_signals() -> None:
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)


def _redis(stack: Stack) -> str:
    return stack.redis.executable if stack.redis else "REDIS_URL"


def _port() -> int:
    """Raise ValueError if PORT is none."""
    port = int(os.environ.get("PORT") or 8080)
    if not 1 <= port <= 65535:
        raise ValueError
    return port


def _taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def _alone(path: Path, needed: bool) -> Iterator[bool]:
    """Whether nobody else holds the lock; it is let go with the process at the latest."""
    with path.open("w") as lock:
        try:
            if needed:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        else:
            yield True


def _say(text: str) -> None:
    """Tell who started this; the terminal may be gone, which must not keep it from stopping."""
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(text: str) -> int:
    """Tell what is wrong; the exit code."""
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{text}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
