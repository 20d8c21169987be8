"""Times of RFC 3339 as the service writes them, in milliseconds, and days of UTC."""

import re
from datetime import UTC, datetime, timedelta

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MS = timedelta(milliseconds=1)
DAY = 86_400_000
MOST_DAY = 2**16 - 1
"""In the year 2149: a day has 2 bytes where it is stored."""


def milliseconds(time: str) -> int:
    """Milliseconds since 1970. Raise ValueError unless it is written as the service does."""
    if not TIME.fullmatch(time):
        raise ValueError("no time as the service writes it")
    moment = (datetime.fromisoformat(time) - EPOCH) // MS
    if not 0 <= day_of(moment) <= MOST_DAY:
        raise ValueError("before 1970, or after 2149")
    return moment


def day_of(moment: int) -> int:
    """The number of the day, in UTC, of a moment in milliseconds; that of 1970-01-01 is 0."""
    return moment // DAY
