"""POST /v1/moves: each move is made or refused on its own, in order, and none keeps another."""

import asyncio
import json
import os
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.gateway.limits.test_rate_limits import (
    ADDRESS,
    PROXIES,
    SMALL,
    TOKEN,
    Guest,
    arrive,
    guest,
    left,
)
from tests.support.live import Live
from tests.support.players import Client, Json, key, ok
from tests.support.raw_http import Reply, at_once, connected, encode
from tests.support.requests import (
    BATCH,
    JSON,
    NOBODY,
    code,
    newcomer,
    post,
    send,
    table,
    with_token,
)
from tests.support.socket_client import talking

PATH = BATCH.path
MOST, MAX_BYTES = 256, 256 * 1024
FIRST = {"options": {"startSeat": 0}}
"""Seat 0 begins."""
SEED = int(os.environ.get("FUZZ_SEED") or 20261205)


def batch(player: Client, *entries: Any, headers: Json | None = None, **query: Any) -> list[Json]:
    """The results, one for each entry."""
    answer = player.post(PATH, {"moves": list(entries)}, headers, **query)
    results: list[Json] = ok(answer)["results"]
    assert len(results) == len(entries)
    return results


def codes(results: list[Json]) -> list[str]:
    """The code of each refusal, "" for what was made, "replayed" for what had been."""
    return [
        each["error"]["code"] if "error" in each else "replayed" * each.get("replayed", False)
        for each in results
    ]


def entry(player: Client, match_id: str, **more: Any) -> Json:
    """The player's first legal move."""
    move = player.legal_moves(match_id)[0]["move"]
    return {"matchId": match_id, "move": move, **more}


def start(live: Live) -> tuple[Json, Client, Client]:
    """A legal move in a new match at version 2, the player to make it, and the other one."""
    match_id, (ann, bob) = table(live.url, **FIRST)
    return entry(ann, match_id), ann, bob


def start_many(live: Live, count: int) -> tuple[list[Json], Client]:
    """The same in many matches, all for one player."""
    ann, bob = newcomer(live.url), newcomer(live.url, "Bob")
    matches = [str(ann.create(**FIRST)["id"]) for _ in range(count)]
    for match_id in matches:
        bob.join(match_id)
    return [entry(ann, match_id) for match_id in matches], ann


def unknown(**more: Any) -> Json:
    return {"matchId": NOBODY, "notation": "Y7+*", **more}


@pytest.fixture(scope="module")
def refusable(live: Live) -> tuple[Client, str]:
    """A player that is not to move in a match, which therefore never changes."""
    match_id, (_, bob) = table(live.url, **FIRST)
    return bob, match_id


# --- what is made


def test_a_move_is_answered_as_the_post_to_its_match_is(live: Live) -> None:
    """But for the headers, which tell of one match only."""
    move, ann, bob = start(live)
    (made,) = batch(ann, move)
    assert made["match"] == ann.see(move["matchId"])
    reply = entry(bob, move["matchId"])
    posted = ok(bob.post(f"/v1/matches/{move['matchId']}/moves", {"move": reply["move"]}))
    assert list(made) == list(posted) == ["version", "game", "events", "match"]
    assert (made["version"], posted["version"]) == (3, 4)


def test_without_the_view_there_is_no_match(live: Live) -> None:
    moves, ann = start_many(live, 3)
    for each, shape in zip(moves, ("none", "full", None), strict=True):
        (made,) = batch(ann, each, view=shape) if shape else batch(ann, each)
        assert ("match" in made) == (shape != "none")
        assert made["version"] == 3


def test_an_answer_has_no_version_and_nobody_keeps_it(live: Live) -> None:
    move, ann, _ = start(live)
    headers = ann.post(PATH, {"moves": [move]}).headers
    assert "etag" not in headers
    assert "idempotency-replayed" not in headers
    assert headers["cache-control"] == "private, no-cache, no-transform"


def test_results_are_in_the_order_of_the_moves(live: Live) -> None:
    moves, ann = start_many(live, 24)
    order: list[Any] = [*moves, *[unknown()] * 4, *["nonsense"] * 4]
    random.Random(SEED).shuffle(order)
    for wish, result in zip(order, batch(ann, *order), strict=True):
        if wish == "nonsense":
            assert result["error"]["code"] == "malformed"
        elif wish["matchId"] == NOBODY:
            assert result["error"]["code"] == "not_found"
        else:
            assert (result["match"]["id"], result["version"]) == (wish["matchId"], 3)


def test_moves_of_one_match_are_made_in_order(live: Live) -> None:
    move, ann, _ = start(live)
    assert codes(batch(ann, move, unknown(), move)) == ["", "not_found", "not_your_turn"]
    assert ann.see(move["matchId"])["version"] == 3


def test_a_later_move_of_a_match_meets_the_version_after_the_first(live: Live) -> None:
    move, ann, _ = start(live)
    expecting = [{**move, "expectedVersion": version} for version in (2, 2, 3)]
    results = batch(ann, *expecting)
    assert codes(results) == ["", "version_mismatch", "not_your_turn"]
    assert results[1]["error"]["version"] == 3


def test_there_may_be_none_at_all(live: Live) -> None:
    assert batch(newcomer(live.url)) == []


def test_there_may_be_256(live: Live) -> None:
    move, ann, _ = start(live)
    results = batch(ann, *[unknown()] * (MOST - 1), move)
    assert codes(results) == ["not_found"] * (MOST - 1) + [""]


# --- the body


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_may_have_256_kib_and_no_more(live: Live, chunked: bool) -> None:
    move, ann, _ = start(live)
    body = json.dumps({"moves": [move]}).encode()
    whole = body + b" " * (MAX_BYTES - len(body))

    def chunks(content: bytes) -> bytes | Iterator[bytes]:
        parts = (content[at : at + 50_000] for at in range(0, len(content), 50_000))
        return parts if chunked else content

    assert code(post(ann, PATH, chunks(whole + b" "))) == (413, "too_large")
    assert ann.see(move["matchId"])["version"] == 2
    assert codes(ok(post(ann, PATH, chunks(whole)))["results"]) == [""]


@pytest.mark.parametrize("query", ["view=all", "view=", "view=None"])
def test_another_view_is_malformed(refusable: tuple[Client, str], query: str) -> None:
    player, _ = refusable
    answer = send(player, "POST", f"{PATH}?{query}", content=b'{"moves":[]}')
    assert code(answer) == (400, "malformed")


MALFORMED: list[Any] = [
    *(None, True, 7, "Y7+*", [], {}, {"matchId": NOBODY}, {"notation": "Y7+*"}),
    {"matchId": 7, "notation": "Y7+*"},
    {"matchId": None, "notation": "Y7+*"},
    unknown(move={}),
    unknown(notation=None),
    unknown(notation=7),
    unknown(expectedVersion="2"),
    unknown(expectedVersion=-1),
    unknown(expectedVersion=2.5),
    unknown(view="none"),
    unknown(dryRun=True),
    unknown(idempotencyKey=""),
    unknown(idempotencyKey="a b"),
    unknown(idempotencyKey="k" * 256),
    unknown(idempotencyKey=7),
    {"matchId": NOBODY, "move": []},
    {"matchId": NOBODY, "move": {"card": 7}},
    {"matchId": NOBODY, "move": {"no": 1}},
]


def test_no_malformed_entry_keeps_another_from_being_made(live: Live) -> None:
    moves, ann = start_many(live, 2)
    results = batch(ann, *MALFORMED, moves[0], *MALFORMED, moves[1])
    assert codes(results) == [*["malformed"] * len(MALFORMED), ""] * 2


# --- refusals


def test_a_refusal_is_the_problem_that_a_post_would_be(live: Live) -> None:
    """Of the same members and words; each names the request that it was in."""
    move, ann, bob = start(live)
    path = f"/v1/matches/{move['matchId']}/moves"
    stranger = newcomer(live.url, "Eve")
    fixed = {"X-Request-Id": "same"}
    wrong: list[tuple[Client, Json]] = [
        (bob, {"notation": "Y7+*"}),
        (ann, {"notation": "nonsense"}),
        (ann, {"notation": "R2-R"}),
        (ann, {"move": move["move"], "expectedVersion": 9}),
        (ann, {"move": {"card": 7}}),
        (stranger, {"move": move["move"]}),
    ]
    met = set()
    for player, body in wrong:
        (result,) = batch(player, {"matchId": move["matchId"], **body}, headers=fixed)
        posted = player.post(path, body, fixed)
        assert result == {"error": posted.json()}
        met.add(result["error"]["code"])
    assert met == {
        *("not_your_turn", "invalid_move", "illegal_move", "version_mismatch", "malformed"),
        "not_your_match",
    }


@pytest.mark.parametrize("match_id", [NOBODY, "", "x", "A" * 23, "é" * 22, "..", "A" * 9_999])
def test_what_there_is_not_is_not_found(refusable: tuple[Client, str], match_id: str) -> None:
    assert codes(batch(refusable[0], unknown(matchId=match_id))) == ["not_found"]


def test_a_private_match_is_not_found_byte_for_byte(live: Live) -> None:
    ann, eve = newcomer(live.url), newcomer(live.url, "Eve")
    made = ann.create(access="private", **FIRST)
    told = [
        eve.post(PATH, {"moves": [unknown(matchId=each)]}, {"X-Request-Id": "same"}).content
        for each in (NOBODY, made["id"])
    ]
    assert told[0] == told[1]
    newcomer(live.url, "Bob").join(made["id"], inviteCode=made["inviteCode"])
    assert codes(batch(ann, entry(ann, made["id"]))) == [""]


def test_who_plays_in_some_matches_only_is_refused_in_the_others(live: Live) -> None:
    (own, ann, _), (other, _, _) = start(live), start(live)
    assert codes(batch(ann, other, own, other)) == ["not_your_match", "", "not_your_match"]


def test_the_whole_is_refused_for_the_first_reason(live: Live) -> None:
    """413, 415, 400, 401, 403: without the first, the next."""
    move, ann, _ = start(live)
    body = json.dumps({"moves": [move]}).encode()
    large, reader = body + b" " * MAX_BYTES, with_token(ann, "read")
    nobody, wrong = Client(live.url), Client(live.url, ann.token + "x")
    assert code(post(nobody, PATH, large, "text/plain")) == (413, "too_large")
    assert code(post(nobody, PATH, body, "text/plain")) == (415, "unsupported_media_type")
    for caller in (nobody, wrong, reader):
        assert code(post(caller, PATH, b"{")) == (400, "malformed")
        answer = post(caller, PATH, body, JSON, ("Idempotency-Key", "a b"))
        assert code(answer) == (400, "malformed")
    for caller in (nobody, wrong):
        answer = post(caller, PATH, body)
        assert code(answer) == (401, "unauthenticated")
        assert answer.headers["www-authenticate"] == "Bearer"
    assert code(post(reader, PATH, body)) == (403, "forbidden")
    assert ann.see(move["matchId"])["version"] == 2
    assert codes(ok(post(ann, PATH, body))["results"]) == [""]


# --- repeats


def test_a_repeat_within_the_batch_is_one(live: Live) -> None:
    move, ann, _ = start(live)
    once = {**move, "idempotencyKey": "k"}
    first, second = batch(ann, once, once)
    assert second == {**first, "replayed": True}
    assert first["version"] == 3


def test_a_key_is_for_one_move(live: Live) -> None:
    """And for its expectedVersion, and its view."""
    move, ann, _ = start(live)
    once = {**move, "idempotencyKey": "k"}
    other = {**once, "move": ann.legal_moves(move["matchId"])[-1]["move"]}
    assert codes(batch(ann, once)) == [""]
    found = batch(ann, other, {**once, "expectedVersion": 2}, once)
    assert codes(found) == ["idempotency_mismatch", "idempotency_mismatch", "replayed"]
    assert codes(batch(ann, once, view="none")) == ["idempotency_mismatch"]
    assert codes(batch(ann, once, view="full")) == ["replayed"]


def by_post(player: Client, once: Json) -> tuple[Json, bool]:
    """The answer to the same move, and whether it is a repeat."""
    body = {name: once[name] for name in ("move", "expectedVersion") if name in once}
    path = f"/v1/matches/{once['matchId']}/moves"
    answer = player.post(path, body, {"Idempotency-Key": once["idempotencyKey"]})
    return ok(answer), answer.headers.get("idempotency-replayed") == "true"


def by_batch(player: Client, once: Json) -> tuple[Json, bool]:
    (result,) = batch(player, once)
    assert "error" not in result, result
    return result, result.pop("replayed", False)


def by_socket(player: Client, once: Json) -> tuple[Json, bool]:
    with talking(player) as talk:
        result = talk.ask("move", **once)
    return result, result.pop("replayed", False)


@pytest.mark.parametrize("more", [{}, {"expectedVersion": 2}], ids=str)
@pytest.mark.parametrize("first", [by_post, by_batch, by_socket])
def test_a_repeat_may_come_by_post_batch_or_socket(live: Live, first: Any, more: Json) -> None:
    move, ann, _ = start(live)
    once = {**move, **more, "idempotencyKey": "k"}
    made, repeated = first(ann, once)
    assert not repeated
    for again in (by_post, by_batch, by_socket):
        assert again(ann, once) == (made, True)
    assert ann.see(move["matchId"])["version"] == 3


def test_a_key_for_the_whole_gives_each_entry_one(live: Live) -> None:
    moves, ann = start_many(live, 4)
    moves[2]["idempotencyKey"] = "own"
    once = key()
    first = batch(ann, *moves, "nonsense", headers=once)
    assert codes(first) == [""] * 4 + ["malformed"]
    again = batch(ann, *moves, "nonsense", headers=once)
    assert again[:4] == [{**each, "replayed": True} for each in first[:4]]
    assert codes(batch(ann, *moves)) == ["not_your_turn"] * 2 + ["replayed", "not_your_turn"]


def test_the_key_of_an_entry_is_that_of_its_place(live: Live) -> None:
    moves, ann = start_many(live, 2)
    once = key()
    assert codes(batch(ann, *moves, headers=once)) == [""] * 2
    assert codes(batch(ann, *moves[::-1], headers=once)) == ["not_your_turn"] * 2
    assert codes(batch(ann, moves[0], headers=once)) == ["replayed"]
    assert codes(batch(ann, moves[1], headers=once)) == ["not_your_turn"]


def test_the_same_move_at_two_places_of_a_request_with_a_key_is_two(live: Live) -> None:
    move, ann, _ = start(live)
    once = key()
    assert codes(batch(ann, move, move, headers=once)) == ["", "not_your_turn"]
    assert codes(batch(ann, move, move, headers=once)) == ["replayed", "not_your_turn"]


def test_the_longest_keys_are_told_apart_by_their_ends(live: Live) -> None:
    """All of a key counts, though each entry's is made of it."""
    move, ann, _ = start(live)
    one, other = ({"Idempotency-Key": "k" * 254 + end} for end in "ab")
    assert codes(batch(ann, move, headers=one)) == [""]
    assert codes(batch(ann, move, headers=one)) == ["replayed"]
    assert codes(batch(ann, move, headers=other)) == ["not_your_turn"]


# --- limits


@pytest.fixture(scope="module")
def limited(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, limits=SMALL, trusted_proxies=PROXIES) as live:
        yield live


def several(caller: Guest, count: int) -> httpx.Response:
    return caller.post(PATH, {"moves": [unknown()] * count})


@pytest.mark.parametrize("spent", range(TOKEN.burst))
def test_entries_beyond_the_limit_are_refused(limited: Live, spent: int) -> None:
    caller, there = arrive(limited), TOKEN.burst - spent
    for _ in range(spent):
        several(caller, 1)
    answer = several(caller, 5)
    results = ok(answer)["results"]
    assert codes(results) == ["not_found"] * there + ["rate_limited"] * (5 - there)
    told = results[-1]["error"]
    assert (told["bucket"], told["per"], told["limit"]) == ("moves", "token", TOKEN.burst)
    assert told["retryAfter"] >= 1
    assert left(answer) == 0


def test_each_entry_is_a_request(limited: Live) -> None:
    caller = arrive(limited)
    assert left(several(caller, 2)) == TOKEN.burst - 2
    assert left(several(caller, 1)) == 0


def test_what_the_token_does_not_have_is_not_taken_from_the_address(limited: Live) -> None:
    """TOKEN.burst for all that the first may do, one for the request that is refused as a whole."""
    first = arrive(limited)
    second = guest(arrive(limited), first.address)
    several(first, MOST)
    several(first, MOST)
    assert left(several(second, 1)) == min(TOKEN.burst, ADDRESS.burst - TOKEN.burst - 1) - 1


def test_long_notations_do_not_add_up_to_what_an_engine_does_not_take(live: Live) -> None:
    """More than 4 MiB of them at once: each is no move, and the lines stay."""
    match_id, seats = table(live.url, **FIRST)
    entry = {"matchId": match_id, "notation": "x" * (MAX_BYTES - 200)}
    body = json.dumps({"moves": [entry]}).encode()
    headers = {"Authorization": f"Bearer {seats[0].token}"}

    async def ask() -> list[Reply]:
        async with connected([live.url] * 20) as lines:
            return await at_once(lines, [encode("POST", PATH, headers, body)] * 20)

    results = [reply.json()["results"] for reply in asyncio.run(ask())]
    assert [codes(each) for each in results] == [["invalid_move"]] * 20


def test_a_batch_of_none_is_a_request(limited: Live) -> None:
    assert left(several(arrive(limited), 0)) == TOKEN.burst - 1


def test_when_nothing_is_left_the_whole_is_refused(limited: Live) -> None:
    caller = arrive(limited)
    several(caller, TOKEN.burst)
    answer = several(caller, 2)
    assert code(answer) == (429, "rate_limited")
    assert int(answer.headers["retry-after"]) >= 1
    assert left(answer) == 0


def test_what_is_refused_for_the_limit_can_be_repeated_with_its_key(limited: Live) -> None:
    """It was not carried out or remembered; a new token stands for the time that it takes."""
    ann, bob = arrive(limited), arrive(limited)
    match_id = ann.create(**FIRST)["id"]
    bob.join(match_id)
    move = entry(ann, match_id, idempotencyKey="k")
    assert codes(batch(ann, *[unknown()] * TOKEN.burst, move))[-1] == "rate_limited"
    later = Guest(ann.url, with_token(ann, "play", "read").token, ann.player)
    later.address = ann.address
    assert codes(batch(later, move)) == [""]
