"""Whether any engine can be reached, for the log."""

import logging
from time import monotonic

QUIET_S = 10.0
"""How long after a warning none is logged of engines that come and go."""

log = logging.getLogger("gateway")


class Reach:
    """Logs that no engine can be reached, and when one can again."""

    def __init__(self) -> None:
        self._warned = False
        self._quiet_until = 0.0

    def lost(self) -> None:
        """No engine can be reached; may be said again and again."""
        if self._warned or monotonic() < self._quiet_until:
            return
        self._warned = True
        self._quiet_until = monotonic() + QUIET_S
        log.warning("no engine can be reached")

    def found(self) -> None:
        """An engine can be reached."""
        if self._warned:
            self._warned = False
            log.info("an engine can be reached again")
