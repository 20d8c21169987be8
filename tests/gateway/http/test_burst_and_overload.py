"""The line by a clock of its own: a burst is answered, an overload is refused."""

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import chain

import pytest
from gateway.errors import Problem
from gateway.http.request_slots import TARGET_S, RequestSlots

pytestmark = pytest.mark.anyio

WORKING, WORK_S, WAIT_S = 10, 0.1, 2.0
CAPACITY = WORKING / WORK_S
"""Requests per second: 100."""
LATEST_S = 2 * TARGET_S + WORK_S
"""The longest that an answer takes in an overload."""
BURST = 150
"""What takes 1.5 s, all in all."""


@dataclass
class Service:
    """A service in which time passes from one event to the next, and each slot takes `work_s`."""

    now: float = 1000.0
    work_s: float = WORK_S
    refused: list[float] = field(default_factory=list)
    """When each came that was refused."""
    took: list[tuple[float, float]] = field(default_factory=list)
    """When each came that was answered, and how long that took."""

    def __post_init__(self) -> None:
        self.slots = RequestSlots(WORKING, WAIT_S, clock=lambda: self.now)
        self._ends: list[float] = []

    async def ask(self, times: Iterable[float]) -> "Service":
        """Let requests come after so many seconds from now each; go on until all are over."""
        arrivals = [self.now + each for each in sorted(times)]
        asked = []
        for at in arrivals:
            await self._go_on(at)
            asked.append(asyncio.create_task(self._one()))
            await asyncio.sleep(0)
        while self._ends:
            await self._end_one()
        await asyncio.gather(*asked)
        return self

    def p99(self) -> float:
        ordered = sorted(took for _, took in self.took)
        return ordered[int(len(ordered) * 0.99)]

    async def _go_on(self, until: float) -> None:
        while self._ends and self._ends[0] <= until:
            await self._end_one()
        self.now = until

    async def _end_one(self) -> None:
        self.now = heappop(self._ends)
        self.slots.leave()
        await asyncio.sleep(0)  # those that have a slot now are told

    async def _one(self) -> None:
        came = self.now
        try:
            await self.slots.enter()
        except Problem:
            self.refused.append(came)
            return
        heappush(self._ends, self.now + self.work_s)
        self.took.append((came, self.now + self.work_s - came))


def steadily(times: float, seconds: float, start: float = 0.0) -> list[float]:
    """When requests come at this multiple of the capacity."""
    every = 1 / (times * CAPACITY)
    return [start + number * every for number in range(round(seconds / every))]


@pytest.mark.parametrize("spread_s", [0.0, 0.3, 1.0])
async def test_of_a_burst_nobody_is_refused(spread_s: float) -> None:
    service = await Service().ask(spread_s * number / BURST for number in range(BURST))
    assert service.refused == []
    assert max(took for _, took in service.took) <= BURST / CAPACITY + WORK_S


async def test_an_overload_is_refused_and_what_is_taken_is_answered_soon() -> None:
    seconds = 20.0
    service = await Service().ask(steadily(5, seconds))
    assert len(service.took) >= 0.95 * CAPACITY * seconds
    assert service.p99() <= 1.0


async def test_the_first_half_second_tells_a_burst_from_an_overload() -> None:
    service = Service()
    measured = service.now + 0.7
    await service.ask(steadily(5, 3))
    assert min(service.refused) < measured
    assert max(took for came, took in service.took if came > measured) <= LATEST_S


async def test_right_after_an_overload_all_is_well() -> None:
    service = Service()
    end = service.now + 5.0
    await service.ask(chain(steadily(5, 5), steadily(0.5, 3, 5.0)))
    assert [came for came in service.refused if came > end + 1.0] == []
    assert max(took for came, took in service.took if came > end + 1.0) <= 2 * WORK_S


@pytest.mark.parametrize("idle_s", [1.5, 5.0])
async def test_the_next_burst_does_not_pay_for_the_last_overload(idle_s: float) -> None:
    service = await Service(work_s=1.0).ask(steadily(1, 5))  # ten times as slow
    assert service.refused
    service.refused.clear()
    service.work_s = WORK_S
    service.now += idle_s
    await service.ask([0.0] * BURST)
    assert service.refused == []


async def test_a_line_does_not_outlast_a_service_that_has_become_slower() -> None:
    service = await Service().ask(steadily(5, 3))
    service.took.clear()
    service.work_s = 3 * WORK_S
    await service.ask(steadily(5, 5))
    assert max(took for _, took in service.took) <= 1.0 + service.work_s


async def test_a_little_too_much_is_refused_before_it_waits_for_longer_than_may_be() -> None:
    service = await Service().ask(steadily(1.3, 20))
    assert service.refused
    assert max(took for _, took in service.took) <= WAIT_S + WORK_S
    assert len(service.took) >= 0.95 * CAPACITY * 20
