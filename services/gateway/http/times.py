"""The time of day as answers have it."""

import time
from datetime import UTC, datetime


def now() -> str:
    """Return the time in UTC with milliseconds, by RFC 3339."""
    return _written(datetime.now(UTC))


def now_ms() -> int:
    """Return the time in milliseconds since the epoch."""
    return round(time.time() * 1000)


def of_ms(ms: int) -> str:
    """Return the same of milliseconds since the epoch."""
    return _written(datetime.fromtimestamp(ms / 1000, UTC))


def _written(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
