"""The time of day as answers have it."""

from datetime import UTC, datetime


def now() -> str:
    """Return the time in UTC with milliseconds, by RFC 3339."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
