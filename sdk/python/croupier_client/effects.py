"""What the core asks of a driver: to send, to open a stream, to read from it, to sleep.

All behaviour is in generators that yield these and are sent what came of them. They do no I/O,
so `Croupier` and `AsyncCroupier`, which drive them, behave the same.
"""

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """A request as a driver sends it. It fails after `timeout_s` without a byte."""

    method: str
    path: str
    query: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)  # the token
    body: bytes | None = None
    timeout_s: float = 10.0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; its headers are in lower case. The body of an open stream is empty."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Send:
    """Send the request. What comes of it is an Answer, or the error if there is none."""

    request: Request


@dataclass(frozen=True, slots=True)
class Open:
    """Open a stream in place of the one before; an Answer or an error, as of Send."""

    request: Request


@dataclass(frozen=True, slots=True)
class Connect:
    """Open a socket in place of a stream; Read then gives its messages."""

    request: Request


@dataclass(frozen=True, slots=True)
class Say:
    """Send a message on the open socket."""

    text: str


@dataclass(frozen=True, slots=True)
class Read:
    """Read more of the open stream: some bytes; None if it ends; the error if it is lost."""


@dataclass(frozen=True, slots=True)
class Sleep:
    """Wait for so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Emit(Generic[T]):
    """Hand this to the reader of the stream."""

    value: T


Effect = Send | Open | Connect | Say | Read | Sleep
Reply = Answer | bytes | Exception | None
Steps = Generator[Effect, Reply, T]
"""A call: effects, and in the end what it returns."""
Flow = Generator[Effect | Emit[T], Reply, None]
"""A stream: effects, and between them what it hands out."""
