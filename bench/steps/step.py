"""What is counted: a step, and the games that each part of the service has steps of."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

GAMES = ("lost-cities", "livingstone", "just4fun")


@dataclass(frozen=True)
class Step:
    """What a process does for `count` items, such as 24 moves that come in one batch.

    Each call of `answer` does the same work. It raises if an answer is not what it should be.
    """

    name: str
    count: int
    answer: Callable[[], Awaitable[None]]
