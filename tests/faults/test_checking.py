"""That the checker of the campaigns sees what it is there to see."""

import asyncio
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults import caller
from tests.faults.caller import Tally
from tests.faults.checking import Verdict, check
from tests.faults.linear import NEVER, Read
from tests.faults.load import close, steady, under_load
from tests.faults.tables import FIRST, Journal, Table, Wrong
from tests.support.live import Live
from tools.redis_server import RedisServer
from tools.stack import free_port

SEED = 20261122
RATE, TABLES = 40.0, 4
HERE = 99
"""A version that no match has."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis that keeps no data on disk."""
    server = RedisServer(tmp_path / "redis")
    server.start()
    yield server
    server.close()


@pytest.fixture
def live(server: RedisServer) -> Iterator[Live]:
    with Live(server.url, hurried=True) as live:
        yield live


def judge(
    live: Live,
    meanwhile: Callable[[], object] = lambda: None,
    afterwards: Callable[[Table], object] = lambda table: None,
) -> Verdict:
    """What is found after some play, when something happens meanwhile, or to what is known."""

    async def play() -> Verdict:
        dice = random.Random(SEED)
        async with under_load([live.url], RATE, dice, Tally(), TABLES) as tables:
            await asyncio.to_thread(meanwhile)
        afterwards(tables[0])
        verdict = await check(tables)
        await close(tables)
        return verdict

    sys.stdout.write(f"seed {SEED}\n")
    return asyncio.run(play())


def test_where_nothing_happens_nothing_is_found(live: Live) -> None:
    verdict = judge(live)
    assert verdict.good, verdict
    assert verdict.moves >= verdict.matches > 0
    assert verdict.reads > 0


def test_a_redis_that_forgets_is_noticed(live: Live, server: RedisServer) -> None:
    def forget() -> None:
        server.kill()
        server.start()

    verdict = judge(live, forget)
    assert verdict.lost == verdict.moves > 0
    assert len(verdict.broken) == verdict.matches > 0
    assert verdict.wrong
    assert not verdict.good


def test_a_move_that_is_not_stored_is_lost(live: Live) -> None:
    def claim(table: Table) -> None:
        made = table.journals[0].made
        made.append((HERE, *made[0][1:]))

    verdict = judge(live, afterwards=claim)
    assert (verdict.lost, verdict.doubled, verdict.good) == (1, 0, False)


def test_a_move_that_nobody_made_is_doubled(live: Live) -> None:
    verdict = judge(live, afterwards=lambda table: table.journals[0].made.pop())
    assert (verdict.lost, verdict.doubled, verdict.good) == (0, 1, False)


def test_a_match_that_nobody_wanted_is_doubled(live: Live) -> None:
    verdict = judge(live, afterwards=lambda table: table.journals.pop())
    assert (verdict.lost, verdict.doubled, verdict.good) == (0, 1, False)


def test_a_read_of_what_was_no_more_is_found(live: Live) -> None:
    def plant(table: Table) -> None:
        table.journals[0].reads.append(Read(NEVER, NEVER, table.journals[0].first))

    verdict = judge(live, afterwards=plant)
    assert [len(verdict.unexplained), verdict.good] == [1, False]
    assert "was not there at inf (a read of version 2 was sent)" in verdict.unexplained[0]


def test_a_read_of_another_state_is_found(live: Live) -> None:
    def plant(table: Table) -> None:
        journal = table.journals[0]
        journal.reads.append(replace(journal.reads[0], seen="{}"))

    verdict = judge(live, afterwards=plant)
    assert [len(verdict.unexplained), verdict.good] == [1, False]
    assert "as {}, not" in verdict.unexplained[0]


def test_a_request_that_nobody_answers_ends_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or a campaign would wait for that table without end."""
    monkeypatch.setattr(caller, "STUCK_S", 0.0)
    dice = random.Random(SEED)

    async def play() -> str:
        nobody = caller.Caller([f"http://127.0.0.1:{free_port()}"], dice, Tally())
        table = Table(nobody, dice)
        await table.play(steady(RATE, 0), asyncio.Event())
        return table.wrong

    assert asyncio.run(play()).startswith("no answer: ConnectionRefusedError")


def test_a_wager_of_which_another_is_held_may_have_been_played() -> None:
    hand = ["YW", "YW", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7"]
    journal = Journal("m", ("a", "b"), (hand, hand))
    journal.doubt({"card": "YW", "place": "DISCARD", "draw": "DECK"}, 0.0)
    journal.catch_up(FIRST, (hand, hand))
    assert journal.made == []
    journal.catch_up(FIRST + 1, ([*hand[1:], "R5"], hand))
    assert [version for version, *_ in journal.made] == [FIRST + 1]


def test_a_version_that_no_move_explains_is_wrong() -> None:
    hand = ["Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9"]
    journal = Journal("m", ("a", "b"), (hand, hand))
    journal.doubt({"card": "Y2", "place": "DISCARD", "draw": "DECK"}, 0.0)
    with pytest.raises(Wrong):
        journal.catch_up(FIRST + 1, ([*hand[:1], *hand[2:], "R5"], hand))
