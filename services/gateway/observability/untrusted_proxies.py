"""Proxies that nobody has said to trust: told in the log, and to `croupierctl doctor`.

Whoever sends X-Forwarded-For may be a client that invents it, so it is not believed. But if it is
the operator's own proxy, all players share its limits, and nothing else would say so.
"""

import logging
import time
from collections.abc import Callable

from redis.asyncio import Redis
from telemetry.listening import as_ipv4

from gateway.observability.doctor_notes import DoctorNotes

KEY = "limit:{untrusted-proxies}"
"""Anybody can send the header."""

log = logging.getLogger("gateway")


class UntrustedProxies:
    """Tells of each address, and again for as long as it goes on."""

    def __init__(self, redis: Redis, clock: Callable[[], float] = time.time) -> None:
        self._notes = DoctorNotes(redis, KEY, clock)

    def seen(self, host: str) -> None:
        """Tell that this address has forwarded another one, unless it was told lately."""
        if self._notes.knows(host):
            return
        try:
            address = as_ipv4(host)
        except ValueError:  # a socket of this machine has none
            return
        log.warning(
            "X-Forwarded-For of %s is not believed; if it is your proxy, GATEWAY_TRUSTED_PROXIES "
            "must name it, or all players behind it share one limit",
            address,
        )
        self._notes.note(address)
