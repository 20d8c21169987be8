"""Notifications from Redis: sent by hand, and lost on purpose."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import redis
from redis.asyncio import Redis
from redislink.pubsub import Subscriber

from tests.support.waiting import until


def unconnected_subscriber() -> Subscriber:
    """Return a subscriber that is not started: it gets its messages from `publish` only."""
    return Subscriber(Redis())


def notice(version: int) -> str:
    """Return the message of a version which no feed can be shown next, so that all fetch it."""
    return f"{version} {'f' * 16} 0 "


def publish(subscriber: Subscriber, channel: str, message: str | int) -> None:
    """Have the subscriber handle a message as if it had come over its connection."""
    subscriber._on_push(b"message", channel.encode(), str(message).encode())


@contextmanager
def deaf(monkeypatch: pytest.MonkeyPatch, match_id: str) -> Iterator[None]:
    """Drop every notification about this match, for all gateways in this process."""
    on_push = Subscriber._on_push

    def drop(self: Subscriber, kind: bytes, channel: bytes, content: Any = None) -> None:
        if kind != b"message" or match_id not in f"{channel!r} {content!r}":
            on_push(self, kind, channel, content)

    with monkeypatch.context() as patched:
        patched.setattr(Subscriber, "_on_push", drop)
        yield


def until_listening(channels: redis.Redis, match_id: str) -> None:
    """Wait until the gateway listens to the match, because a request waits for it."""
    channel = f"match:{{{match_id}}}"
    until(lambda: dict(channels.pubsub_numsub(channel)) == {channel.encode(): 1})
