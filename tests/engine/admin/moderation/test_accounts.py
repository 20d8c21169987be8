"""What operators change of accounts: the fields, the audit, and who is told."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from engine.admin.__main__ import main
from engine.store.tickets import OF_PLAYER, TICKET
from redis import Redis
from redislink import accounts, recovery
from redislink.accounts import Suspension
from redislink.channels import REVOCATIONS
from redislink.oidc import identity_of
from redislink.ratings import PLACES, UNLISTED

from tests.support.matches import fresh_id

Act = Callable[..., Any]


@pytest.fixture
def redis(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Redis:
    monkeypatch.setenv("ENGINE_REDIS_URL", redis_url)
    return Redis.from_url(redis_url, decode_responses=True)


@pytest.fixture
def player(redis: Redis) -> str:
    player_id = fresh_id()
    shown = {"id": player_id, "displayName": "Ann", "kind": "human", "since": "2026-01-02"}
    redis.hset(accounts.account(player_id), accounts.PLAYER, json.dumps(shown))
    return player_id


@pytest.fixture
def act(capsys: pytest.CaptureFixture[str]) -> Act:
    """Runs `croupierctl player ...` as Olga, for a reason; what it prints, as JSON."""

    def run(*arguments: str) -> Any:
        capsys.readouterr()
        assert main(["--by", "olga", "player", *arguments, "--reason", "R 1", "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    return run


def field(redis: Redis, player: str, name: str) -> str | None:
    found: Any = redis.hget(accounts.account(player), name)
    return None if found is None else str(found)


def test_a_suspension_is_stored_until_it_ends_or_for_ever(
    redis: Redis, player: str, act: Act
) -> None:
    told = act("suspend", player, "--until", "2026-12-24T18:30:00+01:00")
    assert told["suspended"] == {"until": "2026-12-24T17:30:00.000Z", "reason": "R 1"}
    stored = field(redis, player, accounts.SUSPENDED)
    assert stored
    assert Suspension.load(stored) == Suspension(1798133400000, "R 1")
    assert act("suspend", player, "--forever")["suspended"] == {"until": None, "reason": "R 1"}
    stored = field(redis, player, accounts.SUSPENDED)
    assert stored
    assert Suspension.load(stored).until is None
    assert act("unsuspend", player)["suspended"] is None
    assert field(redis, player, accounts.SUSPENDED) is None


def test_another_name_leaves_the_rest_of_what_is_public(
    redis: Redis, player: str, act: Act
) -> None:
    assert act("rename", player, "Zoe\u0308")["displayName"] == "Zo\u00eb"
    stored = json.loads(field(redis, player, accounts.PLAYER) or "")
    assert (stored["displayName"], stored["since"]) == ("Zo\u00eb", "2026-01-02")


def test_a_name_that_nobody_could_choose_is_refused(
    redis: Redis, player: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["player", "rename", player, "A\u200bnn", "--reason", "x"]) == 1
    assert capsys.readouterr().err.startswith("The name must not contain control")
    assert field(redis, player, accounts.AUDIT) is None


def test_who_is_hidden_is_on_no_board_until_that_is_taken_back(
    redis: Redis, player: str, act: Act
) -> None:
    assert act("hide", player)["hidden"]
    assert field(redis, player, accounts.HIDDEN) == "1"
    assert redis.zscore(UNLISTED, player) == 0
    assert redis.zscore(PLACES, player) == 0
    assert not act("unhide", player)["hidden"]
    assert redis.zscore(UNLISTED, player) is None


def test_who_wants_to_be_on_no_board_stays_away_from_them(
    redis: Redis, player: str, act: Act
) -> None:
    redis.hset(accounts.account(player), accounts.LISTED, "0")
    act("hide", player)
    act("unhide", player)
    assert redis.zscore(UNLISTED, player) == 0
    assert field(redis, player, accounts.HIDDEN) is None


def test_each_act_is_in_the_audit_and_told_to_gateways(
    redis: Redis, player: str, act: Act, capsys: pytest.CaptureFixture[str]
) -> None:
    client: Any = redis
    with client.pubsub(ignore_subscribe_messages=True) as gateway:
        gateway.subscribe(REVOCATIONS)
        act("suspend", player, "--forever")
        act("rename", player, "Bea")
        act("hide", player)
        act("unhide", player)
        told = act("unsuspend", player)
        messages = [gateway.get_message(timeout=10) for _ in range(6)]
    heard = [each["data"] for each in messages if each]
    assert heard.count(player) >= 5
    acts = ["suspended", "renamed", "hidden", "unhidden", "unsuspended"]
    assert [each["act"] for each in told["audit"]] == acts
    assert {(each["by"], each["reason"]) for each in told["audit"]} == {("olga", "R 1")}
    assert main(["player", "show", player]) == 0
    shown = [line for line in capsys.readouterr().out.splitlines() if line.startswith("audit")]
    assert shown[0].endswith(" suspended by olga: R 1")
    assert len(shown) == 5


@pytest.mark.parametrize("verb", ["suspend --forever", "unsuspend", "hide", "unhide", "rename"])
def test_who_has_no_account_is_refused(
    redis: Redis, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    unknown = fresh_id()
    name, *others = verb.split()
    given = [name, unknown, *(["Bea"] if name == "rename" else others)]
    assert main(["player", *given, "--reason", "x"]) == 1
    assert capsys.readouterr().err == "There is no such player.\n"
    assert not redis.exists(accounts.account(unknown))
    assert redis.zscore(UNLISTED, unknown) is None


@pytest.mark.parametrize(
    "line",
    [
        "suspend ID --reason x",
        "suspend ID --until soon --reason x",
        "suspend ID --until 2026-12-24 --forever --reason x",
        "suspend ID --forever",
        "rename ID --reason x",
        "hide --reason x",
    ],
)
def test_what_cannot_be_understood_is_2(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["player", *line.replace("ID", "A" * 22).split()])
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith("usage: croupierctl player")


def test_who_is_suspended_searches_no_more(redis: Redis, player: str, act: Act) -> None:
    """A match of a ticket begins by itself, whenever somebody comes who searches for the same."""
    ticket, of_player = f"{TICKET}{fresh_id()}", f"{OF_PLAYER}{player}"
    searching: dict[Any, Any] = {
        "status": "searching",
        "player_id": player,
        "game": "lost-cities",
        "settings": "{}",
        "fingerprint": "",
        "expires": 1,
    }
    redis.hset(ticket, mapping=searching)
    redis.zadd(of_player, {ticket.removeprefix(TICKET): 1})
    act("suspend", player, "--forever")
    assert redis.hget(ticket, "status") == "cancelled"
    assert not redis.exists(of_player)


def test_a_recovery_code_of_an_operator_lives_a_day_and_is_told(
    redis: Redis, player: str, act: Act
) -> None:
    first, code = (act("recover", player)["recoveryCode"] for _ in range(2))
    assert not redis.exists(recovery.pointer(recovery.hash_of(first)))
    assert redis.get(recovery.pointer(recovery.hash_of(code))) == player
    assert 0 < redis.ttl(recovery.pointer(recovery.hash_of(code))) <= recovery.OPERATORS_S
    stored = json.loads(field(redis, player, accounts.RECOVERY) or "")
    assert stored["hash"] == recovery.hash_of(code)
    left = datetime.fromisoformat(stored["expireTime"]) - datetime.now(UTC)
    assert timedelta(hours=23) < left <= timedelta(hours=24)
    told = [json.loads(line) for line in (field(redis, player, accounts.ACCESS) or "").splitlines()]
    assert [(each["event"], each["reason"]) for each in told] == [("operatorCodeMade", "R 1")] * 2
    audit = (field(redis, player, accounts.AUDIT) or "").splitlines()
    assert [json.loads(each)["act"] for each in audit] == ["recovered"] * 2
    assert code not in json.dumps(redis.hgetall(accounts.account(player)))


def test_an_operator_takes_single_ways_in_away(
    redis: Redis, player: str, act: Act, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also one whose id begins with a dash."""
    key, token = {"name": "laptop", "createTime": "2026-01-02"}, "-" + "t" * 21
    held = {"id": token, "name": "phone", "scopes": ["play"], "createTime": "2026-01-02"}
    name, field_of_token = "-" + "k" * 42, f"{accounts.TOKEN}hash"
    ways: dict[Any, Any] = {
        f"{accounts.PASSKEY}{name}": json.dumps(key),
        field_of_token: json.dumps(held),
    }
    subject = identity_of("https://id.example.com", "ann")
    linked = json.dumps({"issuer": "https://id.example.com", "createTime": "2026-01-03"})
    redis.hset(accounts.account(player), f"{accounts.IDENTITY}{subject}", linked)
    redis.hset(accounts.account(player), mapping=ways)
    assert main(["player", "show", player]) == 0
    shown = capsys.readouterr().out
    assert f"passkey     {name} 2026-01-02: laptop" in shown
    assert f"identity    {subject[:12]} 2026-01-03 of https://id.example.com\n" in shown
    assert subject not in shown
    act("remove-key", player, name)
    act("end-session", player, token)
    assert not {*ways} & {*redis.hkeys(accounts.account(player))}
    for verb, each in (("remove-key", name), ("end-session", token)):
        assert main(["player", verb, player, each, "--reason", "x"]) == 1
        assert capsys.readouterr().err.startswith("There is no such ")


def test_who_is_revoked_has_no_way_in(redis: Redis, player: str) -> None:
    code = recovery.new_code()
    stored = recovery.stored(recovery.hash_of(code), "2026-01-02")
    ways: dict[Any, Any] = {accounts.RECOVERY: stored, f"{accounts.PASSKEY}key": "{}"}
    redis.hset(accounts.account(player), mapping=ways)
    redis.set(recovery.pointer(recovery.hash_of(code)), player)
    assert main(["player", "revoke", player]) == 0
    assert redis.hkeys(accounts.account(player)) == [accounts.PLAYER]
    assert not redis.exists(recovery.pointer(recovery.hash_of(code)))
