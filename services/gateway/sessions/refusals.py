"""Refusals of ways into accounts: callers are told little; the log and a metric have why."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from gateway.errors import Problem, unauthenticated
from gateway.observability.metrics import Metrics
from gateway.players.subjects import NO_ACCOUNT
from gateway.sessions.refused import Reason, Refused

AGAIN = "That took too long, or was answered already: ask for new options."
DETAILS = {
    Reason.CHALLENGE: AGAIN,
    Reason.CODE: "This code is not good (any more).",
    Reason.IDENTITY: NO_ACCOUNT,
}
"""What callers are told of a sign-in; of anything else, NOTHING."""
NOTHING = "This key opens no account here (any more)."

log = logging.getLogger("gateway")


class Refusals:
    """Makes problems of what was refused."""

    def __init__(self, metrics: Metrics) -> None:
        self._counts = metrics.refused_access
        for reason in Reason:  # one that begins with its first has no rate yet
            self._counts[(reason.value,)].inc(0)

    @contextmanager
    def of_sign_in(self) -> Iterator[None]:
        """Raise Problem unauthenticated in place of Refused.

        What was refused is told alike for keys that are unknown, removed, or of a deleted account.
        """
        try:
            yield
        except Refused as refused:
            self._note(refused)
            detail = refused.detail or DETAILS.get(refused.reason, NOTHING)
            raise unauthenticated(detail) from None

    @contextmanager
    def of_new_key(self) -> Iterator[None]:
        """Raise Problem passkey_refused in place of Refused, with the reason."""
        try:
            yield
        except Refused as refused:
            self._note(refused)
            is_late = refused.reason == Reason.CHALLENGE
            detail = AGAIN if is_late else "This passkey cannot be kept here."
            raise Problem("passkey_refused", detail, reason=refused.reason.value) from None

    def _note(self, refused: Refused) -> None:
        self._counts[(refused.reason.value,)].inc()
        log.info("a way into an account was refused: %s", refused.reason.value)
