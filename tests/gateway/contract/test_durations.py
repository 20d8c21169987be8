"""Durations: "412.3s" in the public contract, milliseconds elsewhere."""

import pytest
from gateway.contract.durations import to_ms


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
