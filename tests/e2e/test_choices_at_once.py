"""Seats that choose at the same time, over HTTP: no choice refuses another, or tells of it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import httpx
import pytest
from croupier_game.installed import load
from engine.domain.registry import GAMES, game_of

from tests.croupier_match.games import rounds
from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import newcomer
from tests.support.socket_client import dialled
from tests.support.stream_reader import Reader, events_path, following

SEATS = 4
SAME = {"X-Request-Id": "same"}


@pytest.fixture(autouse=True)
def rounds_installed() -> Iterator[None]:
    GAMES.add(game_of(load(rounds)))
    yield
    GAMES.remove(rounds.ID)


def bidding(url: str) -> tuple[str, list[Client]]:
    """A match in which four seats are to bid, at version 4."""
    first, *others = seats = [newcomer(url) for _ in range(SEATS)]
    match_id = str(first.create(game=rounds.ID, seats=SEATS)["id"])
    for each in others:
        each.join(match_id)
    return match_id, seats


def bid(
    player: Client, match_id: str, count: int, decision: object, headers: Json = SAME, **query: str
) -> httpx.Response:
    body = {"notation": str(count), "expectedDecision": decision}
    return player.post(f"/v1/matches/{match_id}/moves", body, headers, **query)


def test_four_seats_choose_at_once_and_all_are_accepted(live: Live) -> None:
    match_id, seats = bidding(live.url)
    for version in (4, 8, 12):
        seen = [each.see(match_id, include="legalMoves") for each in seats]
        found = [(each["yourDecision"], each["legalMoves"]["decision"]) for each in seen]
        assert found == [(version, version)] * SEATS
        with ThreadPoolExecutor(SEATS) as pool:
            made = [pool.submit(bid, each, match_id, 2, version) for each in seats]
        assert sorted(ok(each.result())["version"] for each in made) == [
            *range(version + 1, version + SEATS + 1)
        ]
    assert [each.see(match_id)["yourDecision"] for each in seats] == [None] * SEATS


def test_every_way_to_send_a_move_can_expect_a_decision(live: Live) -> None:
    match_id, seats = bidding(live.url)
    ok(bid(seats[0], match_id, 1, 4))
    ok(bid(seats[1], match_id, 1, 4, dryRun="true"))
    entry = {"matchId": match_id, "notation": "1", "expectedDecision": 4}
    batch = {"moves": [{**entry, "expectedDecision": 5}, entry]}
    late, made = ok(seats[1].post("/v1/moves", batch))["results"]
    assert (late["error"]["code"], made["version"]) == ("version_mismatch", 6)
    with dialled(live.url) as talk:
        talk.ask("hello", token=seats[2].token)
        assert talk.ask("legalMoves", matchId=match_id)["decision"] == 4
        assert talk.refused("move", **{**entry, "expectedDecision": 3})["version"] == 6
        assert talk.ask("move", **entry)["version"] == 7
    assert seats[2].get(f"/v1/matches/{match_id}/legal-moves").json()["decision"] is None
    assert Client(live.url).see(match_id)["yourDecision"] is None


def test_what_is_expected_must_be_there(live: Live) -> None:
    match_id, seats = bidding(live.url)
    ok(bid(seats[0], match_id, 1, 4))
    both = {"notation": "1", "expectedDecision": 4, "expectedVersion": 4}
    path = f"/v1/matches/{match_id}/moves"
    for answer in (
        *(bid(seats[1], match_id, 1, wrong) for wrong in (0, 3, 5, 2**40)),
        bid(seats[0], match_id, 1, 4),
        seats[1].post(path, both),
        bid(seats[1], match_id, 1, 4, {"If-Match": '"4"'}),
    ):
        assert refused(answer, 412, "version_mismatch")["version"] == 5
    for odd in (-1, 1.5, "4", True, [4]):
        refused(bid(seats[1], match_id, 1, odd), 400, "malformed")
    ok(bid(seats[1], match_id, 1, 4, {"If-Match": '"5"'}))


def test_a_key_is_for_one_decision(live: Live) -> None:
    match_id, seats = bidding(live.url)
    once = key()
    first = ok(bid(seats[0], match_id, 1, 4, once))
    refused(bid(seats[0], match_id, 1, 5, once), 422, "idempotency_mismatch")
    assert ok(bid(seats[0], match_id, 1, 4, once)) == first


def test_a_turn_is_told_once_for_each_decision(live: Live) -> None:
    match_id, seats = bidding(live.url)
    with following(seats[3], "/v1/events") as reader:
        assert reader.next().data == {"matchId": match_id, "version": 4, "decision": 4}
        for each in seats:
            ok(bid(each, match_id, 1, 4))
        assert reader.next().data == {"matchId": match_id, "version": 8, "decision": 8}


def told(live: Live, counts: tuple[int, int]) -> tuple[list[str], list[str]]:
    """What two seats that have still to bid, and a spectator, are told of the bids of two others.

    First all answers; then what they hear that has a decision.
    """
    match_id, seats = bidding(live.url)
    *_, waiting, deciding = seats
    eyes = (waiting, deciding, Client(live.url))
    answers = list[httpx.Response]()
    with ExitStack() as stack:
        streams = [stack.enter_context(following(each, events_path(match_id))) for each in eyes]
        turns = [stack.enter_context(following(each, "/v1/events")) for each in eyes[:2]]
        begun = [each.next("snapshot").data["yourDecision"] for each in streams]
        for player, count in zip(seats, counts, strict=False):
            ok(bid(player, match_id, count, 4))
            answers += [bid(deciding, match_id, 1, wrong) for wrong in (3, 5, 6)]
            answers += [bid(deciding, match_id, 9, 4, dryRun="true")]
            answers += [each.get(f"/v1/matches/{match_id}/legal-moves", SAME) for each in eyes]
        seen = [heard(each, "change", 5) + heard(each, "change", 6) for each in streams]
        ok(bid(waiting, match_id, 2, 4))
        seen += [heard(each, "change", 7) for each in streams]
        seen += [heard(each, "yourTurn", 4) for each in turns]
    assert begun == [4, 4, None]
    return [each.text.replace(match_id, "MATCH") for each in answers], seen


def heard(reader: Reader, name: str, version: int) -> str:
    """What an event of this version says of decisions, of bids and of the view."""
    data = reader.next(name).data
    assert data["version"] == version
    match = data.get("match", {})
    shown = map(match.get, ("yourDecision", "state"))
    return str((data.get("decision"), data.get("events"), *shown))


def test_no_number_and_no_refusal_tells_what_others_chose(live: Live) -> None:
    """Two matches that differ only in that: byte for byte, but for the id of the match."""
    first, second = told(live, (1, 1)), told(live, (3, 2))
    assert first == second
    assert any('"code":"version_mismatch"' in each for each in first[0])
