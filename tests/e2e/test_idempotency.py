"""Idempotency-Key: a request that is sent again is done once, and answered as it was."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import ACTS, MOVE, POSTS, Route, call, code, newcomer, post, table
from tests.support.sealed import ENTROPY, SEALS


@dataclass
class Case:
    """A request that is accepted once, and the same with another body that would be, if any."""

    player: Client
    path: str
    body: Any
    other: Any = None
    match_id: str = ""

    def post(self, headers: Json, body: Any = None, **query: Any) -> httpx.Response:
        given = self.body if body is None else body
        return self.player.post(self.path, given, headers, **query)


@pytest.fixture(scope="module")
def match(live: Live) -> tuple[str, list[Client]]:
    """A running match, which no test changes."""
    return table(live.url)


def token(url: str) -> Case:
    path = "/v1/players/me/tokens"
    return Case(newcomer(url), path, {"name": "phone"}, {"name": "phone", "scopes": ["read"]})


def create(url: str) -> Case:
    body = {"game": "lost-cities", "options": {"rounds": 1, "colors": 6}, "entropy": "00"}
    return Case(newcomer(url), "/v1/matches", body, {**body, "entropy": "01"})


def ticket(url: str) -> Case:
    body = {"game": "livingstone", "seats": 4, "clock": {"perMove": "60s"}}
    return Case(newcomer(url), "/v1/tickets", body, {**body, "seats": 5})


def act(
    verb: str, seat: int, match_id: str, seats: list[Client], body: Any = None, other: Any = None
) -> Case:
    return Case(seats[seat], f"/v1/matches/{match_id}/{verb}", body or {}, other, match_id)


def join(url: str) -> Case:
    seats = [newcomer(url), newcomer(url)]
    match_id = seats[0].create()["id"]
    return act("join", 1, match_id, seats, {"seat": 1}, {})


def leave(url: str) -> Case:
    return act("leave", 1, *table(url, start="manual"))


def start(url: str) -> Case:
    return act("start", 0, *table(url, start="manual"))


def resign(url: str) -> Case:
    return act("resign", 1, *table(url))


def rematch(url: str) -> Case:
    match_id, seats = table(url)
    seats[0].act(match_id, "resign")
    return act("rematch", 1, match_id, seats, {"keepScore": True}, {})


def reveal(url: str) -> Case:
    """Both seats of a sealed deal are taken; neither has revealed."""
    ann, bob = newcomer(url), newcomer(url)
    match_id = str(ann.create(deal="sealed", seal=SEALS[0], reveal="3600s")["id"])
    bob.join(match_id, seal=SEALS[1])
    body, other = ({"entropy": entropy} for entropy in ENTROPY)
    return act("entropy", 0, match_id, [ann, bob], body, other)


def move(url: str) -> Case:
    match_id, seats = table(url)
    seat: int = seats[0].see(match_id)["toMove"][0]
    first, *_, last = seats[seat].legal_moves(match_id)
    return act("moves", seat, match_id, seats, {"move": first["move"]}, {"move": last["move"]})


Make = Callable[[str], Case]
OF_A_MATCH = (join, leave, start, resign, rematch, reveal, move)
CASES = (token, create, ticket, *OF_A_MATCH)
WITH_OTHER = (token, create, ticket, join, rematch, reveal, move)


@pytest.mark.parametrize("make", CASES)
def test_a_repeat_is_answered_as_the_first_was(live: Live, make: Make) -> None:
    case, once = make(live.url), key()
    first = case.post(once)
    assert first.status_code in (200, 201), first.text
    assert "idempotency-replayed" not in first.headers
    for _ in range(2):
        again = case.post(once)
        assert again.headers["idempotency-replayed"] == "true"
        assert (again.status_code, again.json()) == (first.status_code, first.json())
        for name in ("etag", "location", "content-type"):
            assert again.headers.get(name) == first.headers.get(name)


@pytest.mark.parametrize("make", WITH_OTHER)
def test_a_key_is_for_one_body(live: Live, make: Make) -> None:
    case, once = make(live.url), key()
    first = case.post(once)
    refused(case.post(once, case.other), 422, "idempotency_mismatch")
    assert case.post(once).json() == first.json()


def test_the_same_json_may_be_written_differently(live: Live) -> None:
    case, once = create(live.url), key()
    first = ok(case.post(once), 201)
    body = (
        b'\n{ "entropy":"\\u0030\\u0030", "options" : {"colors":6,"rounds":1},"game":"lost-cities"}'
    )
    headers = [("Idempotency-Key", str(once["Idempotency-Key"]))]
    again = post(case.player, case.path, body, "application/json", *headers)
    assert ok(again, 201) == first
    assert again.headers["idempotency-replayed"] == "true"


@pytest.mark.parametrize("make", [leave, start, resign, rematch])
def test_no_body_is_an_empty_one(live: Live, make: Make) -> None:
    case, once = make(live.url), key()
    first = ok(case.player.post(case.path, None, once))
    again = case.player.post(case.path, {}, once)
    assert ok(again) == first
    assert again.headers["idempotency-replayed"] == "true"


@pytest.mark.parametrize("make", OF_A_MATCH)
def test_a_key_is_for_one_if_match(live: Live, make: Make) -> None:
    case, once = make(live.url), key()
    version = case.player.see(case.match_id)["version"]
    ok(case.post({**once, "If-Match": f'"{version}"'}))
    if make is leave:
        case.player.join(case.match_id)  # else one has no seat, which is said first
    refused(case.post(once), 422, "idempotency_mismatch")
    refused(case.post({**once, "If-Match": f'"{version + 1}"'}), 422, "idempotency_mismatch")


def test_a_key_is_for_one_view(live: Live) -> None:
    for first, second in (({}, {"view": "none"}), ({"view": "none"}, {})):
        case, once = move(live.url), key()
        ok(case.post(once, **first))
        refused(case.post(once, **second), 422, "idempotency_mismatch")
        assert ok(case.post(once, **first)).keys() >= {"version", "events"}


def test_the_full_view_is_the_one_without_a_word(live: Live) -> None:
    case, once = move(live.url), key()
    first = ok(case.post(once))
    assert ok(case.post(once, view="full", dryRun="false", unknown="x")) == first


def test_a_key_is_for_one_thing_to_do(live: Live) -> None:
    case, once = start(live.url), key()
    ok(case.post(once))
    for verb in ("join", "leave", "resign"):
        answer = case.player.post(f"/v1/matches/{case.match_id}/{verb}", {}, once)
        refused(answer, 422, "idempotency_mismatch")
    assert case.player.see(case.match_id)["status"] == "active"


def test_a_dry_run_knows_no_keys(live: Live) -> None:
    case, once = move(live.url), key()
    for body in (case.other, case.body):
        dry = case.post(once, body, dryRun="true")
        assert (ok(dry)["version"], ok(dry)["events"]) == (2, [])
        assert "idempotency-replayed" not in dry.headers
    done = case.post(once)
    assert "idempotency-replayed" not in done.headers
    assert ok(done)["version"] == 3
    refused(case.post(once, dryRun="true"), 409, "not_your_turn")
    refused(case.post(once, case.other, dryRun="true"), 409, "not_your_turn")


ODD = ["", "k" * 256, "a b", "\u00e9", "a\tb", "\x7f", "k" * 5000]


@pytest.mark.parametrize(
    ("route", "value"), [(MOVE, value) for value in ODD] + [(route, "a b") for route in POSTS]
)
def test_a_key_is_1_to_255_visible_characters(
    match: tuple[str, list[Client]], route: Route, value: str
) -> None:
    match_id, (ann, _) = match
    before = ann.see(match_id)
    assert code(call(ann, route, match_id, ("Idempotency-Key", value))) == (400, "malformed")
    assert ann.see(match_id) == before


@pytest.mark.parametrize("value", ["k", "k" * 255, "!", "~", '"quoted"', "a,b;c={d}"])
def test_any_visible_characters_are_a_key(live: Live, value: str) -> None:
    case = join(live.url)
    once = {"Idempotency-Key": value}
    first = case.post(once)
    assert first.status_code in (200, 201), first.text
    assert case.post(once).json() == first.json()


@pytest.mark.parametrize("route", ACTS, ids=str)
def test_two_lines_of_keys_are_malformed(match: tuple[str, list[Client]], route: Route) -> None:
    match_id, (ann, _) = match
    lines = [("Idempotency-Key", "a"), ("Idempotency-Key", "b")]
    assert code(call(ann, route, match_id, *lines)) == (400, "malformed")
