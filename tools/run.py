"""`make run`: the whole service on this machine, until Ctrl-C."""

import contextlib
import fcntl
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator

from tools.stack import ROOT, NotReady, Stack

HOW_TO = """
Croupier is ready at {url}

  curl -s {url}/v1/games
  curl -s {url}/v1/players -H 'Content-Type: application/json' \\
       -d '{{"displayName": "Ann", "kind": "human"}}'
  curl -s {url}/v1/matches

The API page, from which a match can be played: {url}/docs
Data is kept in {data}. Ctrl-C stops everything.
"""


def main() -> int:
    """Start, say how to use it, wait; the exit code."""
    port = int(os.environ.get("PORT") or 8080)
    if _taken(port):
        sys.stderr.write(f"Port {port} is taken; choose another: make run PORT=8081\n")
        return 1
    data = ROOT / "var"
    data.mkdir(exist_ok=True)
    redis_url = os.environ.get("REDIS_URL", "")
    with _alone(data / "lock", needed=not redis_url) as alone:
        if not alone:
            sys.stderr.write("Another make run uses var/ here; stop it, or set REDIS_URL.\n")
            return 1
        return _run(Stack(data, port, redis_url))


def _run(stack: Stack) -> int:
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: stop.set())
    sys.stdout.write(f"Starting Redis ({_redis(stack)}), the engine and the gateway ...\n")
    try:
        stack.start()
        sys.stdout.write(HOW_TO.format(url=stack.url, data=ROOT / "var"))
        sys.stdout.flush()
        while not stop.wait(1.0):
            if not stack.running:
                sys.stderr.write("A process has ended unexpectedly; see var/*.log.\n")
                return 1
    except (NotReady, RuntimeError, FileNotFoundError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        sys.stdout.write("\nStopping ...\n")
        stack.stop()
    return 0


def _redis(stack: Stack) -> str:
    return stack.redis.executable if stack.redis else stack.redis_url


def _taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextlib.contextmanager
def _alone(path: os.PathLike[str], needed: bool) -> Iterator[bool]:
    """Whether nobody else holds the lock; it is let go with the process at the latest."""
    with open(path, "w") as lock:
        try:
            if needed:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
        else:
            yield True


if __name__ == "__main__":
    sys.exit(main())
