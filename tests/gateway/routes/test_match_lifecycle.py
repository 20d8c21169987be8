"""Join, leave, start, resign, rematch over HTTP: journeys, and how they are shown.

Who may do what and when: tests/engine/service/test_matches.py.
"""

from collections.abc import Callable

import pytest

from tests.support.live import Live
from tests.support.match_states import check_envelope, move_any, resigned, waiting
from tests.support.players import Json, ok, refused
from tests.support.requests import newcomer, table


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


@pytest.mark.parametrize(("wish", "seat"), [({}, 1), ({"seat": 1}, 1), ({"seat": None}, 1)])
def test_one_joins_at_a_free_seat(live: Live, wish: Json, seat: int) -> None:
    ann, bob = newcomer(live.url, "Ann"), newcomer(live.url, "Bob", "bot")
    joined = bob.join(ann.create()["id"], **wish)
    assert joined["yourSeat"] == seat
    assert [place["player"] for place in joined["seats"]] == [ann.player, bob.player]


def test_when_the_creator_leaves_the_match_is_aborted(live: Live) -> None:
    match_id, (ann, bob) = waiting(live.url)
    match = ann.act(match_id, "leave")
    check_envelope(match)
    assert (match["status"], match["version"], match["yourSeat"]) == ("aborted", 3, None)
    outcome = {"reason": "aborted", "ranking": [[0, 1]], "scores": [0, 0], "winners": []}
    assert match["outcome"] == outcome
    assert bob.see(match_id)["outcome"] == outcome
    assert match["state"] is None


@pytest.mark.parametrize("seat", [2, 3, 2**31, 2**32, 2**63])
def test_one_does_not_join_beside_the_table(live: Live, seat: int) -> None:
    path = f"/v1/matches/{newcomer(live.url).create()['id']}/join"
    refused(newcomer(live.url).post(path, {"seat": seat}), 422, "invalid_options")


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
