"""Errors of Redis as the one error that the rest of the engine knows: StoreUnavailable."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError
from redislink.refusals import kind_of

from engine.domain.errors import StoreUnavailable


@contextmanager
def outage() -> Iterator[None]:
    """Raise StoreUnavailable for any error of Redis or of the connection to it."""
    try:
        yield
    # A TimeoutError is an OSError, too.
    except (RedisError, OSError) as error:
        raise unavailable(error) from error


def unavailable(error: Exception) -> Exception:
    """StoreUnavailable for an error of Redis; any other error as it is."""
    if isinstance(error, (RedisError, OSError)):
        failure = StoreUnavailable(kind=kind_of(error))
        failure.__cause__ = error
        return failure
    return error
