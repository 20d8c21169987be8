"""`make backup`: a snapshot of the data of `make run`, which may go on or be stopped.

Redis makes it in a process of its own and sends it, as it does to a replica: that takes no other
program, and no folder of Redis.
"""

import argparse
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

from tools.data import INSTALLED, Unusable, data_folder, folder_of, hold
from tools.redis_server import DURABLE, RedisServer

COMMANDS = (
    *("CONFIG SET repl-diskless-sync yes", "CONFIG SET repl-diskless-sync-delay 0"),
    *("REPLCONF capa eof", "SYNC"),
)
"""What a replica says that takes its data without a file."""
DEFAULT = "backup.rdb"
CHUNK = 1 << 20
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL
ANOTHER = """\
REDIS_URL names another Redis. redis-cli takes a snapshot of that: see docs/recovery.md."""
NO_DATA = "There are no data in {data}: no `{command}` has been there."
EXPECTED = (Unusable, RuntimeError, OSError)
STARTING = "{error} Or try again in a moment: it has no Redis yet that could be asked."


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the snapshot; return the exit code."""
    parser = argparse.ArgumentParser(usage=command("PATH"), description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=Path(DEFAULT), metavar="FILE")
    file: Path = parser.parse_args(arguments).file
    try:
        with running(data_folder()) as redis:
            size = save_from(redis, file)
    except EXPECTED as error:
        sys.stderr.write(f"{said(error)}\n")
        return 1
    sys.stdout.write(f"{file}: {size} bytes. It has every hand and every seed: keep it secret.\n")
    return 0


def said(error: Exception) -> str:
    """The text of an error for a terminal."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror}."
    return str(error)


def command(file: str | Path) -> str:
    """What takes a backup."""
    return f"{INSTALLED} backup {file}" if INSTALLED else f"make backup FILE={file}"


@contextmanager
def running(data: Path) -> Iterator[Path]:
    """The socket of the Redis of this folder: that of `make run`, or one for as long as the block.

    Raise Unusable if there are no data, or another Redis has them.
    """
    if os.environ.get("REDIS_URL"):
        raise Unusable(ANOTHER)
    if not (data / "redis").exists():
        raise Unusable(NO_DATA.format(data=data, command=INSTALLED or "make run"))
    with folder_of(data) as lock:
        try:
            hold(lock, data, command(DEFAULT))
        except Unusable as error:
            yield _told(data, error)
            return
        server = RedisServer(data / "redis", *DURABLE)
        server.lock = lock
        with closing(server):
            server.start()
            yield server.socket


def _told(data: Path, error: Unusable) -> Path:
    """The socket that `make run` has told. Raise Unusable if it has told none yet."""
    try:
        return Path((data / "redis.url").read_text().removeprefix("unix://"))
    except OSError:
        raise Unusable(STARTING.format(error=error)) from None


def save_from(redis: Path, file: Path) -> int:
    """Write a snapshot of the Redis at this socket, which only this user may read.

    The file is replaced once all of it has come. Return its size. Raise OSError if it fails.
    """
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, NEW, 0o600), "wb") as content:
            for chunk in _snapshot(redis):
                content.write(chunk)
            content.flush()
            os.fsync(content.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def _snapshot(redis: Path) -> Iterator[bytes]:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(redis))
        with connection.makefile("rb") as answers:
            for each in COMMANDS:
                connection.sendall(f"{each}\r\n".encode())
                said = next((line for line in answers if line.strip()), b"")
                if not said.startswith((b"+OK", b"$EOF:")):
                    raise OSError(f"Redis sends no snapshot: {said.decode().strip() or 'it ended'}")
            yield from _until(said[len("$EOF:") :].strip(), answers)


def _until(mark: bytes, answers: BinaryIO) -> Iterator[bytes]:
    """What comes before the mark. Raise OSError if it does not come."""
    kept = b""
    while not kept.endswith(mark):
        chunk = answers.read1(CHUNK)  # type: ignore[attr-defined]
        if not chunk:
            raise OSError("Redis has ended before the snapshot was whole.")
        kept += chunk
        ready = max(0, len(kept) - len(mark))
        yield kept[:ready]
        kept = kept[ready:]


if __name__ == "__main__":
    sys.exit(main())
