"""Tournaments as operators list, show, verify and direct them."""

import asyncio
import json
from typing import Any

import pytest
from croupier_tournament import Status
from engine.admin.__main__ import main
from redis import Redis
from redislink import accounts
from redislink import tournaments as keys
from redislink.client import connect

from tests.croupier_tournament import playing
from tests.engine.conftest import PATIENT_S
from tests.support.operated import SECRET
from tests.support.tournaments import Stored, settings
from tools.redis_server import RedisServer

WHY = ("--reason", "Ticket 4711")


@pytest.fixture
def redis(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)
    return Redis.from_url(own_server.url, decode_responses=True)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """What a command prints, and its exit code."""

    def told(*arguments: str) -> tuple[str, int]:
        capsys.readouterr()
        code = main(["tournament", *arguments])
        printed = capsys.readouterr()
        return printed.out + printed.err, code

    return told


def stored(url: str, *, rounds: int = 0, **made: Any) -> str:
    """A tournament of four players with so many rounds that have been played."""

    async def store() -> str:
        async with connect(url, PATIENT_S) as redis:
            one = Stored.of(redis, settings(), made=made)
            one.playing.register(range(4))
            if rounds:
                one.playing.check_in()
            for _ in range(rounds):
                one.playing.pair()
                one.playing.play_round()
            return (await one.save()).id

    return asyncio.run(store())


def test_public_ones_are_listed_by_status_and_all_of_a_player(
    redis: Any, own_server: RedisServer, run: Any
) -> None:
    first, second = stored(own_server.url), stored(own_server.url, rounds=1)
    hidden = stored(own_server.url, access="private", inviteCode=SECRET)
    assert (
        f"{first} open lost-cities swiss 4 of 10000 players, round 0: Friday night"
        in run("list")[0]
    )
    assert {line.split()[0] for line in run("list")[0].splitlines()} == {first, second}
    assert run("list", "--status", Status.RUNNING)[0].split()[0] == second
    of_player = run("list", "--player", playing.player(2), "--json")[0]
    assert {json.loads(line)["id"] for line in of_player.splitlines()} == {first, second, hidden}
    assert SECRET not in of_player


def test_one_is_shown_with_its_standings_and_without_its_secrets(
    redis: Any, own_server: RedisServer, run: Any
) -> None:
    found = stored(own_server.url, rounds=2, access="private", inviteCode=SECRET)
    text, code = run("show", found)
    assert (code, text.splitlines()[0]) == (0, f"Friday night {found}, finished")
    seed = redis.get(keys.secret(found))
    shown = run("show", found, "--json")[0]
    assert SECRET not in text + shown
    assert seed not in text + shown
    best, *_ = json.loads(shown)["standings"]
    assert best["name"].startswith("Player ")
    assert f"{best['points']:g} {best['name']} {best['id']}, playing" in text


def test_a_log_in_which_something_was_changed_is_named(
    redis: Any, own_server: RedisServer, run: Any
) -> None:
    found = stored(own_server.url, rounds=2)
    text, code = run("verify", found)
    assert (text.split(": ")[0], code) == (found, 0)
    redis.hset(keys.tournament(found), "head", "0" * 64)
    text, code = run("verify", found)
    assert (f"{found} WRONG" in text, code) == (True, 1)


def test_an_operator_does_what_a_maker_may(redis: Any, own_server: RedisServer, run: Any) -> None:
    found = stored(own_server.url)
    assert run("start", found) == (f"the check-in of {found} is open, at version 7\n", 0)
    text, code = run("pause", found)
    assert (code, redis.xlen(keys.log(found))) == (1, 7), text
    assert run("remove", found, playing.player(3))[1] == 0
    assert "Ticket" not in run("show", found, "--json")[0]
    assert run("abort", found, *WHY)[1] == 0
    assert json.loads(run("show", found, "--json")[0])["status"] == Status.ABORTED
    entries = [json.loads(each["line"]) for _, each in redis.xrange(keys.log(found))]
    assert entries[-1]["reason"] == "Ticket 4711"
    assert run("abort", found, *WHY)[1] == 1


def test_there_is_none(redis: Any, run: Any) -> None:
    for words in (("show",), ("verify",), ("start",), ("abort", *WHY)):
        assert run(words[0], "x" * 22, *words[1:]) == ("There is no such tournament.\n", 1)


def test_another_name_is_that_of_the_coming_tables(redis: Any, own_server: RedisServer) -> None:
    id_, ann = stored(own_server.url), playing.player(0)
    shown = {"id": ann, "displayName": "Player 0", "kind": "human", "since": "2026-01-02"}
    redis.hset(accounts.account(ann), accounts.PLAYER, json.dumps(shown))
    assert main(["player", "rename", ann, "Zoe", *WHY]) == 0
    said = json.loads(redis.hget(keys.players(id_), ann))
    assert said["displayName"] == "Zoe"
    assert said["seals"]
