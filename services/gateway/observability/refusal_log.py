"""Log lines about refusals: those by bounds of this process, and those of moves.

Any client can cause them, so the log tells of some only, and of the number of the others.
"""

import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic

import prometheus_client
from telemetry.metrics import Children
from telemetry.players import Form, told_as

LOG_S = 60.0
"""How often the log says at most that a bound was reached."""
MOVES = 50
"""The lines about refused moves in a second."""

log = logging.getLogger("gateway")


class Refusals:
    """The refusals of one kind of thing, such as connections, by the bound that was reached."""

    def __init__(
        self, what: str, counter: Children[prometheus_client.Counter], *bounds: str
    ) -> None:
        """`what` is the plural of the thing; `counter` has the label `bound`: one of `bounds`."""
        self._what = what
        self._counter = counter
        for bound in bounds:  # a counter that begins with its first refusal has no rate yet
            counter[(bound,)].inc(0)
        self._unreported: Counter[str] = Counter()
        self._reported: dict[str, float] = {}

    def add(self, bound: str, most: int) -> None:
        """Count a refusal. A line of the log has the number of those since the last line."""
        self._counter[(bound,)].inc()
        self._unreported[bound] += 1
        now = monotonic()
        if now - self._reported.get(bound, -LOG_S) < LOG_S:
            return
        self._reported[bound] = now
        number = self._unreported.pop(bound)
        log.warning("refused %s: %s, beyond the %s of bound %r", self._what, number, most, bound)


class RefusedMoves:
    """A line of the log for each refused move: match, player and reason, and never the move."""

    def __init__(self, form: Form = "hashed", now: Callable[[], float] = monotonic) -> None:
        """`form` says how the log tells of players."""
        self._form: Form = form
        self._now = now
        self._second = 0.0
        self._lines = 0

    def add(self, code: str, match_id: str, player_id: str, seat: int | None) -> None:
        """Log it, or count it if there were MOVES of them in this second."""
        if self._now() - self._second >= 1:
            if self._lines > MOVES:
                log.info("refused %d more moves", self._lines - MOVES)
            self._second, self._lines = self._now(), 0
        self._lines += 1
        if self._lines > MOVES:
            return
        fields = {"match_id": match_id, "player": told_as(player_id, self._form), "code": code}
        log.info("refused a move", extra=fields if seat is None else {**fields, "seat": seat})
