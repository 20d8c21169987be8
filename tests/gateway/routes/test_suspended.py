"""A suspended player begins nothing new, finishes what runs, and is told why."""

import time

from redis import Redis
from redislink.accounts import SUSPENDED, Suspension, account
from redislink.channels import REVOCATIONS

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import EMOTE, NEW_MATCH, NEW_TICKET, OFFER, call, newcomer, table
from tests.support.waiting import until

WHY = "Stalled in nine matches."
HOUR_MS = 3_600_000


def suspend(server: Redis, player: Client, until_ms: int | None) -> None:
    """As croupierctl does; return once the gateway has heard of it."""
    server.hset(account(player.id), SUSPENDED, Suspension(until_ms, WHY).dump())
    server.publish(REVOCATIONS, player.id)
    until(lambda: (shown(player) is not None) is _holds(until_ms))


def _holds(until_ms: int | None) -> bool:
    return until_ms is None or until_ms > time.time() * 1000


def shown(player: Client) -> Json | None:
    told: Json | None = ok(player.get("/v1/players/me"))["suspended"]
    return told


def test_nothing_new_is_begun_and_what_runs_is_finished(live: Live, server: Redis) -> None:
    match_id, (ann, bob) = table(live.url)
    waiting = str(bob.create()["id"])
    own = str(ann.create()["id"])
    suspend(server, ann, None)
    assert shown(ann) == {"until": None, "reason": WHY}
    path = f"/v1/matches/{waiting}/join"
    answers = [
        *(call(ann, route, match_id) for route in (NEW_MATCH, NEW_TICKET, OFFER, EMOTE)),
        ann.post(path, {}),
        ann.post(f"/v1/matches/{own}/invitations", {"playerId": bob.id}),
        ann.put(f"/v1/players/me/friends/{bob.id}"),
    ]
    for answer in answers:
        problem = refused(answer, 403, "suspended")
        assert (problem["until"], problem["reason"]) == (None, WHY)
        assert WHY in problem["detail"]
    # A match that runs is played on.
    mover = ann if ann.see(match_id)["toMove"] == [0] else bob
    mover.move(match_id, str(mover.legal_moves(match_id)[0]["notation"]))
    ann.act(match_id, "resign")
    # Others are shown nothing of it.
    assert "suspended" not in ok(bob.get(f"/v1/players/{ann.id}"))
    refused(ann.post(f"/v1/matches/{match_id}/rematch", {}), 403, "suspended")


def test_a_suspension_ends_by_itself(live: Live, server: Redis) -> None:
    ann = newcomer(live.url)
    suspend(server, ann, round(time.time() * 1000) + HOUR_MS)
    told = shown(ann)
    assert told
    assert told["until"].endswith("Z")
    refused(call(ann, NEW_MATCH), 403, "suspended")
    suspend(server, ann, round(time.time() * 1000) - 1)
    assert call(ann, NEW_MATCH).status_code == 201


def test_what_there_is_not_is_refused_first(live: Live, server: Redis) -> None:
    ann = newcomer(live.url)
    suspend(server, ann, None)
    private = newcomer(live.url).create(access="private")["id"]
    refused(ann.post(f"/v1/matches/{private}/join", {}), 404, "not_found")
