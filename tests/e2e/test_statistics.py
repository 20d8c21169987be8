"""What real engines count of matches that real players have played over HTTP."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis
from redislink import statistics
from redislink.statistics import Met, Record, Reliability, kept

from tests.support.players import Client, ok, register
from tests.support.waiting import until
from tools.stack import ROOT, Stack

pytestmark = pytest.mark.full

CLOCK = {"perMove": "60s", "onTimeout": "forfeit"}


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Two engines, each of which tallies."""
    folder = tmp_path_factory.mktemp("counted")
    with Stack(folder, 0, "", 2, 1, GATEWAY_RATE_LIMITS="off") as stack:
        yield stack


def resigned(by: Client, other: Client, **settings: Any) -> str:
    """A match of two that one of them gives up; its id."""
    made = by.create(**settings)
    other.join(made["id"], **{name: made[name] for name in made.keys() & {"inviteCode"}})
    by.act(made["id"], "resign")
    return str(made["id"])


def test_each_match_is_counted_for_both_players(stack: Stack) -> None:
    redis: Any = Redis.from_url(stack.redis_url)
    ann, bob = register(stack.url, "Ann"), register(stack.url, "Bob")
    bot = register(stack.url, "Robert", "bot")
    for _ in range(3):
        last = resigned(ann, bob, clock=CLOCK)
    resigned(ann, bot)
    hidden = resigned(bob, ann, access="private", clock=CLOCK)
    ended = [each["status"] for each in ok(ann.get(f"/v1/matches?player={ann.id}"))["matches"]]
    assert ended.count("finished") >= 4

    def counted() -> bool:
        known = [statistics.done(each.id) for each in (ann, bob, bot)]
        return [redis.zcard(each) for each in known] == [5, 4, 1]

    until(counted)
    fields = redis.hgetall(statistics.counters(ann.id))
    lost = {name.decode(): Record.parse(each) for name, each in fields.items() if b" " in name}
    assert lost == {
        "lost-cities people": Record(lost=3, streak=-3),
        "lost-cities bots": Record(lost=1, streak=-1),
        "lost-cities people private": Record(won=1, streak=1, longest=1),
    }
    # She went before each seat had made two moves.
    assert Reliability.parse(fields[b"reliability"]).stayed == "000"
    stayed = redis.hget(statistics.counters(bob.id), "reliability")
    assert Reliability.parse(stayed).stayed == "111"
    met = kept(redis.hgetall(statistics.met(ann.id)))
    assert Met.parse(met.public[bob.id])[:3] == (0, 0, 3)
    assert Met.parse(met.public[bob.id]).match == last
    assert Met.parse(met.private[bob.id]).match == hidden

    told = json.loads(croupierctl(stack, "stats", "rebuild", ann.id, "--check", "--json"))
    assert (told["matches"], told["differences"]) == (5, [])


def croupierctl(stack: Stack, *arguments: str) -> str:
    own = {"ENGINE_REDIS_URL": stack.redis_url, "PYTHONPATH": f"{ROOT}/libs:{ROOT}/services"}
    command = [sys.executable, "-m", "engine.admin", *arguments]
    done = subprocess.run(
        command, env={**os.environ, **own}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
