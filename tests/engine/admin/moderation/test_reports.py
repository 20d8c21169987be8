"""Reports of players, as operators list, show and close them."""

import json
from dataclasses import replace

import pytest
from engine.admin.__main__ import main
from engine.admin.moderation import reports as admin_reports
from redis import Redis
from redislink.reports import CLOSED, OPEN, RECORDS, Report

from tests.support.matches import fresh_id
from tools.redis_server import RedisServer

ANN, BOB, MATCH = "A" * 22, "B" * 22, "M" * 22


@pytest.fixture
def redis(own_server: RedisServer, monkeypatch: pytest.MonkeyPatch) -> Redis:
    monkeypatch.setenv("ENGINE_REDIS_URL", own_server.url)
    return Redis.from_url(own_server.url, decode_responses=True)


@pytest.fixture
def made(redis: Redis) -> list[Report]:
    """Three reports, the oldest first."""
    first = Report(fresh_id(), 1_700_000_000_000, ANN, BOB, "stalling", MATCH, "Slow \x1b[2J on.")
    made = [replace(first, id=fresh_id(), at=first.at + n * 1000) for n in range(3)]
    for report in reversed(made):
        redis.hset(RECORDS, report.id, report.dump())
        redis.zadd(OPEN, {report.id: report.at})
    return made


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    assert main(["--by", "olga", "reports", *arguments]) == 0
    return capsys.readouterr().out


def test_all_are_listed_oldest_first_page_by_page(
    made: list[Report], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin_reports, "PAGE", 2)
    lines = told(capsys, "list").splitlines()
    assert [line.split()[0] for line in lines] == [report.id for report in made]
    about = f"2023-11-14T22:13:20.000Z open, stalling: {BOB} in {MATCH}, by {ANN}"
    assert lines[0] == f"{made[0].id} {about}"


def test_one_that_is_closed_is_not_open_any_more(
    redis: Redis, made: list[Report], capsys: pytest.CaptureFixture[str]
) -> None:
    of = made[1].id
    closed = json.loads(told(capsys, "close", of, "--reason", "Warned", "--json"))
    assert (closed["closed"]["by"], closed["closed"]["reason"]) == ("olga", "Warned")
    assert redis.zrange(CLOSED, 0, -1) == [of]
    listed = [
        json.loads(line)["id"] for line in told(capsys, "list", "--open", "--json").split("\n")[:-1]
    ]
    assert listed == [made[0].id, made[2].id]
    assert len(told(capsys, "list").splitlines()) == 3
    again = json.loads(told(capsys, "close", of, "--reason", "Once more", "--json"))
    assert again == closed


def test_what_a_player_wrote_cannot_move_the_cursor(
    made: list[Report], capsys: pytest.CaptureFixture[str]
) -> None:
    shown = told(capsys, "show", made[0].id)
    assert "text        Slow \\x1b[2J on.\n" in shown
    assert f"match       {MATCH}\n" in shown


@pytest.mark.parametrize("verb", ["show", "close"])
def test_an_unknown_report_is_refused(
    redis: Redis, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    others = ["--reason", "x"] if verb == "close" else []
    assert main(["reports", verb, "N" * 22, *others]) == 1
    assert capsys.readouterr().err == "There is no such report.\n"
