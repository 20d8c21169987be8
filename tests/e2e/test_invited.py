"""An invited player sees what a spectator sees; after that, the match is an unknown id."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import TypeAlias

import httpx
import pytest
from gateway.streams import match_feeds
from redis import Redis

from tests.e2e.test_private_matches import told
from tests.support.live import Live
from tests.support.opponents import (
    AVAILABILITY,
    available,
    end,
    invitations,
    invite,
    offer,
    put_offer,
    statuses,
    withdraw_offer,
)
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import NOBODY, OF_A_MATCH, call, newcomer, send
from tests.support.stream_reader import following

SAME = ("X-Request-Id", "same")
ENTROPY = "c0ffee" * 5
OWN = re.compile(r'[0-9a-f]{64}|[0-9T:.-]{20,}Z|"[\w-]{22}"|"requestId":"\w+"|"access":"\w+"')
"""What two matches of the same settings differ in: ids, hashes, times and access."""
LOOKS = ("", "?include=legalMoves", "?atVersion=1", "?as=0", "/legal-moves", "/moves", "/replay")


def alike(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, OWN.sub("*", answer.text)


def test_the_invited_sees_what_a_spectator_of_a_public_match_sees(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    hidden, shown = (
        ann.create(access=each, entropy=ENTROPY, goneAfter="600s") for each in ("private", "public")
    )
    invite(ann, hidden["id"], bob)
    seen, expected = (
        [
            *(bob.get(f"/v1/matches/{match['id']}{look}") for look in LOOKS),
            *(bob.post(f"/v1/matches/{match['id']}/{act}", {}) for act in ("leave", "resign")),
            bob.post(f"/v1/matches/{match['id']}/moves", {"notation": "Y7+*"}),
            bob.post(invitations(match["id"]), {"playerId": ann.id}),
            bob.get(invitations(match["id"])),
        ]
        for match in (hidden, shown)
    )
    assert [*map(alike, seen)] == [*map(alike, expected)]
    for answer in seen:
        assert hidden["inviteCode"] not in answer.text
        assert ENTROPY not in answer.text
    with following(bob, f"/v1/matches/{hidden['id']}/events") as stream:
        first = stream.next("snapshot").data
        assert (first["yourSeat"], first["state"], first.get("inviteCode")) == (None, None, None)


def declined(bob: Client, ann: Client, invitation: Json, redis: Redis) -> None:
    assert end(bob, invitation).status_code == 204


def withdrawn(bob: Client, ann: Client, invitation: Json, redis: Redis) -> None:
    assert end(ann, invitation).status_code == 204


def expired(bob: Client, ann: Client, invitation: Json, redis: Redis) -> None:
    name, field = f"match:{{{invitation['matchId']}}}", f"invited:{bob.id}"
    redis.hset(name, field, f"{invitation['id']} 1 2")


def begun(bob: Client, ann: Client, invitation: Json, redis: Redis) -> None:
    code = ann.see(invitation["matchId"])["inviteCode"]
    newcomer(bob.url).join(invitation["matchId"], inviteCode=code)


Finish: TypeAlias = Callable[[Client, Client, Json, Redis], None]
ENDS: dict[Finish, str | None] = {
    declined: "declined",
    withdrawn: None,
    expired: "expired",
    begun: "expired",
}


@pytest.fixture(scope="module")
def sweeping(redis_url: str) -> Iterator[Live]:
    """A gateway that soon notices what it is not told."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_feeds, "SWEEP_S", 0.1)
        with Live(redis_url) as live:
            yield live


@pytest.mark.parametrize("finish", ENDS)
def test_after_it_the_match_is_an_unknown_id(
    sweeping: Live, redis_url: str, finish: Finish
) -> None:
    live = sweeping
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    match_id = ann.create(access="private")["id"]
    invitation = invite(ann, match_id, bob)
    with following(bob, f"/v1/matches/{match_id}/events") as stream:
        stream.next("snapshot")
        with Redis.from_url(redis_url) as redis:
            finish(bob, ann, invitation, redis)
        assert [each.data["reason"] for each in stream.rest()] == ["not_found"]
    for route in OF_A_MATCH:
        unknown = told(call(bob, route, NOBODY, SAME))
        assert unknown[0] == 404
        assert told(call(bob, route, match_id, SAME)) == unknown, route
    assert statuses(ann, match_id).get(bob.id) == ENDS[finish]


def test_who_has_declined_is_not_invited_again_and_who_was_uninvited_is(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    match_id = ann.create()["id"]
    first = invite(ann, match_id, bob)
    path, body = invitations(match_id), {"playerId": bob.id}
    refused(ann.post(path, body), 409, "conflict")
    end(ann, first)
    second = invite(ann, match_id, bob)
    assert second["id"] != first["id"]
    end(bob, second)
    refused(ann.post(path, body), 409, "conflict")


def test_a_repeat_invites_once(live: Live) -> None:
    ann, bob, once = newcomer(live.url), newcomer(live.url, "Bob"), key()
    match_id = ann.create()["id"]
    path = invitations(match_id)
    answers = [ann.post(path, {"playerId": bob.id}, once) for _ in range(2)]
    assert ok(answers[0], 201) == ok(answers[1], 201)
    assert "Idempotency-Replayed" in answers[1].headers
    refused(ann.post(path, {"playerId": ann.id}, once), 422, "idempotency_mismatch")
    bob.join(match_id)
    assert ok(ann.post(path, {"playerId": bob.id}, once), 201) == ok(answers[0], 201)


def test_the_refusals_of_an_invitation(live: Live) -> None:
    ann, bob, rosa = newcomer(live.url), newcomer(live.url), newcomer(live.url, "R", kind="bot")
    match_id = ann.create(clock={"perMove": "60s"})["id"]
    path = invitations(match_id)
    refused(bob.post(path, {"playerId": ann.id}), 403, "not_your_match")
    refused(ann.post(path, {"playerId": NOBODY}), 404, "not_found")
    refused(ann.post(path, {"playerId": ann.id}), 409, "conflict")
    refused(ann.post(path, {"playerId": rosa.id}), 409, "conflict")
    offer(rosa, "livingstone")
    refused(ann.post(path, {"playerId": rosa.id}), 409, "conflict")
    ok(put_offer(rosa, {"games": {"lost-cities": {"clocks": "none"}}}))
    refused(ann.post(path, {"playerId": rosa.id}), 409, "conflict")
    ok(put_offer(rosa, {"games": {"lost-cities": {"clocks": "short"}}}))
    invite(ann, match_id, rosa)
    refused(bob.post(f"/v1/matches/{match_id}/join", {}), 409, "conflict")  # it is kept for the bot
    rosa.join(match_id)
    refused(ann.post(path, {"playerId": newcomer(live.url).id}), 409, "match_not_active")


def test_a_bot_has_a_minute_and_a_person_a_day(live: Live) -> None:
    ann, bob, rosa = newcomer(live.url), newcomer(live.url), newcomer(live.url, "R", kind="bot")
    offer(rosa)
    match = ann.create()
    for guest, life in ((bob, timedelta(days=1)), (rosa, timedelta(minutes=1))):
        until = datetime.fromisoformat(invite(ann, match["id"], guest)["expireTime"])
        since = datetime.fromisoformat(match["createTime"])
        assert life <= until - since < life + timedelta(seconds=59)


def test_twenty_invitations_may_be_pending(live: Live) -> None:
    ann = newcomer(live.url)
    match_id = ann.create()["id"]
    guests = [newcomer(live.url) for _ in range(21)]
    sent = [invite(ann, match_id, each) for each in guests[:20]]
    refused(ann.post(invitations(match_id), {"playerId": guests[20].id}), 409, "conflict")
    end(guests[0], sent[0])
    invite(ann, match_id, guests[20])


def test_an_offer_is_listed_until_it_ends_or_is_used_up(live: Live, redis_url: str) -> None:
    ann, rosa = newcomer(live.url), newcomer(live.url, "Rosalind", kind="bot")

    def listed() -> bool:
        return rosa.id in {each["id"] for each in available(ann, kind="bot", pageSize=1)}

    ok(put_offer(rosa, {"games": {"lost-cities": {}}}))
    assert listed()
    assert rosa.id not in {each["id"] for each in available(ann, kind="human")}
    assert rosa.id not in {each["id"] for each in available(ann, "just4fun")}
    match_id = ann.create()["id"]
    rosa.join(match_id)
    assert not listed(), "one match is as many as it wants"
    ann.act(match_id, "resign")
    assert listed()
    withdraw_offer(rosa)
    assert not listed()
    offer(rosa)
    with Redis.from_url(redis_url) as redis:
        assert 80_000 < redis.pttl(f"{{available}}:player:{rosa.id}") <= 90_000
        redis.delete(f"{{available}}:player:{rosa.id}")
    assert not listed()


def test_a_deleted_player_is_neither_available_nor_invited(live: Live) -> None:
    ann, rosa = newcomer(live.url), newcomer(live.url, "Rosalind", kind="bot")
    offer(rosa)
    match_id = ann.create()["id"]
    invite(ann, match_id, rosa)
    assert send(rosa, "DELETE", "/v1/players/me").status_code == 204
    assert rosa.id not in {each["id"] for each in available(ann)}
    assert statuses(ann, match_id) == {}


def test_a_deleted_player_leaves_no_note_of_who_has_invited_it(live: Live, redis_url: str) -> None:
    ann, bob, eve = newcomer(live.url), newcomer(live.url, "Bob"), newcomer(live.url, "Eve")
    invite(ann, ann.create()["id"], bob)
    unwanted = invite(eve, eve.create()["id"], bob)
    path = f"{invitations(unwanted['matchId'])}/{unwanted['id']}?allOfSender=true"
    assert send(bob, "DELETE", path).status_code == 204
    with Redis.from_url(redis_url) as redis:
        assert redis.hlen(f"player:{{{bob.id}}}:invitations") == 3
        assert send(bob, "DELETE", "/v1/players/me").status_code == 204
        assert not redis.exists(f"player:{{{bob.id}}}:invitations")


def test_nobody_is_of_the_house_without_its_key(live: Live) -> None:
    games: Json = {"lost-cities": {}}
    for wrong in ("", "x" * 43):
        rosa = newcomer(live.url, "Rosalind", kind="bot")
        refused(put_offer(rosa, {"games": games, "houseKey": wrong}), 403, "forbidden")
        assert rosa.id not in {each["id"] for each in available(rosa)}
    refused(put_offer(rosa, {"games": {"chess": {}}}), 422, "invalid_options")
    refused(put_offer(rosa, {"games": {}}, path=AVAILABILITY), 400, "malformed")


def test_a_stranger_has_five_invitations_pending_and_pushes_out_no_friend(live: Live) -> None:
    ann, bob, eve = newcomer(live.url), newcomer(live.url, "Bob"), newcomer(live.url, "Eve")
    friendly = invite(ann, ann.create()["id"], bob)
    sent = [invite(eve, eve.create()["id"], bob) for _ in range(5)]
    sixth = eve.create()["id"]
    refused(eve.post(invitations(sixth), {"playerId": bob.id}), 409, "conflict")
    assert statuses(eve, sixth) == {}
    with following(bob, "/v1/events") as told:
        seen = {told.next("invited").data["invitationId"] for _ in range(6)}
    assert seen == {each["id"] for each in [friendly, *sent]}
    end(eve, sent[0])
    invite(eve, sixth, bob)


def test_a_player_hears_of_all_invitations_that_were_sent_at_once(live: Live) -> None:
    bob, eve = newcomer(live.url, "Bob"), newcomer(live.url, "Eve")
    paths = [invitations(eve.create()["id"]) for _ in range(15)]
    with ThreadPoolExecutor(len(paths)) as pool:
        sent = [*pool.map(lambda path: eve.post(path, {"playerId": bob.id}), paths)]
    stored = {each.json()["id"] for each in sent if each.status_code == 201}
    assert len(stored) <= 5
    with following(bob, "/v1/events") as told:
        assert {told.next("invited").data["invitationId"] for _ in stored} == stored


def test_what_has_become_of_an_invitation_makes_room_for_the_next(live: Live) -> None:
    """Also for a repeat, which is answered when there is none."""
    ann, bob, once = newcomer(live.url), newcomer(live.url, "Bob"), key()
    for _ in range(6):
        match_id = ann.create()["id"]
        invite(ann, match_id, bob)
        bob.join(match_id)
    last, body = invitations(ann.create()["id"]), {"playerId": bob.id}
    first = ok(ann.post(last, body, once), 201)
    end(bob, first)
    for _ in range(5):
        invite(ann, ann.create()["id"], bob)
    assert ok(ann.post(last, body, once), 201)["id"] == first["id"]
    refused(ann.post(invitations(ann.create()["id"]), body), 409, "conflict")


def test_all_of_a_sender_are_declined_at_once_and_no_more_come(live: Live) -> None:
    ann, bob, eve = newcomer(live.url), newcomer(live.url, "Bob"), newcomer(live.url, "Eve")
    friendly = invite(ann, ann.create()["id"], bob)
    first, *others = (invite(eve, eve.create(access="private")["id"], bob) for _ in range(3))
    path = f"{invitations(first['matchId'])}/{first['id']}"
    assert send(bob, "DELETE", f"{path}?allOfSender=true").status_code == 204
    for each in (first, *others):
        assert statuses(eve, each["matchId"]) == {bob.id: "declined"}
    assert statuses(ann, friendly["matchId"]) == {bob.id: "pending"}
    one_more, body = invitations(eve.create()["id"]), {"playerId": bob.id}
    assert "no invitations" in refused(eve.post(one_more, body), 409, "conflict")["detail"]
    invite(ann, ann.create()["id"], bob)
    refused(send(bob, "DELETE", f"{path}?allOfSender=1"), 400, "malformed")


def test_all_of_a_sender_are_declined_but_one_that_is_accepted_meanwhile(live: Live) -> None:
    bob, eve = newcomer(live.url, "Bob"), newcomer(live.url, "Eve")
    with ThreadPoolExecutor(4) as pool:
        first, *others = (invite(eve, eve.create()["id"], bob) for _ in range(5))
        path = f"{invitations(first['matchId'])}/{first['id']}?allOfSender=true"
        joins = [pool.submit(bob.join, each["matchId"]) for each in others]
        assert send(bob, "DELETE", path).status_code == 204
        assert [each.result()["id"] for each in joins] == [each["matchId"] for each in others]


def test_a_sender_is_the_one_whose_invitation_is_pending(live: Live) -> None:
    """Eve has invited into the same match before, and has taken that back."""
    ann, bob, eve = newcomer(live.url), newcomer(live.url, "Bob"), newcomer(live.url, "Eve")
    match_id = ann.create(game="just4fun", seats=3)["id"]
    eve.join(match_id)
    end(eve, invite(eve, match_id, bob))
    unwanted = invite(ann, match_id, bob)
    path = f"{invitations(match_id)}/{unwanted['id']}?allOfSender=true"
    assert send(bob, "DELETE", path).status_code == 204
    refused(ann.post(invitations(ann.create()["id"]), {"playerId": bob.id}), 409, "conflict")
    invite(eve, eve.create()["id"], bob)


def test_all_of_a_sender_that_is_not_known_any_more_cannot_be_declined(
    live: Live, redis_url: str
) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    unwanted = invite(ann, ann.create()["id"], bob)
    with Redis.from_url(redis_url) as redis:
        redis.delete(f"player:{{{bob.id}}}:invitations")
    path = f"{invitations(unwanted['matchId'])}/{unwanted['id']}"
    refused(send(bob, "DELETE", f"{path}?allOfSender=true"), 409, "conflict")
    assert send(bob, "DELETE", path).status_code == 204


def test_only_the_invited_declines_all_of_a_sender(live: Live) -> None:
    ann, bob, eve = newcomer(live.url), newcomer(live.url, "Bob"), newcomer(live.url, "Eve")
    invitation = invite(ann, ann.create()["id"], bob)
    path = f"{invitations(invitation['matchId'])}/{invitation['id']}?allOfSender=true"
    refused(send(eve, "DELETE", path), 403, "not_your_match")
    assert send(ann, "DELETE", path).status_code == 204
    invite(ann, ann.create()["id"], bob)
