"""Instrumentation of the gateway's Redis client: durations by command, failures, outages."""

import logging
from time import monotonic

from redis.exceptions import NoScriptError, RedisError, ResponseError
from redislink.observed import PIPELINE
from telemetry.observe import Observation, RedisCall, RedisCalls

from gateway.observability import metrics

LABELS = {**metrics.COMMANDS, PIPELINE: metrics.PIPELINE}
"""The label of each command that the gateway sends; any other is OTHER."""
QUIET_S = 10.0
"""How long after a warning no more is logged of an outage, which may come and go."""

log = logging.getLogger("gateway")


class Outage:
    """Logs that Redis refuses or does not answer, why, and when it answers again."""

    def __init__(self) -> None:
        self._kind = ""
        self._quiet_until = 0.0

    def note(self, error: BaseException | None) -> None:
        """Log the change, if there is one, from the error of the latest call; None is success."""
        # A server that lacks a script does answer: it is sent the text next.
        kind = type(error).__name__ if error and not isinstance(error, NoScriptError) else ""
        # Many requests fail at once, and in an outage some may succeed in between.
        if kind == self._kind or monotonic() < self._quiet_until:
            return
        self._kind = kind
        if kind:
            self._quiet_until = monotonic() + QUIET_S
            log.warning("Redis refuses, or does not answer", extra={"error": kind})
        else:
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
    """Whether it stands for an answer that did not come; a refusal by Redis is an answer."""
    return isinstance(answer, (RedisError, OSError)) and not isinstance(answer, ResponseError)
