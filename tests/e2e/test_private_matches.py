"""A private match is there for its players and for callers with its code, for no others."""

import json
from dataclasses import replace

import httpx
import pytest

from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import (
    NOBODY,
    OF_A_MATCH,
    Route,
    call,
    newcomer,
    send,
    table,
    with_token,
)

HEADERS = (
    (("If-Match", '"1"'), ("If-None-Match", '"1"')),
    (("If-None-Match", "*"), ("Prefer", "wait=5")),
    (("Idempotency-Key", "k"),),
    (("Accept", "text/plain"),),
)
QUERIES = (
    "atVersion=1&include=legalMoves",
    "atVersion=0",
    "view=none&dryRun=true",
    "after=1",
    "allOfSender=true",
)
BODIES: dict[str, list[Json]] = {
    "join": [{"inviteCode": "guess"}, {"inviteCode": "x" * 999}, {"seat": 7, "entropy": "00"}],
    "moves": [
        {"notation": "nonsense", "expectedVersion": 999},
        {"move": {"card": "Y7", "place": "DISCARD", "draw": "DECK"}},
    ],
    "rematch": [{"keepScore": True}],
    "entropy": [{"entropy": "00" * 32}, {"entropy": ""}],
}
Headers = tuple[tuple[str, str], ...]


@pytest.fixture(scope="module")
def hidden(live: Live) -> list[str]:
    """Private matches: waiting, aborted, finished and running."""
    made = [private(live.url, start) for start in ("", "manual", "auto", "auto")]
    for verb, (_, (ann, _), match) in zip(("leave", "resign"), made[1:3], strict=True):
        ann.act(match["id"], verb)
    states = [bob.see(match["id"])["status"] for _, (_, bob), match in made[1:]]
    assert states == ["aborted", "finished", "active"]
    return [match["id"] for _, _, match in made]


def private(url: str, start: str = "") -> tuple[str, list[Client], Json]:
    """A private match: its code, Ann and Bob, and the match as Ann made it; with `start`, full."""
    ann, bob = newcomer(url, "Ann"), newcomer(url, "Bob")
    match = ann.create(access="private", start=start or "auto")
    if start:
        bob.join(match["id"], inviteCode=match["inviteCode"])
    return match["inviteCode"], [ann, bob], match


def cases(route: Route) -> list[tuple[Route, Headers]]:
    """The route as it is, and with each body, query and header that could make a difference."""
    bodies = BODIES.get(route.path.rsplit("/", 1)[1], [])
    return [
        (route, ()),
        *((replace(route, body=body), ()) for body in bodies),
        *((replace(route, path=f"{route.path}?{query}"), ()) for query in QUERIES),
        *((route, headers) for headers in HEADERS),
    ]


def told(answer: httpx.Response) -> tuple[int, bytes, dict[str, str]]:
    """All of an answer but its time."""
    return (
        answer.status_code,
        answer.content,
        {name: value for name, value in answer.headers.items() if name != "date"},
    )


@pytest.mark.parametrize("route", OF_A_MATCH, ids=str)
def test_to_others_it_is_an_unknown_id(live: Live, hidden: list[str], route: Route) -> None:
    stranger = newcomer(live.url)
    for variant, headers in cases(route):
        for caller in (stranger, Client(live.url)):
            check_same(caller, variant, headers, hidden)


@pytest.mark.parametrize("route", OF_A_MATCH, ids=str)
@pytest.mark.parametrize("scope", ["play", "read"])
def test_what_a_token_may_do_tells_nothing(
    live: Live, hidden: list[str], route: Route, scope: str
) -> None:
    check_same(with_token(newcomer(live.url), scope), route, (), hidden)


def check_same(caller: Client, route: Route, headers: Headers, hidden: list[str]) -> None:
    """The caller is told of the hidden matches what it is told of an unknown id."""
    same = ("X-Request-Id", "same")
    unknown = told(call(caller, route, NOBODY, same, *headers))
    assert unknown[0] == (404 if caller.token or route.method == "GET" else 401)
    for match_id in hidden:
        assert told(call(caller, route, match_id, same, *headers)) == unknown


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "GET", "POST"])
@pytest.mark.parametrize("end", ["", "/", "/join", "/moves", "/events", "/legal-moves", "/x"])
def test_to_others_it_is_unknown_by_every_method(
    live: Live, hidden: list[str], method: str, end: str
) -> None:
    stranger, same = newcomer(live.url), ("X-Request-Id", "same")
    unknown = told(send(stranger, method, f"/v1/matches/{NOBODY}{end}", same))
    for match_id in hidden:
        assert told(send(stranger, method, f"/v1/matches/{match_id}{end}", same)) == unknown


def test_its_players_see_it_with_its_code(live: Live) -> None:
    code, (ann, bob), match = private(live.url)
    joined = bob.join(match["id"], inviteCode=code)
    assert (match["access"], joined["access"]) == ("private", "private")
    for player in (ann, bob):
        seen = player.see(match["id"])
        assert seen["inviteCode"] == code
        assert seen["access"] == "private"


def test_a_public_match_has_no_code(live: Live) -> None:
    match_id, seats = table(live.url)
    for viewer in (*seats, Client(live.url)):
        assert "inviteCode" not in viewer.see(match_id)


@pytest.mark.parametrize("code", ["", "x" * 22, "\u00e9", "x" * 5000])
def test_its_code_opens_it_and_no_other_does(live: Live, code: str) -> None:
    right, _, match = private(live.url)
    path = f"/v1/matches/{match['id']}/join"
    stranger = newcomer(live.url)
    for wrong in (code, right[:-1], right + "x", right[1:] + right[0]):
        refused(stranger.post(path, {"inviteCode": wrong}), 404, "not_found")
    typed = right.replace("-", " ").replace("0", "o").replace("1", "L").lower()
    assert ok(stranger.post(path, {"inviteCode": typed}))["yourSeat"] == 1


@pytest.mark.parametrize("code", [None, 7, True, ["x"], {}])
def test_a_code_is_a_text(live: Live, code: object) -> None:
    _, (_, bob), match = private(live.url)
    answer = bob.post(f"/v1/matches/{match['id']}/join", {"inviteCode": code})
    refused(answer, 400, "malformed")


def test_with_its_code_one_hears_what_the_matter_is(live: Live) -> None:
    code, (ann, _), match = private(live.url, "auto")
    path = f"/v1/matches/{match['id']}/join"
    refused(newcomer(live.url).post(path, {"inviteCode": code}), 409, "match_full")
    refused(ann.post(path), 409, "conflict")


def test_who_has_left_knows_it_no_more(live: Live) -> None:
    code, (_, bob), match = private(live.url, "manual")
    left = bob.act(match["id"], "leave")
    assert code not in json.dumps(left)
    refused(bob.get(f"/v1/matches/{match['id']}"), 404, "not_found")
    assert bob.join(match["id"], inviteCode=code)["yourSeat"] == 1


def test_a_rematch_of_a_private_match_is_private(live: Live) -> None:
    code, seats, match = private(live.url, "auto")
    seats[0].act(match["id"], "resign")
    for player in seats:
        answer = player.act(match["id"], "rematch")
    again = seats[0].see(answer["matchId"])
    assert again["access"] == "private"
    assert again["inviteCode"] != code
    refused(newcomer(live.url).get(f"/v1/matches/{again['id']}"), 404, "not_found")
