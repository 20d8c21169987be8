"""The memory that a stream takes of a gateway."""

import resource
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
        before = _resident(stack)
        async with cut_at_the_end(await in_waves(opening[WARM_UP:])):
            return (_resident(stack) - before) / (len(opening) - WARM_UP)


def _resident(stack: Stack) -> int:
    """The gateway's resident memory, in bytes."""
    pages = Path(f"/proc/{stack.gateway.pid}/statm").read_text().split()[1]
    return int(pages) * resource.getpagesize()
