"""Files of records for research: shuffled on the disk, and written as JSON lines or Parquet."""

import json
import secrets
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import IO, Any, BinaryIO, Protocol

from engine.admin.private_file import STANDARD

HEAPS = 256
"""As many parts are the records shuffled in: one is in memory at a time."""
BATCH = 500
"""Records that are one row group of a Parquet file."""
AS_JSON = ("options", "clock", "start", "events", "outcome")
"""The columns of a Parquet file that hold JSON: each game has its own."""

Record = Mapping[str, Any]


class Shuffled:
    """Records in an order that each order is as likely as: use it in `with`, add, then iterate.

    Each goes to a heap by lot, a file beside the one that is written, and each heap is shuffled
    when it is read.
    """

    def __init__(self, path: Path) -> None:
        self._place = None if path == STANDARD else path.absolute().parent
        self._open = ExitStack()
        self._heaps: list[IO[str]] = []

    def __enter__(self) -> "Shuffled":
        with ExitStack() as opened:
            folder = opened.enter_context(tempfile.TemporaryDirectory(dir=self._place))
            for number in range(HEAPS):
                heap = (Path(folder) / str(number)).open("w+", encoding="utf-8")
                self._heaps.append(opened.enter_context(heap))
            self._open = opened.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    def add(self, record: Record) -> None:
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
        secrets.choice(self._heaps).write(f"{line}\n")

    def lines(self) -> Iterator[str]:
        """All records as lines of JSON, which end in a newline."""
        for heap in self._heaps:
            heap.seek(0)
            lines = heap.readlines()
            secrets.SystemRandom().shuffle(lines)
            yield from lines


class Writer(Protocol):
    """A form of file."""

    def write(self, file: BinaryIO, records: Shuffled) -> None:
        """Write all of the records."""


class JsonLines:
    """A record as JSON in each line."""

    def write(self, file: BinaryIO, records: Shuffled) -> None:
        for line in records.lines():
            file.write(line.encode())


class Parquet:
    """A record in each row; what differs by game is JSON in a string."""

    def __init__(self) -> None:
        """Raise ModuleNotFoundError without pyarrow."""
        import pyarrow
        import pyarrow.parquet

        self._arrow, self._parquet = pyarrow, pyarrow.parquet

    def write(self, file: BinaryIO, records: Shuffled) -> None:
        schema, lines = self._schema(), records.lines()
        with self._parquet.ParquetWriter(file, schema, compression="zstd") as writer:
            while rows := [_row(json.loads(line)) for line in islice(lines, BATCH)]:
                writer.write_batch(self._arrow.RecordBatch.from_pylist(rows, schema=schema))

    def _schema(self) -> Any:
        arrow = self._arrow
        text, number, numbers = arrow.string(), arrow.int64(), arrow.list_(arrow.int64())
        move = [
            *(("seat", number), ("kind", text), ("seconds", number)),
            *(("late", numbers), ("gone", numbers), ("keeps", number), ("again", numbers)),
            *(("forced", arrow.bool_()), ("notation", text), ("chance", numbers), ("events", text)),
        ]
        return arrow.schema(
            [
                *(("game", text), ("rulesVersion", number), ("options", text), ("seats", number)),
                *(("kinds", arrow.list_(text)), ("clock", text), ("deal", text), ("month", text)),
                *(("startSeat", number), ("start", text), ("events", text)),
                ("moves", arrow.list_(arrow.struct(move))),
                *(("outcome", text), ("scores", numbers)),
            ]
        )


def _row(record: Record) -> dict[str, Any]:
    moves: Sequence[Record] = record["moves"]
    return {**_packed(record), "moves": [_packed(move) for move in moves]}


def _packed(members: Record) -> dict[str, Any]:
    """The members, with JSON in place of those that AS_JSON names."""
    told = {name: each for name, each in members.items() if name in AS_JSON and each is not None}
    return {**members, **{name: json.dumps(each) for name, each in told.items()}}


WRITERS: Mapping[str, type[JsonLines] | type[Parquet]] = {"jsonl": JsonLines, "parquet": Parquet}
