"""The JSON of stored matches: left-out members lose no value, further ones are overlooked."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import orjson
import pytest
from croupier_game.kit.games import ORACLES
from croupier_game.kit.random_matches import Played, random_match
from croupier_match.match import AnyMatch, Deal, Player, Seat, Undo, UndoRequest
from croupier_match.stored import entry_row, entry_type, match_type
from engine.domain.registry import GAMES
from engine.store import match_json

NEW: dict[str, Any] = {
    "as it is": {},
    "not dealt": {"dealt_at": 0, "state": None},
    "sealed": {"deal": Deal.SEALED, "reveal_ms": 5_000, "reveal_by": "later"},
    "without emotes": {"talk": False},
    "sealed and dealt": {"deal": Deal.SEALED, "reveal_ms": 5_000, "dealt_at": 4},
    "undo": {"undo": Undo()},
    "choices at the same time": {"decisions": ((0, 4), (2, 3))},
    "a phase with its own time": {"phase_left_ms": 0},
    "undo asked for": {"undo": Undo(UndoRequest(0, 1, (), (1,)), (0,), 2, used=True)},
}
every_game = pytest.mark.parametrize("game_id", GAMES)


def played(game_id: str) -> Played:
    rules = GAMES[game_id].rules
    specimen = ORACLES[game_id].specimens[rules.MAX_SEATS]
    return random_match(game_id, specimen.options, rules.MAX_SEATS, specimen.seed, 20)


def versions(game_id: str) -> Iterator[AnyMatch]:
    """Return one version of a match before its start, and one after some moves."""
    found = played(game_id).versions
    yield found[0]
    yield found[-1]


@every_game
@pytest.mark.parametrize("new", NEW)
def test_a_match_is_read_as_it_was(game_id: str, new: str) -> None:
    odd = Seat(Player("x", ',"seal":""},"deal":"open"', "bot"), "ab", seal="cd" * 32)
    for version in versions(game_id):
        match = replace(version, **NEW[new])
        rest = match.seats[2:]
        for seats in (match.seats, (odd, *match.seats[1:]), (match.seats[0], Seat(), *rest)):
            each = replace(match, seats=seats)
            written = match_json.dumps(each)
            assert match_type(GAMES[game_id]).validate_json(written) == each
            assert len(written) <= len(orjson.dumps(each))


def with_more(value: Any) -> Any:
    """Return what a later release may store: each object has a member that is not known here."""
    if isinstance(value, dict):
        return {**{name: with_more(part) for name, part in value.items()}, "later": {"x": [1]}}
    return [with_more(part) for part in value] if isinstance(value, list) else value


@every_game
def test_what_a_later_release_adds_is_overlooked(game_id: str) -> None:
    """So that engines of this release can play on beside those of the next."""
    game, found = GAMES[game_id], played(game_id)
    later = json.dumps(with_more(json.loads(match_json.dumps(found.last))))
    assert match_type(game).validate_json(later) == found.last
    rows = [entry_row(found.last, each) for each in found.log]
    entries = [
        entry_type(game).validate_json(json.dumps(with_more(json.loads(row)))) for row in rows
    ]
    assert entries == [*found.log]
