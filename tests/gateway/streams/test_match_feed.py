"""A match feed by itself: each version once, in order, whatever becomes of notices."""

import asyncio
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from croupier.v1 import engine_service_pb2 as pb
from gateway.errors import Problem, unavailable
from gateway.streams import match_feed
from gateway.streams.event_queue import EventQueue, StreamEvent
from gateway.streams.match_feed import MatchFeed
from gateway.streams.shown_match import ShownMatch

from tests.support.memory_matches import ANN, MATCH_ID, MemoryMatch

pytestmark = pytest.mark.anyio

LONG_S = 20.0


class Table:
    """A match, its feed at version 2, and one reader."""

    def __init__(self) -> None:
        self.source = MemoryMatch()
        self.feed = MatchFeed((MATCH_ID, ANN.id, pb.FORM_MATCH), ANN, self.source)
        self.reader = EventQueue()
        self.feed.readers.add(self.reader)

    async def next(self) -> StreamEvent:
        async with asyncio.timeout(LONG_S):
            event = await self.reader.get(LONG_S)
        assert event
        return event

    async def versions(self, count: int) -> list[int | None]:
        return [(await self.next()).version for _ in range(count)]


@pytest.fixture
async def table() -> Table:
    found = Table()
    await found.feed.refresh()
    assert found.feed.version == 2
    return found


# --- notices


async def test_a_notice_brings_all_changes_since_the_last_one(table: Table) -> None:
    for _ in range(3):
        last = table.source.change()
    table.feed.wake(last)
    assert await table.versions(3) == [3, 4, 5]


async def test_a_notice_of_a_known_version_is_not_followed(table: Table) -> None:
    for version in (1, 2):
        table.feed.wake(version)
    await table.feed.close()
    assert table.source.reads == []


async def test_a_notice_of_a_version_that_is_not_there_hides_no_later_one(table: Table) -> None:
    table.feed.wake(99)
    await table.source.asked.acquire()
    for version in (3, 4):
        table.feed.wake(table.source.change())
        assert await table.versions(1) == [version]
    for _ in range(20):  # as far as it gets by itself
        await asyncio.sleep(0)
    assert table.source.reads == [2, 2, 3], "it was asked for once"


async def test_a_change_made_while_the_match_is_read_for_the_first_time_is_not_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    see = table.source.see

    async def changed_meanwhile(*about: Any) -> pb.Shown:
        match = await see(*about)
        table.feed.wake(table.source.change())
        return match

    monkeypatch.setattr(table.source, "see", changed_meanwhile)
    await table.feed.refresh()
    assert await table.versions(1) == [3]


async def test_a_notice_that_overtakes_an_answer_is_not_forgotten(table: Table) -> None:
    """The answer under way was read before the change that the notice is about."""
    table.source.answering.clear()
    table.feed.wake(table.source.change())
    await table.source.asked.acquire()
    table.feed.wake(table.source.change())
    table.source.answering.set()
    assert await table.versions(2) == [3, 4]


async def test_notices_meanwhile_lead_to_one_more_refresh(table: Table) -> None:
    table.source.answering.clear()
    table.feed.wake(table.source.change())
    await table.source.asked.acquire()
    for _ in range(10):
        table.feed.wake(table.source.change())
    table.source.answering.set()
    await table.versions(11)
    assert table.source.reads == [2, 3]


async def test_a_notice_of_what_a_refresh_under_way_brings_leads_to_no_other(
    table: Table,
) -> None:
    """Or looks would beget looks: the empty one would meet the next notice, and so on."""
    table.source.answering.clear()
    last = table.source.change()
    table.feed.wake(last)
    await table.source.asked.acquire()
    table.feed.wake(last)
    table.source.answering.set()
    assert await table.versions(1) == [last]
    table.feed.wake(table.source.change())
    assert await table.versions(1) == [last + 1]
    assert table.source.reads == [2, 3]


async def test_a_refresh_that_fails_is_repeated(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_feed, "RETRY_S", 0.001)
    table.source.refusal = unavailable()
    table.feed.wake(table.source.change())
    for _ in range(3):
        await table.source.asked.acquire()
    table.source.refusal = None
    assert await table.versions(1) == [3]


async def test_a_closed_feed_asks_no_more(table: Table) -> None:
    await table.feed.close()
    table.feed.wake(table.source.change())
    assert table.source.reads == []


# --- refreshing


async def test_callers_at_the_same_time_share_a_refresh_and_its_problem(table: Table) -> None:
    table.source.refusal = unavailable()
    outcomes = await asyncio.gather(
        *(table.feed.refresh() for _ in range(20)), return_exceptions=True
    )
    assert {type(each) for each in outcomes} == {Problem}
    assert table.source.reads == [2]


async def test_a_caller_that_is_cancelled_does_not_end_the_refresh_of_others(
    table: Table,
) -> None:
    table.source.answering.clear()
    table.source.change()
    first, second = (asyncio.create_task(table.feed.refresh()) for _ in range(2))
    await table.source.asked.acquire()
    first.cancel()
    await asyncio.wait([first])
    table.source.answering.set()
    await second
    assert table.feed.version == 3


async def test_crowded_readers_are_waited_for_and_then_disconnected(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_feed, "ROOM_S", 0.001)
    patient = EventQueue()
    table.feed.readers.add(patient)
    for _ in range(400):
        table.source.change()
    refreshing = asyncio.create_task(table.feed.refresh())
    found: list[int | None] = []
    while len(found) < 400:
        if event := await patient.get(LONG_S):
            found.append(event.version)
    await refreshing
    assert found == [*range(3, 403)]
    assert json.loads((await table.next()).data)["reason"] == "slow_reader"


# --- ends


async def test_the_end_of_the_match_is_the_last_event(table: Table) -> None:
    table.feed.wake(table.source.change(pb.MATCH_STATUS_FINISHED))
    assert [(await table.next()).event for _ in range(2)] == ["change", "finished"]
    assert table.reader.exhausted
    assert table.feed.ended


@pytest.mark.parametrize(
    ("refusal", "reason", "raised"),
    [
        (Problem("not_found", "x"), "not_found", "not_found"),
        (Problem("malformed", "x"), "version_mismatch", "unavailable"),
    ],
)
async def test_a_feed_ends_when_the_match_or_its_version_is_gone(
    table: Table, refusal: Problem, reason: str, raised: str
) -> None:
    """A viewer that may not see the match any more, and a Redis restored from a backup."""
    table.source.refusal = refusal
    with pytest.raises(Problem) as found:
        await table.feed.refresh()
    assert found.value.code == raised
    assert json.loads((await table.next()).data)["reason"] == reason
    assert table.feed.gone


# --- warnings


def due_in(seconds: float, lasting: float) -> pb.Shown:
    now = datetime.now(UTC)
    begun = now + timedelta(seconds=seconds - lasting)
    due = now + timedelta(seconds=seconds)
    return pb.Shown(update_time=begun.isoformat(), deadline=due.isoformat())


def seconds_to_warning(shown: pb.Shown) -> float | None:
    return ShownMatch.of(shown, pb.Text()).seconds_to_warning()


@pytest.mark.parametrize(
    ("left", "lasting", "warning"),
    [(600, 600, 570), (100, 100, 80), (100, 600, 70), (10, 600, 0)],
)
async def test_a_warning_comes_30_seconds_or_a_fifth_of_the_time_before_the_deadline(
    left: float, lasting: float, warning: float
) -> None:
    assert seconds_to_warning(due_in(left, lasting)) == pytest.approx(warning, abs=5)


async def test_without_a_deadline_or_after_it_there_is_no_warning() -> None:
    assert seconds_to_warning(pb.Shown()) is None
    assert seconds_to_warning(due_in(-1, 100)) is None


async def test_readers_are_warned_before_the_deadline() -> None:
    table = Table()
    table.source.match.MergeFrom(due_in(10, 600))
    table.source.match.to_move.append(1)
    await table.feed.refresh()
    event = await table.next()
    assert (event.event, event.version) == ("clockWarning", None)
    deadline = table.source.match.deadline
    assert json.loads(event.data) == {"version": 2, "toMove": [1], "deadline": deadline}
