"""What is said while Redis is away."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis.exceptions import RedisError

from gateway.errors import unavailable


@contextmanager
def redis_errors(*detail: str) -> Iterator[None]:
    """Raise Problem unavailable, with this detail, in place of errors of Redis."""
    try:
        yield
    except (RedisError, OSError) as error:
        raise unavailable(*detail) from error
