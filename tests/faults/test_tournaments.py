"""The campaign of tournaments itself, in small, and that it sees what is wrong."""

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engine.store import keys
from redis import Redis
from redislink import tournaments

from tests.faults import clubs
from tests.faults.kills import KINDS
from tests.faults.tournaments import campaign, judge, report
from tests.support.patience import PATIENT
from tools.stack import Stack

SEED = 20261130


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path, engines=2, gateways=2, GATEWAY_RATE_LIMITS="off", **PATIENT) as stack:
        yield stack


def test_whatever_is_killed_each_table_is_made_once_and_each_result_counts(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(clubs.WISH, "checkIn", "2s")
    sys.stdout.write(f"seed {SEED}\n")
    killed, tally, played = asyncio.run(campaign(stack, 6, SEED, clubs=2, players=4))
    verdict = asyncio.run(judge(stack, played))
    assert report(killed, tally, verdict) == 0
    assert {each.kind for each in killed} == {*KINDS}
    assert verdict.tables >= 2
    assert tally.causes, "nobody noticed anything: that was no kill"

    told = played[0].told[0]
    told.checked_in.add("nobody")
    told.resigned = dict.fromkeys(told.resigned, "another")
    server: Any = Redis.from_url(stack.redis_url)
    with server:
        a_match, another = [keys.match(each) for each in told.resigned][:2]
        stored = server.hgetall(a_match)
        server.hset(another, mapping=stored)
        last = played[1].told[0].id
        server.xtrim(tournaments.log(last), maxlen=5, approximate=False)
    again = asyncio.run(judge(stack, played))
    assert again.double == 1
    assert again.lost == 1 + len(told.resigned)
    assert [each.split()[0] for each in again.complaints] == ["the", "the"]
    assert report(killed, tally, again) == 1
