"""What releases have stored is read as it was, and what a later one adds is overlooked.

`tests/engine/games/GAME/stored/shape-1.pack1` is shape-1.json as the first engines packed it, by
zlib; `.pack2` is the same by zstd, and `.pack3` a match of recipe 2. They are the bytes as they
lay in Redis, and never written again: a packing or a dictionary that changes shows here. Another
way to pack adds a file to each.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from engine.domain.registry import GAMES
from engine.store.compression import unpack

from tests.support.stored_matches import PACKED, STORED, file_id, load, load_log

FIRST_GAMES = {"just4fun", "livingstone", "lost_cities"}
every_match = pytest.mark.parametrize("path", STORED, ids=file_id)


def with_more(value: Any) -> Any:
    """As a later release may store it: each object has a member that nobody knows here."""
    if isinstance(value, dict):
        return {**{name: with_more(part) for name, part in value.items()}, "later": {"x": [1]}}
    return [with_more(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("path", PACKED, ids=lambda path: f"{file_id(path)}{path.suffix}")
def test_packed_matches_of_every_release_are_read(path: Path) -> None:
    packed = path.read_bytes()
    assert packed[0] == int(path.suffix.removeprefix(".pack"))
    assert unpack(packed) == path.with_suffix(".json").read_bytes()


@every_match
def test_every_stored_match_is_there_in_every_packing(path: Path) -> None:
    """Later games were never stored by the first engines, which packed by zlib; matches of recipe 2
    never by those that must not read them."""
    ways = {each.suffix for each in PACKED if each.with_suffix("") == path.with_suffix("")}
    if load(path).recipe > 1:
        assert ways == {".pack3"}
    else:
        assert ways == ({".pack1", ".pack2"} if path.parts[-3] in FIRST_GAMES else {".pack2"})


@every_match
def test_what_a_later_release_adds_to_a_match_is_overlooked(path: Path) -> None:
    """So an engine of this release plays on, beside one of the next; what was added is lost."""
    later = json.dumps(with_more(json.loads(path.read_bytes()))).encode()
    match = load(path)
    assert GAMES[match.game].match_json.validate_json(later) == match


@every_match
def test_what_a_later_release_adds_to_a_log_is_overlooked(path: Path) -> None:
    game = GAMES[load(path).game]
    rows = path.with_suffix(".log").read_bytes().splitlines()
    later = [json.dumps(with_more(json.loads(row))).encode() for row in rows]
    assert [game.entry_json.validate_json(row) for row in later] == load_log(path)
