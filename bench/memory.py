"""The memory of servers, and what a stream takes of a gateway's."""

import resource
from collections.abc import Sequence
from pathlib import Path

from bench.prepare import MOVES, Room
from tests.support.raw_streams import connect, cut_at_the_end, in_waves
from tools.stack import Stack

WARM_UP = 20


async def weigh_stream(stack: Stack, number: int) -> float:
    """Return the bytes that the gateway of a stack just started takes for one of `number` streams.

    Each follows a match and a view of its own. A few are opened before, so that what all streams
    share is not weighed.
    """
    room = Room(stack.url)
    await room.fill(1, (number + WARM_UP) // 2 * MOVES)
    opening = [
        connect(stack.url, f"/v1/matches/{match.id}/events", token)
        for match in room.pairs[0].matches
        for token in match.tokens
    ]
    async with cut_at_the_end(await in_waves(opening[:WARM_UP])):
        before = resident([stack.gateway.pid])
        async with cut_at_the_end(await in_waves(opening[WARM_UP:])):
            return (resident([stack.gateway.pid]) - before) / (len(opening) - WARM_UP)


def resident(pids: Sequence[int]) -> int:
    """The resident memory of all these processes, in bytes; shared pages count for each."""
    pages = (Path(f"/proc/{pid}/statm").read_text().split()[1] for pid in pids)
    return sum(map(int, pages)) * resource.getpagesize()
