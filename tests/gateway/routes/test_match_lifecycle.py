"""Join, leave, start, resign, rematch: who may do what, when, and what becomes of the match."""

from collections.abc import Callable

import pytest

from tests.support.live import Live
from tests.support.match_states import aborted, check_envelope, move_any, resigned, waiting
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import NOBODY, newcomer, play_out, table


@pytest.fixture(scope="module")
def completed(live: Live) -> tuple[Json, list[Client]]:
    """A match that was played to its end, as seat 0 sees it."""
    match_id, seats = table(live.url, options={"rounds": 1})
    return play_out(match_id, seats), seats


def test_every_change_adds_one_to_the_version(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    made = ann.create(start="manual")
    match_id = made["id"]
    steps: list[Callable[[], Json]] = [
        lambda: bob.join(match_id),
        lambda: bob.act(match_id, "leave"),
        lambda: bob.join(match_id),
        lambda: ann.act(match_id, "start"),
        lambda: move_any(match_id, [ann, bob]),
        lambda: bob.act(match_id, "resign"),
    ]
    heads = {made["fairness"]["logHead"]}
    for version, step in enumerate(steps, 2):
        match = step()
        assert match["version"] == version
        assert ann.get(f"/v1/matches/{match_id}").headers["etag"] == f'"{version}"'
        assert match["fairness"]["commitment"] == made["fairness"]["commitment"]
        heads.add(match["fairness"]["logHead"])
    assert len(heads) == 7
    entries = ok(ann.get(f"/v1/matches/{match_id}/moves"))["moves"]
    kinds = ["created", "joined", "left", "joined", "started", "move", "resigned"]
    assert [entry["kind"] for entry in entries] == kinds
    assert [entry["seat"] for entry in entries[:5]] == [0, 1, 1, 1, 0]


def test_the_join_that_fills_an_auto_match_and_its_start_are_one(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    match = bob.join(ann.create()["id"])
    assert (match["status"], match["version"]) == ("active", 2)
    entries = ok(ann.get(f"/v1/matches/{match['id']}/moves"))["moves"]
    assert [entry["kind"] for entry in entries] == ["created", "joined"]
    assert match["lastEvents"]


def test_a_manual_match_waits_for_its_creator(live: Live) -> None:
    match_id, (ann, _) = waiting(live.url)
    match = ann.see(match_id)
    assert (match["status"], match["version"], match["start"]) == ("waiting", 2, "manual")
    started = ann.post(f"/v1/matches/{match_id}/start")
    assert started.headers["etag"] == '"3"'
    assert (ok(started)["status"], ok(started)["version"]) == ("active", 3)


@pytest.mark.parametrize(("wish", "seat"), [({}, 1), ({"seat": 1}, 1), ({"seat": None}, 1)])
def test_one_joins_at_a_free_seat(live: Live, wish: Json, seat: int) -> None:
    ann, bob = newcomer(live.url, "Ann"), newcomer(live.url, "Bob", "bot")
    joined = bob.join(ann.create()["id"], **wish)
    assert joined["yourSeat"] == seat
    assert [place["player"] for place in joined["seats"]] == [ann.player, bob.player]


def test_a_seat_that_was_left_is_free(live: Live) -> None:
    match_id, (_, bob) = waiting(live.url)
    left = bob.act(match_id, "leave")
    assert (left["version"], left["yourSeat"], left["status"]) == (3, None, "waiting")
    assert left["seats"][1]["player"] is None
    carla = newcomer(live.url, "Carla")
    assert carla.join(match_id)["seats"][1]["player"] == carla.player


def test_when_the_creator_leaves_the_match_is_aborted(live: Live) -> None:
    match_id, (ann, bob) = waiting(live.url)
    match = ann.act(match_id, "leave")
    check_envelope(match)
    assert (match["status"], match["version"], match["yourSeat"]) == ("aborted", 3, None)
    outcome = {"reason": "aborted", "ranking": [[0, 1]], "scores": [0, 0], "winners": []}
    assert match["outcome"] == outcome
    assert bob.see(match_id)["outcome"] == outcome
    assert match["state"] is None


def test_when_the_last_one_leaves_the_match_is_aborted(live: Live) -> None:
    ann = newcomer(live.url)
    match = ann.act(ann.create()["id"], "leave")
    assert (match["status"], match["outcome"]["reason"]) == ("aborted", "aborted")


def test_resigning_ends_a_match_of_two(live: Live) -> None:
    match_id, (ann, bob) = table(live.url)
    match = ann.act(match_id, "resign")
    check_envelope(match)
    assert (match["status"], match["toMove"]) == ("finished", [])
    assert match["outcome"] == {
        "reason": "resigned",
        "ranking": [[1], [0]],
        "scores": [0, 0],
        "winners": [1],
    }
    assert bob.see(match_id)["outcome"] == match["outcome"]


def test_a_completed_match_ranks_every_seat_once(completed: tuple[Json, list[Client]]) -> None:
    match, _ = completed
    check_envelope(match)
    assert (match["status"], match["toMove"]) == ("finished", [])
    outcome = match["outcome"]
    assert set(outcome) == {"reason", "ranking", "scores", "winners"}
    assert outcome["reason"] == "completed"
    assert sorted(seat for rank in outcome["ranking"] for seat in rank) == [0, 1]
    assert outcome["winners"] == outcome["ranking"][0]
    assert outcome["scores"] == [side["total"] for side in match["state"]["sides"]]
    assert outcome["scores"][outcome["winners"][0]] == max(outcome["scores"])


@pytest.mark.parametrize("verb", ["join", "leave", "start", "resign", "rematch", "moves"])
def test_nothing_can_be_done_to_no_match(live: Live, verb: str) -> None:
    body = {"notation": "Y7+*"} if verb == "moves" else {}
    for match_id in (NOBODY, "short", NOBODY + "A", "A" * 21 + "~"):
        answer = newcomer(live.url).post(f"/v1/matches/{match_id}/{verb}", body)
        refused(answer, 404, "not_found")


@pytest.mark.parametrize("verb", ["leave", "start", "resign", "rematch", "moves"])
@pytest.mark.parametrize("made", [waiting, table, resigned, aborted])
def test_strangers_do_not_act(
    live: Live, made: Callable[[str], tuple[str, list[Client]]], verb: str
) -> None:
    match_id, seats = made(live.url)
    body = {"notation": "Y7+*"} if verb == "moves" else {}
    stranger = newcomer(live.url)
    before = seats[1].see(match_id)
    refused(stranger.post(f"/v1/matches/{match_id}/{verb}", body), 403, "not_your_match")
    assert seats[1].see(match_id) == before


def test_one_does_not_join_twice(live: Live) -> None:
    for match_id, seats in (waiting(live.url), table(live.url), resigned(live.url)):
        for player in seats:
            for body in ({}, {"seat": 0}, {"seat": 1}):
                refused(player.post(f"/v1/matches/{match_id}/join", body), 409, "conflict")


def test_one_does_not_join_at_a_taken_seat(live: Live) -> None:
    path = f"/v1/matches/{newcomer(live.url).create()['id']}/join"
    refused(newcomer(live.url).post(path, {"seat": 0}), 409, "conflict")


@pytest.mark.parametrize("seat", [2, 3, 2**31, 2**32, 2**63])
def test_one_does_not_join_beside_the_table(live: Live, seat: int) -> None:
    path = f"/v1/matches/{newcomer(live.url).create()['id']}/join"
    refused(newcomer(live.url).post(path, {"seat": seat}), 422, "invalid_options")


@pytest.mark.parametrize("body", [{"seat": "1"}, {"place": 1}])
def test_a_wish_for_a_seat_is_a_number(live: Live, body: Json) -> None:
    path = f"/v1/matches/{newcomer(live.url).create()['id']}/join"
    refused(newcomer(live.url).post(path, body), 400, "malformed")


def test_one_does_not_join_a_full_match(live: Live) -> None:
    for match_id, _ in (waiting(live.url), table(live.url)):
        refused(newcomer(live.url).post(f"/v1/matches/{match_id}/join"), 409, "match_full")


def test_one_does_not_join_a_match_that_has_ended(live: Live) -> None:
    for match_id, _ in (resigned(live.url), aborted(live.url)):
        answer = newcomer(live.url).post(f"/v1/matches/{match_id}/join")
        refused(answer, 409, "match_not_active")


def test_one_leaves_before_the_start_only(live: Live) -> None:
    match_id, seats = table(live.url)
    for player in seats:
        refused(player.post(f"/v1/matches/{match_id}/leave"), 409, "match_active")
    match_id, seats = resigned(live.url)
    for player in seats:
        refused(player.post(f"/v1/matches/{match_id}/leave"), 409, "match_not_active")
    match_id, (_, bob) = aborted(live.url)
    refused(bob.post(f"/v1/matches/{match_id}/leave"), 409, "match_not_active")


def test_only_the_creator_starts_a_match(live: Live) -> None:
    for match_id, (_, bob) in (waiting(live.url), table(live.url), aborted(live.url)):
        refused(bob.post(f"/v1/matches/{match_id}/start"), 403, "forbidden")


@pytest.mark.parametrize("start", ["auto", "manual"])
def test_a_match_starts_with_every_seat_taken(live: Live, start: str) -> None:
    ann = newcomer(live.url)
    match_id = ann.create(start=start)["id"]
    refused(ann.post(f"/v1/matches/{match_id}/start"), 409, "conflict")


def test_a_match_starts_once(live: Live) -> None:
    match_id, (ann, _) = table(live.url)
    refused(ann.post(f"/v1/matches/{match_id}/start"), 409, "match_active")
    match_id, (ann, _) = resigned(live.url)
    refused(ann.post(f"/v1/matches/{match_id}/start"), 409, "match_not_active")


def test_one_resigns_while_the_match_is_going_on(live: Live) -> None:
    match_id, seats = waiting(live.url)
    refused(seats[0].post(f"/v1/matches/{match_id}/resign"), 409, "match_not_active")
    match_id, seats = resigned(live.url)
    for player in seats:
        refused(player.post(f"/v1/matches/{match_id}/resign"), 409, "match_not_active")


def test_one_may_resign_out_of_turn(live: Live) -> None:
    match_id, seats = table(live.url, options={"startSeat": 0})
    assert seats[1].act(match_id, "resign")["outcome"]["winners"] == [0]


def test_a_rematch_is_for_a_finished_match(live: Live) -> None:
    for match_id, seats in (waiting(live.url), table(live.url)):
        refused(seats[0].post(f"/v1/matches/{match_id}/rematch"), 409, "match_active")
    match_id, (_, bob) = aborted(live.url)
    refused(bob.post(f"/v1/matches/{match_id}/rematch"), 409, "match_not_active")


def test_a_rematch_begins_once_every_player_has_asked(live: Live) -> None:
    match_id, (ann, bob) = resigned(live.url)
    before = ann.see(match_id)
    assert bob.act(match_id, "rematch") == {"asked": [1], "matchId": None}
    assert bob.act(match_id, "rematch") == {"asked": [1], "matchId": None}
    both = ann.act(match_id, "rematch")
    assert both["asked"] == [0, 1]
    assert bob.act(match_id, "rematch") == ann.act(match_id, "rematch") == both
    assert ann.see(match_id) == before
    again = ann.see(both["matchId"])
    check_envelope(again)
    assert (again["status"], again["yourSeat"], again["version"]) == ("active", 0, 2)
    players = [[seat["player"] for seat in match["seats"]] for match in (again, before)]
    assert players[0] == players[1]
    assert not any(seat["resigned"] for seat in again["seats"])
    assert again["options"] == before["options"]
    assert again["fairness"]["commitment"] != before["fairness"]["commitment"]


def test_a_completed_match_is_played_again_with_its_score(
    completed: tuple[Json, list[Client]],
) -> None:
    match, seats = completed
    for player in seats:
        answer = player.act(match["id"], "rematch", keepScore=True)
    again = seats[1].see(answer["matchId"])
    assert again["options"]["carriedScores"] == match["outcome"]["scores"]
    assert [side["total"] for side in again["state"]["sides"]] == match["outcome"]["scores"]


@pytest.mark.parametrize(
    ("wishes", "carried"),
    [
        ([{"keepScore": True}, {"keepScore": True}], [30, -5]),
        ([{"keepScore": True}, {"keepScore": False}], []),
        ([{"keepScore": True}, {}], []),
        ([{}, {}], []),
    ],
)
def test_the_score_is_kept_if_all_wish_so(
    live: Live, wishes: list[Json], carried: list[int]
) -> None:
    match_id, seats = table(live.url, options={"carriedScores": [30, -5]})
    seats[0].act(match_id, "resign")
    for player, wish in zip(seats, wishes, strict=True):
        answer = player.act(match_id, "rematch", **wish)
    assert seats[0].see(answer["matchId"])["options"]["carriedScores"] == carried


@pytest.mark.parametrize("body", [{"keepScore": 1}, []])
def test_a_wish_for_a_rematch_says_yes_or_no(live: Live, body: object) -> None:
    match_id, (ann, _) = resigned(live.url)
    refused(ann.post(f"/v1/matches/{match_id}/rematch", body), 400, "malformed")
