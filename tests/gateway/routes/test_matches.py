"""Creating a match and reading it: now, at a past version, with legal moves, as text."""

import re
from collections.abc import Callable

import pytest

from tests.support.live import Live
from tests.support.match_states import check_envelope, move_any
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import NOBODY, code, newcomer, table


def test_a_new_match_waits_with_its_creator_at_seat_0(live: Live) -> None:
    ann = newcomer(live.url)
    answer = ann.post("/v1/matches", {"game": "lost-cities"})
    made = ok(answer, 201)
    check_envelope(made)
    assert answer.headers["location"] == f"/v1/matches/{made['id']}"
    assert answer.headers["etag"] == '"1"'
    assert ok(ann.get(answer.headers["location"])) == made
    assert (made["game"], made["status"], made["version"]) == ("lost-cities", "waiting", 1)
    assert (made["access"], made["start"], made["yourSeat"]) == ("public", "auto", 0)
    assert made["seats"] == [
        {"index": 0, "player": ann.player, "resigned": False, "moved": False},
        {"index": 1, "player": None, "resigned": False, "moved": False},
    ]
    assert made["createTime"] == made["updateTime"]
    assert (made["toMove"], made["lastEvents"]) == ([], [])
    assert [made[name] for name in ("clock", "state", "outcome")] == [None] * 3
    assert made["fairness"]["serverSeed"] is None


def test_a_running_match_has_a_state_and_someone_to_move(live: Live) -> None:
    match_id, seats = table(live.url)
    for seat, viewer in enumerate([*seats, Client(live.url)]):
        match = viewer.see(match_id)
        check_envelope(match)
        assert (match["status"], match["version"]) == ("active", 2)
        assert match["yourSeat"] == (seat if viewer in seats else None)
        assert match["toMove"] in ([0], [1])
        assert match["outcome"] is None
        assert len(match["state"]["hand"]) == (8 if viewer in seats else 0)


def test_seats_may_be_named(live: Live) -> None:
    assert len(newcomer(live.url).create(seats=2)["seats"]) == 2


@pytest.fixture(scope="module")
def watched(live: Live) -> tuple[str, list[tuple[Client, list[Json]]]]:
    """A match, and what each of three saw at each of its versions."""
    ann, bob = newcomer(live.url), newcomer(live.url)
    match_id = ann.create(start="manual")["id"]
    viewers: list[tuple[Client, list[Json]]] = [(ann, []), (bob, []), (Client(live.url), [])]
    steps: list[Callable[[], Json]] = [
        dict,
        lambda: bob.join(match_id),
        lambda: bob.act(match_id, "leave"),
        lambda: bob.join(match_id),
        lambda: ann.act(match_id, "start"),
        *[lambda: move_any(match_id, [ann, bob])] * 4,
        lambda: ann.act(match_id, "resign"),
    ]
    for step in steps:
        step()
        for viewer, seen in viewers:
            seen.append(viewer.see(match_id))
    return match_id, viewers


def test_a_past_version_is_what_the_caller_could_see_then(
    watched: tuple[str, list[tuple[Client, list[Json]]]],
) -> None:
    match_id, viewers = watched
    for viewer, seen in viewers:
        for version, match in enumerate(seen, 1):
            answer = viewer.get(f"/v1/matches/{match_id}", atVersion=version)
            assert ok(answer) == match
            assert answer.headers["etag"] == f'"{version}"'


@pytest.mark.parametrize("version", ["0", "-1", "11", "9" * 30])
def test_there_are_the_versions_from_1_to_the_current_one(
    watched: tuple[str, list[tuple[Client, list[Json]]]], version: str
) -> None:
    match_id, viewers = watched
    for viewer, _ in viewers:
        refused(viewer.get(f"/v1/matches/{match_id}", atVersion=version), 404, "not_found")


def test_legal_moves_come_along_if_asked_for(live: Live) -> None:
    match_id, seats = table(live.url)
    for viewer in (*seats, Client(live.url)):
        match = viewer.see(match_id, include="legalMoves")
        check_envelope(match, "legalMoves")
        assert match["legalMoves"] == ok(viewer.get(f"/v1/matches/{match_id}/legal-moves"))
        assert bool(match["legalMoves"]["moves"]) == (match["yourSeat"] in match["toMove"])
        del match["legalMoves"]
        assert match == viewer.see(match_id)


def test_nothing_else_can_be_included(live: Live) -> None:
    match_id, (ann, _) = table(live.url)
    refused(ann.get(f"/v1/matches/{match_id}", include="everything"), 400, "malformed")


def test_the_table_can_be_had_as_text(live: Live) -> None:
    match_id, seats = table(live.url)
    hands = [set(player.see(match_id)["state"]["hand"]) for player in seats]
    for viewer, own in zip([*seats, Client(live.url)], [*hands, set()], strict=True):
        answer = viewer.get(f"/v1/matches/{match_id}", {"Accept": "text/plain"})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
        assert answer.headers["etag"] == '"2"'
        words = set(re.findall(r"\w+", answer.text))
        assert {"Ann", "Bob"} <= words
        assert words & (hands[0] | hands[1]) == own


def test_a_table_before_the_start_is_text_too(live: Live) -> None:
    ann = newcomer(live.url, "Ann")
    match_id = ann.create()["id"]
    answer = ann.get(f"/v1/matches/{match_id}", {"Accept": "text/plain"})
    assert answer.status_code == 200
    assert "Ann" in answer.text
    assert code(ann.get(f"/v1/matches/{NOBODY}", {"Accept": "text/plain"})) == (404, "not_found")
