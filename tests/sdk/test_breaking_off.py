"""A program that breaks off a stream, as programs do, goes on without a word."""

import subprocess
import sys

import pytest

from tests.support.live import Live
from tests.support.players import start_match

PROGRAM = """
import asyncio, sys
from croupier_client import AsyncCroupier

async def follow(me, match_id):
    streams = {"watch": lambda: me.watch([match_id]), "follow": me.follow}
    async for _ in streams[sys.argv[3]]():
        if sys.argv[4] == "raise":
            raise KeyError("my own")
        break

async def main():
    async with AsyncCroupier(sys.argv[1], sys.argv[2]) as me:
        match_id = (await anext(me.matches.list(player="me"))).id
        await follow(me, match_id)
        print((await me.matches.get(match_id)).now.version)

asyncio.run(main())
"""


def told(live: Live, stream: str, end: str) -> "subprocess.CompletedProcess[str]":
    _, seats = start_match(live.url, options={"startSeat": 0})
    command = [sys.executable, "-W", "always", "-c", PROGRAM, live.url, seats[0].token, stream, end]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.service
@pytest.mark.parametrize("stream", ["watch", "follow"])
def test_breaking_out_of_a_stream_leaves_no_trace(live: Live, stream: str) -> None:
    program = told(live, stream, "break")
    assert (program.stdout, program.stderr, program.returncode) == ("2\n", "", 0)


@pytest.mark.service
@pytest.mark.parametrize("stream", ["watch", "follow"])
def test_ones_own_exception_is_the_only_one(live: Live, stream: str) -> None:
    program = told(live, stream, "raise")
    assert program.stderr.count("Traceback") == 1, program.stderr
    assert program.stderr.endswith("KeyError: 'my own'\n")
