"""Durations: "412.3s" in the public contract, milliseconds elsewhere."""

import random

import pytest
from gateway.contract.durations import from_ms, to_ms

SEED = 20261122


@pytest.mark.parametrize(
    ("duration", "ms"),
    [
        (None, 0),
        ("0s", 0),
        ("1s", 1000),
        ("1.5s", 1500),
        ("0.05s", 50),
        ("0.001s", 1),
        ("412.300s", 412_300),
        ("4294967.295s", 2**32 - 1),
        ("4294967.296s", 2**32 - 1),
        ("9" * 18 + "s", 2**32 - 1),
    ],
)
def test_a_duration_is_read_in_milliseconds(duration: str | None, ms: int) -> None:
    assert to_ms(duration) == ms


@pytest.mark.parametrize(
    ("ms", "duration"),
    [(0, "0s"), (1, "0.001s"), (50, "0.05s"), (1000, "1s"), (10_000, "10s"), (412_300, "412.3s")],
)
def test_a_duration_is_written_without_needless_zeros(ms: int, duration: str) -> None:
    assert from_ms(ms) == duration


def test_what_is_written_is_read_as_it_was() -> None:
    dice = random.Random(SEED)
    for _ in range(1000):
        ms = dice.randrange(2**32)
        assert to_ms(from_ms(ms)) == ms
