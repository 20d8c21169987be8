"""Blocks over HTTP: what they hide from who made them, and forbid the other without a sign."""

import pytest

from tests.gateway.routes.test_friends import FRIENDS, ask, befriended, friends, shown
from tests.support.live import Live
from tests.support.opponents import available, invite, offer
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import newcomer, searching_ticket
from tests.support.socket_client import dialled
from tests.support.stream_reader import events_path, following

BLOCKS = "/v1/players/me/blocks"
GAME = "lost-cities"


def block(player: Client, other: Client) -> None:
    assert ok(player.put(f"{BLOCKS}/{other.id}")) == {"playerId": other.id}


def unblock(player: Client, other: Client) -> None:
    assert ok(player.delete(f"{BLOCKS}/{other.id}")) == {"playerId": other.id}


def blocked_pair(url: str) -> tuple[Client, Client]:
    """Ann, and Eve whom she has blocked."""
    ann, eve = newcomer(url, "Ann"), newcomer(url, "Eve")
    block(ann, eve)
    return ann, eve


def waiting_ids(player: Client) -> set[str]:
    found = ok(player.get("/v1/matches", game=GAME, status="waiting", pageSize=100))
    return {each["id"] for each in found["matches"]}


def test_blocks_are_listed_and_taken_back(live: Live) -> None:
    ann, others = newcomer(live.url), [newcomer(live.url, name) for name in ("Bob", "Cem")]
    for other in (*others, others[0]):
        block(ann, other)
    assert ok(ann.get(BLOCKS))["blocks"] == [other.player for other in others[::-1]]
    unblock(ann, others[1])
    unblock(ann, others[1])
    assert ok(ann.get(BLOCKS))["blocks"] == [others[0].player]
    assert others[0].delete("/v1/players/me").status_code == 204
    assert ok(ann.get(BLOCKS))["blocks"] == []


def test_a_block_ends_a_friendship_and_lets_nobody_ask(live: Live) -> None:
    ann, eve = befriended(live.url)
    block(ann, eve)
    assert friends(ann) == friends(eve) == shown()
    for _ in range(2):
        assert ask(eve, ann) == "asked"
    assert friends(ann) == shown()
    unblock(ann, eve)
    assert friends(ann) == shown(), "what was asked meanwhile is not told"
    assert ask(eve, ann) == "asked"
    assert friends(ann) == shown(asking=["Bob"])


def test_who_has_blocked_a_player_does_not_ask_it_to_be_a_friend(live: Live) -> None:
    ann, eve = newcomer(live.url, "Ann"), newcomer(live.url, "Eve")
    block(ann, eve)
    refused(ann.put(f"{FRIENDS}/{eve.id}", {}), 409, "conflict")
    assert friends(ann) == friends(eve) == shown()
    unblock(ann, eve)
    assert ask(ann, eve) == "asked"


def test_an_open_request_of_who_is_blocked_stays(live: Live) -> None:
    ann, eve = newcomer(live.url, "Ann"), newcomer(live.url, "Eve")
    ask(eve, ann)
    before = eve.get(FRIENDS)
    block(ann, eve)
    after = eve.get(FRIENDS)
    assert (before.content, before.headers["etag"]) == (after.content, after.headers["etag"])
    assert friends(ann) == shown()


def test_a_request_to_who_is_blocked_is_withdrawn(live: Live) -> None:
    ann, eve = newcomer(live.url, "Ann"), newcomer(live.url, "Eve")
    ask(ann, eve)
    block(ann, eve)
    assert friends(ann) == friends(eve) == shown()


def test_waiting_matches_and_searches_of_the_other_are_in_no_list(live: Live) -> None:
    ann, eve = blocked_pair(live.url)
    table, own = str(eve.create()["id"]), str(ann.create()["id"])
    assert table not in waiting_ids(ann)
    assert {table, own} <= waiting_ids(eve)
    unblock(ann, eve)
    assert table in waiting_ids(ann)


def test_tickets_of_the_other_are_in_no_list(live: Live) -> None:
    ann = newcomer(live.url, "Ann")
    eve, _ = searching_ticket(live.url)

    def searching() -> bool:
        found = ok(ann.get("/v1/tickets", game="livingstone", pageSize=100))["tickets"]
        return eve.id in {each["player"]["id"] for each in found}

    assert searching()
    block(ann, eve)
    assert not searching()


def test_a_ticket_that_searches_already_does_not_meet_who_is_blocked(live: Live) -> None:
    ann, eve, bob = (newcomer(live.url) for _ in range(3))
    wish = {"game": GAME, "clock": {"perMove": "53s"}}
    first = ok(ann.post("/v1/tickets", wish), 201)
    block(ann, eve)
    second = ok(eve.post("/v1/tickets", wish), 201)
    assert second["status"] == "searching"
    assert ok(ann.get(f"/v1/tickets/{first['id']}"))["status"] == "searching"
    unblock(ann, eve)
    assert ok(bob.post("/v1/tickets", wish), 201)["status"] == "matched"


def test_offers_of_the_other_are_in_no_list(live: Live) -> None:
    ann, eve = newcomer(live.url, "Ann"), newcomer(live.url, "Eve")
    offer(eve)
    assert eve.id in {each["id"] for each in available(ann)}
    block(ann, eve)
    assert eve.id not in {each["id"] for each in available(ann)}


def test_who_is_blocked_meets_the_refusal_of_a_seat_that_is_kept(live: Live) -> None:
    """The very answer that anybody gets while the last seats are for those who are invited."""
    ann, eve = blocked_pair(live.url)
    bob, zoe = newcomer(live.url, "Bob"), newcomer(live.url, "Zoe")
    blocking, keeping = str(ann.create()["id"]), str(bob.create()["id"])
    invite(bob, keeping, zoe)
    told = [
        refused(eve.post(f"/v1/matches/{each}/join", {}, key()), 409, "conflict")
        for each in (blocking, keeping)
    ]
    for each in told:
        del each["requestId"]
    assert told[0] == told[1]
    zoe.join(keeping)
    newcomer(live.url).join(blocking)


def test_a_private_match_does_not_know_its_code_from_who_is_blocked(live: Live) -> None:
    ann, eve = blocked_pair(live.url)
    match = ann.create(access="private")
    path, code = f"/v1/matches/{match['id']}/join", match["inviteCode"]
    wrong = f"{'0' if code[0] != '0' else '1'}{code[1:]}"

    def told(player: Client, given: str) -> tuple[Json, Json]:
        answers = (
            player.post(path, {"inviteCode": given}),
            player.post("/v1/invitations", {"code": given}),
        )
        return tuple(  # type: ignore[return-value]
            {**refused(each, 404, "not_found"), "requestId": ""} for each in answers
        )

    assert told(eve, code) == told(eve, wrong)
    newcomer(live.url).join(match["id"], inviteCode=code)


@pytest.mark.parametrize("access", ["public", "private"])
def test_an_invitation_of_who_is_blocked_by_then_is_as_one_that_was_withdrawn(
    live: Live, access: str
) -> None:
    ann, eve = blocked_pair(live.url)
    host, zoe = newcomer(live.url, "Host"), newcomer(live.url, "Zoe")
    told = []
    for player in (eve, zoe):
        match = host.create(game="just4fun", seats=3, access=access)
        match_id, code = str(match["id"]), match.get("inviteCode")
        sent = invite(host, match_id, player)
        if player is eve:
            ann.join(match_id, **({"inviteCode": code} if code else {}))
        else:  # the other seats are for others, who are invited, and this invitation is withdrawn
            for _ in range(2):
                invite(host, match_id, newcomer(live.url))
            path = f"/v1/matches/{match_id}/invitations/{sent['id']}"
            assert host.delete(path).status_code == 204
        answers = [player.post(f"/v1/matches/{match_id}/join", {}, key()) for _ in range(2)]
        codes = [each.json()["code"] for each in answers]
        told.append((codes, player.get(f"/v1/matches/{match_id}").status_code))
    assert told[0] == told[1]


def test_who_is_blocked_invites_and_nobody_hears_of_it(live: Live) -> None:
    ann, eve = blocked_pair(live.url)
    match_id = str(eve.create()["id"])
    with following(ann, "/v1/events") as told:
        sent = invite(eve, match_id, ann)
        assert sent["status"] == "pending"
        # Only what comes after it is told.
        bob = newcomer(live.url, "Bob")
        other = invite(bob, str(bob.create()["id"]), ann)
        assert told.next("invited").data["invitationId"] == other["id"]
    listed = ok(eve.get(f"/v1/matches/{match_id}/invitations"))["invitations"]
    assert [each["status"] for each in listed] == ["pending"]
    with following(ann, "/v1/events") as told:
        assert told.next("invited").data["invitationId"] == other["id"]


def test_whom_one_has_blocked_one_does_not_invite(live: Live) -> None:
    ann, eve = blocked_pair(live.url)
    body = {"playerId": eve.id}
    path = f"/v1/matches/{ann.create()['id']}/invitations"
    assert "blocked" in refused(ann.post(path, body), 409, "conflict")["detail"]


@pytest.mark.parametrize("settings", [{"emotes": "none"}, {"emotes": "friends"}, None], ids=str)
def test_emotes_reach_those_who_want_them(live: Live, settings: Json | None) -> None:
    """Over each kind of line; the sender hears itself, and so do all others."""
    ann, eve = newcomer(live.url, "Ann"), newcomer(live.url, "Eve")
    match_id = str(eve.create()["id"])
    ann.join(match_id)
    if settings:
        ok(ann.patch("/v1/players/me", settings))
    else:
        block(ann, eve)
    path = events_path(match_id)
    with (
        following(ann, path) as to_ann,
        following(eve, path) as to_eve,
        dialled(live.url) as talk,
    ):
        talk.ask("hello", token=ann.token)
        talk.ask("subscribe", matchId=match_id)
        for reader in (to_ann, to_eve):
            reader.next("snapshot")
        assert eve.post(f"/v1/matches/{match_id}/emotes", {"emote": "hello"}).status_code == 204
        assert to_eve.next("emote").data["emote"] == "hello"
        assert ann.post(f"/v1/matches/{match_id}/emotes", {"emote": "oops"}).status_code == 204
        assert to_eve.next("emote").data["emote"] == "oops"
        assert to_ann.next("emote").data["emote"] == "oops"
        pushed = talk.until(match_id, "emote")[-1]
        assert pushed["data"]["emote"] == "oops"


def test_a_friend_is_heard_by_who_hears_friends(live: Live) -> None:
    ann, bob = befriended(live.url)
    ok(ann.patch("/v1/players/me", {"emotes": "friends"}))
    match_id = str(bob.create()["id"])
    ann.join(match_id)
    with following(ann, events_path(match_id)) as told:
        told.next("snapshot")
        assert bob.post(f"/v1/matches/{match_id}/emotes", {"emote": "nice"}).status_code == 204
        assert told.next("emote").data["emote"] == "nice"
