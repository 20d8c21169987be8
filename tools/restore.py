"""`make restore`: give `make run` the data of a snapshot, and keep those that it had.

A Redis of its own reads the snapshot in a folder beside the data, at a socket that only this user
can reach, and writes an append-only file. Only when every match is verified does that folder take
the place of the data. They are locked all the while, so neither `make run` nor another restore
begins.
"""

import argparse
import os
import shutil
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import redis

from tools.backup import EXPECTED, said
from tools.data import INSTALLED, command, data_folder, folder_of, hold
from tools.redis_data import Format, format_of
from tools.redis_server import RedisServer, server_for

ANOTHER = "REDIS_URL names another Redis: docs/operations/backup.md says how to restore that."
NO_SNAPSHOT = "{file} is no snapshot of a Redis or a Valkey: it begins with neither name."
WRONG = """\
Nothing is restored, since not all of {file} is as it should be. Take another backup; or, if what is
named above may be lost, take the rest: {anyway}"""
NOT_WRITTEN = "Redis could not write its append-only file: {status}. Is the disk full?"
DONE = "Restored {file}. {run} plays on with it."
KEPT = "What was there before is in {folder}."


class NotRestored(Exception):
    """Nothing is changed; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Restore the snapshot; return the exit code."""
    parser = argparse.ArgumentParser(usage=restoring("PATH"), description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="what make backup has written")
    parser.add_argument("--anyway", action="store_true", help="also if a match in it is wrong")
    given = parser.parse_args(arguments)
    try:
        kept = restore(given.file, data_folder(), given.anyway)
    except (NotRestored, *EXPECTED) as error:
        sys.stderr.write(f"{said(error)}\n")
        return 1
    print(DONE.format(file=given.file, run=command()))
    if kept:
        print(KEPT.format(folder=kept))
    return 0


def restoring(file: str | Path, anyway: bool = False) -> str:
    """What restores this snapshot."""
    if INSTALLED:
        return f"{INSTALLED} restore {file}{' --anyway' * anyway}"
    return f"make restore FILE={file}{' ANYWAY=yes' * anyway}"


def restore(file: Path, data: Path, anyway: bool = False) -> Path | None:
    """Give the data folder what is in the snapshot; return where that is which was there before.

    Raise NotRestored, or as `server_for` and RedisServer do: then nothing has changed.
    """
    if os.environ.get("REDIS_URL"):
        raise NotRestored(ANOTHER)
    executable = server_for(_read(file), file)
    with folder_of(data) as lock:
        hold(lock, data, restoring(file))
        new = data / "restoring"
        shutil.rmtree(new, ignore_errors=True)  # what a restore has left that was killed
        try:
            if not _prepared(file, new, executable) and not anyway:
                raise NotRestored(WRONG.format(file=file, anyway=restoring(file, anyway=True)))
            return _exchanged(data / "redis", new)
        finally:
            shutil.rmtree(new, ignore_errors=True)


def _read(file: Path) -> Format:
    found = format_of(file)
    if found is None:
        raise NotRestored(NO_SNAPSHOT.format(file=file))
    return found


def _prepared(file: Path, new: Path, executable: str) -> bool:
    """Make a folder with the data and a new append-only file; return whether all are as they should
    be. All lists are made anew."""
    new.mkdir(mode=0o700)
    shutil.copyfile(file, new / "dump.rdb")
    server = RedisServer(new, "--appendonly", "no", executable=executable)
    with closing(server):
        print(f"{executable} reads {file} ...", flush=True)
        server.start()
        with redis.Redis.from_url(server.url) as client:
            _write_append_only(client)
        right = _checked(server.url)
    for name in ("dump.rdb", server.log.name):
        (new / name).unlink(missing_ok=True)
    return right


def _write_append_only(client: Any) -> None:
    client.config_set("appendonly", "yes")
    while (told := client.info("persistence"))["aof_rewrite_in_progress"] or told[
        "aof_rewrite_scheduled"
    ]:
        time.sleep(0.05)
    if told["aof_last_bgrewrite_status"] != "ok":
        raise NotRestored(NOT_WRITTEN.format(status=told["aof_last_bgrewrite_status"]))


def _checked(url: str) -> bool:
    """Verify all matches, which says what is wrong, and make all lists anew; return whether all
    are right."""
    from engine.admin.__main__ import main as croupierctl  # it takes a while to import

    os.environ["ENGINE_REDIS_URL"] = url
    right = croupierctl(["verify", "--all"]) == 0
    return croupierctl(["reindex"]) == 0 and right


def _exchanged(old: Path, new: Path) -> Path | None:
    kept = old.with_name(f"{old.name}.{time.strftime('%Y-%m-%dT%H-%M-%S')}")
    if not old.exists():
        new.rename(old)
        return None
    old.rename(kept)
    new.rename(old)
    return kept


if __name__ == "__main__":
    sys.exit(main())
