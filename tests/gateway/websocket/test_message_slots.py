"""Message slots: which messages of sockets begin in one pass of the event loop, in which order."""

import asyncio
from collections import Counter

import pytest
from gateway.websocket.message_slots import MOST, MessageSlots

pytestmark = pytest.mark.anyio

SOCKETS = 5 * MOST


async def begun_by_pass(sockets: int, messages: int) -> list[Counter[int]]:
    """Which sockets have begun how many messages in each pass of the loop, until all have."""
    slots, passes = MessageSlots(), [Counter[int]()]

    async def talk(socket: int) -> None:
        for _ in range(messages):
            await slots.begin()
            passes[-1][socket] += 1

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(talk(socket)) for socket in range(sockets)]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            passes.append(Counter())
    return [each for each in passes if each]


async def test_few_messages_begin_in_one_pass_of_the_loop() -> None:
    passes = await begun_by_pass(SOCKETS, 10)
    assert max(each.total() for each in passes) == MOST
    assert sum(passes, Counter()) == dict.fromkeys(range(SOCKETS), 10)


async def test_no_socket_gets_far_ahead_of_the_others() -> None:
    passes = await begun_by_pass(SOCKETS, 4 * MOST)
    told = Counter[int]()
    for each in passes:
        told += each
        assert max(told.values()) - min(told[socket] for socket in range(SOCKETS)) <= 2 * MOST


async def test_a_socket_that_has_gone_takes_no_place() -> None:
    slots = MessageSlots()
    tasks = [asyncio.create_task(slots.begin()) for _ in range(3 * MOST)]
    await asyncio.sleep(0)
    for task in tasks[MOST : 2 * MOST]:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [task.cancelled() for task in tasks].count(True) == MOST
    await slots.begin()
