"""Tournaments over HTTP: made, joined and checked in by clients, who keep their seals."""

import hashlib
from collections.abc import Sequence
from typing import Any

from croupier_tournament import lots

from tests.support.players import Client, Json, ok, register
from tests.support.sealed import seal_of

PATH = "/v1/tournaments"
CLOCK = {"bank": "300s", "increment": "2s"}


def make(maker: Client, **members: Any) -> Json:
    """Make a Swiss of three rounds that starts once four have joined."""
    usual = {"name": "Friday", "game": "lost-cities", "clock": CLOCK, "rounds": 3}
    when = {} if "startTime" in members else {"startWhenFull": True, "maxPlayers": 4}
    return ok(maker.post(PATH, {**usual, **when, **members}), 201)


def entropy(player: Client, place: int = -1) -> str:
    """What a player has sealed for its match of that place, or for the lots."""
    return hashlib.sha256(f"{player.id} {place}".encode()).hexdigest()


def seals(player: Client, count: int, begin: int = 0) -> list[str]:
    return [seal_of(entropy(player, place)) for place in range(begin, begin + count)]


def join_body(player: Client, needed: int, **members: Any) -> Json:
    seal = lots.seal_of(entropy(player))
    return {"seal": seal, "tableSeals": seals(player, needed), **members}


def join(player: Client, tournament: Json, **members: Any) -> Json:
    body = join_body(player, tournament["sealsNeeded"], **members)
    return ok(player.post(f"{PATH}/{tournament['id']}/join", body))


def check_in(player: Client, tournament: Json) -> Json:
    return ok(player.post(f"{PATH}/{tournament['id']}/checkIn", {"entropy": entropy(player)}))


def joined(url: str, tournament: Json, count: int, **members: Any) -> Sequence[Client]:
    """New players who have joined a tournament."""
    players = [register(url, f"Player {number}") for number in range(count)]
    for each in players:
        join(each, tournament, **members)
    return players


def of(player: Client, tournament: Json) -> Json:
    """The tournament as the player sees it by now."""
    return ok(player.get(f"{PATH}/{tournament['id']}"))
