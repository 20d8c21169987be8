"""Whatever keeps Redis from answering is one thing to everyone else."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError

from engine.domain.errors import StoreUnavailable


@contextmanager
def outage() -> Iterator[None]:
    """Raise StoreUnavailable for it."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise unavailable(error) from error


def unavailable(error: Exception) -> Exception:
    """StoreUnavailable for what Redis says; anything else is itself."""
    if isinstance(error, (RedisError, OSError)):
        return StoreUnavailable("The store does not answer.")
    return error
