"""Refused moves in the log: the match, the player and the reason, and never the move."""

import json
import logging
from typing import Any

import pytest
from gateway.observability.refusal_log import MOVES, RefusedMoves
from telemetry.logs import JsonFormatter
from telemetry.players import told_as

from tests.support.live import Live
from tests.support.players import register, start_match
from tests.support.socket_client import talking

PLAYER = "A" * 22
MATCH = "B" * 22


def lines(caplog: pytest.LogCaptureFixture, own: str) -> list[dict[str, Any]]:
    """What is told of this match."""
    told = map(JsonFormatter("gateway").format, caplog.records)
    return [each for each in map(json.loads, told) if each.get("match_id") == own]


def test_a_refused_move_is_told_however_it_came(
    live: Live, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, seats = start_match(live.url, options={"startSeat": 0})
    move = {"notation": "Y7+*"}
    caplog.set_level(logging.INFO)
    seats[1].post(f"/v1/matches/{match_id}/moves", move)
    seats[1].post("/v1/moves", {"moves": [{"matchId": match_id, **move}]})
    with talking(seats[1]) as talk:
        talk.refused("move", matchId=match_id, **move)
    stranger = register(live.url)
    stranger.post(f"/v1/matches/{match_id}/moves", move)
    told = lines(caplog, match_id)
    assert [each["message"] for each in told] == ["refused a move"] * 4
    assert [each["level"] for each in told] == ["info"] * 4
    assert [each["code"] for each in told] == ["not_your_turn"] * 3 + ["not_your_match"]
    assert [each["player"] for each in told] == [told_as(seats[1].id)] * 3 + [told_as(stranger.id)]
    assert [each.get("seat") for each in told] == [1, 1, 1, None]
    assert "Y7" not in json.dumps([each | {"match_id": ""} for each in told])  # which is random


def test_a_flood_of_refused_moves_is_a_number(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    time = 100.0
    refused = RefusedMoves(now=lambda: time)
    for _ in range(3 * MOVES):
        refused.add("illegal_move", MATCH, PLAYER, 0)
    assert len(caplog.records) == MOVES
    time += 1
    refused.add("illegal_move", MATCH, PLAYER, 0)
    said = [record.getMessage() for record in caplog.records[MOVES:]]
    assert said == [f"refused {2 * MOVES} more moves", "refused a move"]


@pytest.mark.parametrize(
    ("form", "told"), [("hashed", told_as(PLAYER)), ("plain", PLAYER), ("none", None)]
)
def test_players_are_told_as_configured(
    form: Any, told: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    RefusedMoves(form).add("illegal_move", MATCH, PLAYER, None)
    (line,) = lines(caplog, MATCH)
    assert line.get("player") == told
    assert PLAYER not in told_as(PLAYER)
