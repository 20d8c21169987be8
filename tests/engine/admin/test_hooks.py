"""Hooks of the installation, as operators add, list, remove and replay them."""

from typing import Any

import pytest
from engine.admin.__main__ import main
from redis import Redis
from redislink import hooks
from redislink.hooks import Hook

from tools.redis_server import RedisServer

URL = "https://backend.example.net/croupier"


@pytest.fixture
def redis(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)
    return Redis.from_url(own_server.url, decode_responses=True)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(["hook", *arguments]) == 0
    return capsys.readouterr().out


def test_one_is_added_listed_replayed_and_removed(
    redis: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    said = told(capsys, "add", URL, "match.finished", "rating.changed")
    hook_id, secret = said.split()[0], said.split()[-1]
    stored = Hook.load(redis.hget(hooks.hook(hook_id), hooks.HOOK))
    assert (stored.player, stored.url) == ("", URL)
    assert stored.signing(0) == [secret]
    assert redis.sismember(hooks.listed(hooks.partition(hook_id)), hook_id)
    listed = told(capsys, "list")
    assert listed.split() == [hook_id, "on", URL, "match.finished,", "rating.changed"]
    assert secret not in listed
    told(capsys, "replay", hook_id, "--since", "2026-11-01")
    asked = redis.hget(hooks.hook(hook_id), hooks.ASKED)
    assert [*hooks.asks(asked.encode())] == [("since", "1793491200000")]
    told(capsys, "remove", hook_id)
    assert not told(capsys, "list")
    assert not redis.keys("*hook*")


@pytest.mark.parametrize(
    "arguments",
    [
        ("add", "http://backend.example.net/", "match.finished"),
        ("add", "https://10.0.0.1/", "match.finished"),
        ("add", URL),
        ("add", URL, "yourTurn"),
        ("replay", "A" * 22),
    ],
)
def test_what_is_no_hook(redis: Any, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["hook", *arguments])


def test_one_that_there_is_not(redis: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hook", "remove", "A" * 22]) == 1
    assert "no such hook" in capsys.readouterr().err
