"""Single commands: each gets its own answer, whatever became of the command before it."""

import asyncio
import random
import sys
from contextlib import suppress
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as TookTooLong
from redislink.client import CONNECTIONS, connect
from redislink.commands import pairs, run, run_all
from telemetry.observe import Observation

from tests.support.waiting import happens

pytestmark = [pytest.mark.anyio, pytest.mark.service]

HANGS = ("BLPOP", "a list that is never there", 20)
SOON_S = 0.2
BUFFER = 64 * 1024
"""What a transport takes before it asks to wait."""


async def one(client: Redis, *command: Any) -> Any:
    (answer,) = await run(client, [command])
    return answer


async def test_a_command_that_was_given_up_leaves_its_answer_to_nobody(
    client: Redis, redis: Redis
) -> None:
    before = await one(client, "CLIENT", "ID")

    async def hangs() -> bool:
        return bool((await redis.info("clients"))["blocked_clients"])

    hanging = asyncio.create_task(one(client, *HANGS))
    await happens(hangs)
    hanging.cancel()
    with pytest.raises(asyncio.CancelledError):
        await hanging
    assert await one(client, "ECHO", "mine") == b"mine"
    assert await one(client, "CLIENT", "ID") != before


async def test_a_connection_whose_answer_is_late_is_closed(redis_url: str) -> None:
    async with connect(redis_url, SOON_S) as client:
        before = await one(client, "CLIENT", "ID")
        with pytest.raises(TookTooLong):
            await one(client, *HANGS)
        assert await one(client, "ECHO", "mine") == b"mine"
        assert await one(client, "CLIENT", "ID") != before


async def test_a_connection_that_the_server_has_closed_is_replaced(
    client: Redis, redis_url: str
) -> None:
    before = await one(client, "CLIENT", "ID")
    async with connect(redis_url, 10.0) as other:
        await one(other, "CLIENT", "KILL", "ID", before)
    assert await one(client, "ECHO", "mine") == b"mine"


async def test_an_error_that_redis_answers_is_an_answer(redis_url: str) -> None:
    errors = []

    class Seen(Observation):
        def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
            errors.append(type(error))

    async with connect(redis_url, 10.0, observer=lambda _: Seen()) as client:
        before = await one(client, "CLIENT", "ID")
        assert isinstance(await one(client, "NO SUCH COMMAND"), ResponseError)
        assert await one(client, "CLIENT", "ID") == before
    assert errors == [type(None), ResponseError, type(None)]


async def test_commands_of_any_size_and_number_get_their_own_answers(client: Redis) -> None:
    sizes = [1, BUFFER // 2, BUFFER, 20 * BUFFER]
    texts = [bytes([97 + place % 26]) * sizes[place % 4] for place in range(2 * CONNECTIONS)]
    answers = await asyncio.gather(*(one(client, "ECHO", text) for text in texts))
    assert answers == texts


async def test_a_time_out_around_a_command_is_never_lost(client: Redis) -> None:
    """Whenever it comes: while the connection is taken, the command sent, or the answer read."""
    sys.stdout.write(f"seed {(seed := random.randrange(2**32))}\n")
    dice, here = random.Random(seed), 0

    async def ask(seconds: float) -> None:
        nonlocal here
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await one(client, "PING")
                task = asyncio.current_task()
                here += bool(task and task.cancelling())

    for _ in range(50):
        await asyncio.gather(*(ask(dice.uniform(0, 0.004)) for _ in range(20)))
    assert here == 0


async def test_all_answers_or_the_first_error(client: Redis) -> None:
    await client.set("text", "1")
    assert await run_all(client, [("GET", "text"), ("GET", "nothing")]) == [b"1", None]
    assert await run_all(client, []) == []
    with pytest.raises(ResponseError):
        await run_all(client, [("GET", "text"), ("LPOP", "text"), ("GET", "text")])


def test_pairs_are_read_of_each_kind_of_answer() -> None:
    for answer in (
        [b"a", b"1", b"b", b"2"],
        [[b"a", b"1"], [b"b", b"2"]],
        {b"a": b"1", b"b": b"2"},
    ):
        assert pairs(answer) == [(b"a", b"1"), (b"b", b"2")]
    assert pairs([]) == []
