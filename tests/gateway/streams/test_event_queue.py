"""Events that wait for a reader: their formats, their order, and readers that are too slow."""

import asyncio
import json
from collections.abc import Callable

import pytest
from gateway.streams.event_queue import (
    BUFFER_BYTES,
    EventQueue,
    StreamEvent,
    goodbye,
    stream_event,
)

pytestmark = pytest.mark.anyio

LONG_S = 20.0
KIB = 1024


def event(number: int, size: int = KIB) -> StreamEvent:
    return stream_event("change", {"version": number, "filling": "x" * size}, number)


async def taken(queue: EventQueue) -> StreamEvent:
    found = await queue.get(LONG_S)
    assert found
    return found


async def soon(task: "asyncio.Task[None]") -> None:
    """Wait for the task, much shorter than it waits itself."""
    async with asyncio.timeout(LONG_S / 2):
        await task


async def crowded_queue() -> EventQueue:
    queue = EventQueue()
    for number in range(BUFFER_BYTES // KIB * 2 // 3):
        queue.put(event(number))
    assert queue.crowded
    return queue


# --- formats


async def test_an_event_as_server_sent_event() -> None:
    assert stream_event("change", {"a": 1}, 7).sse == b'event: change\nid: 7\ndata: {"a":1}\n\n'
    assert stream_event("ping", {}).sse == b"event: ping\ndata: {}\n\n"


async def test_an_event_as_json_on_a_line() -> None:
    line = stream_event("change", {"a": 1}, 7).ndjson
    assert line == b'{"event":"change","version":7,"data":{"a":1}}\n'
    assert json.loads(stream_event("ping", {}).ndjson)["version"] is None


async def test_a_goodbye_names_its_reason_and_when_to_come_back() -> None:
    assert json.loads(goodbye("drain").data) == {"reason": "drain", "retryAfter": 1}


# --- order and end


async def test_events_come_in_order() -> None:
    queue = EventQueue()
    for number in (1, 2, 3):
        queue.put(event(number))
    assert [(await taken(queue)).version for _ in range(3)] == [1, 2, 3]


async def test_a_waiting_reader_gets_an_event_at_once() -> None:
    queue = EventQueue()
    reading = asyncio.create_task(queue.get(LONG_S))
    await asyncio.sleep(0)
    queue.put(event(1))
    assert await reading == event(1)


async def test_without_events_the_reader_waits_only_so_long() -> None:
    assert await EventQueue().get(0.001) is None


async def test_a_closed_queue_gives_what_waits_and_takes_no_more() -> None:
    queue = EventQueue()
    queue.put(event(1))
    queue.close(goodbye("drain"))
    queue.put(event(2))
    queue.close(goodbye("not_found"))
    assert [(await taken(queue)).event for _ in range(2)] == ["change", "goodbye"]
    assert queue.exhausted
    assert await queue.get(LONG_S) is None


async def test_a_reader_that_hangs_up_gets_no_more() -> None:
    queue = EventQueue()
    queue.put(event(1))
    queue.hang_up()
    assert queue.exhausted
    assert await queue.get(LONG_S) is None


async def test_waking_the_reader_is_not_forgotten_and_loses_no_event() -> None:
    queue = EventQueue()
    queue.wake()
    assert await queue.get(LONG_S) is None
    queue.put(event(1))
    queue.wake()
    assert await queue.get(LONG_S) is None
    assert (await taken(queue)).version == 1


# --- slow readers


async def test_a_reader_that_is_too_slow_is_disconnected() -> None:
    queue = EventQueue()
    for number in range(BUFFER_BYTES // KIB + 1):
        queue.put(event(number))
    assert queue.closed
    last = await taken(queue)
    assert (last.event, json.loads(last.data)["reason"]) == ("goodbye", "slow_reader")
    assert queue.exhausted


async def test_one_event_fits_however_large_it_is() -> None:
    queue = EventQueue()
    queue.put(event(1, size=16 * BUFFER_BYTES))
    assert not queue.closed
    assert (await taken(queue)).version == 1


async def test_taken_events_make_room() -> None:
    queue = EventQueue()
    for number in range(500):
        queue.put(event(number))
        assert (await taken(queue)).version == number
    assert not queue.closed


async def test_a_writer_waits_until_the_reader_has_made_room() -> None:
    queue = await crowded_queue()
    waiting = asyncio.create_task(queue.wait_for_room(LONG_S))
    while queue.crowded:
        assert not waiting.done()
        await taken(queue)
    await soon(waiting)
    assert not queue.closed


async def test_a_reader_that_makes_no_room_in_time_is_disconnected() -> None:
    queue = await crowded_queue()
    await queue.wait_for_room(0.001)
    assert json.loads((await taken(queue)).data)["reason"] == "slow_reader"
    assert queue.exhausted


@pytest.mark.parametrize("leave", [EventQueue.hang_up, lambda queue: queue.close(goodbye("drain"))])
async def test_a_writer_does_not_wait_for_a_queue_that_is_closed(
    leave: Callable[[EventQueue], None],
) -> None:
    queue = await crowded_queue()
    waiting = asyncio.create_task(queue.wait_for_room(LONG_S))
    await asyncio.sleep(0)
    leave(queue)
    await soon(waiting)


# --- what is sent without waking the reader


class Written:
    """Takes events, unless the client does not read at the moment."""

    def __init__(self) -> None:
        self.events: list[StreamEvent] = []
        self.reading = True

    def write(self, event: StreamEvent) -> bool:
        if self.reading:
            self.events.append(event)
        return self.reading


async def test_an_event_for_a_reader_that_waits_is_sent_at_once() -> None:
    queue, written = EventQueue(), Written()
    queue.write = written.write
    queue.put(event(1))
    assert await queue.get(LONG_S) == event(1), "it did not wait yet"
    waiting = asyncio.create_task(queue.get(LONG_S))
    await asyncio.sleep(0)
    for number in (2, 3):
        queue.put(event(number))
    assert written.events == [event(2), event(3)]
    assert not waiting.done()
    written.reading = False
    queue.put(event(4))
    written.reading = True
    queue.put(event(5))
    queue.put(event(6), last=True)
    found = [await waiting, await queue.get(LONG_S), await queue.get(LONG_S)]
    assert found == [event(4), event(5), event(6)]
    assert written.events == [event(2), event(3)], "or they would overtake those that wait"


async def test_the_last_event_is_left_to_the_reader_which_ends_then() -> None:
    queue, written = EventQueue(), Written()
    queue.write = written.write
    waiting = asyncio.create_task(queue.get(LONG_S))
    await asyncio.sleep(0)
    queue.close(event(1))
    assert await waiting == event(1)
    assert (queue.exhausted, written.events) == (True, [])
