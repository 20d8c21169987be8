"""Bots that are invited, as the tests of both SDKs look at them."""

from tests.support.players import Client, Json, ok
from tests.support.waiting import until


def available(viewer: Client, game: str, name: str) -> list[Json]:
    """The available players of this name."""
    players = ok(viewer.get("/v1/players", available=game))["players"]
    return [each for each in players if each["displayName"] == name]


def invite(human: Client, match_id: str, name: str) -> Json:
    """Invite the only player of this name, as soon as it can be had."""
    game = human.see(match_id)["game"]
    until(lambda: available(human, game, name), 60)
    (bot,) = available(human, game, name)
    guest = {"playerId": bot["id"]}
    return ok(human.post(f"/v1/matches/{match_id}/invitations", guest), 201)


def status(human: Client, invited: Json) -> str:
    """The status of an invitation, the only one to its match."""
    path = f"/v1/matches/{invited['matchId']}/invitations"
    (found,) = ok(human.get(path))["invitations"]
    return str(found["status"])
