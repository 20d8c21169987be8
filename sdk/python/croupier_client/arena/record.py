"""The file of a run: a header, and a line of JSON for each unit, in their order."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from croupier_client.arena.contest import BadContest, Contest, Record

BEGINS = b'{"arena"'
"""What the file of a run begins with; a file of anything else is not written to."""


class File:
    """Lines that are there when they are written, and the ones that were there before."""

    def __init__(self, path: Path, contest: Contest, resume: bool) -> None:
        """Open the file. Raise BadContest if it is another contest's, or must not be continued."""
        try:
            kept = path.read_bytes() if path.exists() else b""
        except OSError as error:
            raise BadContest(f"{path} cannot be read: {error.strerror}.") from error
        if kept and not resume:
            raise BadContest(f"{path} is there: go on with --resume, or name another file.")
        if not BEGINS.startswith(kept[: len(BEGINS)]):
            raise BadContest(f"{path} is not what an arena has written: name another file.")
        # What was being written when a run was killed is played again.
        whole = kept[: kept.rfind(b"\n") + 1]
        header, *self.units = read(path, whole) or [contest.header]
        _check(path, header, contest.header)
        try:
            self._file = path.open("r+b" if kept else "wb")
        except OSError as error:
            raise BadContest(f"{path} cannot be written: {error.strerror}.") from error
        self._file.truncate(len(whole))
        self._file.seek(len(whole))
        if not whole:
            self.write(contest.header)

    def write(self, record: Record) -> None:
        """Append a line; after this, it outlives the program."""
        self._file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def read(path: Path, whole: bytes) -> Sequence[Record]:
    """Return the header and the units of a file. Raise BadContest if it is damaged."""
    records = []
    for number, line in enumerate(whole.splitlines()):
        try:
            record = json.loads(line)
            known = "arena" in record if number == 0 else record["unit"] == number - 1
        except (ValueError, TypeError, KeyError):
            known = False
        if not known:
            raise BadContest(
                f"Line {number + 1} of {path} is not what an arena has written there: name"
                " another file, or remove the lines from this one on and --resume."
            )
        records.append(record)
    return records


def others_on_report(path: Path, contest: Contest) -> int:
    """Return how many other files of this folder have results on these deals for reports."""
    found = 0
    for each in path.parent.glob("*.jsonl"):
        try:
            with each.open("rb") as file:
                header = json.loads(file.readline())
            same = all(header[key] == contest.header[key] for key in ("game", "seed", "split"))
        except (OSError, ValueError, TypeError, KeyError):  # a folder, or no file of a run
            continue
        found += same and not each.samefile(path)
    return found


def _check(path: Path, kept: Record, wanted: Record) -> None:
    if kept == wanted:
        return
    had, wants = _flat(kept), _flat(wanted)
    said = ", ".join(
        f"{name} {json.dumps(had.get(name))}, not {json.dumps(wants.get(name))}"
        for name in sorted(had.keys() | wants.keys())
        if had.get(name) != wants.get(name)
    )
    raise BadContest(f"{path} is of another contest, it has {said}: name another file by --out.")


def _flat(record: Mapping[str, object], prefix: str = "") -> Mapping[str, object]:
    """Return the members by their paths."""
    found: dict[str, object] = {}
    for name, value in record.items():
        if isinstance(value, dict):
            found |= _flat(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found
