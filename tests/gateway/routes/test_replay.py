"""The replay of a match that has ended, and the seeds that it shows."""

import hashlib
from collections.abc import Callable

import pytest

from tests.support.live import Live
from tests.support.match_states import HASH, aborted, resigned, waiting
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, play_out, table


@pytest.fixture(scope="module")
def completed(live: Live) -> tuple[Json, list[Client]]:
    """A match that was played to its end, as seat 0 sees it."""
    match_id, seats = table(live.url, options={"rounds": 1})
    return play_out(match_id, seats), seats


def test_a_replay_is_of_a_match_that_has_ended(live: Live) -> None:
    for match_id, seats in (waiting(live.url), table(live.url)):
        for viewer in (*seats, Client(live.url)):
            refused(viewer.get(f"/v1/matches/{match_id}/replay"), 409, "match_active")


@pytest.mark.parametrize("made", [resigned, aborted])
def test_a_replay_tells_everything(
    live: Live, made: Callable[[str], tuple[str, list[Client]]]
) -> None:
    match_id, (_, bob) = made(live.url)
    for viewer in (bob, Client(live.url)):
        replay = ok(viewer.get(f"/v1/matches/{match_id}/replay"))
        match = viewer.see(match_id)
        assert set(replay) == {"match", "options", "serverSeed", "entropy", "log", "audit"}
        assert replay["audit"] == []
        assert replay["match"] == match
        assert replay["options"] == match["options"]
        assert replay["serverSeed"] == match["fairness"]["serverSeed"]
        assert replay["entropy"] == [None, None]
        entry = {"version", "kind", "seat", "move", "time", "prev", "hash"}
        assert all(set(each) == entry for each in replay["log"])
        assert [each["version"] for each in replay["log"]] == [*range(1, match["version"] + 1)]
        hashes = [each["hash"] for each in replay["log"]]
        assert [each["prev"] for each in replay["log"][1:]] == hashes[:-1]
        assert hashes[-1] == match["fairness"]["logHead"]


@pytest.mark.parametrize("made", [resigned, aborted])
def test_the_seed_is_shown_to_all_once_the_match_has_ended(
    live: Live, made: Callable[[str], tuple[str, list[Client]]]
) -> None:
    match_id, seats = made(live.url)
    for viewer in (*seats, Client(live.url)):
        fairness = viewer.see(match_id)["fairness"]
        digest = hashlib.sha256(bytes.fromhex(fairness["serverSeed"])).hexdigest()
        assert digest == fairness["commitment"]


def test_the_seed_of_a_completed_match_is_shown(completed: tuple[Json, list[Client]]) -> None:
    fairness = completed[0]["fairness"]
    assert HASH.fullmatch(fairness["serverSeed"])
    digest = hashlib.sha256(bytes.fromhex(fairness["serverSeed"])).hexdigest()
    assert digest == fairness["commitment"]


def test_the_seed_is_shown_to_nobody_before(live: Live) -> None:
    for match_id, seats in (waiting(live.url), table(live.url)):
        for viewer in (*seats, Client(live.url)):
            assert viewer.see(match_id)["fairness"]["serverSeed"] is None


@pytest.mark.parametrize("entropy", ["", "00", "ab" * 32, "AbCd", "00" * 31])
def test_entropy_is_given_by_each_seat_and_shown_in_the_end(live: Live, entropy: str) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    match_id = ann.create(entropy=entropy)["id"]
    bob.join(match_id, entropy="ff")
    ann.act(match_id, "resign")
    replay = ok(ann.get(f"/v1/matches/{match_id}/replay"))
    assert replay["entropy"] == [entropy.lower() or None, "ff"]


def test_entropy_is_hex(live: Live) -> None:
    ann, bob = newcomer(live.url), newcomer(live.url)
    wish = {"game": "lost-cities", "entropy": "0g"}
    refused(ann.post("/v1/matches", wish), 400, "malformed")
    path = f"/v1/matches/{ann.create()['id']}/join"
    refused(bob.post(path, {"entropy": "0g"}), 400, "malformed")
