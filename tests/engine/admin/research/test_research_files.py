"""Files for research: all records once, in another order, the same in both forms."""

import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engine.admin.research.research_files import AS_JSON, WRITERS, JsonLines, Parquet, Shuffled
from engine.admin.research.research_record import record
from engine.domain.registry import GAMES

from tests.vectors.tables import Table

Json = dict[str, Any]


@pytest.fixture(scope="module")
def records() -> list[Json]:
    """Of matches of all games; one of three seats, none of the same."""
    played = [Table(f"{n}", game).seated().played(n) for n in range(20) for game in GAMES]
    played.append(Table("three", "just4fun", 3).seated().resigned(0))
    ended = [each if each.match.ended else each.resigned(1) for each in played[:-1]]
    ended.append(played[-1].resigned(1))
    return [record(each.match, each.log) for each in ended]


@pytest.fixture
def shuffled(records: list[Json], tmp_path: Path) -> Iterator[Shuffled]:
    with Shuffled(tmp_path / "games") as heap:
        for each in records:
            heap.add(each)
        yield heap
    assert not [*tmp_path.iterdir()], "the heaps are left"


def written(form: JsonLines | Parquet, records: Shuffled) -> bytes:
    file = io.BytesIO()
    form.write(file, records)
    return file.getvalue()


def in_order(records: list[Json]) -> list[str]:
    return sorted(json.dumps(each) for each in records)


def test_all_records_are_there_once_in_an_order_that_tells_nothing(
    shuffled: Shuffled, records: list[Json]
) -> None:
    orders = [[json.loads(line) for line in shuffled.lines()] for _ in range(2)]
    for found in orders:
        assert in_order(found) == in_order(records)
        assert found != records
    assert orders[0][0] != records[0] or orders[0][1] != records[1]


def test_parquet_has_what_json_lines_have(shuffled: Shuffled, records: list[Json]) -> None:
    from pyarrow import BufferReader, parquet

    lines = written(JsonLines(), shuffled).decode().splitlines()
    assert in_order([json.loads(line) for line in lines]) == in_order(records)
    table = parquet.read_table(BufferReader(written(Parquet(), shuffled)))
    assert in_order([*map(unpacked, table.to_pylist())]) == in_order(records)


def unpacked(row: Json) -> Json:
    """The record of a row: JSON is read, and members that are null in others are left out."""
    moves = [
        {name: each for name, each in _read(move).items() if each is not None}
        for move in row["moves"]
    ]
    return {**_read(row), "moves": moves}


def _read(members: Json) -> Json:
    told = {name: each for name, each in members.items() if name in AS_JSON and each is not None}
    return {**members, **{name: json.loads(each) for name, each in told.items()}}


def test_without_pyarrow_json_lines_are_written(
    shuffled: Shuffled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert written(WRITERS["jsonl"](), shuffled)
    with pytest.raises(ModuleNotFoundError):
        WRITERS["parquet"]()
