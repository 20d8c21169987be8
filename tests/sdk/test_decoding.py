"""Decoding a match: what it costs, and of a game that the client does not know."""

import json
import random
import time
from typing import Any

import msgspec
import pytest
from croupier_client import OtherHistoryEntry, OtherMatch
from croupier_client.types.known import ENTRY, MATCH

from tests.support.live import Live
from tests.support.players import play_some, start_match

GOAL_S = 60e-6


def test_a_match_is_decoded_at_once(live: Live) -> None:
    match_id, seats = start_match(live.url, game="livingstone")
    play_some(match_id, seats, 12, random.Random(1))
    path = f"/v1/matches/{match_id}"
    body = seats[0].get(path, include="legalMoves").content
    assert fastest(body) < GOAL_S


def fastest(body: bytes) -> float:
    """The least CPU seconds for one, of some tries."""
    return min(_once(body) for _ in range(20))


def _once(body: bytes) -> float:
    began = time.thread_time()
    for _ in range(20):
        MATCH.decode(body)
    return (time.thread_time() - began) / 20


@pytest.fixture
def shown(live: Live) -> Any:
    """A match as its player sees it."""
    _, seats = start_match(live.url, options={"startSeat": 0})
    return seats[0].get("/v1/matches", player="me").json()["matches"][0]


def test_a_match_of_another_game_is_shown_without_types(shown: Any) -> None:
    state, moves = {"board": ["x", None]}, [{"notation": "o2", "move": {"field": 2}}]
    legal = {"game": "of-tomorrow", "version": 2, "seat": 0, "decision": 2, "moves": moves}
    other = {**shown, "game": "of-tomorrow", "state": state, "legalMoves": legal}
    match: Any = MATCH.decode(json.dumps(other))
    assert (match.game, match.id, match.your_seat) == ("of-tomorrow", shown["id"], 0)
    assert (match.state, match.legal_moves.moves[0].move) == (state, {"field": 2})
    assert match.my_turn
    assert type(match) is OtherMatch
    assert msgspec.to_builtins(match)["fairness"] == shown["fairness"]


def test_a_match_of_a_known_game_has_its_types_or_is_refused(shown: Any) -> None:
    assert MATCH.decode(json.dumps(shown)).game == "lost-cities"
    with pytest.raises(msgspec.ValidationError, match="object"):
        MATCH.decode(json.dumps({**shown, "options": 7}))


def test_the_history_of_another_game_is_shown_without_types(live: Live) -> None:
    match_id, (ann, _) = start_match(live.url)
    page = ann.get(f"/v1/matches/{match_id}/moves").json()
    for entry in page["moves"]:
        entry |= {"game": "of-tomorrow", "events": [{"odd": 1}]}
    entries = [ENTRY.decode(json.dumps(each)) for each in page["moves"]]
    assert {type(each) for each in entries} == {OtherHistoryEntry}
    assert [each.events for each in entries] == [[{"odd": 1}]] * len(page["moves"])
