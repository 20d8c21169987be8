"""Sign-in by passkeys and recovery codes, sessions that expire, and how all of it ends."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from engine.admin.__main__ import main
from engine.admin.doctor.gateway_notes import of_passkeys
from gateway.limits.limit_table import LIMITS
from gateway.players import tokens
from gateway.players.tokens import RENEWED_S, SESSION_S
from gateway.sessions.passkey_rps import USED
from redislink import recovery
from redislink.accounts import account

from tests.support.authenticator import Authenticator
from tests.support.live import Live
from tests.support.players import Client, Json, ok, refused
from tests.support.requests import newcomer, problem, with_token
from tests.support.waiting import happens

ME = "/v1/players/me"
KEYS, CODE, SESSIONS = "/v1/players/me/passkeys", "/v1/players/me/recovery-code", "/v1/sessions"
TOKENS, PAIRING = "/v1/players/me/tokens", "/v1/players/me/pairing"
CODES = r"([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{2}"


def keep(player: Client, **more: str) -> tuple[Authenticator, Json]:
    """Let the player have a passkey."""
    device = Authenticator()
    answer = device.create(ok(player.post(f"{KEYS}/options", {})))
    return device, ok(player.post(KEYS, {"credential": answer, **more}), 201)


def sign_in(url: str, device: Authenticator, **lies: Any) -> Any:
    caller = Client(url)
    answer = device.get(ok(caller.post(f"{SESSIONS}/options", {})), **lies)
    return caller.post(SESSIONS, {"passkey": answer, "name": "phone"})


def signed_in(url: str, device: Authenticator) -> Client:
    made = ok(sign_in(url, device), 201)
    return Client(url, made["token"], made["player"])


def test_a_guest_keeps_the_account_and_is_back_from_another_browser(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    assert store.ttl(account(ann.id)) > 0
    device, key = keep(ann, name="laptop")
    assert store.ttl(account(ann.id)) == -1, "kept for good, as with a first move"
    assert (key["id"], key["name"], key["useTime"], key["copyTime"]) == (
        device.id,
        "laptop",
        None,
        None,
    )
    made = ok(sign_in(live.url, device), 201)
    assert set(made) == {"id", "name", "scopes", "createTime", "expireTime", "token", "player"}
    assert made["player"] == ann.player
    back = Client(live.url, made["token"])
    assert ok(back.get("/v1/players/me"))["id"] == ann.id
    (token,) = (each for each in ok(back.get(TOKENS))["tokens"] if each["current"])
    assert (token["name"], token["expireTime"]) == ("phone", made["expireTime"])
    first = next(each for each in ok(ann.get(TOKENS))["tokens"] if each["current"])
    assert first["expireTime"] is None
    (listed,) = ok(back.get(KEYS))["passkeys"]
    assert listed["useTime"] > listed["createTime"]


def test_options_are_as_browsers_need_them(live: Live) -> None:
    ann = newcomer(live.url)
    keep(ann)
    made = ok(ann.post(f"{KEYS}/options", {}))
    assert made["rp"] == {"id": "localhost", "name": "Croupier"}
    assert made["user"]["id"] == ann.id
    assert made["user"]["name"] == "Ann"
    assert made["attestation"] == "none"
    assert made["authenticatorSelection"]["residentKey"] == "required"
    assert made["authenticatorSelection"]["userVerification"] == "required"
    assert len(made["excludeCredentials"]) == 1
    asked = ok(Client(live.url).post(f"{SESSIONS}/options", {}))
    assert (asked["rpId"], asked["userVerification"]) == ("localhost", "required")
    assert asked["allowCredentials"] == []
    related = ok(Client(live.url).get("/.well-known/webauthn"))
    assert related == {"origins": ["http://localhost:8080"]}


def test_a_token_that_may_not_all_makes_no_way_in_that_may(live: Live) -> None:
    """A session that a passkey, a code or an identity begins has all scopes."""
    ann = newcomer(live.url)
    made = ok(ann.post(f"{ME}/tokens", {"name": "bot", "scopes": ["play"]}), 201)
    player = Client(live.url, made["token"])
    for path in ("passkeys/options", "recovery-code"):
        refused(player.post(f"{ME}/{path}", {}), 403, "forbidden")
    key = {
        "name": "phone",
        "credential": Authenticator().create(ok(ann.post(f"{KEYS}/options", {}))),
    }
    refused(player.post(KEYS, key), 403, "forbidden")
    refused(player.post(f"{ME}/identities", {"idToken": "a.b.c"}), 403, "forbidden")


def refusals(live: Live, reason: str) -> float:
    """How many the metric has of a reason."""
    assert live.metrics
    name = "croupier_gateway_refused_access_total"
    return live.metrics.registry.get_sample_value(name, {"reason": reason}) or 0.0


def test_what_opens_nothing_is_refused_alike(live: Live) -> None:
    """An unknown key, one that was removed, and one of a deleted account; the metric knows more."""
    ann, bea = newcomer(live.url), newcomer(live.url)
    removed, key = keep(ann)
    assert ann.delete(f"{KEYS}/{key['id']}").status_code == 204
    deleted, _ = keep(bea)
    assert bea.delete("/v1/players/me").status_code == 204
    stranger = Authenticator()
    stranger.user = removed.user
    before = refusals(live, "unknown")
    bodies = [problem(sign_in(live.url, each)) for each in (stranger, removed, deleted)]
    assert refusals(live, "unknown") == before + 3
    forged = problem(sign_in(live.url, removed, rp="evil.example"))
    for body in (*bodies, forged):
        del body["requestId"]
        assert body == bodies[0]
    assert (bodies[0]["status"], bodies[0]["code"]) == (401, "unauthenticated")


def test_what_is_answered_too_late_is_told_so(live: Live) -> None:
    ann = newcomer(live.url)
    device, _ = keep(ann)
    caller = Client(live.url)
    answer = device.get(ok(caller.post(f"{SESSIONS}/options", {})))
    ok(caller.post(SESSIONS, {"passkey": answer}), 201)
    told = refused(caller.post(SESSIONS, {"passkey": answer}), 401, "unauthenticated")
    assert "too long" in told["detail"]
    again = device.create(ok(newcomer(live.url).post(f"{KEYS}/options", {})))
    told = refused(ann.post(KEYS, {"credential": again}), 422, "passkey_refused")
    assert told["reason"] == "challenge"


def test_a_key_that_the_player_has_is_not_added_twice(live: Live) -> None:
    ann = newcomer(live.url)
    device, _ = keep(ann)
    answer = device.create(ok(ann.post(f"{KEYS}/options", {})))
    refused(ann.post(KEYS, {"credential": answer}), 409, "conflict")


def test_keys_are_named_and_removed(live: Live) -> None:
    ann = newcomer(live.url)
    _, key = keep(ann)
    path = f"{KEYS}/{key['id']}"
    assert key["name"] == "passkey"
    assert ok(ann.patch(path, {"name": "Büro"}))["name"] == "Büro"
    assert [each["name"] for each in ok(ann.get(KEYS))["passkeys"]] == ["Büro"]
    bob = newcomer(live.url)
    refused(bob.patch(path, {"name": "mine"}), 404, "not_found")
    refused(bob.delete(path), 404, "not_found")
    assert ann.delete(path).status_code == 204
    refused(ann.delete(path), 404, "not_found")
    for odd in ("%00", "a" * 1365, "\u2603", "a.b"):
        refused(ann.delete(f"{KEYS}/{odd}"), 404, "not_found")


def test_bots_have_no_keys(live: Live) -> None:
    bot = newcomer(live.url, kind="bot")
    for path in (f"{KEYS}/options", CODE):
        refused(bot.post(path, {}), 403, "forbidden")
    refused(bot.post(KEYS, {"credential": {}}), 403, "forbidden")


def test_a_token_that_may_only_read_changes_no_key(live: Live) -> None:
    ann = newcomer(live.url)
    _, key = keep(ann)
    reader = with_token(ann, "read")
    assert ok(reader.get(KEYS))["passkeys"]
    for answer in (
        reader.post(f"{KEYS}/options", {}),
        reader.post(KEYS, {"credential": {}}),
        reader.patch(f"{KEYS}/{key['id']}", {"name": "x"}),
        reader.delete(f"{KEYS}/{key['id']}"),
        reader.post(CODE, {}),
    ):
        refused(answer, 403, "forbidden")


@pytest.mark.parametrize(
    "body",
    [{}, {"passkey": {}, "recoveryCode": "x"}, {"passkey": 1}, {"recoveryCode": 1}, {"else": 1}],
)
def test_a_session_begins_in_one_way(live: Live, body: Json) -> None:
    refused(Client(live.url).post(SESSIONS, body), 400, "malformed")


def test_a_recovery_code_is_good_once(live: Live) -> None:
    ann = newcomer(live.url)
    earlier, made = (ok(ann.post(CODE, {}), 201) for _ in range(2))
    assert set(made) == {"code", "createTime"}
    caller = Client(live.url)
    for bad in (earlier["code"], "0000-0000", "", "x" * 64, "\u2603"):
        refused(caller.post(SESSIONS, {"recoveryCode": bad}), 401, "unauthenticated")
    typed = made["code"].lower().replace("-", " ").replace("0", "o").replace("1", "l")
    session = ok(caller.post(SESSIONS, {"recoveryCode": typed, "name": "new phone"}), 201)
    assert session["player"]["id"] == ann.id
    assert ok(Client(live.url, session["token"]).get(KEYS))["recoveryCode"] is None
    refused(caller.post(SESSIONS, {"recoveryCode": made["code"]}), 401, "unauthenticated")


def test_every_device_is_told_of_new_ways_in(live: Live) -> None:
    ann = newcomer(live.url)
    keep(ann, name="thief")
    code = ok(ann.post(CODE, {}), 201)["code"]
    ok(Client(live.url).post(SESSIONS, {"recoveryCode": code}), 201)
    access = ok(ann.get(KEYS))
    events = [(each["event"], each["name"]) for each in access["events"]]
    assert events == [("recovered", None), ("recoveryCodeMade", None), ("passkeyAdded", "thief")]


def test_the_events_of_an_account_are_bounded(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    for _ in range(80):
        ok(ann.post(CODE, {}), 201)
    assert len(store.hget(account(ann.id), "access")) <= 4000
    assert len(ok(ann.get(KEYS))["events"]) > 20


def test_a_session_ends_without_use_and_goes_on_with_it(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    device, _ = keep(ann)
    used, unused = signed_in(live.url, device), signed_in(live.url, device)
    age(store, used, timedelta(seconds=SESSION_S - RENEWED_S - 5))
    age(store, unused, -timedelta(seconds=1))
    ok(used.get("/v1/players/me"))
    left = expires(store, used) - datetime.now(UTC)
    assert left > timedelta(seconds=SESSION_S - 60)
    refused(unused.get("/v1/players/me"), 401, "unauthenticated")
    assert len(ok(ann.get(TOKENS))["tokens"]) == 2


def field(store: Any, player: Client) -> str:
    return tokens.field_of_token(player.token)


def expires(store: Any, player: Client) -> datetime:
    stored = json.loads(store.hget(account(player.id), field(store, player)))
    return datetime.fromisoformat(stored["expireTime"])


def age(store: Any, player: Client, left: timedelta) -> None:
    """Let a session have so much time left; nobody has asked with it yet."""
    stored = json.loads(store.hget(account(player.id), field(store, player)))
    then = (datetime.now(UTC) + left).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    stored["expireTime"] = then
    store.hset(account(player.id), field(store, player), json.dumps(stored))


def test_at_100_tokens_the_session_that_was_not_used_longest_makes_room(
    live: Live, store: Any
) -> None:
    ann = newcomer(live.url)
    device, _ = keep(ann)
    sessions = [signed_in(live.url, device) for _ in range(3)]
    idle, other, _ = sessions
    age(store, idle, timedelta(days=3))
    for _ in range(96):
        ok(ann.post(TOKENS, {"name": "bot"}), 201)
    refused(ann.post(TOKENS, {"name": "bot"}), 409, "conflict")
    last = signed_in(live.url, device)
    refused(idle.get("/v1/players/me"), 401, "unauthenticated")
    for each in (other, last, ann):
        ok(each.get("/v1/players/me"))


def test_without_a_session_to_make_room_a_sign_in_is_refused_and_uses_no_code_up(
    live: Live,
) -> None:
    ann = newcomer(live.url)
    code = ok(ann.post(CODE, {}), 201)["code"]
    made = [ok(ann.post(TOKENS, {"name": "bot"}), 201)["id"] for _ in range(99)]
    refused(Client(live.url).post(SESSIONS, {"recoveryCode": code}), 409, "conflict")
    assert ann.delete(f"{TOKENS}/{made[0]}").status_code == 204
    ok(Client(live.url).post(SESSIONS, {"recoveryCode": code}), 201)


def test_sessions_that_have_expired_take_no_room(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    device, _ = keep(ann)
    age(store, signed_in(live.url, device), -timedelta(seconds=1))
    for _ in range(99):
        ok(ann.post(TOKENS, {"name": "bot"}), 201)
    refused(ann.post(TOKENS, {"name": "bot"}), 409, "conflict")


def test_to_end_everything_else_leaves_one_token(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    device, _ = keep(ann)
    other = signed_in(live.url, device)
    code = ok(ann.post(CODE, {}), 201)["code"]
    pairing = ok(ann.post(PAIRING, {}), 201)["code"]
    assert ann.delete(TOKENS).status_code == 204
    refused(other.get("/v1/players/me"), 401, "unauthenticated")
    refused(sign_in(live.url, device), 401, "unauthenticated")
    caller = Client(live.url)
    refused(caller.post(SESSIONS, {"recoveryCode": code}), 401, "unauthenticated")
    refused(caller.post("/v1/pairings", {"code": pairing}), 404, "not_found")
    assert not store.exists(recovery.pointer(recovery.hash_of(code)))
    access = ok(ann.get(KEYS))
    assert (access["passkeys"], access["recoveryCode"]) == ([], None)
    assert len(ok(ann.get(TOKENS))["tokens"]) == 1


def test_nothing_is_left_of_a_deleted_account(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    keep(ann)
    code = ok(ann.post(CODE, {}), 201)["code"]
    pointer = recovery.pointer(recovery.hash_of(code))
    assert store.get(pointer) == ann.id
    assert ann.delete("/v1/players/me").status_code == 204
    assert not store.exists(account(ann.id), pointer)


def test_what_is_stored_opens_nothing(live: Live, store: Any) -> None:
    """Public keys and hashes: who reads Redis or a backup cannot sign in."""
    ann = newcomer(live.url)
    keep(ann)
    made = ok(ann.post(CODE, {}), 201)["code"]
    stored = store.hgetall(account(ann.id))
    assert made.replace("-", "") not in json.dumps(stored)
    assert made not in json.dumps(stored)


def test_wrong_codes_use_up_what_wrong_pairing_codes_do(redis_url: str) -> None:
    burst = LIMITS["pairings"].address.burst
    with Live(redis_url, limits=LIMITS, trusted_proxies="127.0.0.1", ticking=False) as live:
        who = {"X-Forwarded-For": "192.0.2.77"}
        caller = Client(live.url)
        for _ in range(burst):
            answer = caller.post(SESSIONS, {"recoveryCode": "0000"}, who)
            refused(answer, 401, "unauthenticated")
        for path, body in ((SESSIONS, {"recoveryCode": "0"}), ("/v1/pairings", {"code": "0"})):
            told = refused(caller.post(path, body, who), 429, "rate_limited")
            assert told["bucket"] == "pairings"


def test_an_address_has_thirty_options_a_minute(redis_url: str) -> None:
    with Live(redis_url, limits=LIMITS, trusted_proxies="127.0.0.1", ticking=False) as live:
        who = {"X-Forwarded-For": "192.0.2.78"}
        caller = Client(live.url)
        for _ in range(30):
            ok(caller.post(f"{SESSIONS}/options", {}, who))
        told = refused(caller.post(f"{SESSIONS}/options", {}, who), 429, "rate_limited")
        assert told["bucket"] == "passkeys"


def test_ones_own_data_has_the_ways_in_and_no_secret(live: Live) -> None:
    ann = newcomer(live.url)
    _, key = keep(ann)
    made = ok(ann.post(CODE, {}), 201)
    text = ann.get("/v1/players/me/data").text
    lines = [json.loads(line) for line in text.splitlines()]
    told = {line.pop("what"): line for line in lines}
    assert told["passkey"] == key
    assert told["recoveryCode"] == {"createTime": made["createTime"], "expireTime": None}
    assert told["accessEvent"]["event"] == "passkeyAdded"
    assert made["code"] not in text


@pytest.mark.anyio
async def test_the_doctor_says_what_another_rp_id_would_lose(live: Live, redis: Any) -> None:
    def doctor() -> Any:
        return of_passkeys(redis)

    keep(newcomer(live.url))

    async def told() -> bool:
        return bool(await doctor())

    await happens(told)
    (kept,) = await doctor()
    assert (kept.level, "another GATEWAY_PASSKEY_RP would lose them" in str(kept)) == ("ok", True)
    await redis.hset(USED, "cards.example.org", "9999999999")
    try:
        (lost,) = await doctor()
        assert lost.level == "wrong"
        assert "made for localhost, and GATEWAY_PASSKEY_RP is cards.example.org" in str(lost)
    finally:
        await redis.hdel(USED, "cards.example.org")


def test_a_code_of_an_operator_opens_the_account_and_is_told(
    live: Live, redis_url: str, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    ann = newcomer(live.url)
    monkeypatch.setenv("ENGINE_REDIS_URL", redis_url)
    wanted = ["--by", "olga", "player", "recover", ann.id, "--reason", "Lost phone", "--json"]
    assert main(wanted) == 0
    code = json.loads(capsys.readouterr().out)["recoveryCode"]
    made = ok(Client(live.url).post(SESSIONS, {"recoveryCode": code}), 201)
    events = ok(Client(live.url, made["token"]).get(KEYS))["events"]
    assert [each["event"] for each in events] == ["recovered", "operatorCodeMade"]
    assert events[1]["reason"] == "Lost phone"


def test_a_code_that_has_expired_opens_nothing(live: Live, store: Any) -> None:
    ann = newcomer(live.url)
    code = ok(ann.post(CODE, {}), 201)["code"]
    stored = recovery.stored(recovery.hash_of(code), "2026-01-01", "2026-01-02T00:00:00.000Z")
    store.hset(account(ann.id), "recovery", stored)
    refused(Client(live.url).post(SESSIONS, {"recoveryCode": code}), 401, "unauthenticated")
