"""Play now: a match against a bot that the player has never met, by plain HTTP."""

from tests.support.live import Live
from tests.support.opponents import available, invitations, invite, offer, statuses
from tests.support.players import ok, refused
from tests.support.requests import newcomer
from tests.support.stream_reader import following


def test_who_wants_to_play_now_finds_a_bot_and_plays_it(live: Live) -> None:
    rosa, ann = newcomer(live.url, "Rosalind", kind="bot"), newcomer(live.url)
    offer(rosa, description="Plays at random.")
    with following(rosa, "/v1/events") as told:
        match = ann.create(access="private", options={"startSeat": 1})
        found = next(each for each in available(ann, kind="bot") if each["id"] == rosa.id)
        assert found == {
            **rosa.player,
            "description": "Plays at random.",
            "level": None,
            "rating": None,
            "house": False,
        }
        invitation = invite(ann, match["id"], rosa)
        assert (invitation["matchId"], invitation["playerId"]) == (match["id"], rosa.id)
        assert invitation["status"] == "pending"

        data = told.next("invited").data
        assert data == {"matchId": match["id"], "version": 1, "invitationId": invitation["id"]}
        seen = rosa.see(match["id"])
        assert (seen["yourSeat"], seen["status"], "inviteCode" in seen) == (None, "waiting", False)
        assert rosa.join(match["id"])["status"] == "active"
        assert told.next("matchStarted").data["matchId"] == match["id"]
        assert told.next("yourTurn").data == {"matchId": match["id"], "version": 2, "decision": 2}
        rosa.move(match["id"], rosa.legal_moves(match["id"])[0]["notation"])

    assert ann.see(match["id"])["version"] == 3
    assert statuses(ann, match["id"]) == {rosa.id: "accepted"}


def test_what_was_missed_comes_first_when_the_stream_is_opened(live: Live) -> None:
    rosa, ann = newcomer(live.url, "Rosalind", kind="bot"), newcomer(live.url)
    offer(rosa)
    running = rosa.create(options={"startSeat": 0})["id"]
    ann.join(running)
    matches = [ann.create(access=access)["id"] for access in ("private", "public")]
    sent = {match_id: invite(ann, match_id, rosa)["id"] for match_id in matches}
    with following(rosa, "/v1/events") as told:
        first = [told.next("invited").data for _ in matches]
        assert {each["matchId"]: each["invitationId"] for each in first} == sent
        assert told.next().event == "yourTurn"


def test_a_stranger_is_not_let_in_by_the_invitation_of_another(live: Live) -> None:
    ann, bob, eve = (newcomer(live.url, name) for name in ("Ann", "Bob", "Eve"))
    match_id = ann.create(access="private")["id"]
    invite(ann, match_id, bob)
    for answer in (
        eve.get(f"/v1/matches/{match_id}"),
        eve.post(f"/v1/matches/{match_id}/join"),
        eve.get(invitations(match_id)),
    ):
        refused(answer, 404, "not_found")
    refused(bob.get(invitations(match_id)), 403, "not_your_match")
    refused(bob.post(f"/v1/matches/{match_id}/leave"), 403, "not_your_match")
    assert ok(ann.get(f"/v1/matches/{match_id}"))["seats"][1]["player"] is None
