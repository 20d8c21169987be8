"""Instrumentation of the gateway's Redis client: durations by command, failures, outages."""

import logging
from collections.abc import Callable
from time import monotonic

from redis.exceptions import NoScriptError, RedisError, ResponseError
from redislink.observed import PIPELINE
from telemetry.observe import Observation, RedisCall, RedisCalls

from gateway.observability import metrics

LABELS = {**metrics.COMMANDS, PIPELINE: metrics.PIPELINE}
"""The label of each command that the gateway sends; any other is OTHER."""
QUIET_S = 10.0
"""How long no call may have failed until an outage is over: a full Redis still answers reads."""

log = logging.getLogger("gateway")


class Outage:
    """Logs each kind of failure once, and when all of them are over."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """`now` gives seconds since whenever."""
        self._now = now
        self._last: dict[str, float] = {}

    def note(self, error: BaseException | None) -> None:
        """Log the change, if there is one, from the error of the latest call; None is success."""
        # A server that lacks a script does answer: it is sent the text next.
        if error is None or isinstance(error, NoScriptError):
            self._answered()
            return
        kind = type(error).__name__
        if kind not in self._last:
            log.warning("Redis refuses, or does not answer", extra={"error": kind})
        self._last[kind] = self._now()

    def _answered(self) -> None:
        if self._last and self._now() - max(self._last.values()) > QUIET_S:
            self._last.clear()
            log.info("Redis answers again")


class RedisObserver(RedisCalls):
    """Times the commands of a client; pass it to `redislink.client.connect`."""

    def __init__(self, recorded: metrics.Metrics) -> None:
        super().__init__(recorded.store, recorded.failures, _is_failure)
        self._outage = Outage()

    def __call__(self, command: str) -> Observation:
        return self.begin(LABELS.get(command, metrics.OTHER))

    def record(self, call: RedisCall, operation: str, error: BaseException | None) -> None:
        super().record(call, operation, error)
        if error is None or isinstance(error, (RedisError, OSError)):
            self._outage.note(error)


def _is_failure(answer: object) -> bool:
    """Whether the answer is an error of the connection; a refusal by Redis is an answer."""
    return isinstance(answer, (RedisError, OSError)) and not isinstance(answer, ResponseError)
