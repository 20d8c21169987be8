"""Requests that keep to the limits of a service, as its header `RateLimit` tells them."""

import logging
import re
from collections.abc import Mapping

log = logging.getLogger("croupier_client")
LEFT = re.compile(r'"([\w-]+)";r=(\d+)')
POLICY = re.compile(r"q=(\d+);w=(\d+)")
ID = re.compile(r"[\w-]{22}")
SPARE = 20
"""With no more requests than these left, or a quarter of the burst, they are sent one by one."""


class Pace:
    """When to send the requests of one client.

    They are sent at once while much of their limit is left, and then as fast as it is refilled.
    Which limit a kind of request counts against, its answers tell.
    """

    def __init__(self) -> None:
        self._limit_of: dict[str, str] = {}
        self._every: dict[str, float] = {}
        """Seconds from one request to the next, of the limits that are nearly used up."""
        self._next: dict[str, float] = {}
        self._told: set[str] = set()

    def wait(self, method: str, path: str, now: float) -> float:
        """Seconds until the request may be sent. Its place in the line is taken by that."""
        limit = self._limit_of.get(_kind(method, path), "")
        every = self._every.get(limit)
        if every is None:
            return 0.0
        at = max(now, self._next.get(limit, now))
        self._next[limit] = at + every
        if at > now and limit not in self._told:
            log.info("the limit of %s slows this down: %.3g a second", limit, 1 / every)
            self._told.add(limit)
        return at - now

    def note(self, method: str, path: str, headers: Mapping[str, str]) -> None:
        """Learn from an answer what is left."""
        left = LEFT.match(headers.get("ratelimit", ""))
        policy = POLICY.search(headers.get("ratelimit-policy", ""))
        if not left or not policy:
            return
        limit, burst, window_s = left[1], int(policy[1]), int(policy[2])
        self._limit_of[_kind(method, path)] = limit
        if int(left[2]) <= min(SPARE, burst / 4):
            self._every[limit] = window_s / burst
        else:
            self._every.pop(limit, None)
            self._next.pop(limit, None)
        if int(left[2]) > burst / 2:
            self._told.discard(limit)


def _kind(method: str, path: str) -> str:
    """The request without its ids, such as "POST /v1/matches/*/moves"."""
    return f"{method} {ID.sub('*', path)}"
