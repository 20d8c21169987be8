"""Durations as the public contract writes them, "412.3s", and as milliseconds."""

MOST_MS = 2**32 - 1
"""What the wire carries; the engine refuses far less."""


def to_ms(duration: str | None) -> int:
    """`"1.5s"` as 1500, None as 0; what the wire cannot carry as the most that it can."""
    whole, _, part = (duration or "0s").removesuffix("s").partition(".")
    return min(int(whole) * 1000 + int(part.ljust(3, "0")), MOST_MS)


def from_ms(ms: int) -> str:
    """`412300` as `"412.3s"`."""
    whole, part = divmod(ms, 1000)
    return f"{whole}.{part:03}".rstrip("0").rstrip(".") + "s"
