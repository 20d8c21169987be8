"""Durability: the command to wait with, and what its answer means for the others."""

from typing import Any

import pytest
from redis.exceptions import RedisError
from redislink.durability import Durability, NotDurable

MEMORY = Durability(replicas=2, local=0, wait_ms=50)
DISK = Durability(replicas=1, local=1, wait_ms=50)


def test_without_replicas_and_disks_there_is_nothing_to_wait_for() -> None:
    assert Durability.of(0, 0, 1.0) is None


def test_half_of_the_timeout_may_be_spent_on_waiting() -> None:
    assert Durability.of(1, 0, 0.8) == Durability(replicas=1, local=0, wait_ms=400)
    least = Durability.of(0, 1, 0.0001)
    assert least
    assert least.wait_ms == 1, "0 would wait for ever"


def test_disks_need_another_command_than_memory() -> None:
    assert MEMORY.command == ("WAIT", 2, 50)
    assert DISK.command == ("WAITAOF", 1, 1, 50)


@pytest.mark.parametrize(
    ("durability", "waited", "durable"),
    [
        (MEMORY, 2, True),
        (MEMORY, 3, True),
        (MEMORY, 1, False),
        (MEMORY, RedisError("lost"), False),
        (DISK, [1, 1], True),
        (DISK, [1, 2], True),
        (DISK, [0, 1], False),
        (DISK, [1, 0], False),
        (DISK, RedisError("unknown command"), False),
    ],
)
def test_an_answer_counts_if_the_change_is_where_it_must_be(
    durability: Durability, waited: Any, durable: bool
) -> None:
    failed = RedisError("it failed by itself")
    first, second = durability.judge([b"OK", failed, waited])
    assert (first == b"OK") is durable
    assert isinstance(first, NotDurable) is not durable
    assert second is failed
