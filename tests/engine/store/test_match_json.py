"""The JSON of stored matches: nothing is lost by what is left out."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from engine.domain.match import Deal, Player, Seat
from engine.domain.registry import GAMES
from engine.store import match_json
from engine.store.compression import pack

from tests.support.stored_matches import STORED, file_id, load

NEW: dict[str, Any] = {
    "as it is": {},
    "recipe 2": {"recipe": 2, "dealt_at": 7},
    "sealed": {"recipe": 2, "deal": Deal.SEALED, "reveal_ms": 5_000, "reveal_by": "later"},
    "without emotes": {"talk": False},
    "sealed and dealt": {"recipe": 2, "deal": Deal.SEALED, "reveal_ms": 5_000, "dealt_at": 4},
}


@pytest.mark.parametrize("path", STORED, ids=file_id)
@pytest.mark.parametrize("new", NEW)
def test_a_match_is_read_as_it_was(path: Path, new: str) -> None:
    odd = Seat(Player("x", ',"seal":""},"deal":"open"', "bot"), "ab", seal="cd" * 32)
    match = replace(load(path), **NEW[new])
    for each in (match, match.with_seat(0, odd), match.with_seat(1, Seat())):
        json = match_json.dumps(each)
        assert GAMES[match.game].match_json.validate_json(json) == each
        assert len(json) <= len(orjson.dumps(each))


def test_an_open_deal_takes_hardly_more_bytes_than_before() -> None:
    for path in STORED:
        match = load(path)
        if match.deal == Deal.OPEN:
            assert len(pack(match_json.dumps(match))) <= len(pack(path.read_bytes())) + 5
            second = replace(match, recipe=2, dealt_at=2)
            assert len(pack(match_json.dumps(second))) <= len(pack(path.read_bytes())) + 30
