"""Conditional requests and media types, of matches and of what is done to them."""

from collections.abc import Callable

import httpx
import pytest

from tests.support.live import Live
from tests.support.players import Client, key, ok, refused
from tests.support.requests import (
    look,
    newcomer,
    send,
)
from tests.support.sealed import ENTROPY, SEALS


def viewers(match: tuple[str, list[Client]]) -> list[Client]:
    return [*match[1], Client(match[1][0].url)]


def test_a_match_is_cached_for_its_viewer_under_its_version(
    match: tuple[str, list[Client]],
) -> None:
    for viewer in viewers(match):
        answer = look(viewer, match[0])
        assert answer.headers["etag"] == '"2"'
        assert answer.headers["vary"] == "Authorization, Accept"
        assert answer.headers["cache-control"] == "private, no-cache, no-transform"
        assert answer.headers["content-type"] == "application/json"


def test_who_knows_the_version_is_told_nothing_again(match: tuple[str, list[Client]]) -> None:
    for viewer in viewers(match):
        answer = look(viewer, match[0], ("If-None-Match", '"1", "2"'))
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["etag"] == '"2"'
        assert answer.headers["vary"] == "Authorization, Accept"
        assert answer.headers["cache-control"] == "private, no-cache, no-transform"
        assert "preference-applied" not in answer.headers


def test_who_knows_another_version_sees_the_match(match: tuple[str, list[Client]]) -> None:
    answer = look(match[1][0], match[0], ("If-None-Match", '"1"'))
    assert ok(answer)["version"] == 2


def test_a_past_version_and_a_text_are_known_likewise(match: tuple[str, list[Client]]) -> None:
    match_id, (ann, _) = match
    past = send(ann, "GET", f"/v1/matches/{match_id}?atVersion=1", ("If-None-Match", '"1"'))
    assert (past.status_code, past.headers["etag"]) == (304, '"1"')
    text = look(ann, match_id, ("Accept", "text/plain"), ("If-None-Match", '"2"'))
    assert (text.status_code, text.content) == (304, b"")


Headers = tuple[tuple[str, str], ...]
Act = Callable[[str, list[Client], Headers], httpx.Response]


def act(verb: str, seat: int) -> Act:
    def do(match_id: str, seats: list[Client], headers: Headers) -> httpx.Response:
        return send(seats[seat], "POST", f"/v1/matches/{match_id}/{verb}", *headers)

    return do


def move(match_id: str, seats: list[Client], headers: Headers) -> httpx.Response:
    mover: Client = seats[seats[0].see(match_id)["toMove"][0]]
    notation = mover.legal_moves(match_id)[0]["notation"]
    path = f"/v1/matches/{match_id}/moves"
    return mover.post(path, {"notation": notation}, dict(headers))


def seated(url: str, start: str) -> tuple[str, list[Client]]:
    """A match at version 2 and its players; a third one would like to join."""
    ann, bob = newcomer(url), newcomer(url)
    match_id = ann.create(start=start)["id"]
    bob.join(match_id)
    return match_id, [ann, bob]


def left(url: str) -> tuple[str, list[Client]]:
    """A match at version 3 with a free seat; as at version 2, but for the version."""
    match_id, seats = seated(url, "manual")
    seats[1].act(match_id, "leave")
    return match_id, seats


def revealing(url: str) -> tuple[str, list[Client]]:
    """A sealed deal at version 2, before the first entropy."""
    seats = [newcomer(url), newcomer(url)]
    match_id = seats[0].create(deal="sealed", seal=SEALS[0], reveal="3600s")["id"]
    seats[1].join(match_id, seal=SEALS[1])
    return match_id, seats


def reveal(match_id: str, seats: list[Client], headers: Headers) -> httpx.Response:
    path = f"/v1/matches/{match_id}/entropy"
    return seats[0].post(path, {"entropy": ENTROPY[0]}, dict(headers))


ACTS: dict[str, tuple[Callable[[str], tuple[str, list[Client]]], int, Act]] = {
    "join": (left, 3, act("join", 1)),
    "leave": (lambda url: seated(url, "manual"), 2, act("leave", 1)),
    "start": (lambda url: seated(url, "manual"), 2, act("start", 0)),
    "entropy": (revealing, 2, reveal),
    "resign": (lambda url: seated(url, "auto"), 2, act("resign", 0)),
    "moves": (lambda url: seated(url, "auto"), 2, move),
}


@pytest.mark.parametrize("verb", ACTS)
def test_an_act_upon_the_current_version_is_done(live: Live, verb: str) -> None:
    make, version, do = ACTS[verb]
    match_id, seats = make(live.url)
    answer = do(match_id, seats, (("If-Match", f'"{version}"'),))
    assert answer.status_code == 200, answer.text
    assert answer.headers["etag"] == f'"{version + 1}"'
    assert seats[0].see(match_id)["version"] == version + 1


@pytest.fixture(scope="module")
def acted(live: Live) -> dict[str, tuple[str, list[Client]]]:
    """A match for each verb, where it is refused whatever is tried."""
    return {verb: make(live.url) for verb, (make, _, _) in ACTS.items()}


@pytest.mark.parametrize("verb", ACTS)
def test_an_act_upon_another_version_is_not(
    acted: dict[str, tuple[str, list[Client]]], verb: str
) -> None:
    _, version, do = ACTS[verb]
    match_id, seats = acted[verb]
    for other in (0, 1, version - 1, version + 1, 2**32 + version, 10**20 - 1):
        answer = do(match_id, seats, (("If-Match", f'"{other}"'),))
        assert refused(answer, 412, "version_mismatch")["version"] == version
    assert seats[0].see(match_id)["version"] == version


@pytest.mark.parametrize(
    ("accept", "kind"), [("*/*", "application/json"), ("text/plain", "text/plain; charset=utf-8")]
)
def test_a_match_comes_in_the_form_that_is_preferred(
    match: tuple[str, list[Client]], accept: str, kind: str
) -> None:
    answer = look(match[1][0], match[0], ("Accept", accept))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == kind
    assert answer.content.endswith(b"\n")
    assert not answer.content.endswith(b"\n\n")


def test_a_key_alone_makes_no_difference_to_a_get(match: tuple[str, list[Client]]) -> None:
    ann = match[1][0]
    answer = ann.get(f"/v1/matches/{match[0]}", key())
    assert "idempotency-replayed" not in answer.headers
    assert ok(answer) == ann.see(match[0])
