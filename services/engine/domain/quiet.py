"""What a game's code prints or logs within a call goes nowhere: it could hold a card.

It costs nothing but where something is written. What a game writes by a thread of its own, by a
stream that it has kept since its import, or past Python, is not held back.
"""

import logging
import sys
from threading import get_ident
from typing import Any, TextIO

from croupier_game.time_limit import WATCH


def begin() -> None:
    """Let no call of a game write to the standard streams, or to the log as it is set up now."""
    sys.stdout, sys.stderr = _Quiet(sys.stdout), _Quiet(sys.stderr)
    for handler in logging.root.handlers:
        handler.addFilter(lambda record: not _in_a_game())


class _Quiet:
    """A stream, but for what is written within a call of a game."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return len(text) if _in_a_game() else self._stream.write(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _in_a_game() -> bool:
    """Return whether this thread is in a call of a game."""
    return bool(WATCH.inside.get(get_ident()))
