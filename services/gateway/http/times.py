"""The time of day as answers have it."""

from datetime import UTC, datetime


def now() -> str:
    """Return the time in UTC with milliseconds, by RFC 3339."""
    return _written(datetime.now(UTC))


def of_ms(ms: int) -> str:
    """Return the same of milliseconds since the epoch."""
    return _written(datetime.fromtimestamp(ms / 1000, UTC))


def _written(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
