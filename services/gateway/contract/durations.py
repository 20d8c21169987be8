"""Durations: seconds as text in the public contract, "412.3s", and milliseconds elsewhere."""

from gateway.http.parameters import MAX_UINT32


def to_ms(duration: str | None) -> int:
    """Return `"1.5s"` as 1500, and None as 0; at most 2^32 - 1, which the engine refuses."""
    # No floats: 0.1 + 0.2 s must be 300 ms.
    whole, _, part = (duration or "0s").removesuffix("s").partition(".")
    return min(int(whole) * 1000 + int(part.ljust(3, "0")), MAX_UINT32)


def of_ms(ms: int) -> str:
    """Return 1500 as `"1.5s"`."""
    whole, part = divmod(ms, 1000)
    return f"{whole}.{part:03}".rstrip("0").rstrip(".") + "s"
