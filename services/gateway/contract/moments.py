"""Times of requests."""

from datetime import datetime

from gateway.errors import Problem


def to_ms(moment: str, name: str) -> int:
    """Return a time of the form MOMENT in milliseconds since 1970.

    Raise Problem invalid_options, with the name of its member, if there is no such time.
    """
    try:
        return int(datetime.fromisoformat(moment.upper()).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise Problem("invalid_options", f"{name} is a time that there is not.") from None
