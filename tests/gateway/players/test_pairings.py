"""Pairing codes: made by one device, good once for another one."""

import hashlib
import json
import logging
import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from gateway.limits.limit_table import LIMITS
from gateway.players.pairings import LIFE_S
from gateway.players.tokens import TokenIdempotency
from redis.asyncio import Redis
from redislink.accounts import account
from redislink.typed_codes import ALPHABET, read

from tests.support.live import Live
from tests.support.opponents import put_offer
from tests.support.players import HOUSE_KEY, Client, Json, key, ok, refused, register
from tests.support.requests import code, newcomer, problem, send, with_token

OFFER, PAIR, TOKENS = "/v1/players/me/pairing", "/v1/pairings", "/v1/players/me/tokens"


def offer(player: Client, **wish: object) -> str:
    return str(ok(player.post(OFFER, wish), 201)["code"])


def pair(url: str, text: str, **more: object) -> Json:
    return ok(Client(url).post(PAIR, {"code": text, **more}), 201)


def nothing_of(live: Live, text: str) -> Json:
    """The refusal of a code, without what tells one request from another."""
    body = problem(Client(live.url).post(PAIR, {"code": text}))
    del body["requestId"]
    return body


def test_a_code_is_good_for_one_token_of_the_player(live: Live) -> None:
    ann = newcomer(live.url)
    text = offer(ann)
    assert re.fullmatch(f"[{ALPHABET}]{{4}}-[{ALPHABET}]{{4}}", text)
    made = pair(live.url, text, name="phone")
    assert set(made) == {"id", "name", "scopes", "token"}
    assert (made["name"], made["scopes"]) == ("phone", ["play", "read"])
    own = ok(Client(live.url, made["token"]).get("/v1/players/me"))
    assert own == ok(ann.get("/v1/players/me"))
    assert own["id"] == ann.player["id"]
    assert made["id"] in {token["id"] for token in ok(ann.get(TOKENS))["tokens"]}
    refused(Client(live.url).post(PAIR, {"code": text}), 404, "not_found")


def test_a_code_is_read_as_people_write(live: Live) -> None:
    ann = newcomer(live.url)
    for write in (str.lower, lambda text: text.replace("-", " "), lambda text: text[:4] + text[5:]):
        pair(live.url, write(offer(ann)))
    assert read("o0-iL1") == "00111"


def test_what_is_not_good_is_refused_alike(live: Live) -> None:
    """Codes used, replaced, never made, of no form; of a revoked token, of a player that left."""
    ann, bea, cleo = newcomer(live.url), newcomer(live.url), newcomer(live.url)
    used, replaced = offer(ann), offer(bea)
    pair(live.url, used)
    offer(bea)
    other = with_token(cleo, "play", "read")
    revoked = offer(other)
    (token,) = (each for each in ok(cleo.get(TOKENS))["tokens"] if each["name"] == "other")
    assert send(cleo, "DELETE", f"{TOKENS}/{token['id']}").status_code == 204
    left = newcomer(live.url)
    gone = offer(left)
    assert send(left, "DELETE", "/v1/players/me").status_code == 204
    unknown = nothing_of(live, "K7QF-2M9P")
    assert (unknown["status"], unknown["code"]) == (404, "not_found")
    for text in (used, replaced, revoked, gone, "", "x", "\u2603", "0" * 64):
        assert nothing_of(live, text) == unknown


@pytest.mark.parametrize("body", [{}, {"code": 7}, {"code": "0" * 65}, {"code": "x", "name": ""}])
def test_what_is_no_code_is_malformed(live: Live, body: Json) -> None:
    refused(Client(live.url).post(PAIR, body), 400, "malformed")


def test_a_code_gives_no_more_than_who_made_it_may(live: Live) -> None:
    ann = newcomer(live.url)
    reader, player = with_token(ann, "read"), with_token(ann, "play")
    for wish in ({}, {"scopes": ["read"]}):
        assert code(reader.post(OFFER, wish)) == (403, "forbidden")
        assert code(player.post(OFFER, wish)) == (403, "forbidden")
    assert pair(live.url, offer(player, scopes=["play"]))["scopes"] == ["play"]
    assert pair(live.url, offer(ann, scopes=["read", "read"]))["scopes"] == ["read"]


def test_a_repeat_makes_neither_a_second_code_nor_a_second_token(live: Live) -> None:
    ann, nobody, once = newcomer(live.url), Client(live.url), key()
    made = [ann.post(OFFER, {}, once) for _ in range(2)]
    assert ok(made[0], 201) == ok(made[1], 201)
    body, again = {"code": ok(made[0], 201)["code"]}, key()
    tokens = [nobody.post(PAIR, body, again) for _ in range(2)]
    for first, repeat in (made, tokens):
        assert "idempotency-replayed" not in first.headers
        assert repeat.headers["idempotency-replayed"] == "true"
        assert ok(repeat, 201) == ok(first, 201)
    ok(Client(live.url, ok(tokens[1], 201)["token"]).get("/v1/players/me"))
    assert len(ok(ann.get(TOKENS))["tokens"]) == 2
    refused(ann.post(OFFER, {"scopes": ["play"]}, once), 422, "idempotency_mismatch")
    refused(ann.post(TOKENS, {"name": "phone"}, once), 422, "idempotency_mismatch")
    refused(nobody.post(PAIR, body, key()), 404, "not_found")
    refused(nobody.post(PAIR, body), 404, "not_found")


def test_under_a_short_key_nothing_is_repeated(live: Live) -> None:
    """The token's secret would follow from 40 bits, stored as a hash, and what can be tried."""
    nobody, text = Client(live.url), offer(newcomer(live.url))
    short, long = {"Idempotency-Key": "k" * 21}, {"Idempotency-Key": "k" * 22}
    ok(nobody.post(PAIR, {"code": text}, short), 201)
    for again in (short, long):
        refused(nobody.post(PAIR, {"code": text}, again), 404, "not_found")


@pytest.mark.anyio
async def test_what_is_stored_of_a_short_key_does_not_lead_to_the_token(
    live: Live, redis: Redis
) -> None:
    ann = newcomer(live.url)
    text = offer(ann)
    made = ok(Client(live.url).post(PAIR, {"code": text}, {"Idempotency-Key": "1"}), 201)
    stored: dict[bytes, bytes] = await cast(Any, redis.hgetall(f"{account(ann.id)}:pairing"))
    mark = hashlib.sha256(f"croupier pairing {read(text)}".encode()).hexdigest()
    guessed = TokenIdempotency(read(text), "1", mark).secret(stored[b"salt"].decode())
    assert not made["token"].endswith(guessed)


@pytest.mark.anyio
async def test_a_code_is_stored_as_a_hash_for_five_minutes(live: Live, redis: Redis) -> None:
    ann = newcomer(live.url)
    made = ok(ann.post(OFFER, {}, key()), 201)
    secret = read(made["code"]).encode()
    found = 0
    codes = [name async for name in redis.scan_iter(match="pairing:*", count=10_000)]
    last = [name async for name in redis.scan_iter(match="player:*:pairing", count=10_000)]
    for name in codes + last:
        stored = await (redis.hgetall(name) if name in last else redis.get(name))
        assert secret not in name + repr(stored).encode()
        if ann.id.encode() in name + repr(stored).encode():
            found += 1
            assert 0 < await redis.ttl(name) <= LIFE_S
            await redis.expire(name, 0)
    assert found == 2
    assert nothing_of(live, made["code"])["code"] == "not_found"


def test_no_line_of_the_log_has_a_code(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    text = offer(newcomer(live.url))
    nothing_of(live, text[::-1])
    Client(live.url).post(PAIR, {"code": text, "more": text})
    made = pair(live.url, text)
    said = json.dumps([record.getMessage() for record in caplog.records])
    for secret in (text, read(text), text[::-1], made["token"][-43:]):
        assert secret not in said


@pytest.fixture(scope="module")
def limited(redis_url: str) -> Iterator[Live]:
    with Live(redis_url, limits=LIMITS, trusted_proxies="127.0.0.1") as live:
        yield live


def tries(live: Live, player: Client, count: int, address: str) -> list[str]:
    """The codes of the answers to so many wrong codes, sent from an address."""
    return [
        code(player.post(PAIR, {"code": "x"}, {"X-Forwarded-For": address}))[1]
        for _ in range(count)
    ]


def test_an_address_has_ten_wrong_tries(limited: Live) -> None:
    here, nobody = "203.0.113.77", Client(limited.url)
    assert tries(limited, nobody, 11, here) == ["not_found"] * 10 + ["rate_limited"]
    refusal = problem(nobody.post(PAIR, {"code": "x"}, {"X-Forwarded-For": here}))
    assert (refusal["bucket"], refusal["per"], refusal["limit"]) == ("pairings", "address", 10)
    assert tries(limited, nobody, 1, "203.0.113.78") == ["not_found"]


def test_who_has_a_token_still_has_a_try_where_others_have_used_them_up(limited: Live) -> None:
    """But many tokens have no more than ten between them."""
    here, nobody = "203.0.113.79", Client(limited.url)
    tries(limited, nobody, 10, here)
    for _ in range(10):
        assert tries(limited, newcomer(limited.url), 2, here) == ["not_found", "rate_limited"]
    assert tries(limited, newcomer(limited.url), 1, here) == ["rate_limited"]


def test_good_codes_are_no_tries(limited: Live) -> None:
    """So a crowd behind one address pairs all of its devices."""
    here, ann = {"X-Forwarded-For": "203.0.113.80"}, newcomer(limited.url)
    for asker in (Client(limited.url), ann):
        for _ in range(11):
            ok(asker.post(PAIR, {"code": offer(ann)}, here), 201)
    assert tries(limited, Client(limited.url), 11, here["X-Forwarded-For"])[9:] == [
        *("not_found", "rate_limited")
    ]


def test_a_bot_is_paired_as_anybody_and_the_house_key_is_not(live: Live) -> None:
    bot = register(live.url, "Rosalind", kind="bot")
    wish: Json = {"games": {"just4fun": {}}}
    assert ok(put_offer(bot, {**wish, "houseKey": HOUSE_KEY}))["house"] is True
    other = Client(live.url, pair(live.url, offer(bot))["token"])
    assert ok(other.get("/v1/players/me"))["id"] == bot.player["id"]
    assert ok(put_offer(other, wish))["house"] is False
