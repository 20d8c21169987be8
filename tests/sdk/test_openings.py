"""The first move of many matches with a sealed deal, at a service that is far away."""

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from croupier_client import AsyncCroupier
from croupier_client.aio import AsyncTable
from croupier_client.testing import Fault, FaultProxy
from croupier_client.types import Match

from tests.support.live import Live
from tests.support.players import Client, register
from tests.support.sealed import ENTROPY, SEALS

MATCHES = 8
AWAY_S = 0.1
FOR_EVER = 10**6
DEAD_S = 30.0
"""No answer comes after so long, however busy the machine is."""
Begin = Callable[[AsyncTable], Awaitable[Match]]


def can_move(match: Match) -> bool:
    """Whether the match has come with legal moves."""
    return bool(match.legal_moves and match.legal_moves.moves)


async def followed(table: AsyncTable) -> Match:
    """The match at the first turn behind what is known, as a page plays."""
    async for change in table.follow(table.now.version, include_legal_moves=True):
        if can_move(change.match):
            return change.match
    raise AssertionError("It has ended.")


async def read_and_followed(table: AsyncTable) -> Match:
    await table.read()
    return table.now if can_move(table.now) else await followed(table)


async def revealed(table: AsyncTable) -> Match:
    """The match with its moves after the last seal, as a program plays that follows no match."""
    while not can_move(now := await table.reveal()):
        assert not now.my_turn
        await table.read()
    return now


@pytest.mark.parametrize("begin", [followed, read_and_followed, revealed])
def test_who_opens_the_last_seal_and_begins_has_its_moves(live: Live, begin: Begin) -> None:
    seed = random.randrange(10**9)
    sys.stdout.write(f"seed {seed}\n")
    dice = random.Random(seed)
    far = [Fault(f"{method} ", "delay", FOR_EVER, seconds=AWAY_S) for method in ("GET", "POST")]
    # Each opponent reveals a little earlier or later.
    late = [
        Fault("POST /entropy", "delay", seconds=2 * AWAY_S * dice.random()) for _ in range(MATCHES)
    ]
    with FaultProxy(live.url, far) as proxy, FaultProxy(live.url, late) as others:
        asyncio.run(open_all(proxy.url, others.url, begin))


async def open_all(url: str, others: str, begin: Begin) -> None:
    async with AsyncCroupier(url, register(url).token) as me, asyncio.TaskGroup() as group:
        for _ in range(MATCHES):
            group.create_task(opened(me, register(others, "Bob"), begin))


async def opened(me: AsyncCroupier, opponent: Client, begin: Begin) -> None:
    """Join a match, while its other player reveals, and make its first move."""
    settings = {"deal": "sealed", "seal": SEALS[0], "options": {"startSeat": 1}}
    match = (await asyncio.to_thread(opponent.create, **settings))["id"]
    async with asyncio.timeout(DEAD_S), asyncio.TaskGroup() as group:
        table = await me.matches.join(match)
        act = partial(opponent.act, match, "entropy", entropy=ENTROPY[0])
        group.create_task(asyncio.to_thread(act))
        now = await begin(table)
        assert now.legal_moves
        assert (await table.move(now.legal_moves.moves[0])).version == now.version + 1
