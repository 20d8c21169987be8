"""Matches before their start, aborted and resigned, and the form that every match has."""

import re
from typing import Any

from tests.support.players import Client, Json
from tests.support.requests import table

MEMBERS = {
    "id",
    "game",
    "status",
    "access",
    "start",
    "deal",
    "version",
    "rulesVersion",
    "options",
    "createTime",
    "updateTime",
    "seats",
    "yourSeat",
    "yourDecision",
    "toMove",
    "clock",
    "state",
    "lastEvents",
    "goneAfter",
    "undoMode",
    "undo",
    "outcome",
    "fairness",
}
ID = re.compile(r"[\w-]{22}", re.ASCII)
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", re.ASCII)
HASH = re.compile(r"[0-9a-f]{64}")


def waiting(url: str, **settings: Any) -> tuple[str, list[Client]]:
    """A match before its start, with every seat taken; its id, and the players by seat."""
    return table(url, start="manual", **settings)


def aborted(url: str) -> tuple[str, list[Client]]:
    """A match after its creator has left; the player at seat 1 is still there."""
    match_id, seats = waiting(url)
    seats[0].act(match_id, "leave")
    return match_id, seats


def resigned(url: str) -> tuple[str, list[Client]]:
    match_id, seats = table(url)
    seats[0].act(match_id, "resign")
    return match_id, seats


def check_envelope(match: Json, *extras: str) -> None:
    """All members of the contract, each of its form, and no others but `extras`."""
    assert set(match) == MEMBERS | set(extras)
    assert ID.fullmatch(match["id"])
    assert type(match["version"]) is type(match["rulesVersion"]) is int
    assert TIME.fullmatch(match["createTime"])
    assert TIME.fullmatch(match["updateTime"])
    assert match["createTime"] <= match["updateTime"]
    assert [seat["index"] for seat in match["seats"]] == [0, 1]
    assert all(set(seat) == {"index", "player", "resigned", "moved"} for seat in match["seats"])
    for player in filter(None, (seat["player"] for seat in match["seats"])):
        assert set(player) == {"id", "displayName", "kind"}
    assert set(match["fairness"]) == {"commitment", "serverSeed", "logHead", "recipe", "terms"}
    assert HASH.fullmatch(match["fairness"]["commitment"])
    assert HASH.fullmatch(match["fairness"]["logHead"])


def move_any(match_id: str, seats: list[Client]) -> Json:
    mover = seats[seats[0].see(match_id)["toMove"][0]]
    match: Json = mover.move(match_id, mover.legal_moves(match_id)[0]["notation"])["match"]
    return match
