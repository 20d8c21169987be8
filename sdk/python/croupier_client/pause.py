"""How long to wait before the next attempt."""

import random

FIRST_S, LONGEST_S = 0.1, 5.0
MOST_ASKED_S = 300.0
"""However long a service asks to wait, it is tried again after so long: it may be back before."""


class Pause:
    """How long to wait before the next attempt: longer each time, and by chance, so that
    clients that have lost their service at once do not come back at once."""

    def __init__(self) -> None:
        self._next = FIRST_S

    def after(self, asked: float | None = None) -> float:
        """Seconds; those that the service has asked for, if it has asked for any."""
        pause, self._next = self._next, min(2 * self._next, LONGEST_S)
        if asked is not None and asked > 0:
            return min(asked, MOST_ASKED_S)
        return pause * (0.5 + random.random() / 2)  # noqa: S311

    def reset(self) -> None:
        """Begin anew, after a success."""
        self._next = FIRST_S
