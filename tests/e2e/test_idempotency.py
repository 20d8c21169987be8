"""Idempotency-Key: a request that is sent again is done once, and answered as it was.

This holds for every POST of the document.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import httpx
import pytest

from tests.gateway.routes.test_analysis import GAME, JUDGED, KEY, ended, take, took
from tests.gateway.routes.test_openapi import entering, taking_back
from tests.support.live import Live
from tests.support.openapi import documented
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import (
    ACTS,
    MOVE,
    NEW_DEAL,
    NEW_TOURNAMENT,
    NEW_WEBHOOK,
    OF_TOURNAMENT,
    OPEN,
    PAIR,
    POSTS,
    REPORT,
    TAKE,
    Route,
    call,
    code,
    newcomer,
    post,
    table,
)
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
def live(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A service with a key of the house, for its workers."""
    path = tmp_path_factory.mktemp("house") / "key"
    path.write_text(KEY)
    with Live(redis_url, engines=2, house_key_file=str(path)) as running:
        yield running


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


def pairing(url: str) -> Case:
    return Case(newcomer(url), "/v1/players/me/pairing", {}, {"scopes": ["read"]})


def pair(url: str) -> Case:
    """Whoever knows the code needs no token, and so has no keys for other codes."""
    code = ok(newcomer(url).post("/v1/players/me/pairing", {}), 201)["code"]
    return Case(Client(url), "/v1/pairings", {"code": code})


def invite(url: str) -> Case:
    ann, bob, cid = (newcomer(url, name) for name in ("Ann", "Bob", "Cid"))
    path = f"/v1/matches/{ann.create()['id']}/invitations"
    return Case(ann, path, {"playerId": bob.id}, {"playerId": cid.id})


def open_invitation(url: str) -> Case:
    codes = [newcomer(url).create(access="private")["inviteCode"] for _ in range(2)]
    return Case(newcomer(url), "/v1/invitations", {"code": codes[0]}, {"code": codes[1]})


def undo(url: str) -> Case:
    here = taking_back(url, "/v1/matches/{match_id}/undo", "POST", spoilt=False)
    return Case(here.player, here.path, here.body, {"toVersion": 4}, here.match_id)


def emote(url: str) -> Case:
    return act("emotes", 0, *table(url), {"emote": "hello"}, {"emote": "thanks"})


def analyse(url: str) -> Case:
    take(newcomer(url))
    match_id, seats = ended(url)
    return act("analysis", 0, match_id, seats)


def take_analysis(url: str) -> Case:
    case = analyse(url)
    case.post(key())
    body = {"houseKey": KEY, "strategies": {GAME: "1"}}
    return Case(newcomer(url), "/v1/analyses", body, body | {"strategies": {"just4fun": "1"}})


def report_analysis(url: str) -> Case:
    case, worker = take_analysis(url), newcomer(url)
    task = took(worker)
    assert case.path
    body = {"houseKey": KEY, "game": GAME, "lease": task["lease"], "state": "done", "of": 1}
    body |= {"unit": "points"}
    path = f"/v1/analyses/{task['matchId']}"
    return Case(worker, path, body | {"moves": [JUDGED]}, body)


def webhook(url: str) -> Case:
    other = {**NEW_WEBHOOK.body, "events": ["invited"]}
    return Case(newcomer(url), NEW_WEBHOOK.path, NEW_WEBHOOK.body, other)


def message(url: str) -> Case:
    case = webhook(url)
    made = ok(case.post(key()), 201)["id"]
    return Case(case.player, f"{case.path}/{made}/test", {})


def secret(url: str) -> Case:
    case = message(url)
    return Case(case.player, case.path.replace("/test", "/secret"), {})


def tournament(url: str) -> Case:
    body = NEW_TOURNAMENT.body
    return Case(newcomer(url), NEW_TOURNAMENT.path, body, {**body, "name": "Saturday"})


def entered(path: str, url: str) -> Case:
    """What somebody does in a tournament."""
    here = entering(url, path, "POST", spoilt=False)
    return Case(here.player, here.path, here.body)


def new_deal(url: str) -> Case:
    return Case(newcomer(url), NEW_DEAL.path, NEW_DEAL.body, {**NEW_DEAL.body, "name": "Sunday"})


Make = Callable[[str], Case]
IN_TOURNAMENTS: tuple[Make, ...] = tuple(
    partial(entered, documented(route)) for route in OF_TOURNAMENT if route.method == "POST"
)
OF_A_MATCH = (join, leave, start, resign, rematch, reveal, move)
ALIKE = (new_deal, webhook, pairing, invite, open_invitation, emote, take_analysis, report_analysis)
CASES = (
    *(token, create, ticket, *OF_A_MATCH, *ALIKE, undo, pair, analyse),
    *(message, secret, tournament, *IN_TOURNAMENTS),
)
WITH_OTHER = (token, create, ticket, join, rematch, reveal, move, *ALIKE, undo, tournament)
RETRY = f"{NEW_WEBHOOK.path}/{{webhook_id}}/deliveries/{{delivery_id}}/retry"
KEYLESS = {
    "/v1/deals/{deal_id}/try": "each player has one match of a deal, which a repeat answers",
    "/v1/players": "before it there is no player whose keys could be remembered",
    "/v1/sessions": "the same; what opens a session is good once",
    "/v1/sessions/options": "a repeat gets other options, which do no harm",
    "/v1/players/me/passkeys/options": "the same",
    "/v1/players/me/passkeys": "the answer of an authenticator is good once",
    "/v1/players/me/identities": "a repeat is a conflict with oneself",
    "/v1/players/me/recovery-code": "the code is kept nowhere: a repeat makes another one",
}
"""Those that take no key."""
APART = {
    "/v1/moves": "gateway/routes/test_batch: each entry is a repeat or not",
    RETRY: "gateway/routes/test_hooks: what is asked for twice is sent once",
    "/v1/players/{player_id}/reports": "gateway/routes/test_reports: a repeat is one report",
    **KEYLESS,
    "/v1/matches/{match_id}/claim": "gateway/routes/test_claims: it takes a player who is gone",
}
"""The POSTs whose repeats are tested elsewhere, or are not answered as a whole as the first was."""


def test_every_post_has_a_case(live: Live) -> None:
    document = ok(Client(live.url).get("/openapi.json"))
    posts = {path: each["post"] for path, each in document["paths"].items() if "post" in each}
    taking = {
        path
        for path, each in posts.items()
        if any(one["name"].lower() == "idempotency-key" for one in each.get("parameters", ()))
    }
    assert taking == {*posts} - {*KEYLESS}
    paths = [make(live.url).path for make in CASES]
    forms = {path: re.compile(re.sub("{[a-z_]+}", "[^/]+", path)) for path in posts}
    found = {form for form in forms if any(forms[form].fullmatch(path) for path in paths)}
    assert found == {*posts} - {*APART}


def told(answer: httpx.Response) -> Any:
    return answer.json() if answer.content else None


@pytest.mark.parametrize("make", CASES)
def test_a_repeat_is_answered_as_the_first_was(live: Live, make: Make) -> None:
    case, once = make(live.url), key()
    first = case.post(once)
    assert first.is_success, first.text
    assert "idempotency-replayed" not in first.headers
    for _ in range(2):
        again = case.post(once)
        assert again.headers["idempotency-replayed"] == "true"
        assert (again.status_code, told(again)) == (first.status_code, told(first))
        for name in ("etag", "location", "content-type"):
            assert again.headers.get(name) == first.headers.get(name)


@pytest.mark.parametrize("make", WITH_OTHER)
def test_a_key_is_for_one_body(live: Live, make: Make) -> None:
    case, once = make(live.url), key()
    first = case.post(once)
    refused(case.post(once, case.other), 422, "idempotency_mismatch")
    assert told(case.post(once)) == told(first)


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
    ("route", "value"),
    [(MOVE, value) for value in ODD]
    + [(route, "a b") for route in (*POSTS, PAIR, OPEN, TAKE, REPORT)],
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
    assert first.is_success, first.text
    assert case.post(once).json() == first.json()


@pytest.mark.parametrize("route", ACTS, ids=str)
def test_two_lines_of_keys_are_malformed(match: tuple[str, list[Client]], route: Route) -> None:
    match_id, (ann, _) = match
    lines = [("Idempotency-Key", "a"), ("Idempotency-Key", "b")]
    assert code(call(ann, route, match_id, *lines)) == (400, "malformed")
