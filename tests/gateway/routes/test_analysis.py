"""Only players of ended matches get analyses, and of them what was judged, as it comes.

Whose turn it is, and what becomes of what was judged, is tested in players/test_analyses.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis as SyncRedis

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import NOBODY, newcomer, problem, send, table

GAME = "lost-cities"
KEY = "k" * 32
MOST = 2
MOVE = {"card": "Y7", "place": "EXPEDITION", "draw": "DECK"}
WORTH = {"notation": "Y7+*", "move": MOVE, "expected": 3.5, "error": 0.8}
WORTHS = {"played": WORTH, "best": WORTH, "loss": 0.0, "low": 0.0, "high": 1.2, "luck": None}
JUDGED = {"version": 3, "seat": 0, "part": 0, **WORTHS}
LATER = JUDGED | {"version": 4, "seat": 1}


@pytest.fixture(autouse=True)
def nothing_asked(server: SyncRedis) -> None:
    for key in server.scan_iter("{analysis}:*"):
        server.delete(key)


@pytest.fixture(scope="module")
def own(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    path: Path = tmp_path_factory.mktemp("house") / "key"
    path.write_text(KEY)
    with Live(redis_url, house_key_file=str(path), analysed_moves_a_day=MOST) as running:
        yield running


@pytest.fixture
def worker(own: Live) -> Client:
    return newcomer(own.url, "Emilia", "bot")


def ended(url: str, access: str = "public") -> tuple[str, list[Client]]:
    ann, bob = newcomer(url, "Ann"), newcomer(url, "Bob")
    match = ann.create(game=GAME, access=access)
    bob.join(match["id"], inviteCode=match.get("inviteCode") or "")
    bob.act(match["id"], "resign")
    return match["id"], [ann, bob]


def take(worker: Client, strategy: str = "1", key: str = KEY) -> httpx.Response:
    return worker.post("/v1/analyses", {"houseKey": key, "strategies": {GAME: strategy}})


def took(worker: Client, strategy: str = "1") -> Any:
    return ok(take(worker, strategy))["task"]


def report(worker: Client, task: Json, state: str = "running", **said: object) -> httpx.Response:
    body = {"houseKey": KEY, "game": GAME, "lease": task["lease"], "state": state}
    body |= {"unit": "points"}
    return worker.post(f"/v1/analyses/{task['matchId']}", {**body, "of": 4, **said})


def ask(player: Client, match_id: str) -> httpx.Response:
    return player.post(f"/v1/matches/{match_id}/analysis", {})


def cancel(player: Client, match_id: str) -> httpx.Response:
    return send(player, "DELETE", f"/v1/matches/{match_id}/analysis")


def look(player: Client, match_id: str) -> Json:
    return ok(player.get(f"/v1/matches/{match_id}/analysis"))


def test_what_a_worker_says_is_told_to_all_players_of_the_match(own: Live, worker: Client) -> None:
    assert took(worker) is None
    match_id, (ann, bob) = ended(own.url, access="private")
    assert look(ann, match_id)["state"] == "none"
    asked = ok(ask(ann, match_id), 202)
    assert (asked["state"], asked["place"], asked["secondsLeft"]) == ("queued", 1, None)
    task = took(worker)
    assert (task["matchId"], task["game"], task["moves"]) == (match_id, GAME, [])
    assert task["replay"] == ok(ann.get(f"/v1/matches/{match_id}/replay"))
    assert took(worker) is None
    assert report(worker, task, moves=[JUDGED]).status_code == 204
    known = {"state": "running", "done": 1, "of": 4, "strategy": "1", "moves": [JUDGED]}
    known |= {"unit": "points", "place": None}
    assert look(bob, match_id) == known | {"secondsLeft": None}
    assert ok(ask(bob, match_id), 202)["state"] == "running"
    assert report(worker, task, "queued", moves=[LATER]).status_code == 204
    task = took(worker)
    assert task["moves"] == [JUDGED, LATER]
    known |= {"state": "done", "done": 2, "moves": [JUDGED | {"luck": 1.5}, LATER]}
    known |= {"secondsLeft": None}
    assert report(worker, task, "done", moves=[JUDGED | {"luck": 1.5}]).status_code == 204
    assert look(bob, match_id) == ok(ask(ann, match_id)) == known
    refused(report(worker, task), 409, "conflict")
    assert took(worker) is None


def test_a_player_cancels_what_it_has_asked_for(own: Live, worker: Client) -> None:
    take(worker)
    match_id, (ann, bob) = ended(own.url)
    ok(ask(ann, match_id), 202)
    task = took(worker)
    report(worker, task, moves=[JUDGED])
    assert cancel(ann, match_id).status_code == 204
    assert look(bob, match_id)["state"] == "none"
    assert look(bob, match_id)["moves"] == [JUDGED]
    refused(report(worker, task), 409, "conflict")
    ok(ask(bob, match_id), 202)
    assert cancel(ann, match_id).status_code == 204
    assert look(ann, match_id)["state"] == "queued"


def test_only_players_of_an_ended_match_are_told(own: Live, worker: Client) -> None:
    take(worker)
    stranger, nobody = newcomer(own.url), Client(own.url)
    for access, refusal in (
        ("public", (403, "not_your_match")),
        ("private", (404, "not_found")),
    ):
        match_id, _ = ended(own.url, access)
        refused(ask(stranger, match_id), *refusal)
        for each in (stranger, nobody):
            refused(each.get(f"/v1/matches/{match_id}/analysis"), *refusal)
        refused(cancel(stranger, match_id), *refusal)
        refused(ask(nobody, match_id), 401, "unauthenticated")
    refused(ask(stranger, NOBODY), 404, "not_found")
    running, (ann, _) = table(own.url, game=GAME)
    refused(ask(ann, running), 409, "match_active")
    refused(ann.get(f"/v1/matches/{running}/analysis"), 409, "match_active")
    refused(cancel(ann, running), 409, "match_active")
    refused(ask(stranger, running), 403, "not_your_match")
    assert took(worker) is None


def test_a_game_that_no_worker_judges_is_not_analysed(own: Live, worker: Client) -> None:
    match_id, (ann, _) = ended(own.url)
    refused(ask(ann, match_id), 422, "not_analysed")
    assert look(ann, match_id)["state"] == "unavailable"
    take(worker)
    ok(ask(ann, match_id), 202)


def test_a_player_asks_for_so_many_moves_in_a_day(own: Live, worker: Client) -> None:
    """Asking again for the same match is free, and others have their own number."""
    take(worker)
    first, seats = ended(own.url)
    ann, bob = seats
    matches = [first]
    for _ in range(MOST):
        match_id = str(ann.create(game=GAME)["id"])
        bob.join(match_id)
        bob.act(match_id, "resign")
        matches.append(match_id)
    for match_id in matches[:MOST] * 2:
        ok(ask(ann, match_id), 202)
    answer = ask(ann, matches[-1])
    said = problem(answer)
    assert (said["code"], said["bucket"], said["per"]) == ("rate_limited", "analyses", "player")
    assert (said["limit"], said["window"]) == (MOST, 86_400)
    assert 86_000 < int(answer.headers["Retry-After"]) == said["retryAfter"] <= 86_400
    assert look(ann, matches[-1])["state"] == "none"
    ok(ask(bob, matches[-1]), 202)


def test_what_another_strategy_has_said_is_asked_for_anew(own: Live, worker: Client) -> None:
    take(worker)
    match_id, (ann, _) = ended(own.url)
    ok(ask(ann, match_id), 202)
    report(worker, took(worker), "done", moves=[JUDGED])
    assert look(ann, match_id)["strategy"] == "1"
    assert took(worker, "2") is None
    assert look(ann, match_id)["state"] == "none"
    assert ok(ask(ann, match_id), 202)["strategy"] == "2"


def test_work_is_for_those_with_the_house_key(own: Live, worker: Client) -> None:
    refused(take(worker, key="x" * 32), 403, "forbidden")
    body = {"houseKey": "x" * 32, "game": GAME, "lease": "", "state": "done", "of": 0}
    body |= {"unit": "points"}
    refused(worker.post(f"/v1/analyses/{NOBODY}", body), 403, "forbidden")
    refused(report(worker, {"matchId": "x", "lease": ""}), 404, "not_found")
    refused(report(worker, {"matchId": NOBODY, "lease": ""}), 409, "conflict")
    refused(report(worker, {"matchId": NOBODY, "lease": ""}, moves=[{}]), 400, "malformed")
