"""The folder for data and logs of `make run`, and the lock of whoever uses it.

`python -m tools.data COMMAND` runs a command while nobody else uses the folder. It needs nothing
but Python.
"""

import fcntl
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
INSTALLED = os.environ.get("CROUPIER_COMMAND", "")
"""The command of the package that this runs from; nothing in a clone."""
NOT_WRITABLE = """\
Cannot write to {data}: {reason}.
CROUPIER_DATA names another folder for data and logs: {command}"""
IN_USE = "`{user}` uses the data in {data}. Stop it first."


class Unusable(Exception):
    """The folder cannot be used; the message says why."""


def data_folder() -> Path:
    """The folder for data and logs: CROUPIER_DATA, or var/ in this clone."""
    return Path(os.environ.get("CROUPIER_DATA") or ROOT / "var").absolute()


def command(variable: str = "") -> str:
    """What starts the service, with a variable of the environment."""
    return f"{variable} {INSTALLED}".strip() if INSTALLED else f"make run {variable}".strip()


@contextmanager
def folder_of(data: Path) -> Iterator[int]:
    """Make the folder if need be, and give a descriptor of its lock. Raise Unusable if it fails."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = os.open(data / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        other = command("CROUPIER_DATA=/tmp/croupier")
        text = NOT_WRITABLE.format(data=data, reason=error.strerror, command=other)
        raise Unusable(text) from None
    try:
        yield lock
    finally:
        os.close(lock)


def hold(lock: int, data: Path, user: str) -> None:
    """Hold the lock until its last descriptor is closed. Raise Unusable if another one has it.

    `user` is what others are told to stop.
    """
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(lock, 100, 0).decode() or command()
        raise Unusable(IN_USE.format(user=holder, data=data)) from None
    os.ftruncate(lock, 0)
    os.pwrite(lock, user.encode(), 0)


def main(arguments: "list[str]") -> int:
    """Run the command if nobody uses the folder; return the exit code."""
    data = data_folder()
    try:
        with folder_of(data) as lock:
            hold(lock, data, " ".join(arguments))
            return subprocess.run(arguments, check=False).returncode
    except Unusable as error:
        sys.stderr.write(f"{error}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
