"""What operators did: each command that changes something, or shows what is hidden, is noted."""

import argparse
import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engine.admin.__main__ import main
from engine.admin.acts import FAILED, KEY, UNFORESEEN, Acts, Kind
from engine.admin.arguments import make_parser
from engine.admin.operator import open_operator
from engine.config import Settings
from redis import Redis
from redislink.client import connect

from tests.engine.conftest import PATIENT_S
from tests.support.matches import fresh_id
from tests.support.operated import Operated, operated
from tests.support.rated_pools import POOL
from tools.redis_server import RedisServer

WHY = ("--reason", "a test")
READS = {
    "show",
    "verify",
    "games",
    "doctor",
    "acts",
    "signals",
    "player find",
    "player show",
    "player matches",
    "hook list",
    "tournament list",
    "tournament show",
    "tournament verify",
    "reports list",
    "reports show",
    "ratings season list",
    "ratings export",  # which is as public as the ledger
    "console",  # which notes for itself
    "rearchive",  # needs an archive: see test_rearchive
    "export --format",  # as well
}
"""The commands that change nothing and show nothing that is hidden."""


@pytest.fixture
def redis(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Redis:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)
    return Redis.from_url(own_server.url, decode_responses=True)


def noted(redis: Any) -> list[dict[str, str]]:
    return [fields for _, fields in redis.xrange(KEY)]


def commands(parser: argparse.ArgumentParser, words: str = "") -> Iterator[str]:
    """Return the words of each command that there is."""
    below = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    if not below:
        yield words.strip()
    for each in below:
        for name, one in each.choices.items():
            yield from commands(one, f"{words} {name}")


async def prepared(url: str) -> Operated:
    async with connect(url, PATIENT_S) as redis:
        return await operated(redis)


def changes(of: Operated, folder: Path) -> dict[str, tuple[str, Kind]]:
    """Return each changing command: its arguments without the reason, and what is noted."""
    return {
        "show --secrets": (f"{of.match} --secrets", Kind.MATCH_SECRETS),
        "export": (f"{of.match} {folder}/export", Kind.MATCH_EXPORT),
        "abort": (of.match, Kind.MATCH_ABORT),
        "reindex": ("", Kind.MATCHES_REINDEX),
        "player suspend": (f"{of.player} --forever", Kind.PLAYER_SUSPEND),
        "player unsuspend": (of.player, Kind.PLAYER_UNSUSPEND),
        "player rename": (f"{of.player} Bea", Kind.PLAYER_RENAME),
        "player hide": (of.player, Kind.PLAYER_HIDE),
        "player unhide": (of.player, Kind.PLAYER_UNHIDE),
        "player recover": (of.player, Kind.PLAYER_RECOVER),
        "player remove-key": (f"{of.player} {of.key}", Kind.PLAYER_REMOVE_KEY),
        "player end-session": (f"{of.player} {of.token}", Kind.PLAYER_END_SESSION),
        "stats rebuild": (of.player, Kind.PLAYER_RECOUNT),
        "player revoke": (of.player, Kind.PLAYER_REVOKE),
        "player delete": (of.player, Kind.PLAYER_DELETE),
        "reports close": (of.report, Kind.REPORT_CLOSE),
        "ratings rebuild": ("", Kind.RATINGS_REBUILD),
        "ratings void": (of.rated, Kind.RATINGS_VOID),
        "ratings season begin": ("1", Kind.SEASON_BEGIN),
        "tournament start": (of.open_tournament, Kind.TOURNAMENT_START),
        "tournament pause": (of.tournament, Kind.TOURNAMENT_PAUSE),
        "tournament resume": (of.tournament, Kind.TOURNAMENT_RESUME),
        "tournament remove": (f"{of.tournament} {of.entrant}", Kind.TOURNAMENT_REMOVE),
        "tournament abort": (of.tournament, Kind.TOURNAMENT_ABORT),
        "tournament export": (f"{of.tournament} {folder}/tournament", Kind.TOURNAMENT_EXPORT),
        "hook add": ("https://other.example.net/ player.created", Kind.HOOK_ADD),
        "hook replay": (f"{of.hook} --since 2026-01-01", Kind.HOOK_REPLAY),
        "hook remove": (of.hook, Kind.HOOK_REMOVE),
        "maintenance": ("on", Kind.MAINTENANCE_BEGIN),
        "maintenance off": ("", Kind.MAINTENANCE_END),
    }


def test_every_command_that_changes_something_is_noted(
    redis: Redis, own_server: RedisServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of = asyncio.run(prepared(own_server.url))
    lines = changes(of, tmp_path)
    assert {*commands(make_parser())} - READS - {*lines} == {"import", "tournament import"}
    for words, (arguments, kind) in lines.items():
        command = words.removesuffix(" --secrets").split()
        assert main(["--by", "olga", *command, *arguments.split(), *WHY]) == 0, words
        (act,) = noted(redis)
        assert (act["kind"], act["by"], act["reason"]) == (kind, "olga", "a test"), words
        assert act["subject"] in ("", *arguments.split()) or kind == Kind.HOOK_ADD
        redis.delete(KEY)
    for key in redis.keys("match:*"):
        redis.delete(str(key))
    assert main(["import", f"{tmp_path}/export"]) == 0
    (act,) = noted(redis)
    assert (act["kind"], act["subject"]) == (Kind.MATCH_IMPORT, of.match)
    redis.delete(KEY, *redis.keys("tournament:*"))
    assert main(["tournament", "import", f"{tmp_path}/tournament"]) == 0
    (act,) = noted(redis)
    assert (act["kind"], act["subject"]) == (Kind.TOURNAMENT_IMPORT, of.tournament)
    told = capsys.readouterr().out
    assert main(["acts"]) == 0
    assert told != capsys.readouterr().out


def test_what_is_only_looked_at_is_not_noted(
    redis: Redis, own_server: RedisServer, tmp_path: Path
) -> None:
    of = asyncio.run(prepared(own_server.url))
    match = of.match
    for line in (
        f"show {match} --log",
        "tournament list",
        f"tournament show {of.tournament}",
        f"tournament verify {of.tournament}",
        f"verify {match}",
        "games",
        "acts",
        "signals",
        "player find Ada",
        "hook list",
        "reports list",
        "ratings season list",
        "ratings rebuild --check",
        f"stats rebuild {fresh_id()} --check",
        "maintenance status",
        f"ratings export {POOL} {tmp_path}/ledger",
        "ratings void --from 2020-01-01 --to 2030-01-01 --check --reason x",
    ):
        assert main(line.split()) == 0, line
        assert not redis.exists(KEY), line


def test_an_act_that_is_refused_is_noted_as_such(
    redis: Redis, capsys: pytest.CaptureFixture[str]
) -> None:
    match = fresh_id()
    assert main(["abort", match, *WHY]) == 1
    act, failed = noted(redis)
    client: Any = redis
    made, _ = (each for each, _ in client.xrange(KEY))
    assert (act["kind"], act["subject"]) == (Kind.MATCH_ABORT, match)
    assert (failed["kind"], failed["subject"]) == (FAILED, made)
    assert failed["detail"] == "There is no such match."
    capsys.readouterr()
    assert main(["--by", "olga", "acts", "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [each["kind"] for each in told] == [Kind.MATCH_ABORT, FAILED]
    assert main(["acts", match]) == 0
    assert capsys.readouterr().out.count("\n") == 2
    assert main(["acts", fresh_id()]) == 0
    assert capsys.readouterr().out == ""
    assert main(["acts", "--count", "1"]) == 0
    line = capsys.readouterr().out
    assert line.count("\n") == 1
    assert f"failed {made} There is no such match. by " in line


@pytest.mark.anyio
async def test_nothing_of_what_nobody_foresaw_is_noted(own_server: RedisServer) -> None:
    """The message of such a failure could hold a card."""
    async with open_operator(Settings(redis_url=own_server.url), "olga") as operator:
        with pytest.raises(ZeroDivisionError):
            async with operator.doing(Kind.MATCH_ABORT, "x"):
                raise ZeroDivisionError("SECRET")
        newest, _ = await Acts(operator.redis).page()
        assert (newest.kind, newest.detail) == (FAILED, UNFORESEEN)


@pytest.mark.anyio
async def test_acts_come_in_pages_newest_first(own_server: RedisServer) -> None:
    async with connect(own_server.url, PATIENT_S) as redis:
        acts = Acts(redis)
        made = [await acts.add("olga", Kind.HOOK_ADD, str(n), "why") for n in range(7)]
        found, before = [], ""
        while page := await acts.page(before, 3):
            found += [each.id for each in page]
            before = page[-1].id
        assert found == made[::-1]


@pytest.mark.anyio
async def test_acts_on_one_subject_are_told_apart_with_what_failed(
    own_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.admin.acts.SCANNED", 3)
    async with connect(own_server.url, PATIENT_S) as redis:
        acts, made = Acts(redis), list[str]()
        for n in range(9):
            one = await acts.add("olga", Kind.MATCH_ABORT, "ab"[n % 2], "why")
            if n % 2 == 0:
                made.append(one)
            if n == 4:
                made.append(await acts.add("olga", FAILED, one, "", "No."))
        assert [each.id for each in await acts.on("a")] == made[::-1]
        first = await acts.on("a", size=2)
        rest = await acts.on("a", first[-1].id)
        assert [each.id for each in (*first, *rest)] == made[::-1]
        assert await acts.on("c") == []


def test_nothing_is_done_that_cannot_be_noted(redis: Redis) -> None:
    redis.set(KEY, "of another type")
    assert main(["maintenance", "on"]) == 1
    assert not redis.exists("maintenance")
