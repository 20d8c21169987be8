"""Offers of players, and their invitations."""

import json
from typing import Any

import httpx

from tests.support.players import HOUSE_KEY, Client, Json, ok, register
from tests.support.requests import JSON, send
from tests.support.waiting import until

GAME = "lost-cities"
AVAILABILITY = "/v1/players/me/availability"


def put_offer(
    player: Client, body: Any, *headers: tuple[str, str], path: str = AVAILABILITY
) -> httpx.Response:
    content = json.dumps(body).encode()
    return send(player, "PUT", path, ("Content-Type", JSON), *headers, content=content)


def offer(player: Client, *games: str, **members: Any) -> Json:
    """Offer the player for these games, by default Lost Cities, in up to 20 matches each."""
    wanted = {game: {"maxMatches": 20} for game in games or (GAME,)}
    return ok(put_offer(player, {"games": wanted, **members}))


def of_the_house(url: str, name: str = "Hugo", *games: str, level: int = 2) -> Client:
    """A bot of the house that can be had, for Lost Cities by default. Nobody plays for it."""
    bot = register(url, name, "bot", houseKey=HOUSE_KEY)
    offer(bot, *games, houseKey=HOUSE_KEY, level=level)
    return bot


def withdraw_offer(player: Client) -> None:
    assert send(player, "DELETE", AVAILABILITY).status_code == 204


def available(viewer: Client, game: str = GAME, **query: Any) -> list[Json]:
    """All players that are listed, on however many pages."""
    listed: list[Json] = []
    token = None
    while True:
        page = ok(viewer.get("/v1/players", available=game, **query, **_after(token)))
        listed += page["players"]
        token = page["nextPageToken"]
        if token is None:
            return listed


def of_name(viewer: Client, game: str, name: str) -> list[Json]:
    """The available players of this name, the newest first."""
    return [each for each in available(viewer, game) if each["displayName"] == name]


def awaited(viewer: Client, game: str, name: str) -> Json:
    """The newest player of this name, as soon as it is available."""
    until(lambda: of_name(viewer, game, name), 60)
    return of_name(viewer, game, name)[0]


def invitations(match_id: str) -> str:
    return f"/v1/matches/{match_id}/invitations"


def invite(player: Client, match_id: str, guest: Client) -> Json:
    return ok(player.post(invitations(match_id), {"playerId": guest.id}), 201)


def invite_by_name(player: Client, match_id: str, name: str) -> Json:
    """Invite the newest player of this name, as soon as it is available."""
    guest = awaited(player, player.see(match_id)["game"], name)
    return ok(player.post(invitations(match_id), {"playerId": guest["id"]}), 201)


def end(player: Client, invitation: Json) -> httpx.Response:
    """Decline the invitation, or withdraw it."""
    return send(player, "DELETE", f"{invitations(invitation['matchId'])}/{invitation['id']}")


def statuses(player: Client, match_id: str) -> dict[str, str]:
    """The statuses of a match's invitations, by player."""
    listed = ok(player.get(invitations(match_id)))["invitations"]
    return {each["playerId"]: each["status"] for each in listed}


def status(player: Client, invited: Json) -> str:
    """The status of an invitation, the only one to its match."""
    (found,) = statuses(player, invited["matchId"]).values()
    return found


def _after(token: str | None) -> Json:
    return {} if token is None else {"pageToken": token}
