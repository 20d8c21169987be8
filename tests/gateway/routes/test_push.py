"""Web Push over HTTP: which browsers of a player are told."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from redis import Redis
from redislink import hooks
from redislink.accounts import account
from redislink.hooks import Hook

from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import NOBODY, PUSH, newcomer

PUBLIC = PUSH.body["keys"]["p256dh"]


@pytest.fixture
def store(redis_url: str) -> Iterator[Any]:
    """A Redis that has the key of a herald."""
    with Redis.from_url(redis_url) as store:
        store.hset(hooks.PUSH, hooks.PUSH_KEY, PUBLIC)
        yield store
        store.delete(hooks.PUSH)


def at(number: int) -> Json:
    return {**PUSH.body, "endpoint": f"{PUSH.body['endpoint']}{number}"}


def test_a_browser_is_stored_once_and_taken_back(live: Live, store: Any) -> None:
    ann, eve = newcomer(live.url), newcomer(live.url)
    made = [ok(ann.put(PUSH.path, PUSH.body)) for _ in range(2)][-1]
    assert ok(ann.get(PUSH.path)) == {"publicKey": PUBLIC, "browsers": [made]}
    stored = Hook.load(store.hget(hooks.hook(made["id"]), hooks.HOOK))
    assert (stored.player, stored.url) == (ann.id, PUSH.body["endpoint"])
    assert [*stored.push] == [PUBLIC, PUSH.body["keys"]["auth"]]
    assert not stored.while_online
    assert store.ttl(account(ann.id)) == -1, "who is to be told is kept"
    assert ok(ann.get("/v1/players/me/webhooks")) == {"webhooks": []}
    refused(ann.get(f"/v1/players/me/webhooks/{made['id']}"), 404, "not_found")
    refused(eve.delete(f"{PUSH.path}/{made['id']}"), 404, "not_found")
    refused(ann.delete(f"{PUSH.path}/{NOBODY}"), 404, "not_found")
    assert ann.delete(f"{PUSH.path}/{made['id']}").status_code == 204
    assert ok(ann.get(PUSH.path))["browsers"] == []
    assert not store.exists(hooks.hook(made["id"]), hooks.browsers_of(ann.id))


def test_a_browser_that_is_sent_again_is_told_on_and_not_anew(live: Live, store: Any) -> None:
    """What it was told stands in its state."""
    ann = newcomer(live.url)
    made = ok(ann.put(PUSH.path, PUSH.body))
    key, state = hooks.hook(made["id"]), json.dumps({"since": "2026", "failing": 1})
    store.hset(key, hooks.STATE, state)
    chosen = ok(ann.put(PUSH.path, {**PUSH.body, "events": ["invited", "yourTurn"]}))
    assert chosen == {**made, "events": ["yourTurn", "invited"]}
    (shown,) = ok(ann.get(PUSH.path))["browsers"]
    assert shown == {**chosen, "status": "failing"}
    assert store.hget(key, hooks.STATE).decode() == state
    store.hset(key, hooks.STATE, json.dumps({"off": "gone"}))
    assert ok(ann.get(PUSH.path))["browsers"] == [{**chosen, "status": "gone"}]
    ok(ann.put(PUSH.path, PUSH.body))
    assert not store.hexists(key, hooks.STATE)


def test_a_browser_ends_with_its_token(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    path = "/v1/players/me/tokens"
    made = [ok(ann.post(path, {"name": name}, key()), 201) for name in ("phone", "tablet", "tv")]
    devices = [ann, *(Client(live.url, each["token"]) for each in made)]
    told = [ok(each.put(PUSH.path, at(number))) for number, each in enumerate(devices)]
    assert [each["tokenId"] for each in told[1:]] == [each["id"] for each in made]
    assert ann.delete(f"{path}/{made[1]['id']}").status_code == 204
    assert ids_of(ann) == [told[place]["id"] for place in (0, 1, 3)]
    assert devices[1].delete(path).status_code == 204
    assert ids_of(devices[1]) == [told[1]["id"]]


def ids_of(player: Client) -> list[str]:
    return [each["id"] for each in browsers_of(player)]


def test_a_player_has_ten_and_those_that_are_gone_make_room(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    ids = [ok(ann.put(PUSH.path, at(number)))["id"] for number in range(10)]
    refused(ann.put(PUSH.path, at(10)), 409, "conflict")
    store.hset(hooks.hook(ids[3]), hooks.STATE, json.dumps({"off": "gone"}))
    ok(ann.put(PUSH.path, at(10)))
    assert ids[3] not in [each["id"] for each in ok(ann.get(PUSH.path))["browsers"]]


def test_a_thousand_requests_leave_ten_browsers_and_nothing_besides(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    with ThreadPoolExecutor(8) as pool:
        answers = [*pool.map(lambda number: ann.put(PUSH.path, at(number % 40)), range(1000))]
    assert {each.status_code for each in answers} == {200, 409}
    own = {each["id"] for each in browsers_of(ann)}
    listed = {
        each.decode()
        for part in range(hooks.PARTITIONS)
        for each in store.smembers(hooks.listed(part))
    }
    stored = {each for each in listed if stored_of(store, each) == ann.id}
    assert len(own) == 10
    assert stored == own


def browsers_of(player: Client) -> list[Json]:
    found: list[Json] = ok(player.get(PUSH.path))["browsers"]
    return found


def stored_of(store: Any, hook_id: str) -> str:
    found = store.hget(hooks.hook(hook_id), hooks.HOOK)
    return Hook.load(found).player if found else ""


def test_what_is_larger_than_any_subscription_is_refused(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    refused(ann.put(PUSH.path, {**PUSH.body, "endpoint": "x" * 5_000_000}), 413, "too_large")
    long = f"{PUSH.body['endpoint']}{'x' * 3000}"
    refused(ann.put(PUSH.path, {**PUSH.body, "endpoint": long}), 400, "malformed")
    assert browsers_of(ann) == []


def test_who_is_deleted_has_no_browser(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    made = ok(ann.put(PUSH.path, PUSH.body))["id"]
    assert ann.delete("/v1/players/me").status_code == 204
    assert not store.exists(hooks.hook(made), hooks.browsers_of(ann.id))


def test_without_a_key_nobody_is_told(live: Live, redis_url: str) -> None:
    with Redis.from_url(redis_url) as store:
        store.delete(hooks.PUSH)
    ann = newcomer(live.url)
    assert ok(ann.get(PUSH.path)) == {"publicKey": None, "browsers": []}
    refused(ann.put(PUSH.path, PUSH.body), 409, "conflict")


@pytest.mark.parametrize(
    "changed",
    [
        {"endpoint": "https://hooks.example.com/"},
        {"endpoint": "https://fcm.googleapis.com.example.com/"},
        {"endpoint": "https://evilfcm.googleapis.com/"},
        {"endpoint": "https://127.0.0.1/"},
        {"endpoint": "http://fcm.googleapis.com/"},
        {"endpoint": 7},
        {"keys": {"p256dh": PUBLIC}},
        {"keys": {"p256dh": PUBLIC[:-1], "auth": "BTBZMqHH6r4Tts7J_aSIgg"}},
        {"keys": {"p256dh": PUBLIC, "auth": "x"}},
        {"events": []},
        {"events": ["report.made"]},
        {"secret": "x"},
    ],
    ids=json.dumps,
)
def test_what_is_no_browser(live: Live, store: Any, changed: Json) -> None:
    refused(newcomer(live.url).put(PUSH.path, {**PUSH.body, **changed}), 400, "malformed")


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/x",
        "https://web.push.apple.com/x",
        "https://wns2-par02p.notify.windows.com/w/?token=x",
    ],
)
def test_the_services_of_browsers_are_known(live: Live, store: Any, endpoint: str) -> None:
    ok(newcomer(live.url).put(PUSH.path, {**PUSH.body, "endpoint": endpoint}))
