"""Webhooks of players over HTTP: what is stored for the herald, and what it has stored."""

import json
from typing import Any

import pytest
from redislink import hooks
from redislink.accounts import account
from redislink.hooks import Delivery, Hook

from tests.support.live import Live
from tests.support.players import Client, Json, key, ok, refused
from tests.support.requests import NEW_WEBHOOK, NOBODY, newcomer
from tests.support.waiting import until

PATH = NEW_WEBHOOK.path
MATCH = "M" * 22
DEAD = Delivery("msg_1", "yourTurn", MATCH, 7, 1000, {"matchId": MATCH}, "dead", 8, 500, last=2000)


def made(ann: Client, **changed: Any) -> Json:
    return ok(ann.post(PATH, {**NEW_WEBHOOK.body, **changed}, key()), 201)


def stored(server: Any, hook: Json) -> Hook:
    return Hook.load(server.hget(hooks.hook(hook["id"]), hooks.HOOK))


def asked(server: Any, hook: Json) -> list[tuple[str, str]]:
    return [*hooks.asks(server.hget(hooks.hook(hook["id"]), hooks.ASKED))]


def test_a_webhook_is_stored_for_the_herald(live: Live, server: Any) -> None:
    ann = newcomer(live.url)
    hook = made(
        ann, events=["invited", "yourTurn", "invited"], whileOnline=False, minInterval="1.5s"
    )
    found = stored(server, hook)
    assert (found.player, found.url) == (ann.id, NEW_WEBHOOK.body["url"])
    assert [*found.events] == ["yourTurn", "invited"]
    assert (found.while_online, found.min_interval) == (False, 1500)
    assert found.signing(0) == [hook.pop("secret")]
    assert server.sismember(hooks.listed(hooks.partition(hook["id"])), hook["id"])
    assert (hook["status"], hook["failingSince"]) == ("on", None)
    assert ok(ann.get(f"{PATH}/{hook['id']}")) == hook
    assert ok(ann.get(PATH)) == {"webhooks": [hook]}


def test_who_has_a_webhook_is_kept(live: Live, store: Any) -> None:
    """The account of a guest that only looks expires, and its webhooks would stay."""
    ann = newcomer(live.url)
    assert store.ttl(account(ann.id)) > 0
    made(ann)
    assert store.ttl(account(ann.id)) == -1


def test_a_player_has_five(live: Live) -> None:
    ann = newcomer(live.url)
    ids = [made(ann)["id"] for _ in range(5)]
    refused(ann.post(PATH, NEW_WEBHOOK.body), 409, "conflict")
    assert [each["id"] for each in ok(ann.get(PATH))["webhooks"]] == ids
    assert ann.delete(f"{PATH}/{ids[2]}").status_code == 204
    made(ann)
    refused(ann.post(PATH, NEW_WEBHOOK.body), 409, "conflict")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"url": "https://hooks.example.com/"},
        {"url": "http://hooks.example.com/", "events": ["yourTurn"]},
        {"url": "https://127.0.0.1/", "events": ["yourTurn"]},
        {"url": "https://2130706433/", "events": ["yourTurn"]},
        {"url": "https://localhost/", "events": ["yourTurn"]},
        {"url": "https://a.example.com:22/", "events": ["yourTurn"]},
        {"url": "https://a@a.example.com/", "events": ["yourTurn"]},
        {"url": 7, "events": ["yourTurn"]},
        {"events": [], "url": "https://hooks.example.com/"},
        {"events": ["match.finished"], "url": "https://hooks.example.com/"},
        {"events": ["yourTurn"] * 10, "url": "https://hooks.example.com/"},
        {"events": ["yourTurn"], "url": "https://hooks.example.com/", "minInterval": "1m"},
        {"events": ["yourTurn"], "url": "https://hooks.example.com/", "secret": "x"},
    ],
    ids=json.dumps,
)
def test_what_is_no_webhook(live: Live, body: Json) -> None:
    refused(newcomer(live.url).post(PATH, body), 400, "malformed")


def test_nobody_has_the_webhook_of_another(live: Live) -> None:
    hook, eve = made(newcomer(live.url))["id"], newcomer(live.url)
    assert ok(eve.get(PATH)) == {"webhooks": []}
    for each in (hook, NOBODY, "x"):
        refused(eve.get(f"{PATH}/{each}"), 404, "not_found")
        refused(eve.get(f"{PATH}/{each}/deliveries"), 404, "not_found")
        refused(eve.delete(f"{PATH}/{each}"), 404, "not_found")
        for verb in ("test", "secret", "deliveries/msg_1/retry"):
            refused(eve.post(f"{PATH}/{each}/{verb}", {}), 404, "not_found")


def test_a_repeat_is_one_webhook(live: Live) -> None:
    ann, once = newcomer(live.url), key()
    told = [ok(ann.post(PATH, NEW_WEBHOOK.body, once), 201) for _ in range(3)]
    assert told[0] == told[1] == told[2]
    assert len(ok(ann.get(PATH))["webhooks"]) == 1


def test_what_is_deleted_leaves_nothing(live: Live, server: Any) -> None:
    ann = newcomer(live.url)
    hook = made(ann)
    server.hset(hooks.all_of(hook["id"])[1], DEAD.id, DEAD.dump())
    assert ann.delete(f"{PATH}/{hook['id']}").status_code == 204
    assert not server.exists(*hooks.all_of(hook["id"]), hooks.of_player(ann.id))
    assert not server.sismember(hooks.listed(hooks.partition(hook["id"])), hook["id"])
    refused(ann.get(f"{PATH}/{hook['id']}"), 404, "not_found")


def test_a_player_who_is_deleted_is_told_nothing_more(live: Live, server: Any) -> None:
    ann = newcomer(live.url)
    ids = [made(ann)["id"] for _ in range(3)]
    assert ann.delete("/v1/players/me").status_code == 204
    assert not server.exists(hooks.of_player(ann.id), *(hooks.hook(each) for each in ids))


def test_secrets_change_with_a_day_of_both(live: Live, server: Any) -> None:
    ann = newcomer(live.url)
    hook = made(ann)
    second = ok(ann.post(f"{PATH}/{hook['id']}/secret", {}), 201)["secret"]
    found = stored(server, hook)
    (_, first_until) = found.secrets[1]
    assert found.signing(first_until - 1) == [second, hook["secret"]]
    assert found.signing(first_until) == [second]
    assert 86_000_000 < first_until - found.created < 87_000_000
    third = ok(ann.post(f"{PATH}/{hook['id']}/secret", {}), 201)["secret"]
    assert stored(server, hook).signing(0) == [third, second]


def test_a_test_is_asked_for_twenty_times_a_day(live: Live, server: Any) -> None:
    """Whatever the webhook."""
    ann = newcomer(live.url)
    one, other = made(ann), made(ann)
    told = [ok(ann.post(f"{PATH}/{one['id']}/test", {}), 202)["id"] for _ in range(19)]
    ok(ann.post(f"{PATH}/{other['id']}/test", {}), 202)
    assert asked(server, one) == [("test", each) for each in told]
    for each in (one, other):
        problem = refused(ann.post(f"{PATH}/{each['id']}/test", {}), 429, "rate_limited")
        assert (problem["bucket"], problem["per"], problem["limit"]) == ("webhooks", "player", 20)
        assert 0 < problem["retryAfter"] <= 86_400


def test_a_message_that_was_given_up_is_listed_and_sent_again(live: Live, server: Any) -> None:
    ann = newcomer(live.url)
    hook = made(ann)
    waiting = Delivery("msg_2", "invited", MATCH, 3, 3000, {"matchId": MATCH}, next=9000)
    for each in (DEAD, waiting):
        server.hset(hooks.all_of(hook["id"])[1], each.id, each.dump())
    path = f"{PATH}/{hook['id']}/deliveries"
    newest, oldest = ok(ann.get(path))["deliveries"]
    assert (newest["id"], newest["state"], newest["nextTry"]) == (
        "msg_2",
        "waiting",
        "1970-01-01T00:00:09.000Z",
    )
    assert oldest == {
        "id": "msg_1",
        "type": "yourTurn",
        "matchId": MATCH,
        "version": 7,
        "createTime": "1970-01-01T00:00:01.000Z",
        "state": "dead",
        "tries": 8,
        "status": 500,
        "error": None,
        "lastTry": "1970-01-01T00:00:02.000Z",
        "nextTry": None,
    }
    once = key()
    for _ in range(2):
        ok(ann.post(f"{path}/msg_1/retry", {}, once), 202)
    assert asked(server, hook) == [("retry", "msg_1")]
    refused(ann.post(f"{path}/msg_2/retry", {}), 409, "conflict")
    refused(ann.post(f"{path}/msg_3/retry", {}), 404, "not_found")
    refused(ann.post(f"{path}/msg_1/retry", {"x": 1}, once), 400, "malformed")


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ({"off": "gone", "failing": 5000}, "gone"),
        ({"off": "failing", "failing": 5000}, "off"),
        ({"off": "", "failing": 5000}, "failing"),
        ({"off": "", "failing": 0}, "on"),
    ],
)
def test_how_it_stands_is_shown(live: Live, server: Any, state: Json, status: str) -> None:
    ann = newcomer(live.url)
    hook = made(ann)
    server.hset(hooks.hook(hook["id"]), hooks.STATE, json.dumps(state))
    shown = ok(ann.get(f"{PATH}/{hook['id']}"))
    assert shown["status"] == status
    assert shown["failingSince"] == ("1970-01-01T00:00:05.000Z" if state["failing"] else None)


def test_each_change_is_told_to_the_herald_and_raises_the_number(live: Live, server: Any) -> None:
    ann, told = newcomer(live.url), server.pubsub()
    told.subscribe(hooks.CHANGED)
    hook = made(ann)
    ok(ann.post(f"{PATH}/{hook['id']}/secret", {}), 201)
    ok(ann.post(f"{PATH}/{hook['id']}/test", {}), 202)
    assert server.hget(hooks.hook(hook["id"]), hooks.REV) == b"3"
    assert ann.delete(f"{PATH}/{hook['id']}").status_code == 204
    heard = list[bytes]()

    def all_heard() -> bool:
        message = told.get_message()
        heard.append(message["data"] if message else b"")
        return heard.count(hook["id"].encode()) == 4

    until(all_heard)
    told.close()
